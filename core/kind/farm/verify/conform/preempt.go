package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// Limits of preemption: the number of machines on which it is tried, and the number of
// preemptions of a job.
const (
	maxTrials = 8
	maxStops  = 16
)

// A preemption is a set of jobs to preempt for another on a machine.
type preemption struct {
	machine  int
	victims  []int
	priority float64 // sum over the victims
}

// preempt preempts running jobs so that a job can start when it is ready. It returns nil if no
// preemption makes it start before b.
func (p *pass) preempt(j int, b *booking) *booking {
	if len(b.machines) > 1 {
		return nil
	}
	var list []preemption
	running := p.preemptible()
	for _, q := range p.machinesFor(j, 1) {
		if len(running[q]) == 0 {
			continue
		}
		if at := p.readyOn(j, q, p.now); at < b.start && (p.onPreempt == nil || at == p.now) {
			if x := p.preemption(j, q, at, running[q]); x.victims != nil {
				list = append(list, x)
			}
		}
	}
	sorting.Sort(list, func(a, b preemption) int {
		return cmp.Or(len(a.victims)-len(b.victims), sorting.Ascending(a.priority, b.priority), a.machine-b.machine)
	})
	for i := range min(len(list), maxTrials) {
		if at := p.readyOn(j, list[i].machine, p.now); p.try(j, &list[i], at) {
			return &booking{job: j, machines: []int{list[i].machine}, start: at}
		}
	}
	return nil
}

// preemptible returns the running jobs that may be preempted, by machine.
func (p *pass) preemptible() map[int][]int {
	list := map[int][]int{}
	for _, v := range p.running {
		if x := &p.jobs[v]; x.Preemptible && len(x.successors) == 0 {
			for _, q := range x.booking.machines {
				list[q] = append(list[q], v)
			}
		}
	}
	return list
}

// preemption returns the running jobs of the lowest rank that make room for a job. It has no
// victims if all of them are too few.
func (p *pass) preemption(j, q int, at float64, running []int) preemption {
	list := slices.DeleteFunc(running, func(v int) bool { return !p.mayPreempt(v, j, at) })
	sorting.Sort(list, func(a, b int) int { return p.rank[b] - p.rank[a] })
	profile := p.machines[q].free
	room, x := profile[profile.indexAt(at)].free, preemption{machine: q}
	for _, v := range list {
		part := p.jobs[v].part(len(p.jobs[v].booking.machines))
		room.slots += part.slots
		room.memory += part.memory
		x.victims = append(x.victims, v)
		x.priority += p.priority[v]
		if room.covers(p.jobs[j].part(1)) {
			return x
		}
	}
	return preemption{}
}

// mayPreempt reports whether job v may be preempted for job j, by the ratio of priorities and
// that of the remaining to the invested time.
func (p *pass) mayPreempt(v, j int, at float64) bool {
	b := p.jobs[v].booking
	if b.start >= at || slices.Min(b.ends) <= at || p.jobs[v].stops >= maxStops {
		return false
	}
	invested := p.jobs[v].invested + (at - b.start)
	return p.priority[j] >= float64(p.Rules.PriorityRatio*p.priority[v]) && p.priority[v] > 0 &&
		b.end()-at >= float64(p.Rules.RemainingRatio*invested)
}

// try preempts the victims if the job can then start in time, and reports whether it can.
func (p *pass) try(j int, x *preemption, at float64) bool {
	for _, v := range x.victims {
		p.release(p.jobs[v].booking, at)
	}
	if p.earliestStart(j, x.machine, 1, at) > at {
		for _, v := range x.victims {
			p.occupy(p.jobs[v].booking, at)
		}
		return false
	}
	for _, v := range x.victims {
		y := &p.jobs[v]
		p.cut(y.booking, at, j)
		y.booking, y.end = nil, math.NaN()
		p.running = listWithout(p.running, v)
		if p.onPreempt != nil {
			p.onPreempt(v)
		}
		p.addDemand(v, 1)
		p.push(v)
	}
	return true
}

// cut records the piece of a job that ends by a preemption, and the progress that it keeps.
func (p *pass) cut(b *booking, at float64, by int) {
	x, slowest := &p.jobs[b.job], math.Inf(1)
	short := *b
	short.ends = slices.Repeat([]float64{at}, len(b.machines))
	for _, q := range b.machines {
		slowest = min(slowest, p.speed(b.job, q))
	}
	if x.Restartable {
		x.remaining -= float64((at - b.start) * slowest)
		x.work -= float64((at - b.start) * slowest)
		if x.remaining <= 0 {
			x.remaining = float64((b.end() - at) * slowest)
		}
		x.invested += at - b.start
	} else {
		x.invested = 0
	}
	x.stoppedAt = at
	x.stops++
	x.pieces = append(x.pieces, piece{short, true, by, p.priority[by] / p.priority[b.job], false})
}

// fillGap starts a restartable job in a gap in which it cannot end, if the job after the gap may
// preempt it. It reports whether there is such a gap.
func (p *pass) fillGap(j int, b *booking, ready float64) bool {
	x := &p.jobs[j]
	if !x.Preemptible || !x.Restartable || len(b.machines) > 1 || len(x.Licenses) > 0 {
		return false
	}
	part := x.part(1)
	var best *booking
	var by int
	for _, q := range p.machineOrder {
		if !p.CanRun(p.machines[q].Machine, x.Job, 1) {
			continue
		}
		free := p.machines[q].free
		start := free.earliestFree(part, 0, p.readyOn(j, q, ready))
		if start >= b.start || best != nil && start >= best.start {
			continue
		}
		if end, ok := free.lacking(part, start); ok {
			if i := slices.IndexFunc(p.placed[q], func(b *booking) bool {
				return p.mayCut(j, q, start, end,
					b)
			}); i >= 0 {
				best, by = &booking{job: j, machines: []int{q}, start: start, ends: []float64{end},
					startKind: farm.StartBackfill}, p.placed[q][i].job
			}
		}
	}
	if best == nil {
		return false
	}
	p.occupy(best, best.start)
	p.cut(best, best.ends[0], by)
	return true
}

// mayCut reports whether a booking may preempt a job that runs before it on a machine: it begins
// at the end of the gap, has the priority, and enough of the job is done and left.
func (p *pass) mayCut(j, q int, start, end float64, by *booking) bool {
	x, speed := &p.jobs[j], p.speed(j, q)
	spent, total, left := end-start, x.Duration/speed, x.remaining/speed
	return by.start == end && spent > 0 && spent < left && spent >= float64(p.Rules.SpentRatio*total) &&
		left-spent >= float64(p.Rules.RemainingRatio*(x.invested+spent)) &&
		p.priority[j] > 0 && p.priority[by.job] >= float64(p.Rules.PriorityRatio*p.priority[j])
}
