package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/kind/farm"
	"gridbox/core/trace"
)

// drawFarmWithCost draws a farm with preemption and a cost with all weights.
func drawFarmWithCost(t *rapid.T) *farm.Problem {
	p, faults := farm.Generate(farm.Spec{Preset: "farm-mixed", Machines: sample(t, "machines", 1, 2, 5),
		Jobs: sample(t, "jobs", 1, 2, 8, 30), Types: sample(t, "types", 1),
		SlotsMax: sample(t, "slots", 1, 4), Interval: sample(t, "interval", 0.0, 300),
		ParallelShare: sample(t, "parallel", 0, 0.3), DependentShare: sample(t, "dependent", 0, 0.3),
		DeadlineShare: sample(t, "deadlines", 0, 0.5), PreemptibleShare: sample(t, "preemptible", 0.0, 0.3)},
		rapid.Uint64Range(0, 500).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	p.Policy = &farm.Policy{Cost: &farm.Cost{Makespan: sample(t, "makespan", 0.0, 1),
		Wait:     sample(t, "wait", 0.0, 1, 10),
		Lateness: sample(t, "lateness", 0.0, 1, 10)}}
	return &p
}

// The schedule of the search costs no more than the plain one and no more than
// with fewer tries. It is the same every time, and has the stated cost.
func TestSearchNeverCostsMore(t *testing.T) {
	less := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawFarmWithCost(t)
		mode := rapid.SampledFrom([]farm.Mode{farm.Earliest, farm.Published}).Draw(t, "mode")
		last := solve(t, p, AlgorithmTwoStage, Options{Options: farm.Options{Mode: mode}}).Metrics.Cost
		for _, tries := range []int{1, 4, 25} {
			o := Options{Options: farm.Options{Mode: mode, Tries: tries}}
			r := solve(t, p, AlgorithmTwoStage, o)
			if r.Metrics.Cost > last || r.Search.Tries != tries || r.Search.Cost != r.Metrics.Cost ||
				len(r.Search.Improvements) == 0 && r.Search.PlainCost != r.Metrics.Cost {
				t.Fatalf("%d tries: got cost %v, search %+v; want at most %v and the same cost in both", tries,
					r.Metrics.Cost, r.Search, last)
			}
			for i, try := range r.Search.Improvements {
				if try.Number > tries || i > 0 && try.Cost >= r.Search.Improvements[i-1].Cost ||
					try.Cost >= r.Search.PlainCost {
					t.Fatalf("got search %+v, want kept tries with descending costs below the plain one", r.Search)
				}
			}
			if r.Metrics.Cost < last {
				less++
			}
			last = r.Metrics.Cost
			log := &trace.Log{}
			o.Log = log
			again := solve(t, p, AlgorithmTwoStage, o)
			if again.Metrics != r.Metrics || log.Events[len(r.Search.Improvements)].Kind != "search" {
				t.Fatalf("with a log: got %+v, want %+v and an event of the search", again.Metrics, r.Metrics)
			}
		}
	})
	if less == 0 {
		t.Error("got no search that lowers the cost, want one at least")
	}
}

// On farms small enough to try every order, the search is never better than the
// best order, and finds it on most farms.
func TestSearchAgainstEveryOrder(t *testing.T) {
	found, all := 0, 40
	for seed := range uint64(all) {
		machines, jobs, types := 2, 5, 1
		deadlines := 0.6
		p := preset(t, farm.Spec{Preset: "farm-mixed", Machines: &machines, Jobs: &jobs, Types: &types,
			DeadlineShare: &deadlines}, seed)
		wait := 1.0
		p.Policy = &farm.Policy{Cost: &farm.Cost{Wait: &wait, Lateness: &wait}}
		best := math.Inf(1)
		s := &localSearch{in: newInstance(p)}
		permute([]int32{0, 1, 2, 3, 4}, 0, func(order []int32) {
			r, err := s.run(context.Background(), slices.Clone(order))
			if err != nil {
				t.Fatal(err)
			}
			best = min(best, r.metrics().Cost)
		})
		cost := solve(t, p, AlgorithmTwoStage, Options{Options: farm.Options{Tries: 150}}).Metrics.Cost
		if cost < best {
			t.Errorf("seed %d: got cost %v, want at least that of the best order, %v", seed, cost, best)
		}
		if cost == best {
			found++
		}
	}
	if found < all*8/10 {
		t.Errorf("got the best order on %d of %d farms, want 80 %% of them at least", found, all)
	}
}

func permute(list []int32, from int, visit func([]int32)) {
	if from == len(list) {
		visit(list)
	}
	for i := from; i < len(list); i++ {
		list[from], list[i] = list[i], list[from]
		permute(list, from+1, visit)
		list[from], list[i] = list[i], list[from]
	}
}

// Streams and queues are not searched. A cancelled search returns its error.
func TestSearchOnlyWhereAllIsKnown(t *testing.T) {
	stream, mixed := preset(t, farm.Spec{Preset: "farm-stream"}, 1), preset(t, farm.Spec{Preset: "farm-mixed"}, 1)
	if r := solve(t, stream, AlgorithmTwoStage, Options{Options: farm.Options{Tries: 3}}); r.Search != nil {
		t.Errorf("stream: got search %+v, want none", r.Search)
	}
	if r := solve(t, mixed, AlgorithmEASY, Options{Options: farm.Options{Tries: 3}}); r.Search != nil {
		t.Errorf("EASY: got search %+v, want none", r.Search)
	}
	if _, err := Solve(context.Background(), mixed, AlgorithmTwoStage,
		Options{Options: farm.Options{Tries: -1}}); err == nil {
		t.Error("Solve with -1 tries: got no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := Solve(ctx, mixed, AlgorithmTwoStage, Options{
		Options: farm.Options{Tries: 1000}, Progress: func(done, _ int) {
			if done == 2 {
				cancel()
			}
		}}); err == nil {
		t.Error("cancelled search: got no error")
	}
}
