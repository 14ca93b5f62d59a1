package solve

import (
	"context"
	"testing"

	"gridbox/core/kind/group"
)

// notes returns a problem of the generator to which the speed targets refer:
// sizes 1 to 20, availabilities on [0.5, 1], prices 2 to 15 with one decimal,
// and 5 per node of budget.
func notes(t testing.TB, nodes, request int, change func(*group.Spec)) *group.Problem {
	t.Helper()
	largest, least, low, high, step, share := 20, 0.5, 2.0, 15.0, 0.1, 5/8.5
	spec := group.Spec{Preset: "gka-1000", Nodes: &nodes, Request: &request, GroupMax: &largest,
		AvailabilityMin: &least,
		PriceMin:        &low, PriceMax: &high, PriceStep: &step, BudgetShare: &share}
	if change != nil {
		change(&spec)
	}
	p, faults := group.Generate(spec, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

func benchmark(b *testing.B, p *group.Problem, a Algorithm, o Options) {
	o.NoBound = true
	for b.Loop() {
		r, err := Solve(context.Background(), p, a, o)
		if err != nil || !r.Feasible {
			b.Fatalf("got error %v, reason %v; want a window", err, r.Reason)
		}
	}
}

func BenchmarkFrontier(b *testing.B) {
	for _, c := range []struct {
		name  string
		nodes int
	}{{"N=1000", 1000}, {"N=10000", 10_000}, {"N=100000", 100_000}, {"N=1000000", 1_000_000}} {
		b.Run(c.name, func(b *testing.B) { benchmark(b, notes(b, c.nodes, 80, nil), AlgorithmFrontier, Options{}) })
	}
}

func BenchmarkPaper(b *testing.B) {
	for _, c := range []struct {
		preset string
		list   []Algorithm
	}{
		{"gka-22", []Algorithm{AlgorithmBruteForce, AlgorithmKnapsackSingle, AlgorithmTree, AlgorithmTreeGreedy,
			AlgorithmGKA, AlgorithmFrontier}},
		{"gka-200", []Algorithm{AlgorithmKnapsackSingle, AlgorithmTree, AlgorithmTreeGreedy, AlgorithmGKA,
			AlgorithmFrontier}},
		{"gka-1000", []Algorithm{AlgorithmKnapsackSingle, AlgorithmGKA, AlgorithmFrontier}},
	} {
		p, _ := group.Generate(group.Spec{Preset: c.preset}, 7)
		for _, a := range c.list {
			b.Run(c.preset+"/"+string(a), func(b *testing.B) { benchmark(b, &p, a, Options{}) })
		}
	}
}

// BenchmarkDense is GKA on these prices.
func BenchmarkDense(b *testing.B) {
	benchmark(b, notes(b, 1000, 80, nil), AlgorithmGKA, Options{})
}
