package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/reason"
)

// scheduleAll schedules all jobs a single time with complete knowledge: the body of one cycle of the
// paper. If a job has no place, r.stuck is set. The error is the context's.
func (r *run) scheduleAll(ctx context.Context) error {
	r.stats.Cycles = 1
	all := make([]int32, len(r.in.jobs))
	for j := range all {
		all[j] = int32(j)
	}
	r.prioritise(all, 0)
	r.recordOrder(all)
	running := r.enterRunning()
	for _, j := range running {
		r.recordPlaced(r.holds[j])
	}
	var waiting []int32
	for _, j := range all {
		if r.in.p.Jobs[j].Running == nil {
			waiting = append(waiting, j)
		}
	}
	p := pass{run: r, now: 0, running: running, free: r.placeable(waiting), fill: r.in.rules.Backfill}
	if err := p.placeAll(ctx); err != nil {
		return err
	}
	for _, j := range all {
		if r.holds[j] != nil && !r.final(j) {
			r.done(r.holds[j])
		}
	}
	return ctx.Err()
}

// final reports whether the last piece of a job is recorded.
func (r *run) final(j int32) bool {
	k := len(r.pieces[j])
	return k > 0 && !r.pieces[j][k-1].stopped
}

// placeable returns the jobs without unplaced dependencies by priority, and counts the open
// dependencies of the others.
func (r *run) placeable(waiting []int32) *jobHeap {
	free := &jobHeap{position: r.position, order: r.order}
	for _, j := range waiting {
		r.open[j] = 0
		for _, d := range r.in.jobs[j].dependencies {
			if math.IsNaN(r.finish[d.job]) {
				r.open[j]++
			}
		}
		r.addDemand(j, 1)
		if r.open[j] == 0 {
			free.push(j)
		}
	}
	return free
}

// addDemand adds sign times the work of a job to the demand on its suitable classes. It does nothing
// if demand has no weight and is not recorded.
func (r *run) addDemand(j int32, sign float64) {
	if r.in.rules.Demand == 0 && !r.on && r.o.stopBefore == nil {
		return
	}
	job := &r.in.jobs[j]
	k := job.parts[len(job.parts)-1]
	n := job.part(k)
	for c := range r.in.classes {
		if r.in.lacks(job, r.in.p.Jobs[j].Type, n, k, &r.in.classes[c]) == "" {
			r.calendar.demand[c] += float64(sign * r.remaining[j] * float64(job.slots))
		}
	}
}

// A pass places the jobs once in the order of their static priority, dependencies first.
type pass struct {
	*run
	now     float64
	running []int32 // running jobs, which may be preempted
	free    *jobHeap
	planned []*hold
	// whether preemptible jobs may be placed before a reservation that stops them
	fill             bool
	plannedByMachine [][]*hold              // planned holds by machine, if fill is set
	runs             [][]int32              // running jobs by machine
	onStop           func(v int32, h *hold) // called for every job that is stopped, in a stream
	onStart          func(h *hold) bool     // takes over a hold in a stream; nil in a single run
}

// placeAll places all jobs.
func (p *pass) placeAll(ctx context.Context) error {
	for i := 0; len(p.free.heap) > 0; i++ {
		if err := p.tick(ctx, i); err != nil {
			return err
		}
		j := p.free.pop()
		if p.o.stopBefore != nil && p.o.stopBefore(p.run, j) {
			return nil
		}
		p.addDemand(j, -1)
		if !p.placeJob(j) {
			return nil
		}
		if p.onStart != nil {
			continue
		}
		for _, next := range p.in.jobs[j].dependents {
			if p.open[next]--; p.open[next] == 0 {
				p.free.push(next)
			}
		}
	}
	return nil
}

// placeJob places a job at its best start, after preempting other jobs or filling a gap with a
// first piece if the rules allow it. It reports false if there is no place, with the reason in
// p.stuck, or if started ends the cycle.
func (p *pass) placeJob(j int32) bool {
	h := p.run.bestHold(j, p.now)
	if h == nil {
		p.failure = p.unreachable(j)
		return false
	}
	ready := p.run.readyHold(h, p.now)
	if h.start > ready && !p.tails && p.in.rules.Preemption {
		if ours := p.preempt(j, h); ours != nil {
			h = ours
		} else if p.fillGap(j, h, ready) {
			return p.placeJob(j) // the rest of it
		}
	}
	if len(h.finish) == 0 {
		p.settle(h, ready)
	}
	if p.onStart != nil {
		return p.onStart(h)
	}
	p.enterPlanned(h)
	return true
}

// settle sets how a hold comes about.
func (r *run) settle(h *hold, ready float64) {
	h.startKind = farm.StartDirect
	if h.start > ready {
		h.startKind = farm.StartReserved
	}
	n := r.in.jobs[h.job].part(int32(len(h.machines)))
	for _, q := range h.machines {
		if h.start < r.calendar.tail(h.job, q, n, ready) {
			h.startKind = farm.StartBackfill
		}
	}
}

// enterPlanned adds a hold to the plan.
func (p *pass) enterPlanned(h *hold) {
	p.enter(h)
	p.planned = append(p.planned, h)
	if p.fill && p.in.rules.Preemption {
		p.remember(h)
	}
	p.recordPlaced(h)
}

// bestHold returns the hold with the earliest start of a job, over all numbers of parts, or nil if
// there is none.
func (r *run) bestHold(j int32, now float64) *hold { return r.bestHoldBefore(j, now, math.Inf(1)) }

// bestHoldBefore returns the same as bestHold for callers that need machines only if the start is before a time. A hold
// with a later start may have none.
func (r *run) bestHoldBefore(j int32, now, before float64) *hold {
	var best *hold
	for _, k := range r.in.jobs[j].parts {
		h := r.earliestHold(j, k, now, before)
		switch {
		case h == nil:
		case best == nil || h.start < best.start:
			best, before = h, min(before, h.start)
		default:
			r.recycle(h)
		}
	}
	if best != nil && r.tails && r.o.Mode == farm.Published {
		r.justify(best)
	}
	return best
}

// justify moves a start to as late as the schedule's length allows.
func (r *run) justify(h *hold) {
	longest := 0.0
	for _, q := range h.machines {
		longest = max(longest, r.remaining[h.job]/r.in.speed(h.job, q))
	}
	if h.start+longest <= r.makespan {
		h.start = max(h.start, r.makespan-longest)
	}
}

// readyHold returns the time at which a hold could have started with its machines free.
func (r *run) readyHold(h *hold, now float64) float64 {
	ready := r.ready(h.job, now)
	at := ready
	for _, q := range h.machines {
		at = max(at, r.readyOn(h.job, q, ready))
	}
	return at
}

// unreachable returns the reason why a job that suits some machine cannot be placed.
func (r *run) unreachable(j int32) string {
	from := &r.in.p.Jobs[j]
	for _, d := range r.in.jobs[j].dependencies {
		if d.data > 0 {
			of := r.in.p.Jobs[d.job].ID
			r.failureReason = reason.New("unlinked", "job", from.ID, "dataOf", of).
				Say(i18n.English("job {} needs data of job {}, and no machine that suits it has a link to where those "+
					"are; add links or leave the data out", strconv.Quote(from.ID), strconv.Quote(of)))
			return r.failureReason.Text
		}
	}
	r.failureReason = reason.New("too-few-machines", "job", from.ID).
		Say(i18n.English("job {} finds not enough machines at a time", strconv.Quote(from.ID)))
	return r.failureReason.Text
}
