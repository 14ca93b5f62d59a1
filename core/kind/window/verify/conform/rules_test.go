package conform_test

import (
	"strconv"
	"testing"

	"gridbox/core/engine"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/kind/window/verify/conform"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"

	"pgregory.net/rapid"
)

// drawWindows returns a small problem with several slots a node, prices that are equal,
// decimals or not, and a budget, a deadline or neither.
func drawWindows(t *rapid.T) *scenario.Scenario {
	p := window.WindowProblem{Environment: window.Environment{Horizon: 60},
		Request: &window.Request{Volume: 6, Nodes: rapid.IntRange(1, 4).Draw(t, "n"), Value: "q"}}
	divisor := rapid.SampledFrom([]float64{1, 10, 3}).Draw(t, "divisor")
	for i := range rapid.IntRange(1, 12).Draw(t, "nodes") {
		n := window.Node{ID: "n" + strconv.Itoa(i),
			Performance: float64(rapid.IntRange(1, 4).Draw(t, "performance")),
			Price:       float64(rapid.IntRange(0, 12).Draw(t, "price")) / divisor,
			Attributes:  map[string]float64{"q": float64(rapid.IntRange(-3, 9).Draw(t, "value"))}}
		p.Nodes = append(p.Nodes, n)
		at := 0.0
		for range rapid.IntRange(1, 4).Draw(t, "slots") {
			at += float64(rapid.IntRange(0, 5).Draw(t, "gap"))
			end := at + float64(rapid.IntRange(1, 14).Draw(t, "length"))
			p.Slots = append(p.Slots, window.Slot{Node: n.ID, Start: at, End: end})
			at = end + 1
		}
	}
	if rapid.Bool().Draw(t, "budgeted") {
		budget := float64(rapid.IntRange(0, 120).Draw(t, "budget"))
		p.Request.Budget = &budget
	}
	if rapid.IntRange(0, 3).Draw(t, "deadline") == 0 {
		deadline := float64(rapid.IntRange(5, 60).Draw(t, "until"))
		p.Request.Deadline = &deadline
	}
	return &scenario.Scenario{Kind: "window", Window: &scenario.Window{WindowProblem: p}}
}

// For every problem the rule of an algorithm, run again, gives its solver's decision,
// and conforming answers are valid.
func TestRulesAgreeWithSolvers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawWindows(t)
		for _, run := range windowRuns {
			a, err := engine.Engine{engine.Window()}.RunExplicit(t.Context(), s, run, engine.Env{})
			if err != nil || !a.Check.OK {
				t.Fatalf("%s %v: got error %v, check %+v; want a valid answer", run.Algorithm, run.Options, err,
					a.Check)
			}
			if v := kernel.Answer(&s.Window.WindowProblem, &a); !v.OK && a.Feasible {
				t.Fatalf("%s %v: got %+v, want valid", run.Algorithm, run.Options, v)
			}
		}
	})
}

// An answer under the name of another algorithm is valid, but does not conform.
func TestValidIsNotConforming(t *testing.T) {
	p := windowProblem(t, "twelve-nodes")
	a := windowAnswer(t, p, "min-cost")
	a.Algorithm, a.Bound = "first-fit", nil
	if v := kernel.Answer(p, a); !v.OK || v.Scope != scenario.ScopeValid {
		t.Errorf("answer of another algorithm: got %+v, want valid", v)
	}
	if v := conform.Answer(p, nil, a); v.OK {
		t.Error("cheapest window as the answer of first-fit: got conforming, want violations")
	}
}

// The verifier alone confirms a bound.
func TestValidityHasABound(t *testing.T) {
	p := windowProblem(t, "twelve-nodes")
	a := windowAnswer(t, p, "min-cost")
	if v := kernel.Answer(p, a); !v.OK || v.Scope != scenario.ScopeOptimal {
		t.Errorf("answer with its bound: got %+v, want scope %q", v, scenario.ScopeOptimal)
	}
	verifytest.SetBound(a, "cost", a.Metrics["cost"]*0.99)
	if v := kernel.Answer(p, a); !v.OK || v.Scope != scenario.ScopeBounded {
		t.Errorf("answer with a lower bound: got %+v, want scope %q", v, scenario.ScopeBounded)
	}
}
