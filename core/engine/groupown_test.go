package engine

import (
	"bytes"
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/group/verify/conform"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// The checker follows policies of groups by itself: every answer passes, and is refused
// under another policy.
func TestGroupPoliciesAreFollowed(t *testing.T) {
	table, _ := kinds.Policy("group")
	var sources []string
	for _, r := range table.Ready {
		sources = append(sources, r.Source)
	}
	sources = append(sources, "-value - worth / open", "price * q - cheap", "-price", "-which", "0 / 0",
		"if(taken > 1, 0 / 0, price / money + members)", "p * left + value")
	draw := rng.New(5, "group policies", 0)
	kind, _ := catalog.ByID("group")
	followed, noticed, tried := 0, 0, 0
	for seed := range uint64(6) {
		for _, preset := range kind.Presets {
			s := randscenario.NewSmall(preset.ID, seed, draw)
			var other scenario.Answer
			for _, source := range sources {
				with := *s
				with.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: source}}
				a, err := All().Run(context.Background(), &with, scenario.Run{Algorithm: policy.AlgorithmOwn,
					Options: map[string]any{"policy": "mine"}}, Env{})
				if err != nil || !a.Check.OK {
					t.Fatalf("%s, seed %d, %q: got error %v, check %+v; want a valid answer", preset.ID, seed, source,
						err, a.Check)
				}
				if !a.Feasible {
					continue
				}
				followed++
				// With events scores may differ in their last bits, and if all are equal any
				// node is right.
				if len(s.Group.Events) == 0 && source != "0 / 0" && source != sources[len(table.Ready)] &&
					other.Solution != nil && !bytes.Equal(doc.Canonical(other.Solution), doc.Canonical(a.Solution)) {
					tried++
					formulas, _ := table.Read(source, nil)
					if !conform.Answer(&with.Group.Problem, 0, formulas, &other).OK {
						noticed++
					}
				}
				other = a
			}
		}
	}
	t.Log(followed, noticed, tried)
	if followed < 200 || noticed < tried*9/10 {
		t.Errorf("got %d valid answers, %d of %d others refused; want 200 and 90 %% at least", followed, noticed,
			tried)
	}
}
