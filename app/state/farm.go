package state

import (
	"reflect"
	"slices"

	"gridbox/core/draw/markid"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/trace"
	"gridbox/core/waittime"
)

// farmNouns returns the operations of the kind farm.
func farmNouns() nouns {
	n := commonNouns("farm", func(s *scenario.Scenario) **scenario.Farm { return &s.Farm },
		func(p *scenario.Farm) **farm.Spec { return &p.Generate })
	n.list, n.add, n.remove, n.rename = farmList, addToFarm, removeFromFarm, renameInFarm
	n.connect, n.addDependents, n.scoredKind = connectInFarm, machineLinksAlong, "job"
	n.usual, n.removeDangling, n.studies = usualInFarm, dropPartialRuns, farmStudies
	n.decisionStep = func(t *trace.Log, about string) int {
		return max(0, slices.IndexFunc(t.Events, func(e trace.Event) bool {
			return e.Kind == "place" && e.Ref("job") == about
		}))
	}
	n.references = []reference{
		{kind: "machine", path: []string{"links", "a"}, along: true},
		{kind: "machine", path: []string{"links", "b"}, along: true},
		{kind: "machine", path: []string{"jobs", "running", "machine"}, along: true},
		{kind: "machine", path: []string{"jobs", "running", "others"}, along: true},
		{kind: "machine", path: []string{"jobs", "speeds"}},
		{kind: "job", path: []string{"jobs", "after", "job"}},
		{kind: "share", path: []string{"shares", "under"}, blank: true},
	}
	n.drawing = drawing{"jobs", "jobs", "machines", []string{"jobs", "order"},
		[]string{"farm-mixed", "farm-stream", "farm-graph"}}
	n.redraw = func(d *scenario.Scenario) {
		spec := farm.Like(&d.Farm.Problem)
		d.Farm.Generate, d.Farm.Jobs, d.Farm.Order = &spec, nil, nil
	}
	n.first = func(d *scenario.Scenario) Ref {
		if d.Farm == nil || len(d.Farm.Jobs) == 0 {
			return Ref{}
		}
		if waittime.HasQueue(&d.Farm.Problem) { // a job that waits for something
			return Ref{"job", waittime.First(&d.Farm.Problem)}
		}
		for i := range d.Farm.Jobs { // a job that still needs a decision
			if d.Farm.Jobs[i].Running == nil {
				return Ref{"job", d.Farm.Jobs[i].ID}
			}
		}
		return Ref{"job", d.Farm.Jobs[0].ID}
	}
	return n
}

// connectInFarm makes one job wait for another, or adds a link of usual
// bandwidth between two machines without one.
func connectInFarm(d *scenario.Scenario, a Connect) (link, done string) {
	if a.Kind == "job" {
		return "", waitFor(d, a.A, a.B)
	}
	p := d.Farm
	is := func(id string) bool {
		return slices.ContainsFunc(p.Machines, func(m farm.Machine) bool { return m.ID == id })
	}
	if a.A == a.B || !is(a.A) || !is(a.B) {
		return "", ""
	}
	rates := make([]float64, len(p.Links))
	for i, l := range p.Links {
		if l.A == a.A && l.B == a.B || l.A == a.B && l.B == a.A {
			return markid.LinkID(l.A, l.B), ""
		}
		rates[i] = l.Bandwidth
	}
	p.Links = append(p.Links[:len(p.Links):len(p.Links)], farm.Link{A: a.A, B: a.B, Bandwidth: median(rates, 100)})
	return markid.LinkID(a.A, a.B), i18n.T("connect {} and {}", a.A, a.B)
}

// machineLinksAlong copies the links of copied machines.
func machineLinksAlong(d *scenario.Scenario, names func(string) map[string]bool,
	also func(string, int, func(int) bool)) {
	in, l := names("machine"), d.Farm.Links
	also("link", len(l), func(i int) bool { return in[l[i].A] || in[l[i].B] })
}

func farmList(d *scenario.Scenario, kind string) (int, func(int) string) {
	if p := d.Farm; p != nil && kind == "link" {
		return len(p.Links), func(i int) string { return markid.LinkID(p.Links[i].A, p.Links[i].B) }
	}
	return commonList(d, kind)
}

// addToFarm adds a machine like the last one, or a job of one slot with the usual duration and memory.
func addToFarm(_ *State, d *scenario.Scenario, t Ref, _ string) bool {
	p := d.Farm
	switch t.Kind {
	case "machine":
		m := farm.Machine{ID: t.ID, Slots: 4, Memory: 4096}
		if n := len(p.Machines); n > 0 {
			last := p.Machines[n-1]
			m.Slots, m.Memory, m.Speed, m.Type = last.Slots, last.Memory, last.Speed, last.Type
		}
		p.Machines = append(p.Machines[:len(p.Machines):len(p.Machines)], m)
		return true
	case "job":
		times, memory := make([]float64, len(p.Jobs)), make([]float64, len(p.Jobs))
		for i := range p.Jobs {
			times[i], memory[i] = p.Jobs[i].Duration, p.Jobs[i].Memory/float64(max(1, p.Jobs[i].Slots))
		}
		j := farm.Job{ID: t.ID, Slots: 1, Duration: median(times, 3600), Memory: median(memory, 0)}
		p.Jobs = append(p.Jobs[:len(p.Jobs):len(p.Jobs)], j)
		return true
	case "share":
		p.Shares = append(p.Shares[:len(p.Shares):len(p.Shares)], newShare(&p.Problem, t.ID))
		return true
	}
	return false
}

