package solve

import (
	"context"
	"math"

	"gridbox/core/kind/farm"
)

// cycles is two-stage scheduling of a stream. At each multiple of the policy's cycle at which
// something has happened since the last one, all waiting jobs are scheduled again, from their
// static priority on, around running jobs. Jobs whose start is before the next cycle are started
// then; all other reservations are provisional and dropped. With a cycle of 0 there is a cycle at
// every event.
//
// A job takes part once the jobs on which it depends have ended. Backfilling with preemptible
// jobs past the start of a reservation needs no planning here, because a later cycle stops them.
type cycles struct {
	due   bool // a cycle is due now
	asked bool // an event for the next cycle is pending
	at    float64
}

// handleEarlyEnd does nothing: reservations are made again in every cycle.
func (*cycles) handleEarlyEnd(*stream, *hold) {}

// begin starts the jobs that the last cycle planned for now, and determines whether a cycle is
// due.
func (c *cycles) begin(s *stream, planned []event) {
	period := s.in.rules.Cycle
	for _, e := range planned {
		if !c.startPlanned(s, &e) {
			s.news = true
		}
	}
	if c.asked && s.now >= c.at {
		c.due, c.asked = true, false
		return
	}
	if period == 0 {
		c.due = true
		return
	}
	if s.news || s.now == 0 {
		c.scheduleCycle(s, s.now)
	}
}

// scheduleCycle schedules a cycle at the next multiple of the period.
func (c *cycles) scheduleCycle(s *stream, from float64) {
	period := s.in.rules.Cycle
	at := float64(math.Ceil(from/period) * period)
	if at < from {
		at += period
	}
	if at <= s.now {
		c.due = true
		return
	}
	if !c.asked || at < c.at {
		c.asked, c.at = true, at
		s.wake(at)
	}
}

// startPlanned starts a job as the last cycle planned it. It reports false if the job's machines
// are not free as expected.
func (c *cycles) startPlanned(s *stream, e *event) bool {
	h := s.plans[e.job]
	if h == nil || e.epoch != int32(s.stats.Cycles) || !s.waiting[e.job] {
		return true
	}
	if h.start < s.now || !s.fits(h, s.now) {
		return false
	}
	s.start(h, false)
	return true
}

// decide runs a cycle if one is due, and requests the next one if a job could start only later. The
// error is the context's.
func (c *cycles) decide(ctx context.Context, s *stream) error {
	if !c.due {
		return nil
	}
	c.due = false
	s.newJobs, s.early, s.late, s.news = s.newJobs[:0], false, false, false
	var waiting []int32
	for _, j := range s.queue[s.head:] {
		if j >= 0 {
			waiting = append(waiting, j)
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	s.stats.Cycles++
	s.prioritise(append(append([]int32(nil), waiting...), s.running...), s.now)
	s.recordCycle(s.now, len(s.running), len(waiting))
	free := &jobHeap{position: s.position, order: s.order}
	for _, j := range waiting {
		s.addDemand(j, 1)
		free.push(j)
	}
	t := &cycle{stream: s, period: s.in.rules.Cycle, next: math.Inf(1)}
	p := pass{run: s.run, now: s.now, running: append([]int32(nil), s.running...), free: free, onStop: t.requeue,
		onStart: t.startOrPlan}
	err := p.placeAll(ctx)
	for _, h := range t.planned {
		s.calendar.release(h, h.start)
	}
	for c := range s.calendar.demand {
		s.calendar.demand[c] = 0
	}
	if t.period > 0 && t.next < math.Inf(1) {
		c.scheduleCycle(s, max(s.now+t.period, math.Floor(t.next/t.period)*t.period))
	}
	return err
}

// A cycle has the decisions of one cycle.
type cycle struct {
	*stream
	period  float64
	planned []*hold
	next    float64 // earliest planned start after the next cycle
}

// startOrPlan starts a hold or plans it. It reports false if the cycle ends.
func (t *cycle) startOrPlan(h *hold) bool {
	s := t.stream
	rules := &s.in.rules
	if h.start == s.now {
		h.startKind = farm.StartDirect
		switch {
		case len(t.planned) > 0 || t.next < math.Inf(1):
			h.startKind = farm.StartBackfill
		case s.now > s.readyAt[h.job] && rules.Reservation:
			h.startKind = farm.StartReserved
		case s.now > s.readyAt[h.job]:
			h.startKind = farm.StartQueued
		}
		s.start(h, false)
		return rules.Reservation || s.free > 0
	}
	if !rules.Reservation {
		t.next = min(t.next, h.start)
		if t.period == 0 && s.in.jobs[h.job].data {
			s.wake(h.start)
		}
		return rules.Backfill
	}
	h.finish = h.finish[:0]
	for _, q := range h.machines {
		h.finish = append(h.finish, h.start+s.remaining[h.job]/s.in.speed(h.job, q))
	}
	h.startKind = farm.StartReserved
	s.calendar.occupy(h)
	t.planned = append(t.planned, h)
	if t.period == 0 || h.start < s.now+t.period {
		s.plans[h.job] = h
		s.push(event{time: h.start, kind: starts, job: h.job, epoch: int32(s.stats.Cycles)})
		return true
	}
	t.next = min(t.next, h.start)
	return true
}

// requeue puts a preempted job back into the queue.
func (t *cycle) requeue(v int32, h *hold) {
	s := t.stream
	s.epoch[v]++
	s.free += int(s.in.jobs[v].slots)
	for i, j := range s.running {
		if j == v {
			s.running = append(s.running[:i], s.running[i+1:]...)
			break
		}
	}
	s.join(v)
	s.newJobs = s.newJobs[:0]
}
