package conform_test

import (
	"slices"
	"strconv"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/verify/conform"
	"gridbox/core/kind/window"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// lineBatch returns a batch that is hardest to choose from: every node serves one window, whose
// cost is linear in its time, so that the best combination is a subset sum.
func lineBatch(base, slope float64) *batch.Problem {
	s := rng.New(7, "batch/line", 0)
	p := &batch.Problem{Environment: window.Environment{Horizon: 200}}
	for i := range 40 * 12 {
		time := s.Uniform(20, 150)
		p.Nodes = append(p.Nodes, window.Node{ID: "n" + strconv.Itoa(i), Performance: 100 / time,
			Price: (base + slope*time) / time})
		p.Slots = append(p.Slots, window.Slot{Node: p.Nodes[i].ID, End: time * 1.01})
	}
	for i := range 40 {
		p.Jobs = append(p.Jobs, batch.Job{ID: "j" + strconv.Itoa(i), Nodes: 1, Volume: 100, MinPerformance: 0.5,
			MaxPrice: 1e6})
	}
	return p
}

// solveToLimit solves a batch on which the search reaches its limit of effort.
func solveToLimit(t *testing.T, p *batch.Problem) (*scenario.Answer, *batch.Report) {
	t.Helper()
	s := &scenario.Scenario{Kind: "batch", Batch: &scenario.Batch{Problem: *p}}
	a, err := engine.All().RunExplicit(t.Context(), s, scenario.Run{Algorithm: "alp"}, engine.Env{})
	if err != nil || !a.Check.OK {
		t.Fatalf("got error %v, bound %+v, check %+v; want a valid answer", err, a.Bound, a.Check)
	}
	return &a, &a.Solution.(*batch.Solution).Cycles[0]
}

// If the search for the best combination reaches its limit of effort, the answer has a gap, which
// is verified.
func TestStoppedChoice(t *testing.T) {
	p, limit := lineBatch(1000, -1), 36_600.0
	p.Limit = &limit
	a, r := solveToLimit(t, p)
	if a.Check.Scope != scenario.ScopeBounded || a.Bound.Gap <= 0 || a.Bound.Gap > 1e-3 || !r.Hull {
		t.Fatalf("got bound %+v, check %+v; want scope %q, a gap of at most 1e-3 and a hull", a.Bound, a.Check,
			scenario.ScopeBounded)
	}
	right := *a.Bound
	for name, change := range map[string]func(b *scenario.Bound){
		"no gap":        func(b *scenario.Bound) { b.Value = a.Metrics["totalTime"] },
		"less gap":      func(b *scenario.Bound) { b.Value += (a.Metrics["totalTime"] - b.Value) / 2 },
		"another price": func(b *scenario.Bound) { b.Certificate.Multipliers = []float64{0} },
		"no price":      func(b *scenario.Bound) { b.Certificate.Multipliers = []float64{-1} },
		"a point":       func(*scenario.Bound) { r.Front[5].Cost++ },
	} {
		bound, point := right, r.Front[5]
		bound.Certificate = &scenario.Certificate{Argument: right.Certificate.Argument,
			Multipliers: right.Certificate.Multipliers}
		a.Bound = &bound
		change(&bound)
		bound.Gap, _ = a.Relative()
		if c := conform.Answer(p, nil, a); c.OK {
			t.Errorf("%s: got %+v, want violations", name, c)
		}
		r.Front[5] = point
	}
}

// If the search for the greatest income stops, the answer has the income found and an upper
// bound. The least time is the best under any budget here.
func TestStoppedIncome(t *testing.T) {
	p := lineBatch(100, 1)
	a, r := solveToLimit(t, p)
	if r.Income == nil || r.Income.UpperBound <= r.Budget || a.Check.Scope != scenario.ScopeOptimal {
		t.Fatalf("got income %+v, check %+v; want an upper bound above the budget and scope %q", r.Income, a.Check,
			scenario.ScopeOptimal)
	}
	right := *r.Income
	for name, change := range map[string]func(x *batch.KnownIncome){
		"at most":  func(x *batch.KnownIncome) { x.UpperBound = r.Budget - 1e-3 },
		"of fewer": func(x *batch.KnownIncome) { x.Windows = x.Windows[1:] },
		"of other": func(x *batch.KnownIncome) { x.Windows[3] = (x.Windows[3] + 1) % 3 },
		"of none":  func(x *batch.KnownIncome) { x.Windows[0] = 99 },
	} {
		known := batch.KnownIncome{Windows: slices.Clone(right.Windows), UpperBound: right.UpperBound}
		r.Income = &known
		change(&known)
		if c := conform.Answer(p, nil, a); c.OK {
			t.Errorf("%s: got %+v, want violations", name, c)
		}
	}
	// If it is claimed to be proven, it is merely not refuted.
	r.Income = nil
	if c := conform.Answer(p, nil, a); c.Scope != scenario.ScopeValid {
		t.Errorf("income claimed to be proven: got %+v, want scope %q", c, scenario.ScopeValid)
	}
}
