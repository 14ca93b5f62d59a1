package window

import (
	"strconv"
	"testing"

	"gridbox/core/slot"
)

// scattered spreads slots over a long horizon: starts hardly ever coincide.
func scattered(t testing.TB, nodes, slots, n int, performances string) *slot.WindowProblem {
	budget := 100 * float64(n)
	spec := slot.Spec{Preset: "square-2018", Nodes: &nodes, RequestNodes: &n, Budget: &budget, Performances: &performances}
	p := preset(t, spec, 7)
	each := slots / nodes
	p.Busy, p.Horizon = nil, float64(each*150)
	for i := range p.Nodes {
		at := float64(i%97) + float64(i%13)/7
		for range each {
			long := float64(60 + (i*31+len(p.Slots)*17)%80)
			p.Slots = append(p.Slots, slot.Slot{Node: p.Nodes[i].ID, Start: at, End: min(at+long, p.Horizon)})
			at += long + float64(1+(i*7+len(p.Slots)*5)%9)
		}
	}
	return p
}

func BenchmarkSquare2018(b *testing.B) {
	p := preset(b, slot.Spec{Preset: "square-2018"}, 7)
	for _, a := range everyAlgorithm {
		b.Run(string(a), func(b *testing.B) {
			for b.Loop() {
				solve(b, p, a, Options{NoBound: true})
			}
		})
	}
}

// BenchmarkLarge has the sizes of the performance goals.
func BenchmarkLarge(b *testing.B) {
	for _, c := range []struct {
		a               Algorithm
		nodes, slots, n int
		performances    string
	}{
		{AlgorithmMaxSum, 1000, 10_000, 20, "whole"}, {AlgorithmMaxSum, 1000, 10_000, 20, "real"},
		{AlgorithmMinCost, 10_000, 200_000, 20, "whole"}, {AlgorithmMinCost, 10_000, 200_000, 20, "real"},
		{AlgorithmFirstFit, 10_000, 200_000, 20, "whole"}, {AlgorithmMultipleBest, 1000, 10_000, 20, "whole"},
	} {
		p := scattered(b, c.nodes, c.slots, c.n, c.performances)
		b.Run(string(c.a)+"/"+c.performances+"/slots="+strconv.Itoa(c.slots), func(b *testing.B) {
			for b.Loop() {
				if r := solve(b, p, c.a, Options{NoBound: true}); !r.Feasible {
					b.Fatal(r.Shortage.Words)
				}
			}
		})
	}
}
