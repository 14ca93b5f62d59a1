package conform_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gridbox/core/kind/group"
	solver "gridbox/core/kind/group/solve"
	"gridbox/core/kind/group/verify/conform"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// solveByFrontier solves a preset by frontier and returns the answer.
func solveByFrontier(t *testing.T, preset string) (*group.Problem, scenario.Answer) {
	t.Helper()
	p, faults := group.Generate(group.Spec{Preset: preset}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	r, err := solver.Solve(context.Background(), &p, solver.AlgorithmFrontier, solver.Options{})
	if err != nil || !r.Feasible {
		t.Fatalf("got error %v, reason %v; want a window", err, r.Reason)
	}
	a := scenario.Answer{Algorithm: "frontier", Feasible: true, Solution: r.Solution, Metrics: map[string]float64{
		"availability": r.Metrics.Availability, "cost": r.Metrics.Cost, "value": r.Metrics.Value}}
	a = *verifytest.SetBound(&a, "availability", r.Bound)
	a.Bound.Certificate = &scenario.Certificate{Argument: "multipliers", Multipliers: r.Multipliers}
	return &p, a
}

// Right answers pass, events and variants included.
func TestRightWindowsPass(t *testing.T) {
	for _, preset := range group.Presets() {
		p, a := solveByFrontier(t, preset.ID)
		for _, v := range conform.Answer(p, 0, nil, &a).Violations {
			t.Errorf("%s: got violation %s: %s, want none", preset.ID, v.Path, v.Reason)
		}
	}
}

// Prices with too many digits are checked unrounded.
func TestRoundedWindowsPass(t *testing.T) {
	p, _ := group.Generate(group.Spec{Preset: "gka-200"}, 3)
	for i := range p.Nodes {
		p.Nodes[i].Price += float64(i) * 1.23456789e-7
	}
	for _, a := range []solver.Algorithm{solver.AlgorithmFrontier, solver.AlgorithmKnapsackSingle,
		solver.AlgorithmTreeGreedy} {
		r, err := solver.Solve(context.Background(), &p, a, solver.Options{})
		if err != nil || !r.Feasible {
			t.Fatalf("%s: got error %v, reason %v; want a window", a, err, r.Reason)
		}
		answer := scenario.Answer{Algorithm: string(a), Feasible: true, Solution: r.Solution,
			Metrics: map[string]float64{"availability": r.Metrics.Availability, "cost": r.Metrics.Cost,
				"value": r.Metrics.Value}}
		verifytest.SetBound(&answer, "availability",
			r.Bound).Bound.Certificate = &scenario.Certificate{Argument: "multipliers",
			Multipliers: append(r.Multipliers, r.Blind...)}
		for _, v := range conform.Answer(&p, 0, nil, &answer).Violations {
			t.Errorf("%s: got violation %s: %s, want none", a, v.Path, v.Reason)
		}
	}
}

// Each change to a right answer is found, with its path.
func TestTamperedWindowsAreFound(t *testing.T) {
	for _, c := range []struct {
		preset, path string
		tamper       func(p *group.Problem, a *scenario.Answer, s *group.Solution)
	}{
		{"three-sites", "solution.nodes",
			func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Nodes = s.Nodes[1:] }},
		{"three-sites", "solution.nodes[0]",
			func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Nodes[0] = "x" }},
		{"three-sites", "solution.nodes[1]",
			func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Nodes[1] = s.Nodes[0] }},
		{"three-sites", "solution.nodes[1]", func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) {
			s.Nodes[0], s.Nodes[1] = s.Nodes[1], s.Nodes[0]
		}},
		{"three-sites", "solution.nodes",
			func(p *group.Problem, _ *scenario.Answer, _ *group.Solution) { p.Request.Budget = 1 }},
		{"three-sites", "metrics.availability",
			func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Metrics["availability"] *= 1.01 }},
		{"three-sites", "metrics.cost", func(_ *group.Problem, a *scenario.Answer,
			_ *group.Solution) {
			a.Metrics["cost"]--
		}},
		{"three-sites", "metrics.value", func(_ *group.Problem, a *scenario.Answer,
			_ *group.Solution) {
			delete(a.Metrics, "value")
		}},
		{"three-sites", "metrics.luck", func(_ *group.Problem, a *scenario.Answer,
			_ *group.Solution) {
			a.Metrics["luck"] = 1
		}},
		{"three-sites", "bound.value", func(_ *group.Problem, a *scenario.Answer,
			_ *group.Solution) {
			a.Bound.Value /= 2
		}},
		{"three-sites", "bound.gap", func(_ *group.Problem, a *scenario.Answer,
			_ *group.Solution) {
			a.Bound.Gap = 0.5
		}},
		{"three-sites", "bound.metric", func(_ *group.Problem, a *scenario.Answer,
			_ *group.Solution) {
			a.Bound.Metric = "cost"
		}},
		{"three-sites", "solution", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) { a.Solution = nil }},
		{"three-sites", "feasible", func(_ *group.Problem, a *scenario.Answer, _ *group.Solution) {
			*a = scenario.Answer{Reason: reason.New("no")}
		}},
		{"three-sites", "reason", func(p *group.Problem, a *scenario.Answer, _ *group.Solution) {
			p.Request.Budget = 0
			*a = scenario.Answer{}
		}},
		{"maintenance", "metrics.availability",
			func(p *group.Problem, _ *scenario.Answer, _ *group.Solution) { p.Request.End += 600 }},
		{"discounts", "solution.variants",
			func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Variants = nil }},
		{"discounts", "solution.variants[0].variant",
			func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Variants[0].Variant = 9 }},
		{"discounts", "solution.variants[0].group",
			func(_ *group.Problem, _ *scenario.Answer, s *group.Solution) { s.Variants[0].Group = "x" }},
		{"discounts", "metrics.cost", func(p *group.Problem, _ *scenario.Answer, _ *group.Solution) {
			for g := range p.Groups {
				for k := range p.Groups[g].Variants {
					p.Groups[g].Variants[k].Cost -= 0.5
				}
			}
		}},
	} {
		p, a := solveByFrontier(t, c.preset)
		c.tamper(p, &a, a.Solution.(*group.Solution))
		found := false
		var paths []string
		for _, v := range conform.Answer(p, 0, nil, &a).Violations {
			found = found || v.Path == c.path
			paths = append(paths, v.Path)
		}
		if !found {
			t.Errorf("%s: got violations at %s, want one at %s", c.preset, strings.Join(paths, ", "), c.path)
		}
	}
}

