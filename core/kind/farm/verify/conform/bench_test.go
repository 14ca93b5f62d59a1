package conform_test

import (
	"strconv"
	"testing"

	"gridbox/core/kind/farm"
	farmsolver "gridbox/core/kind/farm/solve"
	"gridbox/core/kind/farm/verify/conform"
	"gridbox/core/scenario"
)

// BenchmarkFarm measures solving farms and checking the answers.
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
					if v := conform.Answer(&p, nil, answer); !v.OK {
						b.Fatalf("got violations %v, want none", v.Violations)
					}
				}
			})
		}
	}
}
