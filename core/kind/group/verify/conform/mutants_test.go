package conform_test

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/group"
	"gridbox/core/reason"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// groupRuns are all algorithms of groups with the options that change answers.
var groupRuns = []scenario.Run{{Algorithm: "frontier"}, {Algorithm: "brute-force"}, {Algorithm: "gka"},
	{Algorithm: "gka", Options: map[string]any{"cells": 1.0}},
	{Algorithm: "gka", Options: map[string]any{"cells": 7.0}},
	{Algorithm: "tree"}, {Algorithm: "tree", Options: map[string]any{"bound": "relaxed"}},
	{Algorithm: "tree", Options: map[string]any{"nodes": 2.0}},
	{Algorithm: "tree-greedy"}, {Algorithm: "tree-greedy", Options: map[string]any{"bound": "relaxed", "nodes": 9.0}},
	{Algorithm: "knapsack-single"}, {Algorithm: "random"}}

// groupTraits has the features of a random group problem.
type groupTraits struct{ own, lots, sums, alone, ties, decimals, events, correlated bool }

var allGroupTraits = []groupTraits{{}, {alone: true}, {ties: true}, {decimals: true, alone: true}, {own: true},
	{own: true, ties: true, alone: true}, {lots: true}, {lots: true, own: true, alone: true}, {sums: true},
	{sums: true, lots: true, alone: true}, {sums: true, own: true, decimals: true}, {events: true, own: true},
	{correlated: true, alone: true}, {correlated: true, own: true, decimals: true}}

// drawGroups returns a random problem of about the given number of nodes.
func drawGroups(s *rng.Stream, x groupTraits, nodes int) *group.Problem {
	p := &group.Problem{Request: &group.Request{Start: 10, End: 60}}
	odd := func() *float64 {
		a := float64(s.UniformInt(300, 1000)) / 1000
		if x.ties {
			a = float64(s.UniformInt(7, 10)) / 10
		}
		return &a
	}
	if x.sums {
		p.Request.Objective = group.ObjectiveSum
	}
	for g := 0; len(p.Nodes) < nodes; g++ {
		id := "g" + strconv.Itoa(g)
		member := group.Group{ID: id, Availability: odd()}
		size := min(s.UniformInt(0, 4), nodes-len(p.Nodes))
		if x.sums {
			member.Value = float64(s.UniformInt(-20, 8)) / 4
		}
		if x.events && s.Chance(0.6) {
			member.Availability = nil
			p.Events = append(p.Events, group.Event{Group: id, Chance: odd(),
				Start: group.RandomTime{Law: "uniform", Mean: float64(s.UniformInt(0, 90)), Spread: 20}})
		}
		if x.lots && size > 0 && s.Chance(0.6) {
			member.Availability = nil
			for k := range s.UniformInt(1, 4) {
				v := group.Variant{Nodes: s.UniformInt(1, size), Value: *odd(), Cost: float64(4*s.UniformInt(1, 9) + k)}
				if x.sums {
					v.Value = float64(s.UniformInt(-9, 20)) / 8
				}
				member.Variants = append(member.Variants, v)
			}
		}
		p.Groups = append(p.Groups, member)
		for range size {
			p.Nodes = append(p.Nodes, drawNode(s, x, &p.Groups[g]))
		}
		if x.alone && s.Chance(0.5) {
			p.Nodes = append(p.Nodes, drawNode(s, x, nil))
		}
	}
	cost := 0.0
	for i := range p.Nodes {
		p.Nodes[i].ID = "n" + strconv.Itoa(i)
		cost += p.Nodes[i].Price
	}
	p.Request.Nodes = s.UniformInt(1, max(1, len(p.Nodes)*2/3))
	p.Request.Budget = math.Floor(cost * float64(p.Request.Nodes) / float64(len(p.Nodes)) * (0.5 + 0.7*s.Float64()))
	return p
}

func drawNode(s *rng.Stream, x groupTraits, g *group.Group) group.Node {
	n := group.Node{Price: float64(s.UniformInt(0, 8))}
	if x.decimals {
		n.Price = float64(s.UniformInt(0, 8000)) / 1000
	}
	if x.sums {
		n.Value = float64(s.UniformInt(-4, 12)) / 8
	}
	if x.own && (g == nil || len(g.Variants) == 0) && s.Chance(0.7) {
		a := float64(s.UniformInt(300, 1000)) / 1000
		n.Availability = &a
	}
	if g != nil {
		n.Group = g.ID
		if x.correlated && g.Availability != nil {
			n.Price = math.Round(*g.Availability*1000) / 100
		}
	}
	return n
}

