package solve

import (
	"context"
	"testing"

	"gridbox/core/kind/placement"

	"pgregory.net/rapid"
)

// failer is the common interface of tests, benchmarks and rapid's tests.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func preset(t failer, spec placement.Spec, seed uint64) *placement.Problem {
	t.Helper()
	p, faults := placement.Generate(spec, seed)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

func solve(t failer, p *placement.Problem, a Algorithm, o Options) Result {
	t.Helper()
	r, err := Solve(context.Background(), p, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// agree compares the fast path with the paper's loops, bit by bit.
func agree(t failer, p *placement.Problem, weights placement.Weights, queue bool) {
	t.Helper()
	clusters, zs, transfers := newNaive(p).rbhs(weights, queue)
	r := solve(t, p, AlgorithmRBHS, Options{Options: placement.Options{Weights: weights, QueueAware: queue},
		NoBound: true})
	for j, c := range clusters {
		if c < 0 {
			if r.Feasible {
				t.Fatalf("job %d can run nowhere: got a placement, want none", j)
			}
			return
		}
	}
	if !r.Feasible {
		t.Fatalf("got no placement (%s), want one", r.Reason)
	}
	for j, c := range clusters {
		a := &r.Solution.Assignments[j]
		if a.Cluster != p.Clusters[c].ID || *a.Z != zs[j] || a.TransferTime != transfers[j] {
			t.Fatalf("%s queue %v job %d: got %s z %v transfer %v, want %s z %v transfer %v", weights, queue, j,
				a.Cluster, *a.Z, a.TransferTime, p.Clusters[c].ID, zs[j], transfers[j])
		}
	}
}

func TestRBHSAgreesWithThePaperLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.Bool().Draw(t, "reachable"))
		weights := rapid.SampledFrom([]placement.Weights{placement.Printed, placement.Swapped, placement.Sum}).Draw(t,
			"weights")
		agree(t, p, weights, rapid.Bool().Draw(t, "queue"))
	})
}

func TestRBHSAgreesOnPresets(t *testing.T) {
	jobs, many := 60, 11
	if testing.Short() {
		jobs = 15
	}
	for _, spec := range []placement.Spec{
		{Preset: "five-clusters"},
		{Preset: "rbhs-mixed", Jobs: &jobs, NeedsMax: &many},
		{Preset: "split-network"}, {Preset: "fat-tree", Jobs: &jobs},
	} {
		p := preset(t, spec, 5)
		for _, weights := range []placement.Weights{placement.Printed, placement.Swapped, placement.Sum} {
			for _, queue := range []bool{false, true} {
				agree(t, p, weights, queue)
			}
		}
	}
}

// By hand, job j1 of the five clusters (30,000 MI, d1 120 MB, d3 45 MB). RS:
// Lyon d1 local, d3 over Nancy (1/45+1/90) 45 = 1.5; Nancy 120/45 + 45/90;
// Rennes d1 local, 45/16; Lille d1 over Nancy 120 (1/90+1/45), d3 local;
// Nice 120/30 + 45 (1/30+1/45+1/90).
func TestScoresByHand(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
	why, err := Explain(context.Background(), p, AlgorithmRBHS, Options{}, "j1", "")
	if err != nil {
		t.Fatal(err)
	}
	rs := []float64{1.5, 3.0 + 1.0/6, 2.8125, 4, 7}
	meanRS := (1.5 + 3.0 + 1.0/6 + 2.8125 + 4 + 7) / 5
	meanRun := 30000.0 / (4920.0 / 5)
	z := meanRS / (meanRS + meanRun)
	if !nearlyEqual(*why.Z, z) || !nearlyEqual(*why.MeanTransfer, meanRS) || !nearlyEqual(*why.MeanRun, meanRun) {
		t.Errorf("got Z %v of %v and %v, want %v of %v and %v", *why.Z, *why.MeanTransfer, *why.MeanRun, z, meanRS,
			meanRun)
	}
	for i, score := range why.Scores {
		cra := 30000 / p.Clusters[i].MIPS
		if !nearlyEqual(*score.RS, rs[i]) || !nearlyEqual(score.CRA, cra) ||
			!nearlyEqual(*score.Final, (1-z)*rs[i]+z*cra) {
			t.Errorf("%s: got RS %v CRA %v Final %v, want %v %v %v", score.Cluster, *score.RS, score.CRA, *score.Final,
				rs[i], cra, (1-z)*rs[i]+z*cra)
		}
	}
}

func nearlyEqual(a, b float64) bool { return a-b < 1e-12*(a+b) && b-a < 1e-12*(a+b) }

// Equation (8) at its ends: no data gives 0, no work gives 1, neither gives 0,
// so that the fastest cluster wins by the tie rule.
func TestFactorEnds(t *testing.T) {
	p := &placement.Problem{
		Clusters: []placement.Cluster{{ID: "slow", MIPS: 1}, {ID: "fast", MIPS: 10}},
		Links:    []placement.Link{{A: "slow", B: "fast", Bandwidth: 5}},
		Datasets: []placement.Dataset{{ID: "d", Size: 10, At: []string{"slow"}}},
		Jobs:     []placement.Job{{ID: "work", MI: 5}, {ID: "data", Datasets: []string{"d"}}, {ID: "nothing"}},
	}
	r := solve(t, p, AlgorithmRBHS, Options{})
	for j, want := range []struct {
		z       float64
		cluster string
	}{{0, "fast"}, {1, "slow"}, {0, "slow"}} {
		a := r.Solution.Assignments[j]
		if *a.Z != want.z || a.Cluster != want.cluster {
			t.Errorf("job %s: got Z %v on %s, want %v on %s", a.Job, *a.Z, a.Cluster, want.z, want.cluster)
		}
	}
}
