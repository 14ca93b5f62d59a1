package conform

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
)

// cycles is two-stage scheduling of a stream: at each multiple of the period with new events, a
// pass schedules all waiting jobs around the running ones. Reservations that start after the next
// cycle are dropped.
type cycles struct {
	*stream
	stages       *twoStage
	nextPass     float64 // time of the next pass, or +Inf
	count        int     // number of passes
	reservations []*booking
	next         float64 // first start after this cycle found by a pass
}

// decide runs a pass if one is due.
func (c *cycles) decide(due []event) {
	if !c.isDue(due) {
		return
	}
	c.news = false
	if len(c.queue) == 0 {
		return
	}
	c.count++
	c.reservations, c.next = nil, math.Inf(1)
	jobs := slices.Clone(c.queue)
	c.stages.prioritize(slices.Concat(jobs, c.running), c.now)
	p := &pass{twoStage: c.stages, now: c.now, running: c.running, onStart: c.startOrPlan, onPreempt: c.requeue}
	for _, j := range jobs {
		c.stages.addDemand(j, 1)
		p.push(j)
	}
	p.run()
	for _, b := range c.reservations {
		c.release(b, b.start)
	}
	for q := range c.machines {
		c.machines[q].demand = 0
	}
	if period := c.Rules.Cycle; period > 0 && c.next < math.Inf(1) {
		c.schedulePass(max(c.now+period, float64(math.Floor(c.next/period)*period)))
	}
}

// isDue starts the jobs whose reservations are due, and reports whether there is a pass now. A
// reservation that no longer fits requests a pass; one of an earlier pass does too.
func (c *cycles) isDue(due []event) bool {
	for _, e := range due {
		x := &c.jobs[e.job]
		switch {
		case e.number != c.count || !x.reserved:
		case x.booking.start < c.now || !c.fits(x.booking, c.now):
			c.news = true
		default:
			c.place(x.booking)
			c.start(x.booking, x.booking.startKind)
		}
	}
	switch {
	case c.now >= c.nextPass:
		c.nextPass = math.Inf(1)
		return true
	case c.Rules.Cycle == 0:
		return true
	case c.news || c.now == 0:
		return c.schedulePass(c.now)
	}
	return false
}

// schedulePass schedules a pass at the first multiple of the period at or after from, unless an
// earlier one is scheduled. It reports whether the time has already come; then nothing is
// scheduled.
func (c *cycles) schedulePass(from float64) bool {
	period := c.Rules.Cycle
	at := float64(math.Ceil(from/period) * period)
	if at < from {
		at += period
	}
	if at <= c.now {
		return true
	}
	if at < c.nextPass {
		c.nextPass = at
		c.wake(at)
	}
	return false
}

// startOrPlan handles the booking of a job by a pass. It reports false if the pass ends because
// nothing else can start.
func (c *cycles) startOrPlan(b *booking) bool {
	if b.start == c.now {
		how := farm.StartDirect
		switch {
		case len(c.reservations) > 0 || c.next < math.Inf(1):
			how = farm.StartBackfill
		case c.now > c.readyAt[b.job] && c.Rules.Reservation:
			how = farm.StartReserved
		case c.now > c.readyAt[b.job]:
			how = farm.StartQueued
		}
		c.place(b)
		c.start(b, how)
		return c.Rules.Reservation || c.idle > 0
	}
	if !c.Rules.Reservation {
		c.next = min(c.next, b.start)
		if c.Rules.Cycle == 0 && c.jobs[b.job].data {
			c.wake(b.start)
		}
		return c.Rules.Backfill
	}
	c.reserve(b)
	b.startKind = farm.StartReserved
	c.reservations = append(c.reservations, b)
	if c.Rules.Cycle > 0 && b.start >= c.now+c.Rules.Cycle {
		c.next = min(c.next, b.start)
		return true
	}
	c.jobs[b.job].booking, c.jobs[b.job].reserved = b, true
	c.push(event{time: b.start, kind: reservationDue, job: b.job, number: c.count})
	return true
}

// requeue puts a preempted job back into the queue.
func (c *cycles) requeue(j int) {
	c.starts[j]++
	c.idle += c.jobs[j].Slots
	c.running = listWithout(c.running, j)
	c.join(j)
}
