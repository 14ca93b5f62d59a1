package farm

import (
	"context"
	"slices"
)

// asked is FCFS and EASY with a queue in the order of scores. The queue of the
// stream stays as it is, by submission.
//
// Scores that do not change while a job waits are kept in order: a job that joins is
// put in its place, so that an event costs what it costs under EASY. Where scores
// change, all that wait are scored at every event, who stands first is looked
// for, and of the others those are sorted that may start.
type asked struct {
	fill  bool // whether others start past the first
	holes holes
	jobs  []int32 // that wait; by the formula of jobs where its scores stay
	fills []int32 // the same by the formula of backfilling, where there is one
	kept  bool    // whether the two are kept in order
}

func (*asked) begin(*stream, []event) {}
func (*asked) freed(*stream, *hold)   {}

// newAsked makes it ready for a run.
func newAsked(s *scores, fill bool) *asked {
	return &asked{fill: fill, kept: !s.job.moving && (s.backfill == nil || !s.backfill.moving)}
}

// waits lists the jobs of the queue.
func (s *stream) waits(into []int32) []int32 {
	into = into[:0]
	for _, j := range s.queue[s.head:] {
		if j >= 0 {
			into = append(into, j)
		}
	}
	return into
}

// place is where a job stands, or would, in a list that is in order.
func (o *ordering) place(s *stream, list []int32, j int32) int {
	from, to := 0, len(list)
	for from < to {
		if middle := (from + to) / 2; o.before(s, list[middle], j) {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// join puts the jobs that are new in their places.
func (a *asked) join(s *stream) {
	for _, j := range s.fresh {
		a.jobs = slices.Insert(a.jobs, s.own.job.place(s, a.jobs, j), j)
		s.own.doubt(s, s.own.job, j)
		if o := s.own.backfill; o != nil {
			a.fills = slices.Insert(a.fills, o.place(s, a.fills, j), j)
			s.own.doubt(s, o, j)
		}
	}
}

// leave takes a job out that starts.
func (a *asked) leave(s *stream, j int32) {
	if !a.kept {
		a.jobs = slices.DeleteFunc(a.jobs, func(x int32) bool { return x == j })
		return
	}
	i := s.own.job.place(s, a.jobs, j)
	a.jobs = slices.Delete(a.jobs, i, i+1)
	if o := s.own.backfill; o != nil {
		i = o.place(s, a.fills, j)
		a.fills = slices.Delete(a.fills, i, i+1)
	}
}

func (a *asked) decide(ctx context.Context, s *stream) error {
	if a.kept {
		a.join(s)
	}
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	if s.free == 0 || s.head == len(s.queue) {
		return nil
	}
	if !a.kept {
		a.jobs = s.waits(a.jobs)
		s.own.rank(s.own.job, s, a.jobs)
		if s.own.backfill != nil {
			s.own.rank(s.own.backfill, s, a.jobs)
		}
	}
	s.waitingJobs, s.freeSlots = len(a.jobs), s.free
	s.tellScores(a.jobs)
	for len(a.jobs) > 0 && s.stuck == "" {
		j := a.jobs[0]
		if !a.kept {
			j = s.own.job.least(s, a.jobs)
		}
		h := s.best(j, s.now)
		switch {
		case h == nil:
			s.stranded(j)
			return nil
		case h.start > s.now:
			s.wake(h.start)
			if !a.fill {
				return nil
			}
			return a.past(ctx, s, h)
		}
		h.how = s.inTurn(j, a.fill)
		s.start(h, false)
		a.leave(s, j)
	}
	return nil
}

// past starts others than the first, which has a reservation.
func (a *asked) past(ctx context.Context, s *stream, first *hold) error {
	a.holes.reserve(s, first)
	list := &a.jobs
	if a.kept && s.own.backfill != nil {
		list = &a.fills
	}
	if !a.kept {
		if err := a.sift(ctx, s, first.job); err != nil {
			return err
		}
	}
	for i := 0; i < len(*list) && s.free > 0 && s.stuck == ""; {
		if err := s.tick(ctx, i+1); err != nil {
			return err
		}
		j, before := (*list)[i], len(*list)
		if j != first.job && a.holes.may(s, j) {
			a.fillWith(s, j)
		}
		if len(*list) == before {
			i++
		}
	}
	s.release(first)
	return nil
}

// sift keeps of the jobs those that may start past the first, in order. They are few.
func (a *asked) sift(ctx context.Context, s *stream, first int32) error {
	kept := a.jobs[:0]
	for i, j := range a.jobs {
		if err := s.tick(ctx, i+1); err != nil {
			return err
		}
		if j != first && a.holes.may(s, j) {
			kept = append(kept, j)
		}
	}
	order := s.own.job
	if s.own.backfill != nil {
		order = s.own.backfill
	}
	order.sort(s, kept)
	a.jobs = kept
	return nil
}

// fillWith starts a job past the first if it can, which then waits no more.
func (a *asked) fillWith(s *stream, j int32) {
	if a.holes.backfill(s, j) {
		a.leave(s, j)
	}
}