// solveAllRuns solves a problem by all of groupRuns, as the command line does.
func solveAllRuns(t testing.TB, p *group.Problem) (*scenario.Scenario, []scenario.Answer) {
	t.Helper()
	s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "group", Group: &scenario.Group{Problem: *p}}
	var all []scenario.Answer
	for _, run := range groupRuns {
		a, err := engine.All().RunExplicit(t.Context(), s, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	return s, all
}

// eachGroupAnswer visits the answers of all algorithms to drawn problems of
// every trait and to the small presets.
func eachGroupAnswer(t *testing.T, count int, try func(s *scenario.Scenario, all []scenario.Answer)) {
	for _, preset := range []string{"three-sites", "maintenance", "discounts", "gka-22"} {
		p, _ := group.Generate(group.Spec{Preset: preset}, 7)
		try(solveAllRuns(t, &p))
	}
	for k, x := range allGroupTraits {
		draw := rng.New(uint64(k), "group answers", 0)
		for i := range count {
			p := drawGroups(draw, x, []int{6, 12, 20, 60}[i%4])
			if p.Validate() != nil {
				continue // two variants of the same size and cost
			}
			try(solveAllRuns(t, p))
		}
	}
}

// The solvers' answers pass for every problem. Answers of exact algorithms are
// verified as optimal unless they state why they stopped, and those of others as
// bounded.
func TestAnswersOfGroupsPass(t *testing.T) {
	count := 8
	if testing.Short() {
		count = 3
	}
	optimal := 0
	eachGroupAnswer(t, count, func(_ *scenario.Scenario, all []scenario.Answer) {
		for i := range all {
			optimal += reaches(t, &all[i])
		}
	})
	if optimal == 0 {
		t.Error("got no answer that is verified as optimal, want some")
	}
}

// reaches returns 1 for an answer that is verified as optimal.
func reaches(t *testing.T, a *scenario.Answer) int {
	if !a.Check.OK {
		t.Errorf("%s %v: got violations %v, want none: %v %v %+v", a.Algorithm, a.Options, a.Check.Violations,
			a.Metrics, a.Stats, a.Bound)
	}
	exact := a.Algorithm == "frontier" || a.Algorithm == "brute-force" || a.Algorithm == "tree"
	if a.Feasible && (a.Check.Scope == scenario.ScopeValid ||
		exact && a.Stats["stopped"] == 0 && a.Check.Scope != scenario.ScopeOptimal) {
		t.Errorf("%s %v: got scope %s, want bounded or, if exact, optimal; stats %v", a.Algorithm, a.Options,
			a.Check.Scope, a.Stats)
	}
	if a.Check.Scope == scenario.ScopeOptimal {
		return 1
	}
	return 0
}

// A groupMutant is a changed answer.
type groupMutant struct {
	description string
	answer      scenario.Answer
	// equivalence is the reason why the answer is still true after the change, "" if it is not.
	equivalence string
}

func groupCopy(a *scenario.Answer) scenario.Answer {
	b := *a
	b.Metrics, b.Options, b.Stats = maps.Clone(a.Metrics), maps.Clone(a.Options), maps.Clone(a.Stats)
	if a.Bound != nil {
		bound := *a.Bound
		certificate := *a.Bound.Certificate
		certificate.Multipliers = slices.Clone(certificate.Multipliers)
		bound.Certificate = &certificate
		b.Bound = &bound
	}
	if s, ok := a.Solution.(*group.Solution); ok {
		b.Solution = &group.Solution{Nodes: slices.Clone(s.Nodes), Variants: slices.Clone(s.Variants)}
	}
	return b
}

// setMetrics sets the metrics to those of a window of single nodes, and the gap.
func setMetrics(p *group.Problem, a *scenario.Answer) {
	odds, used := p.Odds(), map[string]bool{}
	cost, sum, last := 0.0, 0.0, 1.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !slices.Contains(a.Solution.(*group.Solution).Nodes, n.ID) {
			continue
		}
		cost, sum, last = cost+n.Price, sum+n.Value, last*odds.Nodes[i]
		if g := slices.IndexFunc(p.Groups, func(g group.Group) bool { return g.ID == n.Group }); g >= 0 &&
			!used[n.Group] {
			used[n.Group] = true
			sum, last = sum+p.Groups[g].Value, last*odds.Groups[g]
		}
	}
	a.Metrics = map[string]float64{"cost": cost, "availability": last, "value": last}
	if p.Sums() {
		a.Metrics["value"] = sum
	}
	if a.Bound != nil {
		a.Bound.Gap, _ = a.Relative()
	}
}

