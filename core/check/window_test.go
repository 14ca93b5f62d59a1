package check_test

import (
	"strings"
	"testing"

	"gridbox/core/check"
	"gridbox/core/problem/window"
	"gridbox/core/scenario"
	solver "gridbox/core/solve/window"
)

// windowAnswer solves a window problem as the catalogue does.
func windowAnswer(t testing.TB, p *window.WindowProblem, id solver.Algorithm) *scenario.Answer {
	t.Helper()
	r, err := solver.Solve(t.Context(), p, id, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := &scenario.Answer{Algorithm: string(id), Options: map[string]any{}, Feasible: r.Feasible}
	if !r.Feasible {
		a.Reason = r.Shortage.Words
		return a
	}
	m := r.Metrics
	a.Metrics = map[string]float64{"start": m.Start, "runtime": m.Runtime, "finish": m.Finish, "cost": m.Cost, "value": m.Value}
	a.Solution = r.Solution
	return bounded(a, r.Bounded, r.Bound)
}

func windowProblem(t testing.TB, preset string) *window.WindowProblem {
	t.Helper()
	p, faults := window.Generate(window.Spec{Preset: preset}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

// windowFaults is what the checker finds wrong.
func windowFaults(p *window.WindowProblem, a *scenario.Answer) []scenario.Violation {
	return check.Window(p, a).Violations
}

// Every lie about a window is found.
func TestWindowLies(t *testing.T) {
	late := 5.0
	for name, c := range map[string]struct {
		by   solver.Algorithm
		lie  func(p *window.WindowProblem, a *scenario.Answer, s *window.Solution)
		path string
	}{
		"too few":       {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Slots = s.Slots[1:] }, "solution.slots"},
		"one twice":     {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Slots[1] = s.Slots[0] }, "solution.slots[1].node"},
		"unknown node":  {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Slots[1].Node = "zed" }, "solution.slots[1].node"},
		"another start": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Slots[1].Start++ }, "solution.slots[1]"},
		"too short":     {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Slots[0].End-- }, "solution.slots[0].end"},
		"half the cost": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Slots[2].Cost /= 2 }, "solution.slots[2].cost"},
		"not free": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			p.Busy = append(p.Busy, window.Slot{Node: s.Slots[0].Node, Start: s.Slots[0].Start, End: s.Slots[0].End})
		}, "solution.slots[0]"},
		"over budget": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, _ *window.Solution) { *p.Request.Budget = 1 }, "solution"},
		"too slow":    {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, _ *window.Solution) { p.Request.MinPerformance = 100 }, "solution.slots[0].node"},
		"unmet condition": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, _ *window.Solution) {
			p.Request.Require = []window.Condition{{Attribute: "q", Is: "<", Value: 0}}
		}, "solution.slots[0].node"},
		"excluded": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			p.Request.Exclude = []string{s.Slots[0].Node}
		}, "solution.slots[0].node"},
		"after deadline": {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, _ *window.Solution) { p.Request.Deadline = &late }, "solution"},
		"too early":      {"first-fit", func(p *window.WindowProblem, _ *scenario.Answer, _ *window.Solution) { p.Request.EarliestStart = 500 }, "solution"},
		"wrong metric":   {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) { a.Metrics["value"]++ }, "metrics.value"},
		"no metric":      {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) { delete(a.Metrics, "cost") }, "metrics.cost"},
		"bound passed":   {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) { a.Bound.Value-- }, "bound.value"},
		"bound of what":  {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) { a.Bound.Metric = "joy" }, "bound.metric"},
		"cheaper exists": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Algorithm = "min-cost"
			a.Bound = nil
		}, "metrics.cost"},
		"earlier exists": {"min-cost", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Algorithm = "first-fit"
			a.Bound = nil
		}, "metrics.start"},
		"says infeasible": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Feasible, a.Solution, a.Reason = false, nil, "tired"
		}, "feasible"},
		"no reason":   {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) { a.Feasible = false }, "reason"},
		"no solution": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) { a.Solution = nil }, "solution"},
		"alternatives": {"first-fit", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
			s.Alternatives = []window.Window{{}}
		}, "solution.alternatives"},
		"chosen": {"multiple-best", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) { s.Chosen = 99 }, "solution.chosen"},
		"chosen slots": {"multiple-best", func(_ *window.WindowProblem, a *scenario.Answer, s *window.Solution) {
			a.Options["criterion"] = "start"
			s.Chosen = (s.Chosen + 1) % len(s.Alternatives)
		}, "solution.slots"},
		"not the best": {"multiple-best", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Options["criterion"] = "value"
		}, "solution.chosen"},
		"less than the greatest sum": {"first-fit", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Algorithm, a.Bound = "max-sum", nil
		}, "metrics.value"},
		"more than the least sum": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Options["minimise"], a.Bound = true, nil
		}, "metrics.value"},
		"no sum where there is one": {"max-sum", func(_ *window.WindowProblem, a *scenario.Answer, _ *window.Solution) {
			a.Feasible, a.Solution, a.Reason = false, nil, "tired"
		}, "feasible"},
		"an alternative kept back": {"multiple-best", func(_ *window.WindowProblem, _ *scenario.Answer, s *window.Solution) {
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
		a := windowAnswer(t, p, c.by)
		if !a.Feasible {
			t.Fatal(a.Reason)
		}
		if v := windowFaults(p, a); len(v) > 0 {
			t.Fatalf("%s: the truth: %v", name, v)
		}
		c.lie(p, a, a.Solution.(*window.Solution))
		found := false
		for _, v := range windowFaults(p, a) {
			found = found || strings.HasPrefix(v.Path, c.path)
		}
		if !found {
			t.Errorf("%s: found %v", name, windowFaults(p, a))
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
					b.Fatal(v)
				}
			}
		})
	}
}