// A refusal makes no statement about windows, and only some algorithms may refuse.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		preset, algorithm string
		may               bool
	}{
		{"three-sites", "brute-force", false}, {"gka-200", "brute-force", true},
		{"gka-200", "frontier", false}, {"gka-200", "by hand", false},
		{"three-sites", "knapsack-single", false}, {"discounts", "knapsack-single", true},
		{"three-sites", "gka", false},
		{"three-sites", "tree", false}, {"discounts", "tree-greedy", true},
	} {
		p, _ := solveByFrontier(t, c.preset)
		a := scenario.Answer{Algorithm: c.algorithm, Reason: reason.New("too-large"),
			Stats: map[string]float64{"refused": 1}}
		if v := conform.Answer(p, 0, nil, &a); v.OK != c.may {
			t.Errorf("refusal of %s by %s: got violations %v, want allowed %t", c.preset, c.algorithm, v.Violations,
				c.may)
		}
		if a.Stats = nil; conform.Answer(p, 0, nil, &a).OK {
			t.Errorf("%s: infeasible without a refusal: got no violation", c.algorithm)
		}
	}
	p, _ := solveByFrontier(t, "gka-200")
	p.Nodes[0].Price += 1e-7 // a table of 10^7 cells for a unit of money
	if v := conform.Answer(p, 0, nil, &scenario.Answer{Algorithm: "gka", Reason: reason.New("too large"),
		Stats: map[string]float64{"refused": 1}}); !v.OK {
		t.Errorf("refusal of a table that is too large by gka: got violations %v, want none", v.Violations)
	}
	p, _ = solveByFrontier(t, "three-sites")
	p.Request.Objective, p.Groups[0].Value = group.ObjectiveSum, 1
	a := scenario.Answer{Algorithm: "tree", Reason: reason.New("gains"), Stats: map[string]float64{"refused": 1}}
	if !conform.Answer(p, 0, nil, &a).OK {
		t.Error("refusal of groups with values of their own by tree: got violations, want none")
	}
}

// Availabilities from events of every law are those of the problem, which the
// checker computes in another way.
func TestLawsOfEvents(t *testing.T) {
	p, _ := group.Generate(group.Spec{Preset: "maintenance"}, 0)
	p.Request.Nodes, p.Request.Budget = 1, 100
	decays := func(mean float64) group.RandomTime { return group.RandomTime{Law: "exponential", Mean: mean} }
	late := decays(6000)
	p.Events = append(p.Events, group.Event{Node: "n1", Start: decays(90), End: &late},
		group.Event{Node: "n3", Start: decays(1e-6), End: &group.RandomTime{Mean: 1}}) // long over
	odds := p.Odds()
	for i := range p.Nodes {
		g := slices.IndexFunc(p.Groups, func(x group.Group) bool { return x.ID == p.Nodes[i].Group })
		is := odds.Nodes[i] * odds.Groups[g]
		for factor, ok := range map[float64]bool{1: true, 1 + 1e-8: false, 1 - 1e-8: false} {
			got := is * factor
			a := scenario.Answer{Algorithm: "by hand", Feasible: true,
				Solution: &group.Solution{Nodes: []string{p.Nodes[i].ID}},
				Metrics:  map[string]float64{"availability": got, "value": got, "cost": p.Nodes[i].Price}}
			if v := conform.Answer(&p, 0, nil, &a); v.OK != ok {
				t.Errorf("availability %v times %v of %s: got violations %v, want valid %t", is, factor, p.Nodes[i].ID,
					v.Violations, ok)
			}
		}
	}
}