// equally reports whether two answers have equal values and costs.
func equally(a, b *scenario.Answer) bool {
	return a.Feasible == b.Feasible && closeTo(a.Metrics["value"], b.Metrics["value"]) &&
		closeTo(a.Metrics["cost"], b.Metrics["cost"])
}

func closeTo(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y)) }

// groupMutants lists changed answers.
func groupMutants(s *scenario.Scenario, all []scenario.Answer, a *scenario.Answer, draw *rng.Stream) []groupMutant {
	p := &s.Group.Problem
	var list []groupMutant
	add := func(what, same string, change func(b *scenario.Answer)) {
		b := groupCopy(a)
		change(&b)
		list = append(list, groupMutant{what, b, same})
	}
	renamed := func(run scenario.Run, honest *scenario.Answer, what string) {
		same := ""
		switch {
		case equally(a, honest):
			same = "the other algorithm, or options, give a window of the same value and cost"
		case !a.Feasible && a.Stats["refused"] == 0:
			same = "that there is no window is true whoever says it"
		case a.Feasible && honest.Feasible && run.Algorithm == "tree" && closeTo(a.Metrics["value"], a.Bound.Value):
			same = "the window is the best that there is, and the tree promises no more"
		}
		for _, stopped := range []bool{false, true} {
			add(what, same, func(b *scenario.Answer) {
				b.Algorithm, b.Options = run.Algorithm, honest.Options
				if stopped {
					b.Stats["stopped"] = 1
				}
			})
			if stopped && same == "" && run.Algorithm == "tree" && a.Feasible && honest.Stats["stopped"] == 1 {
				list[len(list)-1].equivalence = "this tree was stopped, which it may be at any window; " +
					"the gap is proven"
			}
		}
	}
	for i, run := range groupRuns {
		what := "options"
		if run.Algorithm != a.Algorithm {
			what = "algorithm"
		}
		renamed(run, &all[i], what)
	}
	if !a.Feasible {
		add("feasibility", "", func(b *scenario.Answer) { b.Feasible = true })
		return list
	}
	for _, refused := range []float64{0, 1} {
		add("feasibility", "", func(b *scenario.Answer) {
			*b = scenario.Answer{Algorithm: a.Algorithm, Options: a.Options, Reason: reason.New("no luck"),
				Stats: map[string]float64{"refused": refused}}
		})
	}
	for _, name := range []string{"availability", "cost", "value"} {
		for _, by := range []float64{1 + 1e-6, 1 - 1e-6, 0.5} {
			same := ""
			if a.Metrics[name] == 0 {
				same = "nothing times something is nothing"
			}
			add("metrics", same, func(b *scenario.Answer) { b.Metrics[name] *= by })
		}
		add("metrics", "", func(b *scenario.Answer) { delete(b.Metrics, name) })
	}
	groupBoundMutants(a, add)
	return append(list, solutionMutants(p, a, draw)...)
}

