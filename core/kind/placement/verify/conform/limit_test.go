package conform_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// hardCovers returns a placement of jobs whose smallest covers are out of reach. Each
// needs 60 datasets, each of them on three hosts of 50, in one part of the network or
// in two.
func hardCovers(seed uint64, parts int) *scenario.Scenario {
	const hosts, datasets = 50, 60
	draw := rng.New(seed, "hard covers", 0)
	p := placement.Problem{}
	for i := range parts * hosts {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: fmt.Sprint("c", i), MIPS: 1000 + float64(i)})
		if i%hosts > 0 {
			p.Links = append(p.Links, placement.Link{A: fmt.Sprint("c", i-1), B: fmt.Sprint("c", i), Bandwidth: 10})
		}
	}
	job := placement.Job{ID: "j", MI: 1000}
	for k := range datasets {
		d := placement.Dataset{ID: fmt.Sprint("d", k), Size: 1}
		for part := range parts {
			for at := 0; at < 3; {
				id := p.Clusters[part*hosts+draw.IntN(hosts)].ID
				if !slices.Contains(d.At, id) {
					d.At, at = append(d.At, id), at+1
				}
			}
		}
		p.Datasets, job.Datasets = append(p.Datasets, d), append(job.Datasets, d.ID)
	}
	p.Jobs = []placement.Job{job}
	s := scenario.NewGenerated("placement", "five-clusters", seed)
	s.Placement = &scenario.Placement{Problem: p}
	return s
}

// If SCP Tree Search ends at its limit of steps, the answer states this and by how many
// hosts it may be wrong at most. The checker ends at the same step, and refuses another
// answer.
func TestSearchForCoversEndsAtItsLimit(t *testing.T) {
	for seed := range uint64(4) {
		s := hardCovers(seed, 1+int(seed)%2)
		run := scenario.Run{Algorithm: "scp-tree"}
		if seed > 1 {
			run.Options = map[string]any{"cover": "best"}
		}
		a, err := engine.All().Measure(context.Background(), s, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		job := &a.Solution.(*placement.Solution).Assignments[0]
		var hosts []string
		for _, from := range job.Sources {
			if !slices.Contains(hosts, from.Cluster) {
				hosts = append(hosts, from.Cluster)
			}
		}
		most := float64(placement.CoverEffort(1))
		if a.Stats["stopped"] != 1 || a.Stats["coversUnproven"] != 1 || a.Stats["hostsUnproven"] < 1 ||
			a.Stats["hostsUnproven"] >= float64(len(hosts)) || a.Stats["treeNodes"] > most ||
			run.Options == nil && a.Stats["treeNodes"] != most {
			t.Errorf("seed %d: got %d hosts, statistics %v; want a stopped search with one unproven cover", seed,
				len(hosts), a.Stats)
		}
		judge := func() scenario.Check { return conform.Answer(&s.Placement.Problem, s.Seed, nil, &a) }
		if c := judge(); !c.OK {
			t.Errorf("seed %d: got violations %v, want none", seed, c.Violations)
		}
		a.Stats["stopped"] = 0
		if c := judge(); c.OK || c.Violations[0].Path != "stats.stopped" {
			t.Errorf("seed %d, stopped 0: got violations %v, want one at stats.stopped", seed, c.Violations)
		}
		a.Stats["stopped"] = 1
		for k := range job.Sources { // a cover with one host more, or another
			was := job.Sources[k]
			for _, id := range s.Placement.Datasets[k].At {
				if id != was.Cluster && slices.Contains(hosts, id) {
					job.Sources[k].Cluster = id
				}
			}
			if job.Sources[k].Cluster == was.Cluster {
				continue
			}
			if judge().OK {
				t.Errorf("seed %d, %s from %s instead of %s: got no violation", seed, was.Dataset,
					job.Sources[k].Cluster, was.Cluster)
			}
			job.Sources[k] = was
			break
		}
	}
}
