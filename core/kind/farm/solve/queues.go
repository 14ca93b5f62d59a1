package solve

import (
	"context"

	"gridbox/core/kind/farm"
)

// fcfs starts jobs strictly in the order of the queue: the first that cannot
// start holds up all others.
type fcfs struct{}

func (*fcfs) begin(*stream, []event) {}
func (*fcfs) freed(*stream, *hold)   {}
func (*fcfs) queued() bool           { return true }

func (*fcfs) decide(ctx context.Context, s *stream) error {
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	for s.head < len(s.queue) && s.stuck == "" {
		if h := s.startFirst(); h != nil {
			s.wake(h.start)
			s.forget(h)
			return nil
		}
	}
	return nil
}

// startFirst starts the first job of the queue; where it cannot start now it
// gives the machines and the time at which it could.
func (s *stream) startFirst() *hold {
	j := s.queue[s.head]
	h := s.best(j, s.now)
	switch {
	case h == nil:
		s.stranded(j)
		return nil
	case h.start > s.now:
		return h
	}
	s.start(h, false)
	return nil
}

// easy is EASY backfilling (Lifka 1995): the first job of the queue that
// cannot start gets a reservation; others start past it when that does not
// delay the reservation, by their estimates. The reservation is for concrete
// machines, made anew whenever something happens.
//
// Complexity: at every event O(m) for m machines, and O(log n) for each of n jobs
// that the sieve finds.
type easy struct {
	holes holes
	sieve *sieve
	fresh []int32 // jobs that the sieve is yet to hear of
	found []int32 // by the sieve
	delay float64 // the reservation starts no earlier than this share of the estimate from now
	// fill starts others than the first, which has a reservation; nil is past.
	fill func(ctx context.Context, s *stream, first *hold) error
}

func (*easy) begin(*stream, []event) {}
func (*easy) freed(*stream, *hold)   {}

func (e *easy) decide(ctx context.Context, s *stream) error {
	e.fresh = append(e.fresh, s.fresh...)
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	var first *hold
	for s.head < len(s.queue) && first == nil && s.stuck == "" {
		j := s.queue[s.head]
		if first = s.startFirst(); first == nil && e.sieve != nil {
			e.sieve.leave(j)
		}
	}
	if first == nil {
		return nil
	}
	if e.delay > 0 {
		j := first.job
		s.forget(first)
		if first = s.best(j, s.now+float64(e.delay*s.left[j])); first == nil {
			s.stranded(j)
			return nil
		}
	}
	if e.delay == 0 || s.in.jobs[first.job].data {
		s.wake(first.start) // put off, the reservation is no time at which anything happens
	}
	e.holes.reserve(s, first)
	fill := e.fill
	if fill == nil {
		fill = e.past
	}
	err := fill(ctx, s, first)
	s.release(first)
	s.forget(first)
	return err
}

// past starts others than the first, which has a reservation.
func (e *easy) past(ctx context.Context, s *stream, first *hold) error {
	e.told(s)
	e.sieve.reserve(first, &e.holes)
	length, from := len(s.queue), e.sieve.rank[first.job]+1
	for i := 1; s.free > 0; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j := e.sieve.next(from)
		if j < 0 {
			break
		}
		if from = e.sieve.rank[j] + 1; e.holes.may(s, j) && e.holes.backfill(s, j) {
			e.sieve.leave(j)
			e.sieve.stale = true
		}
		if length != len(s.queue) { // leave closed the gaps: look from the front again, past the first
			length, from = len(s.queue), e.sieve.rank[first.job]+1
		}
	}
	return nil
}

// told has the sieve hear of the jobs that have come and still wait.
func (e *easy) told(s *stream) {
	if e.sieve == nil {
		e.sieve = newSieve(s, s.behind)
	}
	for _, j := range e.fresh {
		if s.waiting[j] {
			e.sieve.join(j)
		}
	}
	e.fresh = e.fresh[:0]
}

// reserve takes the slots of the first job from the start that it has in sight,
// and lists the holes that are left.
func (l *holes) reserve(s *stream, first *hold) {
	s.promise(first)
	l.find(s)
}

// promise enters a reservation that the scheduler may make anew.
func (s *stream) promise(h *hold) {
	for _, q := range h.machines {
		h.finish = append(h.finish, h.start+s.left[h.job]/s.in.speed(h.job, q))
	}
	s.book.take(h)
	s.plans[h.job] = h
}

// release takes back the reservation of the first job.
func (s *stream) release(first *hold) {
	s.book.give(first, s.now)
	s.plans[first.job] = nil
}

// backfill starts a job if it can start now, and reports whether it did.
func (l *holes) backfill(s *stream, j int32) bool {
	h := s.bestNow(j)
	switch {
	case h == nil:
		s.stranded(j)
	case h.start == s.now:
		h.how = farm.HowBackfill
		s.start(h, false)
		l.taken(s, h)
		return true
	case s.in.jobs[j].data:
		s.wake(h.start)
		s.forget(h)
	default:
		s.forget(h)
	}
	return false
}
