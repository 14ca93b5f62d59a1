package wfformat

import (
	"gridbox/core/importer"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// placement builds a placement: machines are clusters, files are datasets.
func (r *reader) placement(s *scenario.Scenario) {
	p := &placement.Problem{}
	report := &r.result.Report
	mips := r.number("mips", 1e-6, 1e15)
	for i := range r.machines {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: r.machines[i].name, MIPS: mips * r.speed(i)})
	}
	if len(p.Clusters) > 1 {
		p.Links = mesh(p.Clusters, func(c *placement.Cluster) string { return c.ID },
			r.number("bandwidth", 1e-6, 1e15),
			func(a, b string, rate float64) placement.Link { return placement.Link{A: a, B: b, Bandwidth: rate} })
		report.AddAssumed(len(p.Links), "link", "between any two machines; the format knows none")
	}
	maker := map[string]int{}
	for _, t := range r.tasks {
		for _, name := range t.outputs {
			if at := r.home(t); at >= 0 {
				maker[name] = at
			}
		}
	}
	var names, files importer.Names
	called := make(map[string]string, len(r.order))
	placed := 0
	for _, name := range r.order {
		at, known := maker[name]
		if known {
			placed++
		}
		called[name] = files.ID(name, "file")
		p.Datasets = append(p.Datasets, placement.Dataset{ID: called[name], Size: r.size(name),
			At: []string{p.Clusters[at].ID}})
	}
	work, edges := r.work(), 0
	for i, t := range r.tasks {
		j := placement.Job{ID: names.ID(t.id, "task"), MI: float64(work[i] * mips)}
		for _, name := range t.inputs {
			j.Datasets = append(j.Datasets, called[name])
		}
		edges += len(t.parents)
		p.Jobs = append(p.Jobs, j)
	}
	s.Placement = &scenario.Placement{Problem: *p}
	report.AddTaken(len(p.Jobs), "task", "as a job, parents before children")
	report.AddTaken(len(p.Datasets), "file", "as a dataset")
	report.AddAssumed(len(p.Datasets)-placed, "file",
		"on the first machine, because no task made it or its machine is not stated")
	report.AddAssumed(r.countUnsized(), "file", "without a size; it is taken as empty")
	report.AddLeftOut(edges, "dependency",
		"between tasks; a placement has none, and its jobs come in an order that keeps them")
	report.AddLeftOut(len(r.machines), "machine",
		"with cores; a cluster runs one job at a time, so that only its speed was taken")
}
