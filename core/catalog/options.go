package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// CheckRuns returns the faults in the runs of a scenario: unknown algorithms,
// unknown options and invalid values of options. The paths begin with runs.
func CheckRuns(s *scenario.Scenario) doc.Faults {
	var faults doc.Faults
	for i, run := range s.Runs {
		faults = append(faults, CheckRun(s.Kind, run).PrefixPaths("runs["+strconv.Itoa(i)+"]")...)
	}
	return append(faults, checkPolicies(s)...).Limit()
}

// Check returns all faults of a scenario and of its runs.
func Check(s *scenario.Scenario) doc.Faults {
	faults := scenario.Validate(s)
	if _, ok := ByID(s.Kind); !ok {
		return faults
	}
	return append(faults, CheckRuns(s)...).Limit()
}

// Parse reads a scenario and checks it, including its runs.
func Parse(text []byte) (*scenario.Scenario, doc.Faults) { return ParseWith(text, nil) }

// ParseWith is Parse that calls pause, if not nil, at intervals.
func ParseWith(text []byte, pause func()) (*scenario.Scenario, doc.Faults) {
	s, faults := scenario.ParseWith(text, pause)
	if s == nil || faults.IsMalformed() { // not all of it was read
		return s, faults
	}
	if _, ok := ByID(s.Kind); !ok || len(s.Runs) == 0 || len(faults) > doc.MaxFaults {
		return s, faults
	}
	known := make(map[string]bool, len(faults))
	for _, f := range faults {
		known[f.Path] = true
	}
	for _, f := range doc.Locate(text, CheckRuns(s)) {
		if !known[f.Path] { // a missing value need not be reported as unknown too
			faults = append(faults, f)
		}
	}
	sorting.Stable(faults, func(a, b doc.Fault) int { return cmp.Compare(a.Start, b.Start) })
	return s, faults.Limit()
}

// CheckRun returns the faults of one run, with paths relative to the run.
func CheckRun(kindID string, run scenario.Run) doc.Faults {
	k, ok := ByID(kindID)
	if !ok {
		return doc.Faults{{Path: "algorithm", Reason: "no algorithm is known for the kind " + strconv.Quote(kindID)}}
	}
	a, ok := k.Algorithm(run.Algorithm)
	if !ok {
		return doc.Faults{{Path: "algorithm", Value: strconv.Quote(run.Algorithm),
			Reason: "is not an algorithm of kind " + kindID + "; there are " +
				strings.Join(algorithmIDs(&k), ", ") + doc.Suggest(run.Algorithm, algorithmIDs(&k))}}
	}
	var faults doc.Faults
	for _, id := range sorting.Keys(run.Options) {
		if why, value := checkOption(&a, id, run.Options[id]); why != "" {
			faults = append(faults, doc.Fault{Path: doc.JoinPath("options", doc.Name(id)), Value: value, Reason: why})
		}
	}
	return faults
}

// checkOption returns the reason why an option cannot have a value, and the
// value as text.
func checkOption(a *kind.Algorithm, id string, value any) (why, text string) {
	i := slices.IndexFunc(a.Options, func(o kind.Option) bool { return o.ID == id })
	if i < 0 {
		if len(a.Options) == 0 {
			return "is not an option; " + a.ID + " has none", ""
		}
		return "is not an option of " + a.ID + "; there are " +
			strings.Join(optionIDs(a), ", ") + doc.Suggest(id, optionIDs(a)), ""
	}
	return a.Options[i].Refuses(value), string(doc.Canonical(value))
}

func algorithmIDs(k *Kind) []string {
	ids := make([]string, len(k.Algorithms))
	for i, a := range k.Algorithms {
		ids[i] = a.ID
	}
	return ids
}

func optionIDs(a *kind.Algorithm) []string {
	ids := make([]string, len(a.Options))
	for i, o := range a.Options {
		ids[i] = o.ID
	}
	return ids
}
