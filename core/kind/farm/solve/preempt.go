package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// Preemption, after the paper's section 3. A running job may be stopped if it is preemptible and
//
//	priority of the preempting job >= PriorityRatio  x its priority
//	time remaining                 >= RemainingRatio x time invested
//
// All parts of a parallel job stop together. Our additions: a job is stopped only for a job in
// one part that then starts immediately and could not otherwise, and never while other jobs
// depend on it.

// maxTrials is the greatest number of machines on which a preemption is tried, fewest and least
// important victims first.
const maxTrials = 8

// maxStops is the greatest number of times that a job is stopped. Without it two jobs of the same
// priority could stop each other endlessly, if the ratios allow it and neither keeps its
// progress.
const maxStops = 16

// A victimSet is a set of victims on one machine that would make room.
type victimSet struct {
	machine int32
	victims []int32
	weight  float64 // priorities of the victims, summed
}

// preempt stops running jobs so that j can start when it is ready. It returns the hold, or nil if
// that is not possible. h is the hold without preemption.
func (p *pass) preempt(j int32, h *hold) *hold {
	if len(h.machines) > 1 || len(p.running) == 0 {
		return nil
	}
	p.sortRunning()
	var plots []victimSet
	ready := p.ready(j, p.now)
	p.suitable(j, 1, func(q int32) {
		if len(p.runs[q]) == 0 {
			return
		}
		if at := p.readyOn(j, q, ready); at < h.start && (p.onStop == nil || at == p.now) {
			if x := p.victims(j, q, at); x.victims != nil {
				plots = append(plots, x)
			}
		}
	})
	sorting.Sort(plots, func(a, b victimSet) int {
		switch {
		case len(a.victims) != len(b.victims):
			return len(a.victims) - len(b.victims)
		case a.weight < b.weight:
			return -1
		case a.weight > b.weight:
			return 1
		}
		return int(a.machine - b.machine)
	})
	for i := 0; i < len(plots) && i < maxTrials; i++ {
		if ours := p.tryPreempt(j, &plots[i], p.readyOn(j, plots[i].machine, ready)); ours != nil {
			return ours
		}
	}
	return nil
}

// sortRunning lists the preemptible running jobs of each machine.
func (p *pass) sortRunning() {
	if p.runs != nil {
		return
	}
	p.runs = make([][]int32, len(p.in.p.Machines))
	for _, v := range p.running {
		if p.in.p.Jobs[v].Preemptible && len(p.in.jobs[v].dependents) == 0 {
			for _, q := range p.holds[v].machines {
				p.runs[q] = append(p.runs[q], v)
			}
		}
	}
}

// mayStop reports whether job v may be stopped for job j at a time.
func (p *pass) mayStop(v, j int32, at float64) bool {
	h, rules := p.holds[v], &p.in.rules
	if h == nil || h.start >= at || h.end() <= at || p.stops[v] >= maxStops {
		return false
	}
	for _, f := range h.finish {
		if f <= at {
			return false // parts stop together, and this one has ended
		}
	}
	invested := p.creditedTime[v] + (at - h.start)
	return p.priority[j] >= float64(rules.PriorityRatio*p.priority[v]) && p.priority[v] > 0 &&
		h.end()-at >= float64(rules.RemainingRatio*invested)
}

// victims returns the least important running jobs on a machine whose slots and memory suffice, or
// none.
func (p *pass) victims(j, q int32, at float64) victimSet {
	x := victimSet{machine: q}
	var victims []int32
	for _, v := range p.runs[q] {
		if p.mayStop(v, j, at) {
			victims = append(victims, v)
		}
	}
	sorting.Sort(victims, func(a, b int32) int { return int(p.position[b] - p.position[a]) })
	free := p.calendar.store.freeAt(p.calendar.machines[q], at)
	want := p.in.jobs[j].part(1)
	for _, v := range victims {
		n := p.in.jobs[v].part(int32(len(p.holds[v].machines)))
		free.slots += n.slots
		free.memory += n.memory
		x.victims = append(x.victims, v)
		x.weight += p.priority[v]
		if free.slots >= want.slots && free.memory >= want.memory {
			return x
		}
	}
	return victimSet{}
}

// tryPreempt stops the victims if job j can then start at a time. It returns the hold of the job,
// or nil with the book unchanged.
func (p *pass) tryPreempt(j int32, x *victimSet, at float64) *hold {
	for _, v := range x.victims {
		p.calendar.release(p.holds[v], at)
	}
	n, duration := p.in.jobs[j].part(1), p.remaining[j]/p.in.speed(j, x.machine)
	if p.calendar.earliestStart(j, x.machine, n, duration, at) > at {
		for _, v := range x.victims {
			again := *p.holds[v]
			again.start = at
			p.calendar.occupy(&again)
		}
		return nil
	}
	for _, v := range x.victims {
		p.stop(v, j, at)
	}
	return p.newHold(j, x.machine, at)
}

