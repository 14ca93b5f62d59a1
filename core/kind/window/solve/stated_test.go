package solve

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/kind/window"
	"gridbox/core/trace"

	"pgregory.net/rapid"
)

var everyAlgorithm = []Algorithm{AlgorithmFirstFit, AlgorithmMinStart, AlgorithmMinFinish, AlgorithmMinRuntime,
	AlgorithmMinCost, AlgorithmMaxSum, AlgorithmMultipleBest}

func real1(x float64) *float64 { return &x }

// smallProblem has three nodes; nodes a and b are free at the same time from 0 to 6.
func smallProblem(change func(*window.WindowProblem)) *window.WindowProblem {
	p := &window.WindowProblem{
		Environment: window.Environment{Horizon: 20, Nodes: []window.Node{
			{ID: "a", Performance: 2, Price: 1, Attributes: map[string]float64{"ram": 4}},
			{ID: "b", Performance: 1, Price: 2, Attributes: map[string]float64{"ram": 8}},
			{ID: "c", Performance: 4, Price: 3, Attributes: map[string]float64{"ram": 2}}},
			Slots: []window.Slot{{Node: "a", Start: 0, End: 6}, {Node: "b", Start: 0, End: 8},
				{Node: "c", Start: 10, End: 20}}},
		Request: &window.Request{Nodes: 2, Volume: 4},
	}
	change(p)
	return p
}

// Every reason for having no window is named with how much is missing.
func TestShortages(t *testing.T) {
	for _, c := range []struct {
		change func(*window.WindowProblem)
		reason string
		need   float64
		have   float64
		text   string
	}{
		{func(p *window.WindowProblem) { p.Request.Nodes = 5 }, ShortNodes, 5, 3,
			"the job needs 5 nodes and there are only 3 nodes; 2 missing"},
		{func(p *window.WindowProblem) { p.Nodes, p.Slots = nil, nil }, ShortNodes, 2, 0, "only 0 nodes"},
		{func(p *window.WindowProblem) { p.Request.MinPerformance = 3 }, ShortPerformance, 2, 1,
			"a least performance of 2 would give enough"},
		{func(p *window.WindowProblem) {
			p.Request.Require = []window.Condition{{Attribute: "ram", Is: ">", Value: 4}}
		}, ShortConditions, 2, 1, "meet every condition"},
		{func(p *window.WindowProblem) { p.Request.Exclude = []string{"a", "b"} }, ShortConditions, 2, 1,
			"not excluded"},
		{func(p *window.WindowProblem) { p.Request.Volume = 7 }, ShortTime, 7, 6, "1 too short"},
		{func(p *window.WindowProblem) { p.Request.Deadline = real1(3.5) }, ShortTime, 4, 3.5, "0.5 too short"},
		{func(p *window.WindowProblem) { p.Request.EarliestStart = 5 }, ShortTime, 4, 1, "3 too short"},
		{func(p *window.WindowProblem) { p.Request.EarliestStart = 9 }, ShortTime, 4, 0,
			"free at the same time; 1 at most"},
		{func(p *window.WindowProblem) { p.Request.Nodes = 3 }, ShortTime, 4, 0, "free at the same time; 2 at most"},
		{func(p *window.WindowProblem) { p.Request.Budget = real1(11.5) }, ShortBudget, 12, 11.5,
			"0.5 more than the budget"},
		{func(p *window.WindowProblem) { p.Request.Budget = real1(0) }, ShortBudget, 12, 0,
			"12 more than the budget 0"},
		{func(p *window.WindowProblem) { p.Request.Budget, p.Request.Volume = real1(1), 100 }, ShortTime, 50, 0, ""},
	} {
		p := smallProblem(c.change)
		for _, a := range everyAlgorithm {
			r := solve(t, p, a, Options{})
			s := r.Shortage
			if r.Feasible || s == nil || s.Reason != c.reason || s.Need < s.Have ||
				!strings.Contains(s.Text, c.text) {
				t.Errorf("%s: got feasible %v, %+v; want %s with %q", a, r.Feasible, s, c.reason, c.text)
				continue
			}
			if c.text != "" && (s.Need != c.need || s.Have != c.have) {
				t.Errorf("%s: got need %v and have %v, want %v and %v", a, s.Need, s.Have, c.need, c.have)
			}
		}
	}
}

