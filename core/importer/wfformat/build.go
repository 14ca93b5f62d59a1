package wfformat

import (
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/scenario"
)

// megabyte is the unit of sizes in bytes.
const megabyte = 1e6

// maxMachines is the largest number of machines that are linked pairwise.
const maxMachines = 200

// build builds the scenario from the tasks and machines read.
func (r *reader) build() {
	report := &r.result.Report
	report.AddLeftOut(r.twice, "task", "with the id of an earlier one")
	r.parents()
	r.sort()
	r.park()
	if len(r.machines) > maxMachines {
		report.AddLeftOut(len(r.machines)-maxMachines, "machine", "beyond the first "+strconv.Itoa(maxMachines))
		r.machines = r.machines[:maxMachines]
	}
	s := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Title: importer.Clean(r.name)}
	if s.Kind = r.wishes.Kind; s.Kind == "" {
		s.Kind = Format.Kinds[0]
	}
	if s.Kind == "placement" {
		r.placement(s)
	} else {
		r.farm(s)
	}
	r.result.Scenario = s
}

// find returns the task of an id, or of a name that is unique.
func (r *reader) find(name string) *task {
	if t := r.byName[name]; t != nil {
		return t
	}
	return r.alias[name]
}

// parents merges the lists of parents and of children.
func (r *reader) parents() {
	report, unknown, own := &r.result.Report, 0, 0
	above := make(map[*task][]string, len(r.tasks))
	for _, t := range r.tasks {
		for _, name := range t.parents {
			switch parent := r.find(name); {
			case parent == nil:
				unknown++
			case parent == t:
				own++
			default:
				above[t] = append(above[t], parent.id)
			}
		}
		for _, name := range t.children {
			switch child := r.find(name); {
			case child == nil:
				unknown++
			case child != t:
				above[child] = append(above[child], t.id)
			}
		}
	}
	for _, t := range r.tasks {
		t.parents = above[t]
		slices.Sort(t.parents)
		t.parents = slices.Compact(t.parents)
		t.inputs, t.outputs = sortUnique(t.inputs), sortUnique(t.outputs)
		for _, name := range append(slices.Clip(t.inputs), t.outputs...) {
			r.recordSize(name, -1)
		}
	}
	report.AddLeftOut(unknown, "dependency", "on a task that is not there")
	report.AddLeftOut(own, "dependency", "of a task on itself")
}

func sortUnique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// sort orders the tasks topologically, ties by the order in the file (Kahn
// 1962). If only cycles are left, the first remaining task loses its
// dependencies on remaining tasks.
func (r *reader) sort() {
	place := make(map[string]int, len(r.tasks))
	for i, t := range r.tasks {
		place[t.id] = i
	}
	open, below := make([]int, len(r.tasks)), make([][]int, len(r.tasks))
	for i, t := range r.tasks {
		open[i] = len(t.parents)
		for _, name := range t.parents {
			below[place[name]] = append(below[place[name]], i)
		}
	}
	var order []*task
	var ready []int
	done := make([]bool, len(r.tasks))
	circles := 0
	for i := range open {
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	next := 0 // all earlier ones are done
	for len(order) < len(r.tasks) {
		if len(ready) == 0 {
			for done[next] {
				next++
			}
			t := r.tasks[next]
			before := len(t.parents)
			t.parents = slices.DeleteFunc(t.parents, func(name string) bool { return !done[place[name]] })
			circles += before - len(t.parents)
			open[next] = 0
			ready = append(ready, next)
		}
		i := ready[0]
		ready = ready[1:]
		if done[i] {
			continue
		}
		done[i] = true
		r.tasks[i].index = len(order)
		order = append(order, r.tasks[i])
		for _, child := range below[i] {
			if open[child]--; open[child] == 0 && !done[child] {
				ready = append(ready, child)
			}
		}
	}
	r.tasks = order
	r.result.Report.AddLeftOut(circles, "dependency", "that goes in a circle")
}

// number returns the answer to a question, or its default if the answer is out
// of range.
func (r *reader) number(name string, least, most float64) float64 {
	answer := r.result.Report.AddQuestion(Format, r.wishes, name)
	if x, ok := importer.ParseNumber([]byte(answer)); ok && x >= least && x <= most {
		return x
	}
	r.result.Report.AddFault(importer.Place{}, name+" must be a number from "+doc.Exact(least)+" to "+
		doc.Exact(most)+", not "+strconv.Quote(answer))
	x, _ := importer.ParseNumber([]byte(importer.Wishes{}.Answer(Format, name)))
	return x
}

// park ensures that there are machines, each with a name and a clock rate.
func (r *reader) park() {
	report := &r.result.Report
	for _, t := range r.tasks { // some are only named by tasks
		for _, name := range t.machines {
			if _, met := r.machineIndex[name]; !met {
				r.machineIndex[name] = len(r.machines)
				r.machines = append(r.machines, machine{name: name})
			}
		}
	}
	if len(r.machines) == 0 {
		n := int(r.number("machines", 1, maxMachines))
		for i := range n {
			r.machines = append(r.machines, machine{name: "machine-" + strconv.Itoa(i+1)})
		}
		report.AddAssumed(n, "machine", "for the tasks; the file names none")
	} else {
		report.AddTaken(len(r.machines), "machine", "of the file")
	}
	var names importer.Names
	clocked := true
	for i := range r.machines {
		r.machines[i].name = names.ID(r.machines[i].name, "machine")
		clocked = clocked && r.machines[i].clock > 0
	}
	for i := range r.machines {
		if !clocked {
			r.machines[i].clock = 1
		}
	}
}

// speed returns the speed of a machine relative to the first, by their clock
// rates.
func (r *reader) speed(i int) float64 {
	return min(max(r.machines[i].clock/r.machines[0].clock, 1e-3), 1e3)
}

// home returns the index of the machine that a task ran on, -1 if it is
// unknown.
func (r *reader) home(t *task) int {
	if len(t.machines) > 0 {
		if i := r.machineIndex[t.machines[0]]; i < len(r.machines) {
			return i
		}
	}
	return -1
}

// instant is the run time in seconds of a task of no duration, the resolution
// of run times.
const instant = 0.001

// maxRunTime bounds run times in seconds.
const maxRunTime = 1e9

// work returns the run time of each task on the first machine.
func (r *reader) work() []float64 {
	out := make([]float64, len(r.tasks))
	none, quick, long := 0, 0, 0
	for i, t := range r.tasks {
		ran := t.ran
		switch {
		case ran < 0:
			ran = 1
			none++
		case ran < instant:
			ran = instant
			quick++
		case ran > maxRunTime:
			ran = maxRunTime
			long++
		}
		if at := r.home(t); at >= 0 {
			ran *= r.speed(at)
		}
		out[i] = ran
	}
	report := &r.result.Report
	report.AddAssumed(none, "task", "without a run time; 1 s is taken")
	report.AddAssumed(quick, "task", "of less than a thousandth of a second; that is taken")
	report.AddAssumed(long, "task", "with a run time out of all bounds; 1e9 s are taken")
	return out
}

// size returns the size of a file in MB, 0 if the file has none.
func (r *reader) size(name string) float64 { return min(max(0, r.sizes[name]), 1e18) / megabyte }

func (r *reader) countUnsized() (n int) {
	for _, name := range r.order {
		if r.sizes[name] < 0 {
			n++
		}
	}
	return n
}