// stop ends the piece of job v for job j at a time and puts v back among the waiting jobs.
func (p *pass) stop(v, j int32, at float64) {
	h := p.holds[v]
	p.cut(v, j, h, at)
	p.holds[v], p.finish[v] = nil, math.NaN()
	for i, other := range p.running {
		if other == v {
			p.running = slices.Delete(p.running, i, i+1)
			break
		}
	}
	for _, q := range h.machines {
		p.runs[q] = slices.DeleteFunc(p.runs[q], func(other int32) bool { return other == v })
	}
	if p.onStop != nil {
		p.onStop(v, h)
	}
	p.addDemand(v, 1)
	p.free.push(v)
}

// cut records the piece of job v that job j ends at a time, and updates the remaining work of v. A
// restartable job keeps its progress, another one loses it. Parts continue together from the
// progress of the slowest.
func (p *pass) cut(v, j int32, h *hold, at float64) {
	slowest := math.Inf(1)
	short := *h
	short.finish = make([]float64, len(h.machines))
	for i, q := range h.machines {
		slowest = min(slowest, p.in.speed(v, q))
		short.finish[i] = at
	}
	if p.in.p.Jobs[v].Restartable {
		p.remaining[v] -= float64((at - h.start) * slowest)
		p.truth[v] -= float64((at - h.start) * slowest)
		if p.remaining[v] <= 0 { // parts of different speeds, or an exceeded estimate
			p.remaining[v] = float64((h.end() - at) * slowest)
		}
		p.creditedTime[v] += at - h.start
	} else {
		p.creditedTime[v] = 0
	}
	p.from[v] = at
	p.stops[v]++
	p.pieces[v] = append(p.pieces[v], piece{hold: short, stopped: true, by: j, ratio: p.priority[j] / p.priority[v]})
	p.stats.Preemptions++
	p.recordStopped(v, j, at)
}

// remember adds a planned hold to the lists of its machines.
func (p *pass) remember(h *hold) {
	if p.plannedByMachine == nil {
		p.plannedByMachine = make([][]*hold, len(p.in.p.Machines))
	}
	for _, q := range h.machines {
		p.plannedByMachine[q] = append(p.plannedByMachine[q], h)
	}
}

// fillGap places the first piece of a restartable job into a gap in which the job cannot end. The
// reservation after the gap must be allowed to stop it. This is the paper's second way to backfill.
// The job needs SpentRatio of its time in the gap, "or it is not started".
//
// It reports whether a piece was placed. The caller places the rest of the job after the start of
// the reservation. The rest ends no later than the job in one piece, because the place of that
// piece is still available.
func (p *pass) fillGap(j int32, h *hold, ready float64) bool {
	from := &p.in.p.Jobs[j]
	if !p.fill || !from.Preemptible || !from.Restartable || len(h.machines) > 1 || len(from.Licenses) > 0 {
		return false
	}
	n := p.in.jobs[j].part(1)
	var best, stopper *hold
	p.suitable(j, 1, func(q int32) {
		start := p.calendar.store.earliestFree(p.calendar.machines[q], n, 0, p.readyOn(j, q, ready))
		if math.IsInf(start, 1) || start >= h.start || best != nil && start >= best.start {
			return
		}
		end, some := p.calendar.store.nextShortage(p.calendar.machines[q], n, start)
		if by := p.stopper(j, q, start, end); some && by != nil {
			best, stopper = &hold{job: j, machines: []int32{q}, start: start, finish: []float64{end},
				startKind: farm.StartBackfill}, by
		}
	})
	if best == nil {
		return false
	}
	p.calendar.occupy(best)
	p.cut(j, stopper.job, best, best.finish[0])
	return true
}

// stopper returns the reservation that begins at the end of a gap and may stop job j there, or
// nil if there is none or the ratios do not allow it.
func (p *pass) stopper(j, q int32, start, end float64) *hold {
	rules, speed := &p.in.rules, p.in.speed(j, q)
	spent, total, left := end-start, p.in.p.Jobs[j].Duration/speed, p.remaining[j]/speed
	if !(spent > 0) || spent >= left || spent < float64(rules.SpentRatio*total) ||
		left-spent < float64(rules.RemainingRatio*(p.creditedTime[j]+spent)) || p.plannedByMachine == nil {
		return nil
	}
	for _, h := range p.plannedByMachine[q] {
		if h.start == end && p.priority[j] > 0 && p.priority[h.job] >= float64(rules.PriorityRatio*p.priority[j]) {
			return h
		}
	}
	return nil
}