// Unusual problems that have a window.
func TestStatedOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*window.WindowProblem)
		cost   float64
	}{
		"as it is":       {func(*window.WindowProblem) {}, 12},
		"exactly enough": {func(p *window.WindowProblem) { p.Request.Budget = real1(12) }, 12},
		"free of charge": {func(p *window.WindowProblem) {
			p.Request.Budget = real1(0)
			p.Nodes[0].Price, p.Nodes[1].Price = 0, 0
		}, 0},
		"to the last moment": {func(p *window.WindowProblem) {
			p.Request.Volume, p.Request.Deadline = 6,
				real1(6)
		}, 18},
		"whole horizon free": {func(p *window.WindowProblem) { p.Slots = nil }, 8},
		"no attributes": {func(p *window.WindowProblem) {
			p.Nodes[0].Attributes = map[string]float64{"x": 1}
			p.Request.Value = "y"
		}, 12},
	} {
		p := smallProblem(c.change)
		for _, a := range everyAlgorithm {
			if name == "no attributes" && a == AlgorithmMaxSum || name == "whole horizon free" &&
				a != AlgorithmMinCost {
				continue
			}
			if r := solve(t, p, a, Options{}); !r.Feasible || r.Metrics.Cost != c.cost {
				t.Errorf("%s, %s: got %+v, shortage %+v; want cost %v", name, a, r.Metrics, r.Shortage, c.cost)
			}
		}
	}
	p := smallProblem(func(p *window.WindowProblem) { p.Request.Value = "disk" })
	if r := solve(t, p, AlgorithmMaxSum, Options{}); r.Feasible || r.Shortage.Reason != ShortAttribute {
		t.Errorf("attribute of no node: got feasible %t, shortage %+v; want %v", r.Feasible, r.Shortage,
			ShortAttribute)
	}
	if r := solve(t, p, AlgorithmMaxSum, Options{Options: window.Options{Attribute: "ram"}}); r.Metrics.Value != 12 ||
		r.Bound != 12 {
		t.Errorf("attribute ram: got %+v, want value and bound 12", r)
	}
}

// Decimal budgets are kept to the last digit: 0.1 + 0.2 fits into 0.3.
func TestBudgetIsExact(t *testing.T) {
	p := smallProblem(func(p *window.WindowProblem) {
		p.Nodes[0].Price, p.Nodes[1].Price, p.Request.Volume, p.Request.Budget = 0.1, 0.2, 1, real1(0.3)
	})
	for _, a := range everyAlgorithm {
		if r := solve(t, p, a, Options{}); !r.Feasible || r.Metrics.Cost != 0.3 && r.Metrics.Cost != 0.1+0.2 ||
			r.Stats.Rounding != 0 {
			t.Errorf("%s: got %+v, shortage %+v; want a window for 0.3, not rounded", a, r.Metrics, r.Shortage)
		}
	}
	p.Nodes[0].Price = 1.0 / 3
	if r := solve(t, p, AlgorithmMinCost, Options{}); r.Feasible || r.Stats.Rounding == 0 || r.Stats.Rounding > 1e-12 {
		t.Errorf("price 1/3: got %+v, want no window and a rounding of at most 1e-12", r)
	}
}

// The paper's recurrence on whole units loses a little value and never exceeds
// the budget.
func TestDense(t *testing.T) {
	for seed := range uint64(8) {
		p := preset(t, window.Spec{Preset: "square-2018"}, seed)
		exact, dense := solve(t, p, AlgorithmMaxSum, Options{}), solve(t, p, AlgorithmMaxSum,
			Options{Options: window.Options{Subset: window.Dense}})
		fine := solve(t, p, AlgorithmMaxSum, Options{Options: window.Options{Subset: window.Dense, Cells: 8}})
		if dense.Metrics.Value > exact.Metrics.Value || dense.Metrics.Value < 0.97*exact.Metrics.Value ||
			dense.Metrics.Cost > 644 ||
			fine.Metrics.Value < dense.Metrics.Value-1 || fine.Metrics.Value > exact.Metrics.Value {
			t.Errorf("got exact value %v, in eighths %v, in whole units %v; want them descending and at most 3 %% "+
				"apart", exact.Metrics.Value, fine.Metrics.Value, dense.Metrics.Value)
		}
	}
}

