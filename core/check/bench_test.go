package check_test

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/check"
	"gridbox/core/problem/farm"
	"gridbox/core/problem/placement"
	"gridbox/core/scenario"
	farmsolver "gridbox/core/solve/farm"
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
				if v := check.Placement(&p, &a).Violations; len(v) > 0 {
					b.Fatal(v)
				}
			}
		})
	}
}

// BenchmarkFarm solves farms and checks the answers, so that the two stand side by
// side.
func BenchmarkFarm(b *testing.B) {
	for _, size := range []struct{ machines, jobs int }{{20, 1000}, {100, 10_000}, {1000, 100_000}} {
		p, faults := farm.Generate(farm.Spec{Preset: "farm-large", Machines: &size.machines, Jobs: &size.jobs}, 1)
		if faults != nil {
			b.Fatal(faults)
		}
		for _, a := range []farmsolver.Algorithm{farmsolver.AlgorithmTwoStage, farmsolver.AlgorithmFCFS} {
			name := string(a) + "/" + strconv.Itoa(size.jobs)
			var answer *scenario.Answer
			b.Run(name+"/solve", func(b *testing.B) {
				for b.Loop() {
					answer = farmAnswer(b, &p, a, farmsolver.Options{})
				}
			})
			if answer == nil {
				answer = farmAnswer(b, &p, a, farmsolver.Options{})
			}
			b.Run(name+"/check", func(b *testing.B) {
				for b.Loop() {
					if v := check.Farm(&p, answer); !v.OK {
						b.Fatal(v.Violations)
					}
				}
			})
		}
	}
}
