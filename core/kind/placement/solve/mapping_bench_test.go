package solve

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/placement"
	"gridbox/core/rng"
)

// rangeBased draws times by the range-based method as placement's generator does: a base time of each job, multiplied
// by a factor for each cluster, and sorted in a consistent matrix.
func rangeBased(jobs, clusters int, consistent bool) *placement.Problem {
	draw := rng.New(1, "test/range", 0)
	p := &placement.Problem{}
	for i := range clusters {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "m" + strconv.Itoa(i), MIPS: 1})
	}
	for j := range jobs {
		own, times := draw.Uniform(1, 3000), make([]float64, clusters)
		for i := range times {
			times[i] = own * draw.Uniform(1, 1000)
		}
		if consistent {
			slices.Sort(times)
		}
		p.Jobs = append(p.Jobs, placement.Job{ID: "t" + strconv.Itoa(j), Times: times})
	}
	return p
}

func BenchmarkMapping(b *testing.B) {
	for _, size := range [][2]int{{512, 16}, {2048, 64}, {10_000, 100}} {
		for _, consistent := range []bool{false, true} {
			p := rangeBased(size[0], size[1], consistent)
			for _, id := range []Algorithm{AlgorithmMinMin, AlgorithmMaxMin, AlgorithmSufferage, "passes"} {
				o := Options{NoBound: true}
				run := id
				if id == "passes" {
					run, o.Reading = AlgorithmSufferage, placement.Passes
				}
				b.Run(string(id)+"/"+strconv.Itoa(size[0])+"x"+strconv.Itoa(size[1])+"/"+
					map[bool]string{true: "consistent", false: "inconsistent"}[consistent], func(b *testing.B) {
					for b.Loop() {
						if _, err := Solve(context.Background(), p, run, o); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
