package check_test

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/check"
	"gridbox/core/problem/placement"
	"gridbox/core/scenario"
	solver "gridbox/core/solve/placement"
)

// BenchmarkPlacement checks an answer of RBHS of the paper's size and of a
// hundred times as many jobs.
func BenchmarkPlacement(b *testing.B) {
	for _, jobs := range []int{1000, 100_000} {
		p, faults := placement.Generate(placement.Spec{Preset: "rbhs-mixed", Jobs: &jobs}, 7)
		if faults != nil {
			b.Fatal(faults)
		}
		r, err := solver.Solve(context.Background(), &p, solver.AlgorithmRBHS, solver.Options{NoBound: true})
		if err != nil {
			b.Fatal(err)
		}
		a := scenario.Answer{Algorithm: "rbhs", Feasible: true, Solution: r.Solution, Metrics: map[string]float64{
			"makespan": r.Metrics.Makespan, "meanTransferTime": r.Metrics.MeanTransferTime,
			"totalTransferTime": r.Metrics.TotalTransferTime, "meanCompletionTime": r.Metrics.MeanCompletionTime}}
		b.Run(strconv.Itoa(jobs), func(b *testing.B) {
			for b.Loop() {
				if v := check.Placement(&p, 0, &a).Violations; len(v) > 0 {
					b.Fatal(v)
				}
			}
		})
	}
}
