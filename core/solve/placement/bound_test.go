package placement

import (
	"context"
	"math"
	"testing"

	"gridbox/core/problem/placement"
	_ "gridbox/core/steady"

	"pgregory.net/rapid"
)

// leastMakespan tries every assignment of jobs to clusters.
func leastMakespan(in *instance, j int, load []float64) float64 {
	if j == len(in.needs) {
		longest := 0.0
		for _, l := range load {
			longest = max(longest, l)
		}
		return longest
	}
	_, rs := in.gather(j)
	rs = append([]float64(nil), rs...)
	best := math.Inf(1)
	for i, t := range rs {
		if math.IsInf(t, 1) {
			continue
		}
		took := t + in.p.Jobs[j].MI/in.mips[i]
		load[i] += took
		best = min(best, leastMakespan(in, j+1, load))
		load[i] -= took
	}
	return best
}

// No placement at all is better than the bound, and every algorithm's makespan
// is at or above the optimum.
func TestBoundAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, true)
		p.Clusters, p.Jobs = p.Clusters[:min(4, len(p.Clusters))], p.Jobs[:min(5, len(p.Jobs))]
		p.Links = within(p)
		in := newInstance(p)
		bound, err := in.bound(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		r := solve(t, p, AlgorithmMinCompletion, Options{})
		if !r.Feasible {
			return
		}
		least := leastMakespan(in, 0, make([]float64, len(p.Clusters)))
		if bound > least*(1+1e-12) {
			t.Fatalf("the bound %v is above the least makespan %v", bound, least)
		}
		if in.capacity(1) > least*(1+1e-9) {
			t.Fatalf("the capacity bound %v is above the least makespan %v", in.capacity(1), least)
		}
		if r.Metrics.Makespan < least*(1-1e-12) {
			t.Fatalf("makespan %v is below the least %v", r.Metrics.Makespan, least)
		}
	})
}

// within drops links and replicas of clusters that are gone.
func within(p *placement.Problem) []placement.Link {
	there := map[string]bool{}
	for _, c := range p.Clusters {
		there[c.ID] = true
	}
	var links []placement.Link
	for _, l := range p.Links {
		if there[l.A] && there[l.B] {
			links = append(links, l)
		}
	}
	for i := range p.Datasets {
		var at []string
		for _, id := range p.Datasets[i].At {
			if there[id] {
				at = append(at, id)
			}
		}
		p.Datasets[i].At = at
	}
	return links
}

// One job alone meets the bound exactly.
func TestBoundOfOneJob(t *testing.T) {
	one := 1
	p := preset(t, placement.Spec{Preset: "five-clusters", Jobs: &one}, 0)
	r := solve(t, p, AlgorithmMinCompletion, Options{})
	if r.Bound != r.Metrics.Makespan {
		t.Errorf("bound %v, makespan %v", r.Bound, r.Metrics.Makespan)
	}
}
