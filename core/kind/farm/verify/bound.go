package verify

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// The arguments for bounds of farms. A certificate names one in By; Count is a
// number of slots and Group a processor type or a licence.
//
//   - chain: a job starts no earlier than it is submitted, and than its predecessors have
//     ended on the machines that are fastest for them;
//   - slots, memory: the jobs whose smallest part needs Count slots or more (and
//     the type Group) run on machines as large (of that type), which do no more
//     work in a second than all their slots, or all their memory, at full speed;
//   - licence: no machine has licences Group of its own, and each that the farm has
//     is held by one part at a time;
//   - nothing: there is no lateness below 0.
//
// An argument of capacity is applied to the makespan from each release on, and to the
// lateness up to each deadline. The best of these is found in n log n.

// Proves reports whether the argument of a bound proves its value.
func (c *Check) Proves(b *scenario.Bound, m *verify.Metric) bool {
	if b.Certificate == nil {
		return false
	}
	f := c.relax()
	value, ok := math.Inf(-1), true
	switch by := b.Certificate.By; {
	case m.Name == "maxLateness" && by == "nothing":
		value = 0
	case by == "chain":
		value = f.chain(m.Name)
	case m.Name == "makespan" || m.Name == "maxLateness":
		value, ok = f.capacity(by, b.Certificate.Count, b.Certificate.Group, m.Name == "maxLateness")
	}
	return ok && (b.Value <= value || verify.Same(b.Value, value, m.Of))
}

// A relaxation has the release and the least length of every job when others do not matter.
type relaxation struct {
	c       *Check
	release []float64
	length  []float64
}

// relax computes releases and least lengths of the jobs.
func (c *Check) relax() *relaxation {
	f := &relaxation{c, make([]float64, len(c.Problem.Jobs)), make([]float64, len(c.Problem.Jobs))}
	kinds := c.kinds()
	for j := range c.Problem.Jobs {
		f.length[j] = c.Problem.Jobs[j].Duration / c.fastest(&c.Problem.Jobs[j], kinds)
	}
	for _, j := range c.topological() {
		job := &c.Problem.Jobs[j]
		at := max(0, job.Submitted)
		for k := range job.After {
			other := c.JobIndex[job.After[k].Job]
			at = max(at, f.release[other]+f.length[other]+job.After[k].Delay)
		}
		if r := job.Running; r != nil {
			at = r.Since
			if job.Preemptible {
				at, f.length[j] = 0, f.length[j]+r.Since
			}
		}
		f.release[j], f.length[j] = at, max(0, f.length[j])
	}
	return f
}

// kinds returns one machine of each kind.
func (c *Check) kinds() []*farm.Machine {
	var list []*farm.Machine
	known := map[string]bool{}
	for q := range c.Problem.Machines {
		m := &c.Problem.Machines[q]
		if key := MachineKind(m); !known[key] {
			known[key] = true
			list = append(list, m)
		}
	}
	return list
}

// MachineKind returns a text that is equal for machines with the same slots, memory, type,
// speed and licences.
func MachineKind(m *farm.Machine) string {
	speed := 1.0
	if m.Speed != nil {
		speed = *m.Speed
	}
	kind := strconv.Itoa(m.Slots) + " " + strconv.FormatInt(MemoryUnits(m.Memory, false), 10) + " " +
		strconv.Quote(m.Type) + " " + verify.Number(speed)
	for _, name := range names(m.Licenses) {
		kind += " " + strconv.Quote(name) + strconv.Itoa(m.Licenses[name])
	}
	return kind
}

// names returns the names in alphabetical order.
func names(counts map[string]int) []string {
	return slices.Sorted(maps.Keys(counts))
}

// fastest returns the greatest speed at which a job could run, or for a job that stays
// where it runs the speed of its slowest part.
func (c *Check) fastest(job *farm.Job, kinds []*farm.Machine) float64 {
	top, slowest := 0.0, math.Inf(1)
	if r := job.Running; r != nil {
		for _, id := range append([]string{r.Machine}, r.Others...) {
			speed := job.SpeedOf(&c.Problem.Machines[c.MachineIndex[id]])
			top, slowest = max(top, speed), min(slowest, speed)
		}
		if !job.Preemptible {
			return slowest
		}
	}
	parts := c.PartCounts(job)
	most := parts[len(parts)-1]
	for _, m := range kinds {
		if c.Takes(m, job, most) {
			speed := 1.0
			if m.Speed != nil {
				speed = *m.Speed
			}
			top = max(top, speed)
		}
	}
	for id, speed := range job.Speeds { // a maximum, whatever the order
		if c.Takes(&c.Problem.Machines[c.MachineIndex[id]], job, most) {
			top = max(top, speed)
		}
	}
	return top
}

