package solve

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/kind/farm"
)

// BenchmarkExample solves the paper's example, which a page does at every
// change.
func BenchmarkExample(b *testing.B) {
	p := preset(b, farm.Spec{Preset: "markov-2004"}, 0)
	for _, mode := range []farm.Mode{farm.Published, farm.Earliest} {
		b.Run(string(mode), func(b *testing.B) {
			for b.Loop() {
				solve(b, p, AlgorithmTwoStage, Options{Options: farm.Options{Mode: mode}})
			}
		})
	}
}

// sizes are those of the benchmarks: a hundred jobs per machine, and a thousand
// machines with growing numbers of jobs.
var sizes = []struct{ machines, jobs int }{{10, 1000}, {100, 10_000}, {1000, 12_500}, {1000, 25_000}, {1000, 50_000},
	{1000, 100_000}}

// BenchmarkFarm measures the growth of two-stage scheduling with reservations
// and backfilling.
func BenchmarkFarm(b *testing.B) {
	for _, size := range sizes {
		p := preset(b, farm.Spec{Preset: "farm-large", Machines: &size.machines, Jobs: &size.jobs}, 1)
		b.Run("machines="+strconv.Itoa(size.machines)+"/jobs="+strconv.Itoa(size.jobs), func(b *testing.B) {
			asked := 0
			for b.Loop() {
				asked = solve(b, p, AlgorithmTwoStage, Options{}).Stats.MachinesAsked
			}
			b.ReportMetric(float64(asked)/float64(size.jobs), "asked/job")
		})
	}
}

// The work per job hardly grows with the number of jobs: for 32,000 jobs on two
// hundred machines it is less than 1.5 times that for 4,000.
func TestWorkGrowsWithJobs(t *testing.T) {
	perJob := func(jobs int) float64 {
		machines := 200
		p := preset(t, farm.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs}, 1)
		s := solve(t, p, AlgorithmTwoStage, Options{NoBound: true}).Stats
		return float64(s.MachinesAsked+s.Nodes) / float64(jobs)
	}
	if few, many := perJob(4000), perJob(32_000); many > 1.5*few {
		t.Errorf("machines and nodes per job: got %.1f for 32,000, %.1f for 4,000; want at most 1.5 times as many",
			many, few)
	}
}

// BenchmarkQueues runs the queues on streams that request 0.9 and 1.2 times the
// capacity of their farm. With 1.2 the queue grows without limit.
func BenchmarkQueues(b *testing.B) {
	machines, over := 100, 2.0
	for _, interval := range []float64{10, 8} {
		for _, jobs := range []int{2500, 5000, 10_000} {
			p := preset(b, farm.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs, Interval: &interval,
				Overestimate: &over}, 1)
			for _, a := range []Algorithm{AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
				b.Run(string(a)+"/interval="+strconv.Itoa(int(interval))+"/jobs="+strconv.Itoa(jobs),
					func(b *testing.B) {
						for b.Loop() {
							if _, err := Solve(context.Background(), p, a, Options{}); err != nil {
								b.Fatal(err)
							}
						}
					})
			}
		}
	}
}
