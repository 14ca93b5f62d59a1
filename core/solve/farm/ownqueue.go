package farm

import (
	"context"
	"slices"

	"gridbox/core/sorting"
)

// asked is FCFS and EASY with a queue in the order of scores. The queue of the
// stream stays as it is, by submission.
//
// Scores that do not change while a job waits are kept in order: a job that joins is
// put in its place, and the sieve of EASY has the jobs in the order in which they are
// tried, so that an event costs what it costs under EASY. Where scores change, all
// that wait are scored at every event, and who stands first is looked for; of the
// others the sieve gives those that may start, and a heap gives them one after another
// for as long as there is room.
type asked struct {
	fill  bool // whether others start past the first
	holes holes
	sieve *sieve
	fresh []int32 // jobs that the sieve is yet to hear of
	jobs  []int32 // that wait; by the formula of jobs where its scores stay
	may   []int32 // a heap of those that the sieve lets through, where scores change
	kept  bool    // whether no score changes while a job waits
}

func (*asked) begin(*stream, []event) {}
func (*asked) freed(*stream, *hold)   {}

// newAsked makes it ready for a run.
func newAsked(s *scores, fill bool) *asked {
	return &asked{fill: fill, kept: !s.job.moving && (s.backfill == nil || !s.backfill.moving)}
}

// order is that in which jobs are tried past the first.
func (a *asked) order(s *stream) *ordering {
	if s.own.backfill != nil {
		return s.own.backfill
	}
	return s.own.job
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
func (o *ordering) place(list []int32, j int32) int {
	from, to := 0, len(list)
	for from < to {
		if middle := (from + to) / 2; o.before(list[middle], j) {
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
		a.jobs = sorting.Put(a.jobs, s.own.job.place(a.jobs, j), j)
		s.own.doubt(s, s.own.job, j)
		if o := s.own.backfill; o != nil {
			s.own.doubt(s, o, j)
		}
	}
}

// leave takes a job out that starts.
func (a *asked) leave(s *stream, j int32) {
	if a.kept {
		i := s.own.job.place(a.jobs, j)
		a.jobs = slices.Delete(a.jobs, i, i+1)
	}
	if a.sieve != nil {
		a.sieve.leave(j)
	}
}

// told has the sieve hear of the jobs that have come and still wait.
func (a *asked) told(s *stream) {
	if a.sieve == nil {
		behind := s.behind
		if a.kept {
			o := a.order(s)
			behind = func(x, j int32) bool { return o.before(j, x) }
		}
		a.sieve = newSieve(s, behind)
	}
	for _, j := range a.fresh {
		if s.waiting[j] {
			a.sieve.join(j)
		}
	}
	a.fresh = a.fresh[:0]
}

func (a *asked) decide(ctx context.Context, s *stream) error {
	if a.kept {
		a.join(s)
	}
	if a.fill {
		a.fresh = append(a.fresh, s.fresh...)
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
		place := 0
		if !a.kept {
			place = s.own.job.least(a.jobs)
		}
		j := a.jobs[place]
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
		if !a.kept {
			a.jobs = slices.Delete(a.jobs, place, place+1)
		}
	}
	return nil
}

// past starts others than the first, which has a reservation.
func (a *asked) past(ctx context.Context, s *stream, first *hold) error {
	a.told(s)
	a.holes.reserve(s, first)
	a.sieve.reserve(first, &a.holes)
	err := a.each(ctx, s, first.job)
	s.release(first)
	return err
}

// each tries the jobs that the sieve lets through, in their order.
func (a *asked) each(ctx context.Context, s *stream, first int32) error {
	if !a.kept {
		if err := a.sift(ctx, s, first); err != nil {
			return err
		}
	}
	from := int32(0)
	for i := 1; s.free > 0 && s.stuck == ""; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j := int32(-1)
		if !a.kept && len(a.may) > 0 {
			j, a.may = a.order(s).pop(a.may)
		} else if a.kept {
			j = a.sieve.next(from)
		}
		if j < 0 {
			break
		}
		if from = a.sieve.rank[j] + 1; j != first && a.holes.may(s, j) && a.holes.backfill(s, j) {
			a.leave(s, j)
			a.sieve.stale = true
		}
	}
	return nil
}

// sift makes a heap of the jobs that the sieve lets through. Whether a machine has
// room is asked when one comes to be the first of them, since most never do.
func (a *asked) sift(ctx context.Context, s *stream, first int32) error {
	a.may = a.may[:0]
	for i, from := 1, int32(0); ; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j := a.sieve.next(from)
		if j < 0 {
			break
		}
		if from = a.sieve.rank[j] + 1; j != first {
			a.may = append(a.may, j)
		}
	}
	a.order(s).heap(a.may)
	return nil
}