// topological returns the jobs in topological order, predecessors first.
func (c *Check) topological() []int {
	open, before := make([]int, len(c.Problem.Jobs)), make([][]int, len(c.Problem.Jobs))
	list := make([]int, 0, len(c.Problem.Jobs))
	for j := range c.Problem.Jobs {
		for _, a := range c.Problem.Jobs[j].After {
			open[j]++
			before[c.JobIndex[a.Job]] = append(before[c.JobIndex[a.Job]], j)
		}
		if open[j] == 0 {
			list = append(list, j)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, next := range before[list[i]] {
			if open[next]--; open[next] == 0 {
				list = append(list, next)
			}
		}
	}
	return list
}

// chain returns the bound of the longest chain.
func (f *relaxation) chain(metric string) float64 {
	value, sum := 0.0, 0.0
	for j := range f.c.Problem.Jobs {
		job, end := &f.c.Problem.Jobs[j], f.release[j]+f.length[j]
		switch {
		case metric == "makespan":
			value = max(value, end)
		case metric == "maxLateness" && job.Deadline != nil:
			value = max(value, end-*job.Deadline)
		case metric == "meanWait" && job.Running != nil:
			sum += job.Running.Since - job.Submitted
		case metric == "meanWait":
			sum += f.release[j] - job.Submitted
		}
	}
	if metric == "meanWait" && len(f.c.Problem.Jobs) > 0 {
		return sum / float64(len(f.c.Problem.Jobs))
	}
	return value
}

// A demand is what a job adds to an argument of capacity.
type demand struct{ release, due, work float64 }

// capacity returns the best bound of an argument about capacity.
func (f *relaxation) capacity(by string, count float64, group string, late bool) (value float64, ok bool) {
	power, list := 0.0, []demand(nil)
	switch by {
	case "slots", "memory":
		power, list = f.machines(by == "memory", count, group, late)
	case "licence":
		power, list, ok = f.held(group, late)
		if !ok {
			return 0, false
		}
	default:
		return 0, false
	}
	sorting.By(list, func(a, b demand) int {
		if late {
			return sorting.Ascending(a.due, b.due)
		}
		return sorting.Ascending(b.release, a.release)
	})
	area, first := 0.0, math.Inf(1)
	if power == 0 {
		return 0, false
	}
	for _, d := range list {
		area += d.work
		first = min(first, d.release)
		if late {
			value = max(value, first+area/power-d.due)
		} else {
			value = max(value, d.release+area/power)
		}
	}
	return value, true
}

// demand returns what a job adds to an argument. It reports false if the argument is about
// lateness and the job has no deadline.
func (f *relaxation) demand(j int, work float64, late bool) (d demand, ok bool) {
	d = demand{release: max(0, f.release[j]), work: work}
	if due := f.c.Problem.Jobs[j].Deadline; due != nil {
		d.due = *due
	} else if late {
		return d, false
	}
	return d, true
}

// machines returns the argument about slots or memory of a group of machines.
func (f *relaxation) machines(memory bool, count float64, group string, late bool) (power float64, list []demand) {
	p := f.c.Problem
	speed, plain := make([]float64, len(p.Machines)), farm.Job{}
	for q := range p.Machines {
		speed[q] = plain.SpeedOf(&p.Machines[q])
	}
	for j := range p.Jobs {
		job := &p.Jobs[j]
		parts := f.c.PartCounts(job)
		smallest, left := job.Slots/parts[len(parts)-1], job.Duration
		if r := job.Running; r != nil {
			smallest = 1 // its parts may be others than are allowed now
			for _, id := range append([]string{r.Machine}, r.Others...) {
				left = min(left, job.Duration+r.Since*job.SpeedOf(&p.Machines[f.c.MachineIndex[id]]))
			}
			left = max(0, left)
		}
		if float64(smallest) < count || group != "" && job.Type != group {
			continue
		}
		work := left * float64(job.Slots)
		if memory {
			work = left * job.Memory
		}
		if d, ok := f.demand(j, work, late); ok {
			list = append(list, d)
			for id, s := range job.Speeds { // a maximum, whatever the order
				speed[f.c.MachineIndex[id]] = max(speed[f.c.MachineIndex[id]], s)
			}
		}
	}
	for q := range p.Machines {
		m := &p.Machines[q]
		switch {
		case float64(m.Slots) < count || group != "" && m.Type != group:
		case memory:
			power += speed[q] * m.Memory
		default:
			power += speed[q] * float64(m.Slots)
		}
	}
	return power, list
}

// held returns the argument about a floating licence. It reports false if a machine has it too.
func (f *relaxation) held(name string, late bool) (power float64, list []demand, ok bool) {
	for q := range f.c.Problem.Machines {
		if _, own := f.c.Problem.Machines[q].Licenses[name]; own {
			return 0, nil, false
		}
	}
	for j := range f.c.Problem.Jobs {
		job := &f.c.Problem.Jobs[j]
		n := job.Licenses[name]
		if d, ok := f.demand(j, float64(n)*f.length[j], late); ok && n > 0 && job.Running == nil {
			list = append(list, d)
		}
	}
	return float64(f.c.Problem.Licenses[name]), list, true
}
