package farm

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/work"
)

// BenchmarkExample is the paper's example; a page solves it at every change.
func BenchmarkExample(b *testing.B) {
	p := preset(b, work.Spec{Preset: "markov-2004"}, 0)
	for _, mode := range []Mode{Published, Earliest} {
		b.Run(string(mode), func(b *testing.B) {
			for b.Loop() {
				solve(b, p, AlgorithmTwoStage, Options{Mode: mode})
			}
		})
	}
}

// BenchmarkFarm shows how two-stage scheduling with reservations and
// backfilling grows: a hundred jobs a machine, and a thousand machines with
// more and more jobs.
func BenchmarkFarm(b *testing.B) {
	for _, size := range []struct{ machines, jobs int }{{10, 1000}, {100, 10_000}, {1000, 25_000}, {1000, 50_000}, {1000, 100_000}} {
		p := preset(b, work.Spec{Preset: "farm-large", Machines: &size.machines, Jobs: &size.jobs}, 1)
		b.Run("machines="+strconv.Itoa(size.machines)+"/jobs="+strconv.Itoa(size.jobs), func(b *testing.B) {
			asked := 0
			for b.Loop() {
				asked = solve(b, p, AlgorithmTwoStage, Options{}).Stats.MachinesAsked
			}
			b.ReportMetric(float64(asked)/float64(size.jobs), "asked/job")
		})
	}
}

// BenchmarkQueues runs the queues on a stream that loads its farm to nine
// tenths or so.
func BenchmarkQueues(b *testing.B) {
	machines, jobs, interval, over := 100, 10_000, 8.0, 2.0
	p := preset(b, work.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs, Interval: &interval, Overestimate: &over}, 1)
	for _, a := range []Algorithm{AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
		b.Run(string(a), func(b *testing.B) {
			for b.Loop() {
				if _, err := Solve(context.Background(), p, a, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
