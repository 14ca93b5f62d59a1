package conform_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"gridbox/core/kind/window"
	solver "gridbox/core/kind/window/solve"
	"gridbox/core/kind/window/verify/conform"
	"gridbox/core/scenario"
)

// longList returns slots over a long horizon: performances that are shared or not, prices
// that follow them or not, and short or long slots.
func longList(t testing.TB, nodes, slots int, performances string, flat, long bool) *window.WindowProblem {
	n, budget := 20, 2000.0
	spec := window.Spec{Preset: "square-2018", Nodes: &nodes, RequestNodes: &n, Budget: &budget,
		Performances: &performances}
	if flat {
		base, factor := 1.0, 0.617
		spec.PriceBase, spec.PriceFactor = &base, &factor
	}
	p, faults := window.Generate(spec, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	each, mean := slots/nodes, 150
	if long {
		mean = 1050
	}
	p.Busy, p.Horizon = nil, float64(each*mean)
	for i := range p.Nodes {
		at := float64(i%97) + float64(i%13)/7
		for range each {
			last := float64(60 + (i*31+len(p.Slots)*17)%80)
			if long {
				last = float64(200 + (i*31+len(p.Slots)*17)%1600)
			}
			end := math.Min(at+last, p.Horizon)
			if end <= at {
				break
			}
			p.Slots = append(p.Slots, window.Slot{Node: p.Nodes[i].ID, Start: at, End: end})
			at += last + float64(1+(i*7+len(p.Slots)*5)%9)
		}
	}
	return &p
}

// BenchmarkWindowCheck measures a check and the solver. Searches of 1,000 slots must be
// complete.
func BenchmarkWindowCheck(b *testing.B) {
	for _, size := range []struct{ nodes, slots int }{{100, 1000}, {1000, 10_000}} {
		for shape := range 8 {
			performances := []string{"whole", "real"}[shape&1]
			p := longList(b, size.nodes, size.slots, performances, shape&2 > 0, shape&4 > 0)
			for _, id := range []solver.Algorithm{"first-fit", "min-finish", "min-runtime", "min-cost", "max-sum",
				"multiple-best"} {
				name := fmt.Sprintf("%s/%s%v%v/%d", id, performances, shape&2 > 0, shape&4 > 0, size.slots)
				b.Run(name, func(b *testing.B) {
					var solving, checking time.Duration
					scope := ""
					for b.Loop() {
						began := time.Now()
						a := windowAnswer(b, p, id)
						solving += time.Since(began)
						began = time.Now()
						v := conform.Answer(p, nil, a)
						checking += time.Since(began)
						if !v.OK {
							b.Fatalf("got violations %v, want none", v.Violations)
						}
						scope = v.Scope
					}
					b.ReportMetric(float64(solving.Milliseconds())/float64(b.N), "solve-ms")
					b.ReportMetric(float64(checking.Milliseconds())/float64(b.N), "check-ms")
					if scope == scenario.ScopeValid && size.slots == 1000 {
						b.Errorf("%s: got scope %v, want a complete search", name, scope)
					}
				})
			}
		}
	}
}
