package solve

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/rng"
)

// log draws a log like those of the archives, on one machine of 1,152 slots. Jobs
// have any length and widths that are powers of two, and requested times of up to
// six times their run times. On average one arrives every interval seconds. With an
// interval of 254 the machine has a load of 0.8; with 150 it is overloaded, so that
// the queue grows as long as the log does.
func log(n int, interval float64) *farm.Problem {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "machine", Slots: 1152}}, Jobs: make([]farm.Job, n)}
	s := rng.New(1, "log", 0)
	estimates, now := make([]float64, n), 0.0
	for i := range p.Jobs {
		now -= interval * rng.Ln(1-s.Float64())
		long := 1 + float64(int(2000*s.Float64()/(1.02-s.Float64())))
		estimates[i] = float64(int(long * (1 + 5*s.Float64())))
		p.Jobs[i] = farm.Job{ID: strconv.Itoa(i + 1), Slots: 1 << (s.Uint64() % 9), Duration: long,
			Submitted: float64(int(now)), Estimate: &estimates[i]}
	}
	return p
}

// BenchmarkLog measures how the schedulers of streams grow with the log, also if
// the queue grows.
func BenchmarkLog(b *testing.B) {
	for _, interval := range []float64{254, 150} {
		for _, a := range []Algorithm{AlgorithmFCFS, AlgorithmEASY, AlgorithmTwoStage, AlgorithmConservative} {
			for _, n := range []int{8000, 32_000, 64_000, 250_000} {
				if interval == 150 && n > 8000 && a == AlgorithmConservative {
					continue // the whole queue is visited for every job that ends early
				}
				p := log(n, interval)
				b.Run(string(a)+"/interval="+strconv.Itoa(int(interval))+"/jobs="+strconv.Itoa(n), func(b *testing.B) {
					used := 0.0
					for b.Loop() {
						r, err := Solve(context.Background(), p, a, Options{NoBound: true})
						if err != nil || !r.Feasible {
							b.Fatalf("%s: got error %v, reason %v; want a schedule", a, err, r.Reason)
						}
						used = r.Metrics.Utilization
					}
					b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/job")
					b.ReportMetric(used, "used")
				})
			}
		}
	}
}
