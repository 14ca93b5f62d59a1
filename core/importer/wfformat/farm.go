package wfformat

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// farm sets the farm of s: tasks are jobs with dependencies, and machines are
// linked in pairs. Common files of two tasks are the data of their
// dependency. The report names every default and every loss.
func (r *reader) farm(s *scenario.Scenario) {
	f := &farm.Problem{}
	report := &r.result.Report
	slots, cores, remembers := 0.0, 1, true
	for i := range r.machines {
		if r.machines[i].cores < 1 {
			if slots == 0 {
				slots = r.number("slots", 1, 1e6)
			}
			r.machines[i].cores = slots
		}
		remembers = remembers && r.machines[i].memory > 0
	}
	largest := 0.0
	for i := range r.machines {
		m := &r.machines[i]
		made := farm.Machine{ID: m.name, Slots: int(min(m.cores, 1e6))}
		if remembers {
			made.Memory = min(m.memory/megabyte, 1e12)
		}
		if speed := r.speed(i); speed != 1 {
			made.Speed = &speed
		}
		cores, largest = max(cores, made.Slots), max(largest, made.Memory)
		f.Machines = append(f.Machines, made)
	}
	var names importer.Names
	ids := make(map[string]string, len(r.tasks))
	for _, t := range r.tasks {
		ids[t.id] = names.ID(t.id, "task")
	}
	work := r.work()
	wide, hungry, forgotten, edges := 0, 0, 0, 0
	crossing := map[string]bool{}
	for i, t := range r.tasks {
		j := farm.Job{ID: ids[t.id], Slots: max(1, int(math.Ceil(min(t.cores, 1e6)))), Duration: work[i]}
		if j.Slots > cores {
			j.Slots = cores
			wide++
		}
		switch memory := t.memory / megabyte; {
		case memory <= 0:
		case !remembers:
			forgotten++
		case memory > largest:
			hungry++
		default:
			j.Memory = memory
		}
		for _, name := range t.parents {
			parent := r.byName[name]
			after := farm.After{Job: ids[name]}
			for _, file := range common(t.inputs, parent.outputs) {
				after.Data += r.size(file)
				crossing[file] = true
			}
			after.Data = min(after.Data, 1e12)
			j.After = append(j.After, after)
			edges++
		}
		f.Jobs = append(f.Jobs, j)
	}
	if len(f.Machines) > 1 {
		f.Links = mesh(f.Machines, func(m *farm.Machine) string { return m.ID }, r.number("bandwidth", 1e-6, 1e15),
			func(a, b string, rate float64) farm.Link { return farm.Link{A: a, B: b, Bandwidth: rate} })
		report.AddAssumed(len(f.Links), "link", "between any two machines; the format knows none")
	}
	s.Farm = &scenario.Farm{Problem: *f}
	report.AddTaken(len(f.Jobs), "task", "as a job, on "+strconv.Itoa(len(f.Machines))+" "+
		doc.Plural(len(f.Machines), "machine"))
	report.AddTaken(edges, "dependency", "between tasks")
	report.AddTaken(len(crossing), "file", "that one task makes and another reads, as data of their dependency")
	report.AddLeftOut(len(r.order)-len(crossing), "file",
		"that comes from outside or that no task reads; a farm has no place for it")
	report.AddAssumed(r.countUnsized(), "file", "without a size; it is taken as empty")
	report.AddAssumed(wide, "task", "that asks for more cores than any machine has; all of one are taken")
	report.AddLeftOut(forgotten, "task",
		"with memory, while not every machine says how much it has; only the memory was left out")
	report.AddLeftOut(hungry, "task", "with more memory than any machine has; only the memory was left out")
}

// common returns the names in both of two sorted lists.
func common(a, b []string) (both []string) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}

// mesh links every pair of a list.
func mesh[T, L any](list []T, name func(*T) string, rate float64, link func(a, b string, rate float64) L) []L {
	var out []L
	for i := range list {
		for k := range i {
			out = append(out, link(name(&list[k]), name(&list[i]), rate))
		}
	}
	return out
}
