package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/reason"
)

// once schedules all jobs one time with everything known: the body of one
// cycle of the paper.
func (r *run) once(ctx context.Context) error {
	r.stats.Cycles = 1
	all := make([]int32, len(r.in.jobs))
	for j := range all {
		all[j] = int32(j)
	}
	r.prioritise(all, 0)
	r.tellOrder(all)
	running := r.assigned()
	for _, j := range running {
		r.tellPlaced(r.held[j])
	}
	var waiting []int32
	for _, j := range all {
		if r.in.p.Jobs[j].Running == nil {
			waiting = append(waiting, j)
		}
	}
	p := pass{run: r, now: 0, running: running, free: r.placeable(waiting), fill: r.in.rules.Backfill}
	if err := p.all(ctx); err != nil {
		return err
	}
	for _, j := range all {
		if r.held[j] != nil && !r.final(j) {
			r.done(r.held[j])
		}
	}
	return ctx.Err()
}

// final reports whether a job's last piece is noted.
func (r *run) final(j int32) bool {
	k := len(r.pieces[j])
	return k > 0 && !r.pieces[j][k-1].stopped
}

// placeable puts the jobs that wait for none that is yet to be placed into the
// order of their priority.
func (r *run) placeable(waiting []int32) *ranked {
	free := &ranked{place: r.place, order: r.order}
	for _, j := range waiting {
		r.open[j] = 0
		for _, d := range r.in.jobs[j].after {
			if math.IsNaN(r.finish[d.job]) {
				r.open[j]++
			}
		}
		r.want(j, 1)
		if r.open[j] == 0 {
			free.push(j)
		}
	}
	return free
}

// want enters a job into the demand on the classes that suit it, or strikes
// it, where demand has a weight or is told.
func (r *run) want(j int32, sign float64) {
	if r.in.rules.Demand == 0 && !r.on && r.o.until == nil {
		return
	}
	job := &r.in.jobs[j]
	k := job.parts[len(job.parts)-1]
	n := job.part(k)
	for c := range r.in.classes {
		if r.in.lacks(job, r.in.p.Jobs[j].Type, n, k, &r.in.classes[c]) == "" {
			r.book.wanted[c] += float64(sign * r.left[j] * float64(job.slots))
		}
	}
}

// A pass is one go through the jobs in the order of their static priority,
// those that others wait for before them.
type pass struct {
	*run
	now     float64
	running []int32 // jobs that run, which may be preempted
	free    *ranked
	planned []*hold
	fill    bool                   // whether preemptible jobs may be put before a reservation that stops them
	on      [][]*hold              // planned, by machine, where fill is set
	runs    [][]int32              // running, by machine
	stopped func(v int32, h *hold) // hears of every job that is stopped, in a stream
	started func(h *hold) bool     // takes over a hold in a stream; nil once
}

func (p *pass) all(ctx context.Context) error {
	for i := 0; len(p.free.places) > 0; i++ {
		if err := p.tick(ctx, i); err != nil {
			return err
		}
		j := p.free.pop()
		if p.o.until != nil && p.o.until(p.run, j) {
			return nil
		}
		p.want(j, -1)
		if !p.one(j) {
			return nil
		}
		if p.started != nil {
			continue
		}
		for _, next := range p.in.jobs[j].before {
			if p.open[next]--; p.open[next] == 0 {
				p.free.push(next)
			}
		}
	}
	return nil
}

// one places a job; it is false when there is no schedule.
func (p *pass) one(j int32) bool {
	h := p.run.best(j, p.now)
	if h == nil {
		p.stuck = p.unreachable(j)
		return false
	}
	ready := p.run.readyHold(h, p.now)
	if h.start > ready && !p.tails && p.in.rules.Preemption {
		if ours := p.preempt(j, h); ours != nil {
			h = ours
		} else if p.filler(j, h, ready) {
			return p.one(j) // the rest of it
		}
	}
	if len(h.finish) == 0 {
		p.settle(h, ready)
	}
	if p.started != nil {
		return p.started(h)
	}
	p.enterPlanned(h)
	return true
}

// settle says how a hold comes about.
func (r *run) settle(h *hold, ready float64) {
	h.how = farm.HowDirect
	if h.start > ready {
		h.how = farm.HowReserved
	}
	n := r.in.jobs[h.job].part(int32(len(h.machines)))
	for _, q := range h.machines {
		if h.start < r.book.tail(h.job, q, n, ready) {
			h.how = farm.HowBackfill
		}
	}
}

func (p *pass) enterPlanned(h *hold) {
	p.enter(h)
	p.planned = append(p.planned, h)
	if p.fill && p.in.rules.Preemption {
		p.remember(h)
	}
	p.tellPlaced(h)
}

// best finds machines and start for a job, nil when there are none.
func (r *run) best(j int32, now float64) *hold { return r.bestBefore(j, now, math.Inf(1)) }

// bestBefore is best for who asks for machines only where the start is before a time: a
// hold with another start may have none.
func (r *run) bestBefore(j int32, now, before float64) *hold {
	var best *hold
	for _, k := range r.in.jobs[j].parts {
		h := r.together(j, k, now, before)
		switch {
		case h == nil:
		case best == nil || h.start < best.start:
			best, before = h, min(before, h.start)
		default:
			r.forget(h)
		}
	}
	if best != nil && r.tails && r.o.Mode == farm.Published {
		r.justify(best)
	}
	return best
}

// justify moves a start as late as the schedule's length allows.
func (r *run) justify(h *hold) {
	longest := 0.0
	for _, q := range h.machines {
		longest = max(longest, r.left[h.job]/r.in.speed(h.job, q))
	}
	if h.start+longest <= r.makespan {
		h.start = max(h.start, r.makespan-longest)
	}
}

// readyHold is when a hold could have started had its machines been free.
func (r *run) readyHold(h *hold, now float64) float64 {
	ready := r.ready(h.job, now)
	at := ready
	for _, q := range h.machines {
		at = max(at, r.readyOn(h.job, q, ready))
	}
	return at
}

// unreachable says why a job that suits some machine cannot be placed.
func (r *run) unreachable(j int32) string {
	from := &r.in.p.Jobs[j]
	for _, d := range r.in.jobs[j].after {
		if d.data > 0 {
			of := r.in.p.Jobs[d.job].ID
			r.why = reason.New("unlinked", "job", from.ID, "dataOf", of).
				Say("job " + strconv.Quote(from.ID) + " needs data of job " + strconv.Quote(of) +
					", and no machine that suits it has a link to where those are; add links or leave the data out")
			return r.why.Text
		}
	}
	r.why = reason.New("too-few-machines", "job", from.ID).
		Say("job " + strconv.Quote(from.ID) + " finds not enough machines at a time")
	return r.why.Text
}