// Nodes that are never available, and variants that are bought as a whole,
// decide whether a window can be paid.
func TestWhatWindowsCost(t *testing.T) {
	never := 0.0
	lots := []group.Variant{{Nodes: 1, Value: 0.5, Cost: 9}, {Nodes: 2, Value: 0.5, Cost: 10}}
	before := group.RandomTime{Mean: -1}
	p := &group.Problem{Groups: []group.Group{{ID: "lots", Variants: lots}, {ID: "gone"}},
		Request: &group.Request{Nodes: 3, Start: 0, End: 1},
		Events:  []group.Event{{Group: "gone", Start: before}, {Node: "off", Start: before}}}
	for id, in := range map[string]string{"a": "lots", "b": "lots", "c": "", "off": "", "e": "gone"} {
		p.Nodes = append(p.Nodes, group.Node{ID: id, Group: in, Price: 4})
	}
	slices.SortFunc(p.Nodes, func(a, b group.Node) int { return strings.Compare(a.ID, b.ID) })
	for budget, possible := range map[float64]bool{14.1: true, 13.9: false} { // both of the lots and c
		p.Request.Budget = budget
		if v := conform.Answer(p, 0, nil, &scenario.Answer{Reason: reason.New("dear")}); v.OK == possible {
			t.Errorf("infeasible with a budget of %v: got violations %v, want valid %t", budget, v.Violations,
				!possible)
		}
	}
	if p.Request.Nodes, p.Request.Budget = 4, 1000; !conform.Answer(p, 0, nil,
		&scenario.Answer{Reason: reason.New("few")}).OK {
		t.Error("infeasible with four nodes, never available together: got violations, want none")
	}
	p.Nodes[2].Availability = &never
	if p.Request.Nodes = 3; !conform.Answer(p, 0, nil, &scenario.Answer{Reason: reason.New("few")}).OK {
		t.Error("infeasible with three nodes, c never available: got violations, want none")
	}
}

// Sums of values include those of groups, nodes and variants, and
// availabilities are stated in addition.
func TestSumsOfVariants(t *testing.T) {
	half := 0.5
	one := []group.Variant{{Nodes: 1, Value: 3, Cost: 2}}
	p := &group.Problem{Groups: []group.Group{{ID: "g", Availability: &half, Variants: one}, {ID: "h", Value: 5}},
		Nodes: []group.Node{{ID: "a", Group: "g", Availability: &half}, {ID: "b", Group: "g"},
			{ID: "c", Group: "h", Price: 1, Value: 7}},
		Request: &group.Request{Nodes: 2, Budget: 3, Objective: group.ObjectiveSum}}
	answer := func(nodes ...string) *scenario.Answer {
		return &scenario.Answer{Algorithm: "by hand", Feasible: true,
			Metrics:  map[string]float64{"availability": 0.25, "cost": 3, "value": 15},
			Solution: &group.Solution{Nodes: nodes, Variants: []group.ChosenVariant{{Group: "g"}}}}
	}
	if v := conform.Answer(p, 0, nil, answer("a", "c")).Violations; len(v) > 0 {
		t.Errorf("first node of the lot: got violations %v, want none", v)
	}
	if v := conform.Answer(p, 0, nil, answer("b", "c")).Violations; len(v) != 1 || !verifytest.Has(v,
		"must have its first nodes") {
		t.Errorf("second node of the lot: got %v, want that the first nodes are required", v)
	}
	twice := answer("a", "c")
	s := twice.Solution.(*group.Solution)
	if s.Variants = append(s.Variants, s.Variants[0]); !verifytest.HasPath(conform.Answer(p, 0, nil,
		twice).Violations, "variants[1].group") {
		t.Error("two variants of a group: got no violation at variants[1].group")
	}
	if s.Variants = s.Variants[:1]; !verifytest.HasPath(conform.Answer(p, 0, nil, answer("a", "b",
		"c")).Violations, "variants[0].variant") {
		t.Error("two nodes as a variant of one: got no violation at variants[0].variant")
	}
}
