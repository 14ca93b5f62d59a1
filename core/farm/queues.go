package farm

import (
	"context"
	"slices"

	"gridbox/core/work"
)

// fcfs starts jobs strictly in the order of the queue: the first that cannot
// start holds up all others.
type fcfs struct{}

func (*fcfs) begin(*stream, []event) {}

func (*fcfs) decide(ctx context.Context, s *stream) error {
	s.fresh, s.early = s.fresh[:0], false
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
type easy struct{ failed []failure }

func (*easy) begin(*stream, []event) {}

// A failure is a request that could not start now; what needs as much cannot
// either, as long as nothing is given back.
type failure struct {
	need
	job  int32
	left float64
}

func (e *easy) decide(ctx context.Context, s *stream) error {
	s.fresh, s.early = s.fresh[:0], false
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
	e.failed = e.failed[:0]
	queue := s.queue // leave may make a new one
	for i := s.head + 1; i < len(queue) && s.free > 0; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		if j := queue[i]; j >= 0 && s.waiting[j] && int(s.in.smallest(j)) <= s.free && !e.hopeless(s, j) {
			e.backfill(s, j)
		}
		if len(queue) != len(s.queue) { // leave closed the gaps: look from the front again, past the first
			queue, i = s.queue, s.head
		}
	}
	s.book.give(first, s.now)
	return nil
}

func (e *easy) backfill(s *stream, j int32) {
	h := s.best(j, s.now)
	switch {
	case h == nil:
		s.stranded(j)
	case h.start == s.now:
		h.how = work.HowBackfill
		s.start(h, false)
	default:
		if s.in.jobs[j].data {
			s.wake(h.start)
		}
		if len(e.failed) < 16 {
			e.failed = append(e.failed, failure{s.in.jobs[j].part(1), j, s.left[j]})
		}
	}
}

// hopeless tells whether a job asks for no less than one that failed.
func (e *easy) hopeless(s *stream, j int32) bool {
	job, from := &s.in.jobs[j], &s.in.p.Jobs[j]
	if len(job.parts) > 1 || job.data || from.Speeds != nil {
		return false
	}
	n := job.part(1)
	for i := range e.failed {
		f := &e.failed[i]
		other, his := &s.in.jobs[f.job], &s.in.p.Jobs[f.job]
		if len(other.parts) == 1 && !other.data && his.Speeds == nil && len(other.licences) == 0 && (his.Type == "" || his.Type == from.Type) &&
			n.slots >= f.slots && n.memory >= f.memory && s.left[j] >= f.left {
			return true
		}
	}
	return false
}

// conservative gives every job a reservation when it joins the queue, the
// earliest that delays none before it. When the future turns out otherwise, a
// job ending early or late, all reservations are made anew in the order of the
// queue.
type conservative struct{}

func (*conservative) begin(s *stream, planned []event) {
	if s.early {
		return // what was planned may not fit any more; decide plans anew
	}
	slices.SortFunc(planned, func(a, b event) int {
		if s.behind(a.job, b.job) {
			return 1
		}
		return -1
	})
	for _, e := range planned {
		if h := s.plans[e.job]; h != nil && h.start == s.now {
			s.plans[e.job] = nil
			s.start(h, true)
		}
	}
}

func (*conservative) decide(ctx context.Context, s *stream) error {
	again := s.fresh
	if s.early {
		again = nil
		for _, j := range s.queue[s.head:] {
			if j < 0 {
				continue
			}
			again = append(again, j)
			if h := s.plans[j]; h != nil {
				s.book.give(h, h.start)
				s.plans[j] = nil
			}
		}
	}
	for i, j := range again {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		h := s.best(j, s.now)
		if h == nil {
			s.stranded(j)
			return nil
		}
		for _, q := range h.machines {
			h.finish = append(h.finish, h.start+s.left[j]/s.in.speed(j, q))
		}
		s.book.take(h)
		s.plans[j] = h
		s.push(event{time: h.start, what: starts, job: j})
	}
	s.fresh, s.early = s.fresh[:0], false
	return nil
}