// Alternatives never overlap, each satisfies the request, and the chosen one is
// the best of them, within the bound.
func TestMultipleBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		list := p.Free()
		for _, by := range []window.Criterion{"", window.ByStart, window.ByFinish, window.ByRuntime, window.ByCost,
			window.ByValue} {
			r, err := Solve(t.Context(), p, AlgorithmMultipleBest, Options{Options: window.Options{Criterion: by}})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Feasible {
				continue
			}
			left := list.Clone()
			number := map[string]int32{}
			for i := range p.Nodes {
				number[p.Nodes[i].ID] = int32(i)
			}
			for _, w := range r.Solution.Alternatives {
				var parts []window.Free
				for _, s := range w.Slots {
					parts = append(parts, window.Free{Node: number[s.Node], Start: s.Start, End: s.End})
				}
				if !left.Cut(parts) || p.Request.Budget != nil && w.Cost > *p.Request.Budget+1e-9 {
					t.Fatalf("got alternative %+v, want one that is free and within the budget", w)
				}
			}
			first, err := Solve(t.Context(), p, AlgorithmFirstFit, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(first.Solution.Slots, r.Solution.Alternatives[0].Slots) {
				t.Fatalf("got first alternative %+v, want that of First Fit, %+v", r.Solution.Alternatives[0],
					first.Solution.Slots)
			}
			if by == "" {
				by = window.ByCost
			}
			if chosen, best := r.Metrics.Metric(by), r.Best.Metric(by); chosen != best {
				t.Fatalf("by %s: got %v, want the best, %v", by, chosen, best)
			}
			if x, bound := r.Metrics.Metric(by), r.Bound; r.BoundMetric != "" &&
				(by == window.ByValue && x > bound+1e-9 ||
					by != window.ByValue && x < bound-1e-9) {
				t.Fatalf("by %s: got %v, which exceeds the bound %v", by, x, bound)
			}
			// First Fit finds nothing in the remaining slots.
			rest := *p
			rest.Busy, rest.Slots = nil, nil
			for _, s := range left.All() {
				rest.Slots = append(rest.Slots, window.Slot{Node: p.Nodes[s.Node].ID, Start: s.Start, End: s.End})
			}
			if more, err := Solve(t.Context(), &rest, AlgorithmFirstFit, Options{}); len(rest.Slots) > 0 &&
				(err != nil || more.Feasible) {
				t.Fatalf("First Fit in the remaining slots: got error %v, %+v; want no window", err, more.Solution)
			}
		}
	})
}

// A log changes nothing, and has all events of the best window.
func TestLogIsNeutral(t *testing.T) {
	for _, name := range []string{"square-2018", "twelve-nodes"} {
		p := preset(t, window.Spec{Preset: name}, 3)
		before, _ := json.Marshal(p)
		for _, a := range everyAlgorithm {
			log := &trace.Log{}
			plain, watched := solve(t, p, a, Options{}), solve(t, p, a, Options{Log: log})
			if !reflect.DeepEqual(plain, watched) {
				t.Errorf("%s with a log: got %+v, want %+v", a, watched.Metrics, plain.Metrics)
			}
			kinds := map[string]int{}
			for _, e := range log.Events {
				kinds[e.Kind]++
			}
			if kinds["group"] == 0 || kinds["add"] == 0 || kinds["improve"] == 0 || kinds["expire"] > kinds["add"] {
				t.Errorf("%s: got events %v, want group, add and improve, and no more expire than add", a, kinds)
			}
		}
		if after, _ := json.Marshal(p); string(after) != string(before) {
			t.Errorf("got a modified problem, want %s", before)
		}
	}
}

// A cancelled run returns its error and the best window so far.
func TestCancelled(t *testing.T) {
	p := preset(t, window.Spec{Preset: "square-2018"}, 1)
	for _, a := range everyAlgorithm {
		ctx, cancel := context.WithCancel(t.Context())
		got := 0
		r, err := Solve(ctx, p, a, Options{Progress: func(done, total int) {
			if got++; done >= total/2 {
				cancel()
			}
		}})
		if err != context.Canceled || got < 2 {
			t.Errorf("%s: got error %v after %d reports, %+v; want %v after 2 at least", a, err, got, r.Metrics,
				context.Canceled)
		}
		cancel()
		if _, err := Solve(ctx, p, a, Options{}); err != context.Canceled {
			t.Errorf("%s, cancelled before the start: got error %v, want %v", a, err, context.Canceled)
		}
	}
	if _, err := Solve(t.Context(), p, "none", Options{}); err == nil {
		t.Error("Solve with an unknown algorithm: got no error")
	}
}
