package solve

import (
	"context"
	"math"

	"gridbox/core/kind/farm"
)

// fcfs starts jobs strictly in the order of the queue: the first that cannot start blocks all
// others.
type fcfs struct{}

// begin does nothing: there are no reservations.
func (*fcfs) begin(*stream, []event) {}

// handleEarlyEnd does nothing: there are no reservations.
func (*fcfs) handleEarlyEnd(*stream, *hold) {}

// followsQueue reports that jobs start in the order of the queue.
func (*fcfs) followsQueue() bool { return true }

// decide starts jobs from the front of the queue.
func (*fcfs) decide(ctx context.Context, s *stream) error {
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	for s.head < len(s.queue) && s.failure == "" {
		if h := s.startFirst(); h != nil {
			s.wake(h.start)
			s.recycle(h)
			return nil
		}
	}
	return nil
}

// startFirst starts the first job of the queue. If it cannot start now, the hold of its earliest
// start is returned.
func (s *stream) startFirst() *hold {
	j := s.queue[s.head]
	h := s.bestHold(j, s.now)
	switch {
	case h == nil:
		s.markStuck(j)
		return nil
	case h.start > s.now:
		return h
	}
	s.start(h, false)
	return nil
}

// easy is EASY backfilling (Lifka 1995): the first job of the queue that cannot start gets a
// reservation, and others overtake it if that does not delay the reservation, by their estimates.
// The reservation is for specific machines and is made again at every event.
//
// Complexity: at every event O(m) for m machines, and O(log n) for each of n jobs that the sieve
// finds.
type easy struct {
	holes     holes
	jobIndex  *jobIndex
	newJobs   []int32 // jobs not yet added to the sieve
	startable []int32 // by the sieve
	// delay is that of greedy: the reservation starts no earlier than this share of the estimate
	// from now.
	delay float64
	// relax is that of AlgorithmRelaxed; allowed has, by job, the time until which the start of its
	// reservation may be put off, NaN before it gets one.
	relax       float64
	latestStart []float64
	// fill starts other jobs than the first, which has a reservation; nil means past.
	fill func(ctx context.Context, s *stream, first *hold) error
}

// begin does nothing: reservations do not outlive an event.
func (*easy) begin(*stream, []event) {}

// handleEarlyEnd does nothing: reservations do not outlive an event.
func (*easy) handleEarlyEnd(*stream, *hold) {}

// decide starts jobs from the front of the queue, then backfills.
func (e *easy) decide(ctx context.Context, s *stream) error {
	e.newJobs = append(e.newJobs, s.newJobs...)
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	var first *hold
	for s.head < len(s.queue) && first == nil && s.failure == "" {
		j := s.queue[s.head]
		if first = s.startFirst(); first == nil && e.jobIndex != nil {
			e.jobIndex.remove(j)
		}
	}
	if first == nil {
		return nil
	}
	if e.delay == 0 {
		s.wake(first.start) // the start of a reservation that is put off is not an event
	}
	if from := e.minReservationStart(s, first); from > s.now {
		j := first.job
		s.recycle(first)
		if first = s.bestHold(j, from); first == nil {
			s.markStuck(j)
			return nil
		}
	}
	if e.delay > 0 && s.in.jobs[first.job].data {
		s.wake(first.start)
	}
	e.holes.reserve(s, first)
	fill := e.fill
	if fill == nil {
		fill = e.backfill
	}
	err := fill(ctx, s, first)
	s.release(first)
	s.recycle(first)
	return err
}

// minReservationStart returns the time before which the reservation of the first job does not start. The
// hold is that of its earliest start.
func (e *easy) minReservationStart(s *stream, first *hold) float64 {
	j := first.job
	if e.relax == 0 {
		return s.now + float64(e.delay*s.remaining[j])
	}
	if math.IsNaN(e.latestStart[j]) {
		e.latestStart[j] = first.start + float64(e.relax*(first.start-s.in.jobs[j].submitted))
		s.recordAllowed(j, first.start, e.latestStart[j])
	}
	return e.latestStart[j]
}

// backfill starts the jobs of the queue that do not delay the reservation of the first job, until
// no slot is free. The error is the context's.
func (e *easy) backfill(ctx context.Context, s *stream, first *hold) error {
	e.updateJobIndex(s)
	e.jobIndex.reserve(first, &e.holes)
	length, from := len(s.queue), e.jobIndex.rank[first.job]+1
	for i := 1; s.free > 0; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j := e.jobIndex.next(from)
		if j < 0 {
			break
		}
		if from = e.jobIndex.rank[j] + 1; e.holes.mayStart(s, j) && e.holes.backfill(s, j) {
			e.jobIndex.remove(j)
			e.jobIndex.stale = true
		}
		if length != len(s.queue) { // leave closed the gaps: continue after the first job
			length, from = len(s.queue), e.jobIndex.rank[first.job]+1
		}
	}
	return nil
}

// updateJobIndex adds the new jobs that still wait to the sieve.
func (e *easy) updateJobIndex(s *stream) {
	if e.jobIndex == nil {
		e.jobIndex = newJobIndex(s, s.follows)
	}
	for _, j := range e.newJobs {
		if s.waiting[j] {
			e.jobIndex.add(j)
		}
	}
	e.newJobs = e.newJobs[:0]
}

// reserve adds the reservation of the first job and finds the remaining holes.
func (l *holes) reserve(s *stream, first *hold) {
	s.promise(first)
	l.find(s)
}

// promise adds a reservation that may be made again later.
func (s *stream) promise(h *hold) {
	for _, q := range h.machines {
		h.finish = append(h.finish, h.start+s.remaining[h.job]/s.in.speed(h.job, q))
	}
	s.calendar.occupy(h)
	s.plans[h.job] = h
}

// release removes the reservation of the first job.
func (s *stream) release(first *hold) {
	s.calendar.release(first, s.now)
	s.plans[first.job] = nil
}

// backfill starts a job if it can start now, and reports whether it did.
func (l *holes) backfill(s *stream, j int32) bool {
	h := s.bestHoldNow(j)
	switch {
	case h == nil:
		s.markStuck(j)
	case h.start == s.now:
		h.startKind = farm.StartBackfill
		s.start(h, false)
		l.remeasure(s, h)
		return true
	case s.in.jobs[j].data:
		s.wake(h.start)
		s.recycle(h)
	default:
		s.recycle(h)
	}
	return false
}
