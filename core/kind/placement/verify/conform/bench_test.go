package conform_test

import (
	"context"
	"testing"
	"time"

	"gridbox/core/engine"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/scenario"
)

// BenchmarkPlacement checks answers of the paper's size, of ten and of a hundred
// times as many jobs, and of the largest network. It reports the time relative
// to solving in the same run, both without a bound, and the time added by a
// bound with its proof. The shortest time of each counts.
func BenchmarkPlacement(b *testing.B) {
	for _, c := range []struct {
		name                     string
		jobs, clusters, datasets int
		degree                   float64
	}{{"1000x100", 1000, 100, 300, 8}, {"10000x100", 10_000, 100, 300, 8}, {"100000x100", 100_000, 100, 300, 8},
		{"100000x2000", 100_000, 2000, 1000, 20}} {
		asked := scenario.NewGenerated("placement", "rbhs-mixed", 7)
		g := &asked.Placement.Generate
		(*g).Jobs, (*g).Clusters, (*g).Datasets, (*g).Degree = &c.jobs, &c.clusters, &c.datasets, &c.degree
		s, faults := scenario.Expand(asked)
		if faults != nil {
			b.Fatal(faults)
		}
		run := scenario.Run{Algorithm: "rbhs"}
		b.Run(c.name, func(b *testing.B) {
			bare, full, bound, plain := time.Hour, time.Hour, time.Hour, time.Hour
			for b.Loop() {
				a := timeSolve(b, s, run, true, &bare)
				timeCheck(b, s, &a, &plain)
				a = timeSolve(b, s, run, false, &full)
				timeCheck(b, s, &a, &bound)
			}
			b.ReportMetric(float64(plain)/float64(bare), "check/solve")
			b.ReportMetric(float64(full-bare+bound-plain)/float64(bare), "proof/solve")
			b.ReportMetric(float64(bare.Microseconds())/1000, "solve-ms")
		})
	}
}

func timeSolve(b *testing.B, s *scenario.Scenario, run scenario.Run, bare bool, took *time.Duration) scenario.Answer {
	began := time.Now()
	a, err := engine.All().Measure(context.Background(), s, run, engine.Env{Bare: bare})
	*took = min(*took, time.Since(began))
	if err != nil {
		b.Fatal(err)
	}
	return a
}

func timeCheck(b *testing.B, s *scenario.Scenario, a *scenario.Answer, took *time.Duration) {
	began := time.Now()
	if v := conform.Answer(&s.Placement.Problem, s.Seed, nil, a).Violations; len(v) > 0 {
		b.Fatalf("got violations %v, want none", v)
	}
	*took = min(*took, time.Since(began))
}
