package engine

import (
	"os"
	"path/filepath"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

// document reads a scenario that revealed an error.
func document(t *testing.T, name string) *scenario.Scenario {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	s, faults := catalog.Parse(text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return s
}

// N5: 24/5 + 110/7 + 36/7 + 81/5 is one time in any order of addition, so that no
// point of the front has it twice.
func TestFrontHasNoPointTwice(t *testing.T) {
	s := document(t, "batch-front-dominated.json")
	for _, id := range []string{"alp", "amp"} {
		a := batchAnswer(t, s, id)
		front := a.Solution.(*batch.Solution).Cycles[0].Front
		for i := 1; i < len(front); i++ {
			if front[i].Time-front[i-1].Time < 1e-9 || front[i-1].Cost-front[i].Cost < 1e-9 {
				t.Errorf("%s: got points %+v and %+v, want more time and less cost", id, front[i-1], front[i])
			}
		}
		if a.Check.Scope != scenario.ScopeOptimal {
			t.Errorf("%s: got scope %q, want %q", id, a.Check.Scope, scenario.ScopeOptimal)
		}
	}
}

// N18: a combination with a time 5e-10 above a limit does not meet it.
func TestLimitWithCombination(t *testing.T) {
	s := document(t, "batch-limit-edge.json")
	a, err := All().Run(t.Context(), s, s.Runs[0], Env{})
	if err != nil || !a.Check.OK || a.Check.Scope != scenario.ScopeOptimal {
		t.Fatalf("got error %v, check %+v; want scope %q", err, a.Check, scenario.ScopeOptimal)
	}
	if a.Metrics["totalTime"] > *s.Batch.Limit {
		t.Errorf("got time %v, want at most the limit %v", a.Metrics["totalTime"], *s.Batch.Limit)
	}
}

// N9: a part on a node of performance 9e15 lasts less than a time can represent,
// and the free times before and after it still belong to one node.
func TestVanishingPartsTakeANodeOnce(t *testing.T) {
	p := batch.Problem{Environment: window.Environment{Horizon: 40,
		Nodes: []window.Node{{ID: "fast", Performance: 9e15, Price: 1}, {ID: "a", Performance: 1, Price: 1},
			{ID: "b", Performance: 1, Price: 1}},
		Slots: []window.Slot{{Node: "fast", Start: 0, End: 40}, {Node: "a", Start: 5, End: 12},
			{Node: "b", Start: 5, End: 12}}}}
	for _, id := range []string{"1", "2"} {
		p.Jobs = append(p.Jobs, batch.Job{ID: id, Nodes: 2, Volume: 7, MinPerformance: 1, MaxPrice: 3})
	}
	for _, id := range []string{"alp", "amp"} {
		a := batchAnswer(t, batchOf(p), id)
		for _, list := range a.Solution.(*batch.Solution).Alternatives {
			if len(list.Windows) != 1 {
				t.Errorf("%s: job %s: got %d windows, want 1", id, list.Job, len(list.Windows))
			}
			for _, w := range list.Windows {
				if w.Slots[0].Node == w.Slots[1].Node {
					t.Errorf("%s: job %s: got node %s twice, want two nodes", id, list.Job, w.Slots[0].Node)
				}
			}
		}
	}
}

// N4: no number in an answer makes a check accept that it is infeasible.
func TestClaimsOfInfeasibleBatches(t *testing.T) {
	for _, preset := range []string{"alp-amp-figure-5", "alp-amp-2011", "alp-amp-cycles"} {
		s := batchPreset(t, preset)
		for _, id := range []string{"alp", "amp"} {
			for _, options := range []map[string]any{nil, {"objective": "cost"}, {"timeQuota": "term"},
				{"families": 2.0}} {
				a, err := All().RunExplicit(t.Context(), s, scenario.Run{Algorithm: id, Options: options}, Env{})
				if err != nil {
					t.Fatal(err)
				}
				if !a.Feasible {
					if !a.Check.OK || a.Check.Scope != scenario.ScopeOptimal {
						t.Errorf("%s %s %v: got check %+v, want scope %q", preset, id, options, a.Check,
							scenario.ScopeOptimal)
					}
					continue
				}
				claim := scenario.Answer{Algorithm: id, Options: a.Options, Reason: reason.New("no job found a window"),
					Stats: map[string]float64{"windows": 1e6, "searches": 1e9}}
				if c := All().Verify(s, &claim); c.OK {
					t.Errorf("%s %s %v: infeasible claim: got no violation", preset, id, options)
				}
			}
		}
	}
}
