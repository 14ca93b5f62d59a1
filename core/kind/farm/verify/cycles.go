package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
)

// cycles is two-stage scheduling of a stream: at multiples of the cycle, when
// there is news, all that waits is scheduled around what runs. What is not due
// before the next cycle is forgotten.
type cycles struct {
	due   bool
	asked bool
	at    float64
	count int
}

func (c *cycles) begin(m *moving, starting []happening) {
	for _, e := range starting {
		b := m.jobs[e.job].plan
		if b == nil || e.epoch != c.count || !m.waiting[e.job] {
			continue
		}
		if b.start < m.now || !m.fits(b, m.now) {
			m.news = true
			continue
		}
		m.start(b, false)
	}
	switch {
	case c.asked && m.now >= c.at:
		c.due, c.asked = true, false
	case m.rules.Cycle == 0:
		c.due = true
	case m.news || m.now == 0:
		c.ask(m, m.now)
	}
}

// ask calls for a cycle at the next multiple of the period.
func (c *cycles) ask(m *moving, from float64) {
	period := m.rules.Cycle
	at := float64(math.Ceil(from/period) * period)
	if at < from {
		at += period
	}
	if at <= m.now {
		c.due = true
		return
	}
	if !c.asked || at < c.at {
		c.asked, c.at = true, at
		m.wake(at)
	}
}

func (c *cycles) decide(m *moving) {
	if !c.due {
		return
	}
	c.due = false
	m.fresh, m.early, m.over, m.news = nil, false, false, false
	if len(m.queue) == 0 {
		return
	}
	c.count++
	waiting := slices.Clone(m.queue)
	m.prioritise(append(slices.Clone(waiting), m.ran...), m.now)
	x := &cycle{moving: m, count: c.count, next: math.Inf(1)}
	t := &turn{plan: m.plan, now: m.now, running: slices.Clone(m.ran), stopped: x.stopped, started: x.take}
	for _, j := range waiting {
		m.demand(j, 1)
		t.push(j)
	}
	t.all()
	for _, b := range x.planned {
		m.give(b, b.start)
	}
	clear(m.wanted)
	if period := m.rules.Cycle; period > 0 && x.next < math.Inf(1) {
		c.ask(m, max(m.now+period, float64(math.Floor(x.next/period)*period)))
	}
}

// A cycle collects what one decides.
type cycle struct {
	*moving
	count   int
	planned []*booking
	next    float64
}

func (x *cycle) take(b *booking) bool {
	if b.start == x.now {
		b.how = farm.HowDirect
		switch {
		case len(x.planned) > 0 || x.next < math.Inf(1):
			b.how = farm.HowBackfill
		case x.now > x.readyAt[b.job] && x.rules.Reservation:
			b.how = farm.HowReserved
		case x.now > x.readyAt[b.job]:
			b.how = farm.HowQueued
		}
		x.start(b, false)
		return x.rules.Reservation || x.idle > 0
	}
	if !x.rules.Reservation {
		x.next = min(x.next, b.start)
		if x.rules.Cycle == 0 && x.jobs[b.job].data {
			x.wake(b.start)
		}
		return x.rules.Backfill
	}
	x.finish(b)
	b.how = farm.HowReserved
	x.plan.take(b)
	x.planned = append(x.planned, b)
	if x.rules.Cycle == 0 || b.start < x.now+x.rules.Cycle {
		x.jobs[b.job].plan = b
		x.push(happening{time: b.start, what: jobStarts, job: b.job, epoch: x.count})
		return true
	}
	x.next = min(x.next, b.start)
	return true
}

// stopped puts a preempted job back into the queue.
func (x *cycle) stopped(v int, b *booking) {
	x.epoch[v]++
	x.idle += x.p.Jobs[v].Slots
	x.ran = slices.DeleteFunc(x.ran, func(j int) bool { return j == v })
	x.join(v)
	x.fresh = nil
}
