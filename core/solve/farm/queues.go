package farm

import (
	"context"

	"gridbox/core/problem/farm"
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
type easy struct{ holes holes }

func (*easy) begin(*stream, []event) {}
func (*easy) freed(*stream, *hold)   {}

func (e *easy) decide(ctx context.Context, s *stream) error {
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	var first *hold
	for s.head < len(s.queue) && first == nil && s.stuck == "" {
		first = s.startFirst()
	}
	if first == nil {
		return nil
	}
	s.wake(first.start)
	for _, q := range first.machines {
		first.finish = append(first.finish, first.start+s.left[first.job]/s.in.speed(first.job, q))
	}
	s.book.take(first)
	s.plans[first.job] = first
	e.holes.find(s)
	queue := s.queue // leave may make a new one
	for i := s.head + 1; i < len(queue) && s.free > 0; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		if j := queue[i]; j >= 0 && s.waiting[j] && e.holes.may(s, j) {
			e.backfill(s, j)
		}
		if len(queue) != len(s.queue) { // leave closed the gaps: look from the front again, past the first
			queue, i = s.queue, s.head
		}
	}
	s.book.give(first, s.now)
	s.plans[first.job] = nil
	return nil
}

func (e *easy) backfill(s *stream, j int32) {
	h := s.best(j, s.now)
	switch {
	case h == nil:
		s.stranded(j)
	case h.start == s.now:
		h.how = farm.HowBackfill
		s.start(h, false)
		e.holes.taken(s, h)
	case s.in.jobs[j].data:
		s.wake(h.start)
	}
}
