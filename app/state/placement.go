package state

import (
	"strings"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// placementNouns is the row of the kind placement.
func placementNouns() nouns {
	n := held("placement", func(s *scenario.Scenario) **scenario.Placement { return &s.Placement },
		func(p *scenario.Placement) **placement.Spec { return &p.Generate })
	n.list, n.first, n.add, n.remove, n.renamed = placementList, firstJob, addToPlacement, removeFromPlacement,
		renamedInPlacement
	n.quiet = func(path string) bool { return strings.HasSuffix(path, ".x") || strings.HasSuffix(path, ".y") }
	return n
}

func placementList(d *scenario.Scenario, kind string) (int, func(int) string) {
	if p := d.Placement; p != nil && kind == "link" {
		return len(p.Links), func(i int) string { return markid.LinkID(p.Links[i].A, p.Links[i].B) }
	}
	return listed(d, kind)
}

// firstJob is what a freshly opened problem shows details of.
func firstJob(d *scenario.Scenario) Thing {
	if d.Placement == nil || len(d.Placement.Jobs) == 0 {
		return Thing{}
	}
	return Thing{"job", d.Placement.Jobs[0].ID}
}

func addToPlacement(s *State, d *scenario.Scenario, t Thing, _ string) bool {
	p := d.Placement
	switch t.Kind {
	case "dataset":
		ds := placement.Dataset{ID: t.ID, Size: 100, At: []string{}}
		if len(p.Clusters) > 0 {
			ds.At = []string{p.Clusters[0].ID}
			if m := s.Main(); m.Kind == "cluster" {
				ds.At = []string{m.ID}
			}
		}
		p.Datasets = append(p.Datasets[:len(p.Datasets):len(p.Datasets)], ds)
		return true
	case "job":
		j := placement.Job{ID: t.ID, MI: 10000}
		firstData(p)
		if len(p.Datasets) > 0 {
			j.Datasets = []string{p.Datasets[0].ID}
		}
		p.Jobs = append(p.Jobs[:len(p.Jobs):len(p.Jobs)], j)
		return true
	}
	return false
}

// removeFromPlacement takes links of a deleted cluster out with it, its
// replicas, a deleted dataset among a job's needs.
func removeFromPlacement(d *scenario.Scenario, gone map[Thing]bool) {
	p := d.Placement
	p.Clusters = keep(p.Clusters, func(c placement.Cluster) bool { return !gone[Thing{"cluster", c.ID}] })
	p.Links = keep(p.Links, func(l placement.Link) bool {
		return !gone[Thing{"link", markid.LinkID(l.A, l.B)}] &&
			!gone[Thing{"cluster", l.A}] && !gone[Thing{"cluster", l.B}]
	})
	p.Datasets = keep(p.Datasets, func(d placement.Dataset) bool { return !gone[Thing{"dataset", d.ID}] })
	for i, d := range p.Datasets {
		p.Datasets[i].At = keep(d.At, func(id string) bool { return !gone[Thing{"cluster", id}] })
	}
	p.Jobs = keep(p.Jobs, func(j placement.Job) bool { return !gone[Thing{"job", j.ID}] })
	for i, j := range p.Jobs {
		p.Jobs[i].Datasets = keep(j.Datasets, func(id string) bool { return !gone[Thing{"dataset", id}] })
	}
}

func renamedInPlacement(d *scenario.Scenario, kind, from, to string) {
	switch kind {
	case "cluster":
		renameCluster(d.Placement, from, to)
	case "dataset":
		renameDataset(d.Placement, from, to)
	}
}

func renameCluster(p *scenario.Placement, from, to string) {
	p.Links = append([]placement.Link(nil), p.Links...)
	for i := range p.Links {
		if p.Links[i].A == from {
			p.Links[i].A = to
		}
		if p.Links[i].B == from {
			p.Links[i].B = to
		}
	}
	p.Datasets = append([]placement.Dataset(nil), p.Datasets...)
	for i, d := range p.Datasets {
		p.Datasets[i].At = renamed(d.At, from, to)
	}
}

func renameDataset(p *scenario.Placement, from, to string) {
	p.Jobs = append([]placement.Job(nil), p.Jobs...)
	for i, j := range p.Jobs {
		p.Jobs[i].Datasets = renamed(j.Datasets, from, to)
	}
}

func renamed(list []string, from, to string) []string {
	for i, v := range list {
		if v == from {
			list = append([]string(nil), list...)
			list[i] = to
		}
	}
	return list
}
