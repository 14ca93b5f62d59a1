package solve

import (
	"strconv"
	"testing"

	"gridbox/core/kind/window"
)

// A largeProblem is a size and a shape of the performance goals.
type largeProblem struct {
	nodes, slots, n int
	performances    string
	// flat makes prices independent of performance.
	flat bool
	// long makes free times that are long enough for many windows, few of them
	// too short.
	long bool
}

func (c largeProblem) String() string {
	s := c.performances
	if c.flat {
		s += "-flat"
	}
	if c.long {
		s += "-long"
	}
	return s + "/slots=" + strconv.Itoa(c.slots)
}

// make spreads slots over a long horizon: starts hardly ever coincide.
func (c largeProblem) make(t testing.TB) *window.WindowProblem {
	budget := 100 * float64(c.n)
	spec := window.Spec{Preset: "square-2018", Nodes: &c.nodes, RequestNodes: &c.n, Budget: &budget,
		Performances: &c.performances}
	if c.flat {
		base, factor := 1.0, 0.617
		spec.PriceBase, spec.PriceFactor = &base, &factor
	}
	p := preset(t, spec, 7)
	each, mean := c.slots/c.nodes, 150
	if c.long {
		mean = 1050
	}
	p.Busy, p.Horizon = nil, float64(each*mean)
	for i := range p.Nodes {
		at := float64(i%97) + float64(i%13)/7
		if c.long {
			at = float64(i*37%997) + float64(i%13)/7
		}
		for range each {
			long := float64(60 + (i*31+len(p.Slots)*17)%80)
			if c.long {
				long = float64(200 + (i*31+len(p.Slots)*17)%1600)
			}
			end := min(at+long, p.Horizon)
			if end <= at {
				break
			}
			p.Slots = append(p.Slots, window.Slot{Node: p.Nodes[i].ID, Start: at, End: end})
			at += long + float64(1+(i*7+len(p.Slots)*5)%9)
		}
	}
	return p
}

func BenchmarkSquare2018(b *testing.B) {
	p := preset(b, window.Spec{Preset: "square-2018"}, 7)
	for _, a := range everyAlgorithm {
		b.Run(string(a), func(b *testing.B) {
			for b.Loop() {
				solve(b, p, a, Options{NoBound: true})
			}
		})
	}
}

// BenchmarkLarge has the sizes of the performance goals, with shared and with
// distinct performances, and prices that follow performance or not.
func BenchmarkLarge(b *testing.B) {
	some, many := largeProblem{nodes: 1000, slots: 10_000, n: 20}, largeProblem{nodes: 10_000, slots: 200_000, n: 20}
	for _, c := range []struct {
		a    Algorithm
		size largeProblem
		o    Options
	}{
		{AlgorithmMaxSum, some, Options{}}, {AlgorithmMultipleBest, some, Options{}},
		{AlgorithmCustom, some, Options{Options: window.Options{Expression: "cost + 2 * start - sum(q)",
			Minimise: true}}},
		{AlgorithmMinCost, many, Options{}}, {AlgorithmFirstFit, many, Options{}},
		{AlgorithmMinFinish, many, Options{}},
		{AlgorithmMinRuntime, many, Options{}}, {AlgorithmMaxSum, many, Options{}},
	} {
		for _, performances := range []string{"whole", "real"} {
			for shape := range 4 {
				of := c.size
				of.performances, of.flat, of.long = performances, shape&1 > 0, shape&2 > 0
				b.Run(string(c.a)+"/"+of.String(), func(b *testing.B) {
					p := of.make(b)
					o := c.o
					o.NoBound = true
					for b.Loop() {
						if r := solve(b, p, c.a, o); !r.Feasible {
							b.Fatalf("%s: got no window: %s", c.a, r.Shortage.Text)
						}
					}
				})
			}
		}
	}
}
