package solve

import (
	"testing"

	"gridbox/core/kind/placement"
)

// The paper's pattern (section 4.2, figures 2 to 7): RBHS is clearly ahead of
// SCP Tree Search where computation dominates, close to it where data
// dominate, and in between when jobs are mixed; it moves less data everywhere.
// Means over seeds 1 to 5.
func TestPaperPattern(t *testing.T) {
	const seeds = 5
	makespan, transfer, z := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, id := range []string{"rbhs-computation", "rbhs-data", "rbhs-mixed"} {
		for seed := uint64(1); seed <= seeds; seed++ {
			p := preset(t, placement.Spec{Preset: id}, seed)
			a := solve(t, p, AlgorithmRBHS, Options{NoBound: true})
			b := solve(t, p, AlgorithmSCPTree, Options{NoBound: true})
			makespan[id] += a.Metrics.Makespan / b.Metrics.Makespan / seeds
			transfer[id] += a.Metrics.MeanTransferTime / b.Metrics.MeanTransferTime / seeds
			for _, x := range a.Solution.Assignments {
				z[id] += *x.Z / float64(len(p.Jobs)) / seeds
			}
		}
		t.Logf("%-17s makespan %.3f, mean transfer %.3f of SCP Tree Search; mean Z %.2f", id, makespan[id],
			transfer[id], z[id])
	}
	for _, within := range []struct {
		name      string
		x, lo, hi float64
	}{
		{"makespan, computation", makespan["rbhs-computation"], 0, 0.4},
		{"makespan, data", makespan["rbhs-data"], 0.7, 1.1},
		{"makespan, mixed", makespan["rbhs-mixed"], makespan["rbhs-computation"], makespan["rbhs-data"]},
		{"transfer, computation", transfer["rbhs-computation"], 0, 0.9},
		{"transfer, data", transfer["rbhs-data"], 0, 0.9},
		{"transfer, mixed", transfer["rbhs-mixed"], 0, 0.9},
		{"Z, mixed", z["rbhs-mixed"], z["rbhs-computation"], z["rbhs-data"]},
	} {
		if within.x < within.lo || within.x > within.hi {
			t.Errorf("%s: got %.3f, want %.3f to %.3f", within.name, within.x, within.lo, within.hi)
		}
	}
}
