package conform_test

import (
	"strconv"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/window"
	solver "gridbox/core/kind/window/solve"
	"gridbox/core/kind/window/verify/conform"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// windowAnswer solves a window problem as the catalogue does.
func windowAnswer(t testing.TB, p *window.WindowProblem, id solver.Algorithm) *scenario.Answer {
	t.Helper()
	r, err := solver.Solve(t.Context(), p, id, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return solvedWindow(&r, id)
}

// solvedWindow returns the answer of a result.
func solvedWindow(r *solver.Result, id solver.Algorithm) *scenario.Answer {
	a := &scenario.Answer{Algorithm: string(id), Options: map[string]any{}, Feasible: r.Feasible}
	if !r.Feasible {
		a.Reason = r.Shortage.AnswerReason()
		return a
	}
	m := r.Metrics
	a.Metrics = map[string]float64{"start": m.Start, "runtime": m.Runtime, "finish": m.Finish, "cost": m.Cost,
		"value": m.Value}
	a.Solution = r.Solution
	return verifytest.SetBound(a, r.BoundMetric, r.Bound)
}

func windowProblem(t testing.TB, preset string) *window.WindowProblem {
	t.Helper()
	p, faults := window.Generate(window.Spec{Preset: preset}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

// windowFaults returns the violations that the checker finds.
func windowFaults(p *window.WindowProblem, a *scenario.Answer) []scenario.Violation {
	return conform.Answer(p, nil, a).Violations
}

// Every false statement about a window is found.
func TestWindowLies(t *testing.T) {
	late := 5.0
	for name, c := range map[string]struct {
		algorithm solver.Algorithm
		lie       func(p *window.WindowProblem, a *scenario.Answer, s *window.Solution)
		path      string
	}{
		"too few": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Slots = s.Slots[1:]
		}, "solution.slots"},
		"one twice": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Slots[1] = s.Slots[0]
		}, "solution.slots[1].node"},
		"unknown node": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Slots[1].Node = "zed"
		}, "solution.slots[1].node"},
		"another start": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Slots[1].Start++
		}, "solution.slots[1]"},
		"too short": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Slots[0].End--
		}, "solution.slots[0].end"},
		"half the cost": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Slots[2].Cost /= 2
		}, "solution.slots[2].cost"},
		"not free": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			p.Busy = append(p.Busy, window.Slot{Node: s.Slots[0].Node, Start: s.Slots[0].Start, End: s.Slots[0].End})
		}, "solution.slots[0]"},
		"over budget": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer,
			_ *window.Solution) {
			*p.Request.Budget = 1
		}, "solution"},
		"too slow": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer,
			_ *window.Solution) {
			p.Request.MinPerformance = 100
		}, "solution.slots[0].node"},
		"unmet condition": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, _ *window.Solution) {
			p.Request.Require = []window.Condition{{Attribute: "q", Is: "<", Value: 0}}
		}, "solution.slots[0].node"},
		"excluded": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			p.Request.Exclude = []string{s.Slots[0].Node}
		}, "solution.slots[0].node"},
		"after deadline": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer,
			_ *window.Solution) {
			p.Request.Deadline = &late
		}, "solution"},
		"too early": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer,
			_ *window.Solution) {
			p.Request.EarliestStart = 500
		}, "solution"},
		"wrong metric": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer,
			_ *window.Solution) {
			a.Metrics["value"]++
		}, "metrics.value"},
		"no metric": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer,
			_ *window.Solution) {
			delete(a.Metrics, "cost")
		}, "metrics.cost"},
		"bound passed": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer,
			_ *window.Solution) {
			a.Bound.Value--
		}, "bound.value"},
		"bound of what": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer,
			_ *window.Solution) {
			a.Bound.Metric = "joy"
		}, "bound.metric"},
		"cheaper exists": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Algorithm = "min-cost"
			a.Bound = nil
		}, "metrics.cost"},
		"earlier exists": {"min-cost", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Algorithm = "first-fit"
			a.Bound = nil
		}, "metrics.start"},
		"says infeasible": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Feasible, a.Solution, a.Reason = false, nil, reason.New("tired")
		}, "feasible"},
		"no reason": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer,
			_ *window.Solution) {
			a.Feasible = false
		}, "reason"},
		"no solution": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer,
			_ *window.Solution) {
			a.Solution = nil
		}, "solution"},
		"alternatives": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			s.Alternatives = []window.Window{{}}
		}, "solution.alternatives"},
		"chosen": {"multiple-best", func(_ *window.WindowProblem, _ *scenario.Answer,
			s *window.Solution) {
			s.Chosen = 99
		}, "solution.chosen"},
		"chosen slots": {"multiple-best", func(_ *window.WindowProblem, a *scenario.Answer, s *window.Solution) {
			a.Options["criterion"] = "start"
			s.Chosen = (s.Chosen + 1) % len(s.Alternatives)
		}, "solution.slots"},
		"not the best": {"multiple-best", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Options["criterion"] = "value"
		}, "solution.chosen"},
		"less than the greatest sum": {"first-fit",
			func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
				a.Algorithm, a.Bound = "max-sum", nil
			}, "metrics.value"},
		"more than the least sum": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Options["minimise"], a.Bound = true, nil
		}, "metrics.value"},
		"no sum where there is one": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Feasible, a.Solution, a.Reason = false, nil, reason.New("tired")
		}, "feasible"},
		"an alternative kept back": {"multiple-best",
			func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
				last := len(s.Alternatives) - 1
				s.Alternatives = s.Alternatives[:last]
			}, "solution.alternatives"},
		"a later one first": {"multiple-best", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			s.Alternatives = s.Alternatives[1:]
			s.Chosen = max(0, s.Chosen-1)
		}, "solution.alternatives[0]"},
		"overlap": {"multiple-best", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			s.Alternatives = append(s.Alternatives, s.Alternatives[0])
		}, "solution.alternatives["},
	} {
		p := windowProblem(t, "twelve-nodes")
		a := windowAnswer(t, p, c.algorithm)
		if !a.Feasible {
			t.Fatalf("%s: got no window: %v", name, a.Reason)
		}
		if v := windowFaults(p, a); len(v) > 0 {
			t.Fatalf("%s, unchanged answer: got violations %v, want none", name, v)
		}
		c.lie(p, a, a.Solution.(*window.Solution))
		found := false
		for _, v := range windowFaults(p, a) {
			found = found || strings.HasPrefix(v.Path, c.path)
		}
		if !found {
			t.Errorf("%s: got violations %v, want one at %s", name, windowFaults(p, a), c.path)
		}
	}
}

