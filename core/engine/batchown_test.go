package engine

import (
	"bytes"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/batch/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// The checker refuses answers that do not follow the formulas of a policy: another
// combination, other windows, another order of the jobs.
func TestBatchPoliciesAreFollowed(t *testing.T) {
	noticed, tried := 0, 0
	for _, preset := range catalogPresets("batch") {
		s, _ := catalog.FromPreset(preset, 5)
		for _, source := range []string{"end", "offer * cost", "job: nodes * volume\nwindow: -cost"} {
			a, err := runPolicy(t, s, source)
			if err != nil || !a.Feasible || !a.Check.OK {
				t.Errorf("%s, %s: got error %v, check %+v, reason %v; want a valid answer", preset, source, err,
					a.Check, a.Reason)
				continue
			}
			for _, other := range []string{"-end", "cost", "job: -nodes * volume\nwindow: -cost"} {
				b, err := runPolicy(t, s, other)
				if err != nil || bytes.Equal(doc.Canonical(a.Solution), doc.Canonical(b.Solution)) {
					continue
				}
				tried++
				explicit, _ := scenario.Expand(s)
				explicit.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: source}}
				if !conform.Answer(&explicit.Batch.Problem, formulasOf(explicit, &a), &b).OK {
					noticed++
				}
			}
		}
	}
	if tried < 5 || noticed < tried {
		t.Errorf("got %d of %d answers of other policies refused, want all and 5 at least", noticed, tried)
	}
}

func catalogPresets(kind string) (ids []string) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			if k.ID == kind && p.ID != "batch-large" {
				ids = append(ids, p.ID)
			}
		}
	}
	return ids
}