func groupBoundMutants(a *scenario.Answer, add func(what, same string, change func(b *scenario.Answer))) {
	gapOf := func(b *scenario.Answer) { b.Bound.Gap, _ = b.Relative() }
	exact := a.Algorithm == "frontier" || a.Algorithm == "brute-force" || a.Algorithm == "tree" ||
		a.Algorithm == "gka" && doc.Canonical(a.Options["cells"])[0] == '0'
	value := a.Bound.Value
	weaker := "a bound that proves less is a bound"
	if exact && a.Stats["stopped"] == 0 && a.Bound.Gap < 1e-9 {
		weaker = ""
	}
	if value == 0 {
		weaker = "nothing times something is nothing"
	}
	up := 1 + math.Copysign(1e-6, value)
	add("bound", weaker, func(b *scenario.Answer) { b.Bound.Value *= up; gapOf(b) })
	add("bound", weaker, func(b *scenario.Answer) { b.Bound.Value *= 1 + 0.3*math.Copysign(1, value); gapOf(b) })
	tight := ""
	if a.Check.Scope != scenario.ScopeOptimal && a.Stats["stopped"] == 1 {
		tight = "where a search was stopped its bound may be true with room to spare"
	}
	if value == 0 {
		tight = "nothing times something is nothing"
	}
	add("bound", tight, func(b *scenario.Answer) { b.Bound.Value *= 2 - up; gapOf(b) })
	if a.Bound.Gap > 1e-6 {
		add("bound", "", func(b *scenario.Answer) { b.Bound.Value, b.Bound.Gap = b.Metrics[b.Bound.Metric], 0 })
	}
	add("bound", "", func(b *scenario.Answer) { b.Bound.Metric = "cost" })
	add("gap", "", func(b *scenario.Answer) { b.Bound.Gap += 1e-6 })
	if a.Bound.Gap > 0 {
		add("gap", "", func(b *scenario.Answer) { b.Bound.Gap = 0 })
	}
	none := "no bound is promised"
	if exact {
		none = ""
	}
	add("bound", none, func(b *scenario.Answer) { b.Bound = nil })
	add("certificate", "", func(b *scenario.Answer) { b.Bound.Certificate = nil })
	add("certificate", "", func(b *scenario.Answer) { b.Bound.Certificate.Argument = "faith" })
	add("certificate", "", func(b *scenario.Answer) { b.Bound.Certificate.Multipliers = nil })
	add("certificate", "", func(b *scenario.Answer) { b.Bound.Certificate.Multipliers[0] = -1 })
	add("certificate", "", func(b *scenario.Answer) { b.Bound.Certificate.Multipliers[1] = math.Inf(1) })
}

// solutionMutants lists answers with exchanged nodes and the resulting metrics.
func solutionMutants(p *group.Problem, a *scenario.Answer, draw *rng.Stream) []groupMutant {
	var list []groupMutant
	nodes := a.Solution.(*group.Solution).Nodes
	less := groupCopy(a)
	less.Solution.(*group.Solution).Nodes = nodes[1:]
	list = append(list, groupMutant{"solution", less, ""})
	if len(a.Solution.(*group.Solution).Variants) > 0 {
		return list
	}
	for range 12 {
		out, in := nodes[draw.IntN(len(nodes))], p.Nodes[draw.IntN(len(p.Nodes))]
		g := slices.IndexFunc(p.Groups, func(g group.Group) bool { return g.ID == in.Group })
		if slices.Contains(nodes, in.ID) || g >= 0 && len(p.Groups[g].Variants) > 0 {
			continue
		}
		b := groupCopy(a)
		window := []string{}
		for i := range p.Nodes {
			if id := p.Nodes[i].ID; id == in.ID || id != out && slices.Contains(nodes, id) {
				window = append(window, id)
			}
		}
		b.Solution.(*group.Solution).Nodes = window
		setMetrics(p, &b)
		same := ""
		switch {
		case equally(a, &b):
			same = "a window of the same value and cost"
		case a.Algorithm == "tree" && (closeTo(a.Metrics["value"], b.Metrics["value"]) || a.Stats["stopped"] == 1):
			same = "the tree promises the best value, or a proven gap where it was stopped"
		}
		list = append(list, groupMutant{"solution", b, same})
	}
	return list
}

// At least 99 of 100 changes that make something untrue are found, of every sort.
func TestMutantsOfGroups(t *testing.T) {
	count := 4
	if testing.Short() {
		count = 1
	}
	type tally struct{ killed, total, equivalent int }
	tallies, draw, got := map[string]*tally{}, rng.New(1, "group mutants", 0), 0
	eachGroupAnswer(t, count, func(s *scenario.Scenario, all []scenario.Answer) {
		var mutants []groupMutant
		for i := range all {
			mutants = append(mutants, groupMutants(s, all, &all[i], draw)...)
		}
		for _, m := range mutants {
			k := tallies[m.description]
			if k == nil {
				k = &tally{}
				tallies[m.description] = k
			}
			switch v := engine.All().Verify(s, &m.answer); {
			case m.equivalence != "":
				k.equivalent++
			case !v.OK:
				k.killed++
				k.total++
			default:
				if k.total++; got < 12 {
					got++
					t.Logf("survives: %s, now %s %v %v %v; %v", m.description, m.answer.Algorithm, m.answer.Options,
						m.answer.Metrics, m.answer.Stats, v)
				}
			}
		}
	})
	for what, k := range tallies {
		t.Logf("%s: %d of %d killed, %d that change nothing", what, k.killed, k.total, k.equivalent)
		if float64(k.killed) < 0.99*float64(k.total) || k.total == 0 {
			t.Errorf("mutants %s: got %d of %d refuted, want 99 %% at least", what, k.killed, k.total)
		}
	}
}
