package state

import (
	"maps"
	"math"
	"strings"

	"gridbox/core/draw/markid"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// placementNouns returns the operations of the kind placement.
func placementNouns() nouns {
	n := commonNouns("placement", func(s *scenario.Scenario) **scenario.Placement { return &s.Placement },
		func(p *scenario.Placement) **placement.Spec { return &p.Generate })
	n.list, n.first, n.add, n.remove, n.rename = placementList, firstJob, addToPlacement, removeFromPlacement,
		renameInPlacement
	n.connect, n.addDependents, n.redraw = connectClusters, linksAlong, redrawPlacement
	n.scoredKind, n.placed = "job", true
	n.usual, n.separate, n.studies = usualInPlacement, clustersApart, placementStudies
	n.drawing = drawing{"jobs", "jobs and data", "clusters", []string{"datasets", "jobs"},
		[]string{"rbhs-computation", "rbhs-data", "rbhs-mixed"}}
	n.references = []reference{
		{kind: "cluster", path: []string{"links", "a"}, along: true},
		{kind: "cluster", path: []string{"links", "b"}, along: true},
		{kind: "cluster", path: []string{"datasets", "at"}}, {kind: "dataset", path: []string{"jobs", "datasets"}},
	}
	n.removeIgnored = removePositions
	n.isIgnored = func(path string) bool { return strings.HasSuffix(path, ".x") || strings.HasSuffix(path, ".y") }
	return n
}

func placementList(d *scenario.Scenario, kind string) (int, func(int) string) {
	if p := d.Placement; p != nil && kind == "link" {
		return len(p.Links), func(i int) string { return markid.LinkID(p.Links[i].A, p.Links[i].B) }
	}
	return commonList(d, kind)
}

// firstJob returns the thing that is selected when a problem is opened.
func firstJob(d *scenario.Scenario) Ref {
	if d.Placement == nil || len(d.Placement.Jobs) == 0 {
		return Ref{}
	}
	return Ref{"job", d.Placement.Jobs[0].ID}
}

// addToPlacement appends a new dataset or job with default values. A dataset is on the selected cluster, or else on
// the first one. It reports false for another kind.
func addToPlacement(s *State, d *scenario.Scenario, t Ref, _ string) bool {
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

// removeFromPlacement removes the things in gone and all references to them. A removed cluster takes its links,
// replicas and run times with it. A removed dataset disappears from the needs of jobs.
func removeFromPlacement(d *scenario.Scenario, gone map[Ref]bool) {
	p := d.Placement
	before := p.Clusters
	p.Clusters = keep(p.Clusters, func(c placement.Cluster) bool { return !gone[Ref{"cluster", c.ID}] })
	p.Links = keep(p.Links, func(l placement.Link) bool {
		return !gone[Ref{"link", markid.LinkID(l.A, l.B)}] &&
			!gone[Ref{"cluster", l.A}] && !gone[Ref{"cluster", l.B}]
	})
	p.Datasets = keep(p.Datasets, func(d placement.Dataset) bool { return !gone[Ref{"dataset", d.ID}] })
	for i, d := range p.Datasets {
		p.Datasets[i].At = keep(d.At, func(id string) bool { return !gone[Ref{"cluster", id}] })
	}
	p.Jobs = keep(p.Jobs, func(j placement.Job) bool { return !gone[Ref{"job", j.ID}] })
	for i, j := range p.Jobs {
		p.Jobs[i].Datasets = keep(j.Datasets, func(id string) bool { return !gone[Ref{"dataset", id}] })
		p.Jobs[i].Times, p.Jobs[i].TimesOn = nil, nil
		for k := range j.Times {
			if k < len(before) && !gone[Ref{"cluster", before[k].ID}] {
				p.Jobs[i].Times = append(p.Jobs[i].Times, j.Times[k])
			}
		}
		for id, t := range j.TimesOn {
			if !gone[Ref{"cluster", id}] {
				setTime(&p.Jobs[i], id, t)
			}
		}
	}
}

// nameTimes converts lists of times to objects by cluster. Such objects need no time for the last cluster, which is
// new.
func nameTimes(p *scenario.Placement) {
	p.Jobs = append([]placement.Job(nil), p.Jobs...)
	for i := range p.Jobs {
		j := &p.Jobs[i]
		for k, t := range j.Times {
			setTime(j, p.Clusters[k].ID, t)
		}
		j.Times = nil
	}
}

// setTime states the time of a job on a cluster.
func setTime(j *placement.Job, cluster string, t float64) {
	if j.TimesOn == nil {
		j.TimesOn = map[string]float64{}
	}
	j.TimesOn[cluster] = t
}

func renameInPlacement(d *scenario.Scenario, kind, from, to string) {
	switch kind {
	case "cluster":
		renameCluster(d.Placement, from, to)
	case "dataset":
		renameDataset(d.Placement, from, to)
	}
}

// renameCluster replaces the name of a cluster in links, replicas and run times. The changed lists and maps are
// copies.
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
		p.Datasets[i].At = replaceName(d.At, from, to)
	}
	p.Jobs = append([]placement.Job(nil), p.Jobs...)
	for i, j := range p.Jobs {
		t, ok := j.TimesOn[from]
		if !ok {
			continue
		}
		p.Jobs[i].TimesOn = maps.Clone(j.TimesOn)
		delete(p.Jobs[i].TimesOn, from)
		p.Jobs[i].TimesOn[to] = t
	}
}

