package solve

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/kind/batch"
)

func largeProblem(t testing.TB, slots, jobs int) *batch.Problem {
	t.Helper()
	p, faults := batch.Generate(batch.Spec{Preset: "alp-amp-2011", SlotsMin: &slots, SlotsMax: &slots, JobsMin: &jobs,
		JobsMax: &jobs}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

// BenchmarkSolve measures a whole run with its front: in the paper's size, and
// with as many jobs and slots as a page should support.
func BenchmarkSolve(b *testing.B) {
	for _, algorithm := range []Algorithm{ALP, AMP} {
		for _, size := range []struct{ slots, jobs int }{{135, 5}, {2000, 20}, {20_000, 200}} {
			p := largeProblem(b, size.slots, size.jobs)
			b.Run(string(algorithm)+"/"+strconv.Itoa(size.jobs)+"x"+strconv.Itoa(size.slots), func(b *testing.B) {
				for b.Loop() {
					r, err := Solve(context.Background(), p, algorithm, Options{})
					if err != nil || !r.Feasible || !r.Exact {
						b.Fatalf("got error %v, reason %v, exact %t; want an exact choice", err, r.Reason, r.Exact)
					}
					b.ReportMetric(float64(r.Stats.Windows), "windows/op")
					b.ReportMetric(float64(r.Stats.States), "states/op")
				}
			})
		}
	}
}

// BenchmarkSearch measures the paper's pass over a list in which no window
// fits. Its time per slot does not grow with the list.
func BenchmarkSearch(b *testing.B) {
	for _, algorithm := range []Algorithm{ALP, AMP} {
		for _, slots := range []int{1000, 10_000, 100_000} {
			p := largeProblem(b, slots, 1)
			j := p.Jobs[0]
			j.Nodes, j.MaxPrice, j.MinPerformance = 5, 0.4, 1 // too little for any five slots
			r := newRun(p, algorithm, Options{})
			r.list.fill(p.Free().All())
			b.Run(string(algorithm)+"/"+strconv.Itoa(slots), func(b *testing.B) {
				for b.Loop() {
					q := newRequest(&j, algorithm, batch.Corrected)
					if _, _, ok := r.search(&q, nil); ok {
						b.Fatal("got a window, want none")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(slots), "ns/slot")
			})
		}
	}
}
