package solve

import (
	"context"
	"runtime"
	"strconv"
	"testing"

	"gridbox/core/kind/placement"
)

// huge returns the spec of the problem of the performance goal: 2,000 clusters, 20,000 links,
// jobs of up to 8 datasets.
func huge(jobs int) placement.Spec {
	clusters, datasets, degree, needsMin, needsMax := 2000, 1000, 20.0, 1, 8
	return placement.Spec{Preset: "rbhs-mixed", Clusters: &clusters, Datasets: &datasets, Degree: &degree,
		NeedsMin: &needsMin, NeedsMax: &needsMax, Jobs: &jobs}
}

// BenchmarkPaper measures the paper's size: 100 clusters, 1000 jobs, with the bound.
func BenchmarkPaper(b *testing.B) {
	p := preset(b, placement.Spec{Preset: "rbhs-mixed"}, 7)
	for _, a := range []Algorithm{AlgorithmRBHS, AlgorithmSCPTree, AlgorithmMinCompletion} {
		b.Run(string(a), func(b *testing.B) {
			for b.Loop() {
				solve(b, p, a, Options{})
			}
		})
	}
	b.Run("scp-tree-best", func(b *testing.B) {
		for b.Loop() {
			solve(b, p, AlgorithmSCPTree, Options{Options: placement.Options{Cover: placement.Best}})
		}
	})
	b.Run("rbhs-and-scp-tree", func(b *testing.B) {
		for b.Loop() {
			solve(b, p, AlgorithmRBHS, Options{})
			solve(b, p, AlgorithmSCPTree, Options{})
		}
	})
}

// BenchmarkJobs measures the growth in jobs on the huge network, and the memory of the
// program by then, which WebAssembly never releases.
func BenchmarkJobs(b *testing.B) {
	for _, jobs := range []int{12500, 25000, 50000, 100000} {
		p := preset(b, huge(jobs), 7)
		b.Run(strconv.Itoa(jobs), func(b *testing.B) { hybridOn(b, p) })
	}
	many := huge(100000)
	*many.Datasets = 12000
	p := preset(b, many, 7)
	b.Run("100000/datasets=12000", func(b *testing.B) { hybridOn(b, p) })
}

func hybridOn(b *testing.B, p *placement.Problem) {
	for b.Loop() {
		if _, err := Solve(context.Background(), p, AlgorithmRBHS, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB-taken")
}
