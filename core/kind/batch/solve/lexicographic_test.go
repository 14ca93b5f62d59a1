package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// No combination within the limit is better by the order of the objectives: all are tried.
func TestLexicographicAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawCycles(t)
		p.Cycles, o.Families = 1, 3
		for i := range p.Jobs {
			p.Jobs[i].Cycle = 0
		}
		limit := float64(rapid.IntRange(0, 120).Draw(t, "cap"))
		p.Limit, o.Objective = &limit, ""
		o.Order = rapid.SampledFrom([]batch.Order{"", batch.JobsTimeCost, batch.CostTime,
			batch.TimeCost}).Draw(t, "order")
		r, err := Solve(context.Background(), p, AlgorithmLexicographic, o)
		if err != nil {
			t.Fatal(err)
		}
		rank := func(out int, time, cost float64) []float64 {
			if o.Order.TimeFirst() {
				return []float64{float64(out), math.Round(time * 1e6), math.Round(cost * 1e6)}
			}
			return []float64{float64(out), math.Round(cost * 1e6), math.Round(time * 1e6)}
		}
		windows := [][]alternative{}
		run := newRun(p, AMP, o)
		jobs := make([]*batch.Job, len(p.Jobs))
		for i := range p.Jobs {
			jobs[i] = &p.Jobs[i]
		}
		run.number = 1
		run.arrange(jobs)
		free := p.Free()
		offers, _, err := run.alternatives(context.Background(), jobs, free.All())
		if err != nil {
			t.Fatal(err)
		}
		for i := range offers {
			if len(offers[i].windows) > 0 {
				windows = append(windows, offers[i].windows)
			}
		}
		var best []float64
		var try func(i, out int, time, cost float64)
		try = func(i, out int, time, cost float64) {
			limited := cost
			if p.Goal() == batch.LeastCost {
				limited = time
			}
			if !keepsLimit(limited, limit) || out > 0 && !o.Order.Jobs() {
				return
			}
			if i == len(windows) {
				if x := rank(out, time, cost); best == nil || slices.Compare(x, best) < 0 {
					best = x
				}
				return
			}
			try(i+1, out+1, time, cost)
			for k := range windows[i] {
				w := &windows[i][k]
				try(i+1, out, time+w.time(o.Measure), cost+w.cost)
			}
		}
		try(0, 0, 0, 0)
		if feasible := best != nil && int(best[0]) < len(windows); r.Feasible != feasible {
			t.Fatalf("got feasible %v, want %v, as the best combination is %v", r.Feasible, feasible, best)
		}
		if !r.Feasible {
			return
		}
		m := r.Metrics
		got := rank(len(windows)-len(r.Solution.Chosen), m.TotalTime, m.TotalCost)
		for i := range got {
			if math.Abs(got[i]-best[i]) > 2 {
				t.Fatalf("order %q, limit %v: got %v, want %v", o.Order, limit, got, best)
			}
		}
	})
}

// The limits of a cycle that chooses no window are not added to those of the
// others, for either order of the objectives.
func TestLexicographicWithoutAWindowInACycle(t *testing.T) {
	limit := 5.0
	p := &batch.Problem{Environment: window.Environment{Horizon: 100,
		Nodes: []window.Node{{ID: "a", Performance: 1, Price: 1}},
		Slots: []window.Slot{{Node: "a", Start: 0, End: 100}}}, Period: 50, Cycles: 2, Limit: &limit,
		Jobs: []batch.Job{{ID: "short", Nodes: 1, Volume: 4, MinPerformance: 1, MaxPrice: 9, Cycle: 1},
			{ID: "long", Nodes: 1, Volume: 9, MinPerformance: 1, MaxPrice: 9, Cycle: 2}}}
	for _, order := range []batch.Order{batch.JobsCostTime, batch.JobsTimeCost} {
		r, err := Solve(t.Context(), p, AlgorithmLexicographic, Options{Options: batch.Options{Order: order}})
		if err != nil || !r.Feasible || len(r.Solution.Chosen) != 1 {
			t.Fatalf("order %s: got error %v, reason %v, %+v; want one chosen window", order, err, r.Reason,
				r.Solution)
		}
		if first := r.Solution.Cycles[0]; r.Metrics.Budget != first.Budget || r.Metrics.TimeLimit != first.TimeLimit {
			t.Errorf("order %s: got limits %v and %v, want %v and %v", order, r.Metrics.Budget, r.Metrics.TimeLimit,
				first.Budget, first.TimeLimit)
		}
	}
}