func BenchmarkWindow(b *testing.B) {
	p := windowProblem(b, "square-2018")
	for _, id := range []solver.Algorithm{"max-sum", "multiple-best"} {
		a := windowAnswer(b, p, id)
		b.Run(string(id), func(b *testing.B) {
			for b.Loop() {
				if v := windowFaults(p, a); len(v) > 0 {
					b.Fatalf("got violations %v, want none", v)
				}
			}
		})
	}
}

// Conditions are checked with every sign.
func TestConditionsAreChecked(t *testing.T) {
	p := windowProblem(t, "twelve-nodes")
	a := windowAnswer(t, p, "min-cost")
	first := a.Solution.(*window.Solution).Slots[0].Node
	var q float64
	for i := range p.Nodes {
		if p.Nodes[i].ID == first {
			q = p.Nodes[i].Attributes["q"]
		}
	}
	for _, c := range []struct {
		is               string
		less, same, more bool // requested less, equal or more than the node has
	}{{"=", false, true, false}, {"!=", true, false, true}, {">=", true, true, false}, {">", true, false, false},
		{"<=", false, true, true}, {"<", false, false, true}} {
		for by, holds := range map[float64]bool{-0.5: c.less, 0: c.same, 0.5: c.more} {
			p.Request.Require = []window.Condition{{Attribute: "q", Is: c.is, Value: q + by}}
			if met := !verifytest.HasPath(windowFaults(p, a), "solution.slots[0].node"); met != holds {
				t.Errorf("%v %s %v: got %v, want %v", q, c.is, q+by, met, holds)
			}
		}
	}
	p.Request.Require = []window.Condition{{Attribute: "colour", Is: "!=", Value: 7}}
	if !verifytest.HasPath(windowFaults(p, a), "solution.slots[0].node") {
		t.Error("condition on an attribute that the node lacks: got no violation")
	}
}

// Parts of ALP's and AMP's windows start together and end one by one.
func TestRoughWindows(t *testing.T) {
	s, faults := scenario.Expand(scenario.NewGenerated("window", "twelve-nodes", 1))
	if faults != nil {
		t.Fatal(faults)
	}
	p := &s.Window.WindowProblem
	budget := 10 * *p.Request.Budget // enough for equal shares
	for _, id := range []string{"alp", "amp"} {
		for what, c := range map[string]struct {
			lie  func(w *window.Solution)
			want string
		}{
			"nothing": {func(*window.Solution) {}, ""},
			"a part that starts later": {func(w *window.Solution) {
				w.Slots[1].Start++
				w.Slots[1].End++
			}, "solution.slots[1].start"},
			"a part that ends later": {func(w *window.Solution) { w.Slots[0].End++ }, "solution.slots[0].end"},
			"a part that costs less": {func(w *window.Solution) { w.Slots[0].Cost-- }, "solution.slots[0].cost"},
			"too little money": {func(*window.Solution) { *p.Request.Budget = budget / 1000 },
				map[string]string{"alp": "solution.slots[0].node", "amp": "solution"}[id]},
		} {
			*p.Request.Budget = budget
			a, err := engine.Window().Solve(t.Context(), id, engine.Input{Scenario: s})
			if err != nil || !a.Feasible {
				t.Fatalf("%s: got error %v, reason %v; want a window", id, err, a.Reason)
			}
			c.lie(a.Solution.(*window.Solution))
			got := scenario.Answer{Algorithm: id, Feasible: true, Solution: a.Solution, Metrics: a.Metrics}
			v := windowFaults(p, &got)
			if c.want == "" && len(v) > 0 || c.want != "" && !verifytest.HasPath(v, c.want) {
				t.Errorf("%s, %s: got violations %v, want at %q", id, what, v, c.want)
			}
		}
	}
}