func renameDataset(p *scenario.Placement, from, to string) {
	p.Jobs = append([]placement.Job(nil), p.Jobs...)
	for i, j := range p.Jobs {
		p.Jobs[i].Datasets = replaceName(j.Datasets, from, to)
	}
}

func replaceName(list []string, from, to string) []string {
	for i, v := range list {
		if v == from {
			list = append([]string(nil), list...)
			list[i] = to
		}
	}
	return list
}

// connectClusters links two different clusters that are not linked yet.
func connectClusters(d *scenario.Scenario, a Connect) (link, done string) {
	p := d.Placement
	if a.A == a.B || indexOf(&p.Problem, Ref{"cluster", a.A}) < 0 || indexOf(&p.Problem, Ref{"cluster", a.B}) < 0 {
		return "", ""
	}
	for _, id := range []string{markid.LinkID(a.A, a.B), markid.LinkID(a.B, a.A)} {
		if indexOf(&p.Problem, Ref{"link", id}) >= 0 {
			return id, ""
		}
	}
	p.Links = append(p.Links[:len(p.Links):len(p.Links)],
		placement.Link{A: a.A, B: a.B, Bandwidth: usualBandwidth(p)})
	return markid.LinkID(a.A, a.B), i18n.T("connect {} and {}", a.A, a.B)
}

// linksAlong copies the links of copied clusters.
func linksAlong(d *scenario.Scenario, names func(string) map[string]bool, also func(string, int, func(int) bool)) {
	in, l := names("cluster"), d.Placement.Links
	also("link", len(l), func(i int) bool { return in[l[i].A] || in[l[i].B] })
}

// redrawPlacement replaces the jobs by a generator of similar ones.
func redrawPlacement(d *scenario.Scenario) {
	p := d.Placement
	spec := placement.Like(&p.Problem, []string{"jobs"})
	p.Generate, p.Jobs = &spec, nil
	if len(p.Datasets) == 0 {
		none := 0
		spec.Datasets = &none
	}
}

// removePositions removes the clusters' positions.
func removePositions(d *scenario.Scenario) {
	if d.Placement == nil {
		return
	}
	p := *d.Placement
	p.Clusters = nil
	for _, c := range d.Placement.Clusters {
		c.X, c.Y = nil, nil
		p.Clusters = append(p.Clusters, c)
	}
	d.Placement = &p
}

// joinSecond links the second cluster of a grid to the first. The user links later ones.
func joinSecond(p *scenario.Placement) {
	if len(p.Clusters) == 2 && len(p.Links) == 0 {
		p.Links = []placement.Link{{A: p.Clusters[0].ID, B: p.Clusters[1].ID, Bandwidth: usualBandwidth(p)}}
	}
}

// firstData adds a dataset on the first cluster before the first job of a grid
// without data: placement is about the location of data.
func firstData(p *scenario.Placement) {
	if len(p.Jobs) == 0 && len(p.Datasets) == 0 && len(p.Clusters) > 0 {
		p.Datasets = []placement.Dataset{{ID: "d1", Size: 100, At: []string{p.Clusters[0].ID}}}
	}
}

// copyOffset is the distance by which copied clusters are moved.
const copyOffset = 0.04

// clustersApart moves all copied clusters by the same distance, until none of them is at the position of an existing
// one.
func clustersApart(in *intake, own *scenario.Scenario) {
	type spot struct{ x, y float64 }
	at := func(x, y float64) spot { return spot{math.Round(x * 100), math.Round(y * 100)} }
	taken := map[spot]bool{}
	for _, c := range in.d.Placement.Clusters {
		if c.X != nil && c.Y != nil {
			taken[at(*c.X, *c.Y)] = true
		}
	}
	list := own.Placement.Clusters
	lies := func(by float64) bool {
		for _, c := range list {
			if c.X != nil && c.Y != nil && taken[at(unit(*c.X+by), unit(*c.Y+by))] {
				return true
			}
		}
		return false
	}
	by := 0.0
	for k := 1; len(taken) > 0 && k <= 20 && lies(by); k++ {
		by = copyOffset * float64(k)
	}
	for i := range list {
		if c := &list[i]; by > 0 && c.X != nil && c.Y != nil {
			x, y := unit(*c.X+by), unit(*c.Y+by)
			c.X, c.Y = &x, &y
		}
	}
}

func usualInPlacement(d *scenario.Scenario, kind string) (string, float64) {
	switch kind {
	case "cluster":
		return "mips", usualPower(d.Placement)
	case "link":
		return "bandwidth", usualBandwidth(d.Placement)
	}
	return "", 0
}

var placementStudies = []ReadyStudy{
	{ID: "placement-jobs", Title: "More and more jobs",
		About:  "How makespan and transfers grow from 20 to 120 jobs on 20 clusters, 200 instances each.",
		preset: "fat-tree", study: scenario.Study{Replications: 200, Metrics: []string{"makespan", "meanTransferTime"},
			Vary: []scenario.Vary{list("placement.generate.jobs", 20.0, 40.0, 80.0, 120.0)}}},
	{ID: "placement-data", Title: "Computation or data",
		About:  "From hardly any data-intensive jobs to nearly all of them, 300 instances each.",
		preset: "split-network", study: scenario.Study{Replications: 300,
			Metrics: []string{"makespan", "meanTransferTime", "gap"},
			Vary:    []scenario.Vary{list("placement.generate.dataShare", 0.1, 0.5, 0.9)}}},
}
