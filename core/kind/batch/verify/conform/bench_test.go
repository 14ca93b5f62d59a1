package conform_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"gridbox/core/kind/batch"
	solver "gridbox/core/kind/batch/solve"
	"gridbox/core/kind/batch/verify/conform"
)

// BenchmarkBatch checks answers of the paper's size and of as many jobs and
// slots as a page should support. It reports the ratio to the solver's time in
// the same run.
func BenchmarkBatch(b *testing.B) {
	for _, algorithm := range []solver.Algorithm{solver.ALP, solver.AMP} {
		for _, size := range []struct{ slots, jobs int }{{135, 5}, {2000, 20}, {20_000, 200}} {
			p, faults := batch.Generate(batch.Spec{Preset: "alp-amp-2011", SlotsMin: &size.slots, SlotsMax: &size.slots,
				JobsMin: &size.jobs, JobsMax: &size.jobs}, 7)
			if faults != nil {
				b.Fatal(faults)
			}
			b.Run(string(algorithm)+"/"+strconv.Itoa(size.jobs)+"x"+strconv.Itoa(size.slots), func(b *testing.B) {
				a := batchAnswer(b, &p, algorithm, solver.Options{})
				solving, runs := time.Duration(0), 0
				for b.Loop() {
					b.StopTimer()
					began := time.Now()
					if _, err := solver.Solve(context.Background(), &p, algorithm, solver.Options{}); err != nil {
						b.Fatal(err)
					}
					solving += time.Since(began)
					runs++
					b.StartTimer()
					if c := conform.Answer(&p, nil, a); !c.OK || c.Scope != "optimal" && size.jobs < 200 {
						b.Fatalf("got %+v, want valid and, if small, optimal", c)
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(solving), "ofSolving")
			})
		}
	}
}
