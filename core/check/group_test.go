package check_test

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/check"
	"gridbox/core/problem/group"
	"gridbox/core/scenario"
	solver "gridbox/core/solve/group"
)

// allocated solves a preset by frontier and puts the answer together.
func allocated(t *testing.T, preset string) (*group.Problem, scenario.Answer) {
	t.Helper()
	p, faults := group.Generate(group.Spec{Preset: preset}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	r, err := solver.Solve(context.Background(), &p, solver.AlgorithmFrontier, solver.Options{})
	if err != nil || !r.Feasible {
		t.Fatal(r.Reason, err)
	}
	a := scenario.Answer{Algorithm: "frontier", Feasible: true, Solution: r.Solution,
		Metrics: map[string]float64{"availability": r.Metrics.Availability, "cost": r.Metrics.Cost, "value": r.Metrics.Value}}
	return &p, *bounded(&a, "availability", r.Bound)
}

// Right answers pass, events and variants included.
func TestRightWindowsPass(t *testing.T) {
	for _, preset := range group.Presets() {
		p, a := allocated(t, preset.ID)
		for _, v := range check.Group(p, &a).Violations {
			t.Errorf("%s: %s: %s", preset.ID, v.Path, v.Why)
		}
	}
}

// Prices of more digits than are kept are checked as they stand.
func TestRoundedWindowsPass(t *testing.T) {
	p, _ := group.Generate(group.Spec{Preset: "gka-200"}, 3)
	for i := range p.Nodes {
		p.Nodes[i].Price += float64(i) * 1.23456789e-7
	}
	for _, a := range []solver.Algorithm{solver.AlgorithmFrontier, solver.AlgorithmKnapsackSingle, solver.AlgorithmTreeGreedy} {
		r, err := solver.Solve(context.Background(), &p, a, solver.Options{})
		if err != nil || !r.Feasible {
			t.Fatal(r.Reason, err)
		}
		answer := scenario.Answer{Algorithm: string(a), Feasible: true, Solution: r.Solution,
			Metrics: map[string]float64{"availability": r.Metrics.Availability, "cost": r.Metrics.Cost, "value": r.Metrics.Value}}
		for _, v := range check.Group(&p, &answer).Violations {
			t.Errorf("%s: %s: %s", a, v.Path, v.Why)
		}
	}
}

// Whatever is changed in a right answer is found, at the place of the change.
func TestTamperedWindowsAreFound(t *testing.T) {
	for _, c := range []struct {
		preset, path string
		tamper       func(p *group.Problem, a *scenario.Answer, s *group.Solution)
	}{
		{"three-sites", "solution.nodes", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Nodes = s.Nodes[1:] }},
		{"three-sites", "solution.nodes[0]", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Nodes[0] = "x" }},
		{"three-sites", "solution.nodes[1]", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Nodes[1] = s.Nodes[0] }},
		{"three-sites", "solution.nodes[1]", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) {
			s.Nodes[0], s.Nodes[1] = s.Nodes[1], s.Nodes[0]
		}},
		{"three-sites", "solution.nodes", func(p *group.Problem, _ *scenario.Answer, _ *group.Solution) { p.Request.Budget = 1 }},
		{"three-sites", "metrics.availability", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Metrics["availability"] *= 1.01 }},
		{"three-sites", "metrics.cost", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Metrics["cost"]-- }},
		{"three-sites", "metrics.value", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { delete(a.Metrics, "value") }},
		{"three-sites", "metrics.luck", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Metrics["luck"] = 1 }},
		{"three-sites", "bound.value", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Bound.Value /= 2 }},
		{"three-sites", "bound.gap", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Bound.Gap = 0.5 }},
		{"three-sites", "bound.metric", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Bound.Metric = "cost" }},
		{"three-sites", "solution", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Solution = nil }},
		{"three-sites", "feasible", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) {
			*a = scenario.Answer{Reason: "no"}
		}},
		{"three-sites", "reason", func(p *group.Problem, a *scenario.Answer, _ *group.Solution) {
			p.Request.Budget = 0
			*a = scenario.Answer{}
		}},
		{"maintenance", "metrics.availability", func(p *group.Problem, _ *scenario.Answer, _ *group.Solution) { p.Request.End += 600 }},
		{"discounts", "solution.variants", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Variants = nil }},
		{"discounts", "solution.variants[0].variant", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Variants[0].Variant = 9 }},
		{"discounts", "solution.variants[0].group", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Variants[0].Group = "x" }},
		{"discounts", "metrics.cost", func(p *group.Problem, _ *scenario.Answer, _ *group.Solution) {
			for g := range p.Groups {
				for k := range p.Groups[g].Variants {
					p.Groups[g].Variants[k].Cost -= 0.5
				}
			}
		}},
	} {
		p, a := allocated(t, c.preset)
		c.tamper(p, &a, a.Solution.(*group.Solution))
		found := false
		var paths []string
		for _, v := range check.Group(p, &a).Violations {
			found = found || v.Path == c.path
			paths = append(paths, v.Path)
		}
		if !found {
			t.Errorf("%s: nothing at %s, but at %s", c.preset, c.path, strings.Join(paths, ", "))
		}
	}
}

// A refusal says nothing about windows; it takes an algorithm that may refuse.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		preset, algorithm string
		may               bool
	}{
		{"three-sites", "brute-force", false}, {"gka-200", "brute-force", true}, {"gka-200", "frontier", false}, {"gka-200", "by hand", false},
		{"three-sites", "knapsack-single", false}, {"discounts", "knapsack-single", true}, {"three-sites", "gka", true},
		{"three-sites", "tree", false}, {"discounts", "tree-greedy", true},
	} {
		p, _ := allocated(t, c.preset)
		a := scenario.Answer{Algorithm: c.algorithm, Reason: "too large", Stats: map[string]float64{"refused": 1}}
		if v := check.Group(p, &a); v.OK != c.may {
			t.Errorf("%s refuses %s: %v", c.algorithm, c.preset, v.Violations)
		}
		if a.Stats = nil; check.Group(p, &a).OK {
			t.Errorf("%s: infeasible without having refused passes", c.algorithm)
		}
	}
	p, _ := allocated(t, "three-sites")
	p.Request.Objective, p.Groups[0].Value = group.ObjectiveSum, 1
	if a := (scenario.Answer{Algorithm: "tree", Reason: "gains", Stats: map[string]float64{"refused": 1}}); !check.Group(p, &a).OK {
		t.Error("the tree must be able to refuse groups that bring something by themselves")
	}
}
