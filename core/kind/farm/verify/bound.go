package verify

import (
	"math"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// The arguments for bounds of farms. A certificate names one in By; Count is a number of slots,
// and Group a processor type or a licence.
//
//   - chain: a job starts no earlier than its submission and the ends of its predecessors on
//     their fastest machines;
//   - slots, memory: the jobs whose smallest part needs Count slots or more (and the type Group)
//     run on machines as large (of that type), which do no more work in a second than all their
//     slots, or all their memory, at full speed;
//   - licence: no machine has licences Group of its own, and each of the farm's is used by one
//     part at a time;
//   - nothing: no lateness is below 0.
//
// An argument of capacity is applied to the makespan from each release on, and to the lateness up
// to each deadline. The best of these is found in O(n log n).

// Proves reports whether the argument of a bound proves its value.
func (c *Check) Proves(b *scenario.Bound, m *verify.Metric) bool {
	if b.Certificate == nil {
		return false
	}
	f := c.relax()
	value, ok := math.Inf(-1), true
	switch by := b.Certificate.Argument; {
	case m.Name == "maxLateness" && by == "nothing":
		value = 0
	case by == "chain":
		value = f.chain(m.Name)
	case m.Name == "makespan" || m.Name == "maxLateness":
		value, ok = f.capacity(by, b.Certificate.Count, b.Certificate.Group, m.Name == "maxLateness")
	}
	return ok && (b.Value <= value || verify.ApproxEqualSum(b.Value, value, m.MaxTerm))
}

// A relaxation has the release and the least length of every job without resource limits.
type relaxation struct {
	c       *Check
	release []float64
	length  []float64
}

// relax computes releases and least lengths of the jobs, predecessors first.
func (c *Check) relax() *relaxation {
	f := &relaxation{c, make([]float64, len(c.Problem.Jobs)), make([]float64, len(c.Problem.Jobs))}
	known, plain, bySpeed := make([]bool, len(c.Problem.Jobs)), farm.Job{}, []*farm.Machine(nil)
	for q := range c.Problem.Machines {
		bySpeed = append(bySpeed, &c.Problem.Machines[q])
	}
	sorting.Sort(bySpeed, func(a, b *farm.Machine) int { return sorting.Ascending(plain.SpeedOf(b), plain.SpeedOf(a)) })
	var visit func(j int)
	visit = func(j int) {
		if known[j] {
			return
		}
		known[j] = true
		job := &c.Problem.Jobs[j]
		at, length := max(0, job.Submitted), job.Duration/c.maxSpeed(job, bySpeed)
		for k := range job.After {
			other := c.JobIndex[job.After[k].Job]
			visit(other)
			at = max(at, f.release[other]+f.length[other]+job.After[k].Delay)
		}
		if r := job.Running; r != nil {
			at = r.Since
			if job.Preemptible {
				at, length = 0, length+r.Since
			}
		}
		f.release[j], f.length[j] = at, max(0, length)
	}
	for j := range c.Problem.Jobs {
		visit(j)
	}
	return f
}

// maxSpeed returns the greatest speed at which a job could run. For a job that stays on its
// machines it is the speed of the slowest part. The machines are given in the order of their
// speeds, the fastest first.
func (c *Check) maxSpeed(job *farm.Job, bySpeed []*farm.Machine) float64 {
	top, slowest := 0.0, math.Inf(1)
	for _, m := range c.runningOn(job) {
		speed := job.SpeedOf(m)
		top, slowest = max(top, speed), min(slowest, speed)
	}
	if job.Running != nil && !job.Preemptible {
		return slowest
	}
	parts, plain := c.PartCounts(job), farm.Job{}
	for _, m := range bySpeed {
		if len(job.Speeds) == 0 && plain.SpeedOf(m) <= top {
			break
		}
		speed := max(plain.SpeedOf(m), job.SpeedOf(m))
		if speed > top && c.CanRun(m, job, parts[len(parts)-1]) {
			top = speed
		}
	}
	return top
}

// runningOn returns the machines on which a job runs at 0.
func (c *Check) runningOn(job *farm.Job) (list []*farm.Machine) {
	if r := job.Running; r != nil {
		for _, id := range append([]string{r.Machine}, r.OtherMachines...) {
			list = append(list, &c.Problem.Machines[c.MachineIndex[id]])
		}
	}
	return list
}

// chain returns the bound by the longest chain.
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

// A demand is the contribution of a job to an argument of capacity.
type demand struct{ release, due, work float64 }

// capacity returns the best bound of an argument about capacity.
func (f *relaxation) capacity(by string, count float64, group string, late bool) (value float64, ok bool) {
	power, list := 0.0, []demand(nil)
	switch by {
	case "slots", "memory":
		power, list = f.machines(by == "memory", count, group, late)
	case "licence":
		power, list = f.licences(group, late)
	}
	if power == 0 {
		return 0, false
	}
	sorting.Sort(list, func(a, b demand) int {
		if late {
			return sorting.Ascending(a.due, b.due)
		}
		return sorting.Ascending(b.release, a.release)
	})
	area, first := 0.0, math.Inf(1)
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

// demand returns the contribution of a job to an argument. It reports false if the argument is
// about lateness and the job has no deadline.
func (f *relaxation) demand(j int, work float64, late bool) (d demand, ok bool) {
	d = demand{release: max(0, f.release[j]), work: work}
	if due := f.c.Problem.Jobs[j].Deadline; due != nil {
		d.due = *due
	} else if late {
		return d, false
	}
	return d, true
}

// machines returns the capacity and the demands of an argument about slots or memory of a group
// of machines.
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
			smallest = 1 // its number of parts may no longer be allowed
			for _, m := range f.c.runningOn(job) {
				left = min(left, job.Duration+r.Since*job.SpeedOf(m))
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
			for id, s := range job.Speeds { // a maximum, in any order
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

// licences returns the capacity and the demands of an argument about a floating licence, none if
// a machine has the licence too.
func (f *relaxation) licences(name string, late bool) (power float64, list []demand) {
	for q := range f.c.Problem.Machines {
		if _, own := f.c.Problem.Machines[q].Licenses[name]; own {
			return 0, nil
		}
	}
	for j := range f.c.Problem.Jobs {
		job := &f.c.Problem.Jobs[j]
		n := job.Licenses[name]
		if d, ok := f.demand(j, float64(n)*f.length[j], late); ok && n > 0 && job.Running == nil {
			list = append(list, d)
		}
	}
	return float64(f.c.Problem.Licenses[name]), list
}