// ALP's share of the budget is computed with the least performance that the
// request allows, or that one of its nodes has.
func TestShareOfTheBudget(t *testing.T) {
	budget := 20.0
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 20},
		Request: &window.Request{Nodes: 1, Volume: 10, Budget: &budget}}
	for _, x := range []struct{ performance, price float64 }{{1, 3}, {2, 2}, {4, 4}} {
		p.Nodes = append(p.Nodes, window.Node{ID: number(x.performance), Performance: x.performance, Price: x.price})
	}
	p.Slots = []window.Slot{{Node: "1", End: 20}, {Node: "2", End: 20}, {Node: "4", End: 20}}
	for least, most := range map[float64]float64{0: 2, 1: 2, 2: 4} {
		p.Request.MinPerformance = least
		for _, n := range p.Nodes {
			length := 10 / n.Performance
			cost := n.Price * length
			a := &scenario.Answer{Algorithm: "alp", Feasible: true,
				Solution: &window.Solution{Slots: []window.Allocation{{Node: n.ID, End: length, Cost: cost}}},
				Metrics:  map[string]float64{"start": 0, "runtime": length, "finish": length, "cost": cost, "value": 0}}
			first := n.Price <= most && n.Performance >= least && cost <= budget
			for _, before := range p.Nodes { // the first suitable one in the document
				if before.ID == n.ID {
					break
				}
				first = first && (before.Price > most || before.Performance < least)
			}
			ok := first
			if v := conform.Answer(p, nil, a); v.OK != ok {
				t.Errorf("node %s, least performance %v: got violations %v, want valid %t", n.ID, least, v.Violations,
					ok)
			}
		}
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// No window may be claimed impossible if there is one, except by ALP, whose
// limit on single prices leaves none here.
func TestWindowsThatAreNot(t *testing.T) {
	p := windowProblem(t, "twelve-nodes")
	for algorithm, c := range map[string]struct {
		options map[string]any
		ok      bool
		scope   string
	}{
		"min-cost": {nil, false, scenario.ScopeValid}, "amp": {nil, false, scenario.ScopeValid},
		"by hand": {nil, false, scenario.ScopeValid}, "custom": {nil, false, scenario.ScopeValid},
		"max-sum": {map[string]any{"attribute": "colour"}, true, scenario.ScopeOptimal}, // no node has it
		"alp":     {nil, true, scenario.ScopeOptimal},
	} {
		v := conform.Answer(p, nil, &scenario.Answer{Algorithm: algorithm, Options: c.options,
			Reason: reason.New("no")})
		if v.OK != c.ok || v.Scope != c.scope {
			t.Errorf("%s: got %+v, want valid %t, scope %q", algorithm, v, c.ok, c.scope)
		}
	}
	*p.Request.Budget = 0
	v := conform.Answer(p, nil, &scenario.Answer{Algorithm: "min-cost", Reason: reason.New("no money")})
	if !v.OK || v.Scope != scenario.ScopeOptimal {
		t.Errorf("budget 0: got %+v, want scope %q", v, scenario.ScopeOptimal)
	}
}

// FirstFit as printed promises the shortest window of the groups of the earliest windows.
func TestLiteralFirstFit(t *testing.T) {
	p := windowProblem(t, "twelve-nodes")
	a := windowAnswer(t, p, "min-runtime")
	a.Algorithm, a.Options["reading"], a.Bound = "first-fit", "literal", nil
	if v := conform.Answer(p, nil, a); !v.OK || v.Scope != scenario.ScopeOptimal {
		t.Errorf("shortest window as the answer of FirstFit as printed: got %+v, want scope %q", v,
			scenario.ScopeOptimal)
	}
	a = windowAnswer(t, p, "min-cost")
	if a.Metrics["runtime"] == windowAnswer(t, p, "min-runtime").Metrics["runtime"] {
		t.Fatal("the cheapest window is the shortest, so that the test compares nothing")
	}
	a.Algorithm, a.Options["reading"], a.Bound = "first-fit", "literal", nil
	if !verifytest.HasPath(windowFaults(p, a), "metrics.runtime") {
		t.Error("longer window as the answer of FirstFit as printed: got no violation")
	}
}
