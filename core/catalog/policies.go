package catalog

import (
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"strings"
)

// Policies returns the ids that a run of the algorithm own may name: those of
// the document, then the built-in ones of its kind that have other ids.
func Policies(s *scenario.Scenario) []string {
	var ids []string
	for i := range s.Policies {
		if id := s.Policies[i].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if k, ok := kinds.Policy(s.Kind); ok {
		for i := range k.Ready {
			if !slices.Contains(ids, k.Ready[i].ID) {
				ids = append(ids, k.Ready[i].ID)
			}
		}
	}
	return ids
}

// PolicyOf returns the policy of a run of the algorithm own, and its index in
// the document, -1 for a built-in one. A run without a policy gets the default
// of the kind.
func PolicyOf(s *scenario.Scenario, run scenario.Run) (p scenario.Policy, place int, ok bool) {
	k, known := kinds.Policy(s.Kind)
	if !known || run.Algorithm != policy.AlgorithmOwn {
		return p, -1, false
	}
	id, _ := run.Options["policy"].(string)
	if id == "" {
		id = k.Default
	}
	for i := range s.Policies {
		if s.Policies[i].ID == id {
			return s.Policies[i], i, true
		}
	}
	if r, ready := k.Find(id); ready {
		return scenario.Policy{ID: r.ID, Title: r.Title, Language: policy.Formula, Source: r.Source}, -1, true
	}
	return p, -1, false
}

// checkPolicies returns a fault for each run whose policy does not exist.
func checkPolicies(s *scenario.Scenario) doc.Faults {
	var faults doc.Faults
	for i, run := range s.Runs {
		id, _ := run.Options["policy"].(string)
		if run.Algorithm != policy.AlgorithmOwn || id == "" {
			continue
		}
		if _, _, ok := PolicyOf(s, run); !ok {
			ids := Policies(s)
			faults = append(faults, doc.Fault{Path: doc.At("runs", i) + ".options.policy", Value: strconv.Quote(id),
				Reason: "is no policy of the scenario and no ready one; there are " + strings.Join(ids, ", ") +
					doc.Suggest(id, ids)})
		}
	}
	return faults
}
