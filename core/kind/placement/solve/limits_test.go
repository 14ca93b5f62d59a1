package solve

import (
	"context"
	"math"
	"strings"
	"testing"

	"gridbox/core/kind/placement"
)

var allAlgorithms = []Algorithm{AlgorithmRBHS, AlgorithmSCPTree, AlgorithmMinCompletion,
	AlgorithmNearestData, AlgorithmFastest, AlgorithmRandom}

func oneCluster(mips float64, jobs ...placement.Job) *placement.Problem {
	return &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: mips}}, Jobs: jobs}
}

// Each unusual problem has a defined outcome, the same for every algorithm.
func TestStatedOutcomes(t *testing.T) {
	apart := &placement.Problem{
		Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 1}},
		Datasets: []placement.Dataset{{ID: "x", Size: 1, At: []string{"a"}}, {ID: "y", Size: 1, At: []string{"b"}}},
		Jobs: []placement.Job{{ID: "j", MI: 1, Datasets: []string{"x"}},
			{ID: "k", MI: 1, Datasets: []string{"x", "y"}}},
	}
	nowhere := oneCluster(1, placement.Job{ID: "j", MI: 1, Datasets: []string{"d"}})
	nowhere.Datasets = []placement.Dataset{{ID: "d", Size: 5}}
	far := &placement.Problem{
		Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 1e9}},
		Links:    []placement.Link{{A: "a", B: "b", Bandwidth: 1e-300}},
		Datasets: []placement.Dataset{{ID: "d", Size: 1e308, At: []string{"a"}}},
		Jobs:     []placement.Job{{ID: "j", MI: 1, Datasets: []string{"d"}}},
	}
	for _, c := range []struct {
		name    string
		p       *placement.Problem
		reason  string
		cluster string // cluster of the first job, if it has one
	}{
		{"no jobs", oneCluster(1), "", ""},
		{"nothing", &placement.Problem{}, "", ""},
		{"no clusters", &placement.Problem{Jobs: []placement.Job{{ID: "j", MI: 1}}}, "no cluster to run", ""},
		{"no replica", nowhere, "dataset d has no replica", ""},
		{"data in two parts", apart, "job k can run nowhere", ""},
		{"too far to count", far, "", "a"}, // b is linked, but the transfer takes 1e608 s
		{"huge work", oneCluster(1e300, placement.Job{ID: "j", MI: 1e308}), "", "a"},
		{"work beyond numbers", oneCluster(1e-3, placement.Job{ID: "j", MI: 1e308}), "job j", ""},
		{"sums beyond numbers", oneCluster(1, placement.Job{ID: "j", MI: 1e308}, placement.Job{ID: "k", MI: 1e308}),
			"at job k", ""},
		{"no data, no work", oneCluster(1, placement.Job{ID: "j"}), "", "a"},
	} {
		for _, a := range allAlgorithms {
			if c.name == "too far to count" && a == AlgorithmSCPTree {
				continue
			}
			for _, o := range []Options{{},
				{Options: placement.Options{QueueAware: true, Cover: placement.Best, Weights: placement.Swapped}}} {
				r := solve(t, c.p, a, o)
				if r.Feasible != (c.reason == "") || !strings.Contains(r.Reason.String(), c.reason) {
					t.Errorf("%s, %s: got feasible %v, reason %q; want reason %q", c.name, a, r.Feasible, r.Reason,
						c.reason)
				}
				if r.Feasible && c.cluster != "" && r.Solution.Assignments[0].Cluster != c.cluster {
					t.Errorf("%s, %s: got cluster %s, want %s", c.name, a, r.Solution.Assignments[0].Cluster,
						c.cluster)
				}
				if r.Feasible && (math.IsNaN(r.Metrics.Makespan) || !finite(r.Bound.Value)) {
					t.Errorf("%s, %s: got makespan %v, bound %v; want numbers", c.name, a, r.Metrics.Makespan,
						r.Bound.Value)
				}
			}
		}
	}
}

// A cancelled run returns its error and the jobs placed so far.
func TestCancelled(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "rbhs-mixed"}, 1)
	for _, a := range allAlgorithms {
		ctx, cancel := context.WithCancel(context.Background())
		r, err := Solve(ctx, p, a, Options{Progress: func(done, total int) {
			if done >= 500 {
				cancel()
			}
		}})
		if err != context.Canceled || r.Solution == nil {
			t.Fatalf("%s: got error %v, solution %v; want %v and a solution", a, err, r.Solution, context.Canceled)
		}
		if n := len(r.Solution.Assignments); n < 500 || n > 600 {
			t.Errorf("%s: got %d placed jobs, want 500 to 600", a, n)
		}
	}
}

// Progress is reported about a hundred times and ends with all jobs.
func TestProgressEnds(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "rbhs-mixed"}, 1)
	calls, last := 0, 0
	solve(t, p, AlgorithmRBHS, Options{Progress: func(done, total int) { calls, last = calls+1, done }})
	if last != len(p.Jobs) || calls < 50 || calls > 150 {
		t.Errorf("got %d calls, the last with %d jobs; want 50 to 150, the last with %d", calls, last, len(p.Jobs))
	}
}

// The problem is never modified, and a second run gives the same answer.
func TestPure(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
	q := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
	for _, a := range allAlgorithms {
		x, y := solve(t, p, a, Options{Seed: 4}), solve(t, p, a, Options{Seed: 4})
		for j := range p.Jobs {
			if !sameAssignment(x.Solution.Assignments[j], y.Solution.Assignments[j]) {
				t.Errorf("%s: job %d differs between two runs", a, j)
			}
		}
	}
	for i := range p.Datasets {
		if len(p.Datasets[i].At) != len(q.Datasets[i].At) || p.Datasets[i].At[0] != q.Datasets[i].At[0] {
			t.Errorf("dataset %d of the problem was modified", i)
		}
	}
}
