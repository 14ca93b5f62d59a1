package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/trace"

	"pgregory.net/rapid"
)

// searches returns the jobs in the order in which their windows are searched.
func searches(t *testing.T, p *batch.Problem, id Algorithm, families int) (jobs string) {
	t.Helper()
	log := &trace.Log{Limit: 10_000}
	o := Options{Options: batch.Options{Families: families}, Log: log}
	if _, err := Solve(context.Background(), p, id, o); err != nil {
		t.Fatal(err)
	}
	for _, e := range log.Events {
		if e.Kind == "search" {
			jobs += e.Ref("job")
		}
	}
	return jobs
}

// Worked by hand: one node, and jobs whose windows take 4, 2 and 1 of its time.
func TestTurnsByHand(t *testing.T) {
	p := &batch.Problem{Environment: window.Environment{Horizon: 100,
		Nodes: []window.Node{{ID: "n", Performance: 1, Price: 1}}}}
	for _, j := range []struct {
		id     string
		volume float64
	}{{"a", 4}, {"b", 2}, {"c", 1}} {
		p.Jobs = append(p.Jobs, batch.Job{ID: j.id, Nodes: 1, Volume: j.volume, MinPerformance: 1, MaxPrice: 1})
	}
	for id, want := range map[Algorithm]string{
		AMP:                 "abcabcabc",
		AlgorithmRoundRobin: "abcbcacab",
		// The shares of a, b and c: 0 0 0, 4 0 0, 4 2 0, 4 2 1, 4 2 2, 4 4 2, 4 4 3, and c has its windows; then
		// all have 4 or more, and a is the first of the queue.
		AlgorithmMaxMin: "abccbcaba",
	} {
		if got := searches(t, p, id, 3); got != want {
			t.Errorf("%s: got order %s, want %s", id, got, want)
		}
	}
}

// Each point of a front is the sum of its windows, and the chosen windows are those of one of them.
func TestFrontsHaveTheirCombinations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawCycles(t)
		r, err := Solve(context.Background(), p, AlgorithmPareto, o)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Feasible {
			return
		}
		chosen := 0
		for k, c := range r.Solution.Cycles {
			var lists []*batch.Alternatives
			for i := range r.Solution.Alternatives {
				if l := &r.Solution.Alternatives[i]; max(1, l.Cycle) == k+1 && len(l.Windows) > 0 {
					lists = append(lists, l)
				}
			}
			var picks []int
			for chosen < len(r.Solution.Chosen) && max(1, r.Solution.Chosen[chosen].Cycle) == k+1 {
				picks = append(picks, r.Solution.Chosen[chosen].Window)
				chosen++
			}
			listed := len(picks) == 0
			for _, point := range c.Front {
				time, cost := 0.0, 0.0
				for i, w := range point.Windows {
					x := &lists[i].Windows[w]
					cost += x.Cost
					for _, s := range x.Slots {
						if o.Measure == batch.Sum {
							time += s.End - s.Start
						}
					}
					if o.Measure != batch.Sum {
						time += x.End - x.Start
					}
				}
				if math.Abs(time-point.Time) > 1e-9*time || math.Abs(cost-point.Cost) > 1e-9*cost {
					t.Fatalf("windows %v: got time %v and cost %v, want %+v", point.Windows, time, cost, point)
				}
				listed = listed || slices.Equal(point.Windows, picks)
			}
			if !listed {
				t.Fatalf("cycle %d: got chosen windows %v, want a point of %v", k+1, picks, c.Front)
			}
		}
	})
}