// newShare returns the first user of a job who is not listed, or a new user if there is none.
func newShare(p *farm.Problem, id string) farm.Share {
	listed := map[string]bool{"": true}
	for i := range p.Shares {
		listed[p.Shares[i].ID] = true
	}
	for i := range p.Jobs {
		if user := p.Jobs[i].User; !listed[user] {
			return farm.Share{ID: user, User: true}
		}
	}
	return farm.Share{ID: id, User: true}
}

// waitFor makes one job wait for another. A running job cannot wait.
func waitFor(d *scenario.Scenario, first, then string) string {
	p := d.Farm
	at := func(id string) int {
		return slices.IndexFunc(p.Jobs, func(j farm.Job) bool { return j.ID == id })
	}
	i := at(then)
	if first == then || i < 0 || at(first) < 0 {
		return ""
	}
	p.Jobs = append([]farm.Job(nil), p.Jobs...)
	j := &p.Jobs[i]
	for _, a := range j.After {
		if a.Job == first {
			return ""
		}
	}
	j.After = append(j.After[:len(j.After):len(j.After)], farm.After{Job: first})
	return i18n.T("let job {} wait for job {}", then, first)
}

// A namePlace is a field that refers to things of a kind by name.
type namePlace struct {
	kind string
	path []string
}

// farmNames are the fields of a farm that refer to machines and jobs.
var farmNames = []namePlace{
	{"machine", []string{"links", "a"}}, {"machine", []string{"links", "b"}},
	{"machine", []string{"jobs", "running", "machine"}}, {"machine", []string{"jobs", "running", "others"}},
	{"machine", []string{"jobs", "speeds"}}, {"job", []string{"jobs", "after", "job"}}, {"job", []string{"order"}},
}

// shareNames are the fields that refer to accounts and users. A removed user may still have jobs.
var shareNames = []namePlace{{"share", []string{"shares", "under"}}, {"share", []string{"jobs", "user"}}}

// removeFromFarm removes the links of a removed machine and ends its running jobs. No job waits for a removed one.
// Children of a removed account become children of the farm.
func removeFromFarm(d *scenario.Scenario, gone map[Ref]bool) {
	p := d.Farm
	p.Machines = keep(p.Machines, func(m farm.Machine) bool { return !gone[Ref{"machine", m.ID}] })
	p.Links = keep(p.Links, func(l farm.Link) bool { return !gone[Ref{"link", markid.LinkID(l.A, l.B)}] })
	p.Jobs = keep(p.Jobs, func(j farm.Job) bool { return !gone[Ref{"job", j.ID}] })
	p.Shares = keep(p.Shares, func(x farm.Share) bool { return !gone[Ref{"share", x.ID}] })
	for i := range p.Shares {
		if gone[Ref{"share", p.Shares[i].Account}] {
			p.Shares[i].Account = ""
		}
	}
	for i := range p.Jobs { // the other parts of a job are removed with one
		if r := p.Jobs[i].Running; r != nil {
			for _, id := range r.OtherMachines {
				if gone[Ref{"machine", id}] {
					p.Jobs[i].Running = nil
				}
			}
		}
	}
	for _, n := range farmNames {
		rewrite(reflect.ValueOf(p).Elem(), n.path,
			func(id string) (string, bool) { return id, !gone[Ref{n.kind, id}] })
	}
}

// renameInFarm replaces the name of a thing of a kind in all references to it.
func renameInFarm(d *scenario.Scenario, kind, from, to string) {
	for _, n := range slices.Concat(farmNames, shareNames) {
		if n.kind != kind {
			continue
		}
		rewrite(reflect.ValueOf(d.Farm).Elem(), n.path, func(id string) (string, bool) {
			if id == from {
				id = to
			}
			return id, true
		})
	}
}

// dropPartialRuns keeps copied jobs running on several machines only if all of these machines were copied too.
func dropPartialRuns(in *intake, own *scenario.Scenario) {
	for i := range own.Farm.Jobs {
		j := &own.Farm.Jobs[i]
		if j.Running == nil {
			continue
		}
		for _, id := range j.Running.OtherMachines {
			if _, copied := in.renamed["machine"][id]; !copied {
				if in.missing["machine"] == nil {
					in.missing["machine"] = map[string]bool{}
				}
				in.missing["machine"][id] = true
				j.Running = nil
				break
			}
		}
	}
}

func usualInFarm(d *scenario.Scenario, kind string) (string, float64) {
	if kind != "link" {
		return "", 0
	}
	rates := make([]float64, len(d.Farm.Links))
	for i, l := range d.Farm.Links {
		rates[i] = l.Bandwidth
	}
	return "bandwidth", median(rates, 100)
}

var farmStudies = []ReadyStudy{
	{ID: "farm-load", Title: "Busier and busier",
		About: "200 jobs that arrive ever closer together, 200 instances each: wait, utilization and makespan of " +
			"four schedulers.",
		preset: "farm-mixed", study: scenario.Study{Replications: 200,
			Metrics: []string{"meanWait", "utilization", "makespan"},
			Vary:    []scenario.Vary{list("farm.generate.interval", 240.0, 120.0, 60.0)}}},
}
