package conform_test

import (
	"strconv"
	"testing"

	"gridbox/core/kind/window"
	solver "gridbox/core/kind/window/solve"
	"gridbox/core/kind/window/verify/conform"
	"gridbox/core/scenario"

	"pgregory.net/rapid"
)

// drawSums returns small problems with tight budgets and values that follow
// prices or not.
func drawSums(t *rapid.T) *window.WindowProblem {
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 30},
		Request: &window.Request{Volume: 6, Value: "q"}}
	follow := rapid.Bool().Draw(t, "values follow prices")
	for i := range rapid.IntRange(3, 10).Draw(t, "nodes") {
		n := window.Node{ID: "n" + strconv.Itoa(i), Performance: float64(rapid.IntRange(1, 3).Draw(t, "performance")),
			Price: float64(rapid.IntRange(0, 50).Draw(t, "price")) / 10}
		q := float64(rapid.IntRange(-3, 20).Draw(t, "value"))
		if follow {
			q = n.Price*4 + 1
		}
		n.Attributes = map[string]float64{"q": q}
		p.Nodes = append(p.Nodes, n)
		from := float64(rapid.IntRange(0, 15).Draw(t, "from"))
		p.Slots = append(p.Slots, window.Slot{Node: n.ID, Start: from,
			End: from + float64(rapid.IntRange(2, 15).Draw(t, "long"))})
	}
	p.Request.Nodes = rapid.IntRange(1, 4).Draw(t, "n")
	if rapid.IntRange(0, 3).Draw(t, "budgeted") > 0 {
		budget := float64(rapid.IntRange(0, 120).Draw(t, "budget")) + 0.05 // no cost equals it
		p.Request.Budget = &budget
	}
	return p
}

// The checker accepts every answer of Max Sum, verifies that nothing is
// better, and refutes each answer that claims less than the best.
func TestSumsAreVerified(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSums(t)
		for _, minimise := range []bool{false, true} {
			options := map[string]any{"minimise": minimise}
			answer := func(o solver.Options) *scenario.Answer {
				r, err := solver.Solve(t.Context(), p, solver.AlgorithmMaxSum, o)
				if err != nil {
					t.Fatal(err)
				}
				a := &scenario.Answer{Algorithm: "max-sum", Options: options, Feasible: r.Feasible,
					Solution: r.Solution}
				if !r.Feasible {
					a.Reason, a.Solution = r.Shortage.AnswerReason(), nil
					return a
				}
				m := r.Metrics
				a.Metrics = map[string]float64{"start": m.Start, "runtime": m.Runtime, "finish": m.Finish,
					"cost": m.Cost, "value": m.Value}
				return a
			}
			a := answer(solver.Options{Options: window.Options{Minimise: minimise}})
			if v := conform.Answer(p, nil, a); !v.OK || v.Scope != scenario.ScopeOptimal {
				t.Fatalf("got %+v, want scope %q of %+v", v, scenario.ScopeOptimal, a)
			}
			other := answer(solver.Options{Options: window.Options{Minimise: !minimise}})
			if v := conform.Answer(p, nil, other); a.Feasible &&
				!v.OK != (other.Metrics["value"] != a.Metrics["value"]) {
				t.Fatalf("answer %v, best %v: got %+v, want violations unless the values are equal", other.Metrics,
					a.Metrics, v)
			}
		}
	})
}

// For the papers' sizes, and with distinct performances, it is verified that
// nothing is better.
func TestScopeOfAWindowCheck(t *testing.T) {
	drawn := "real"
	many, faults := window.Generate(window.Spec{Preset: "square-2018", Performances: &drawn}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	p := windowProblem(t, "twelve-nodes")
	for _, p := range []*window.WindowProblem{p, &many, longList(t, 200, 2000, "real", false, true)} {
		for _, id := range []solver.Algorithm{"first-fit", "min-start", "min-finish", "min-runtime", "min-cost",
			"max-sum", "multiple-best"} {
			a := windowAnswer(t, p, id)
			want := scenario.ScopeOptimal
			if a.Bound.Gap > 0 {
				want = scenario.ScopeBounded
			}
			if v := conform.Answer(p, nil, a); !v.OK || v.Scope != want {
				t.Errorf("%s of %d nodes: got %+v, want scope %q", id, len(p.Nodes), v, want)
			}
		}
	}
	r, err := solver.Solve(t.Context(), &many, "max-sum", solver.Options{Options: window.Options{Subset: window.Dense}})
	if err != nil {
		t.Fatal(err)
	}
	a := solvedWindow(&r, "max-sum")
	a.Options["subset"] = "dense"
	if v := conform.Answer(&many, nil, a); !v.OK || v.Scope != scenario.ScopeBounded || a.Bound.Gap <= 0 {
		t.Errorf("recurrence on whole units: got %+v, bound %+v; want scope %q and a gap", v, a.Bound,
			scenario.ScopeBounded)
	}
}
