package solve

import (
	"context"
	"slices"

	"gridbox/core/kind/farm"
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
	depth int  // how many jobs get a reservation; 0 counts as 1
	holes holes
	sieve *sieve
	fresh []int32   // jobs that the sieve is yet to hear of
	line  *ordering // of jobs: by their formula where scores stay, by submission where they change
	jobs  []int32   // that wait, in line
	found []int32   // by the sieve
	may   []scored  // a heap of those, where scores change
	kept  bool      // whether no score changes while a job waits
	// sorted says that the sieve has the jobs in the order in which they are tried.
	sorted bool
}

func (*asked) begin(*stream, []event) {}
func (*asked) freed(*stream, *hold)   {}

// newAsked makes it ready for a run.
func newAsked(s *scores, fill bool) *asked {
	a := &asked{fill: fill, kept: !s.job.moving && (s.backfill == nil || !s.backfill.moving), line: s.job}
	if !a.kept {
		a.line = s.submission()
	}
	a.sorted = a.kept
	return a
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
		a.jobs = sorting.Put(a.jobs, a.line.place(a.jobs, j), j)
		if !a.kept {
			continue
		}
		s.own.doubt(s, s.own.job, j)
		if o := s.own.backfill; o != nil {
			s.own.doubt(s, o, j)
		}
	}
}

// leave takes a job out that starts.
func (a *asked) leave(j int32) {
	i := a.line.place(a.jobs, j)
	a.jobs = slices.Delete(a.jobs, i, i+1)
	if a.sieve != nil {
		a.sieve.leave(j)
	}
}

// told has the sieve hear of the jobs that have come and still wait.
func (a *asked) told(s *stream) {
	if a.sieve == nil {
		behind := s.behind
		if a.sorted {
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
	if s.predictor != nil {
		if !s.news && !s.woken {
			return nil // a correction calls for no pass
		}
		s.news = false
		a.predict(s)
	}
	a.join(s)
	if a.fill {
		a.fresh = append(a.fresh, s.fresh...)
	}
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	if s.free == 0 || s.head == len(s.queue) {
		return nil
	}
	place := 0
	if !a.kept {
		place = s.own.rank(s.own.job, s, a.jobs)
		if s.own.backfill != nil {
			s.own.rank(s.own.backfill, s, a.jobs)
		}
	}
	s.waitingJobs, s.freeSlots = len(a.jobs), s.free
	if s.predictor == nil {
		s.tellScores(a.jobs)
	}
	for len(a.jobs) > 0 && s.stuck == "" {
		j := a.jobs[place]
		h := s.best(j, s.now)
		switch {
		case h == nil:
			s.stranded(j)
			return nil
		case h.start > s.now:
			if s.predictor == nil || s.in.jobs[j].data {
				s.wake(h.start)
			}
			if !a.fill {
				return nil
			}
			return a.past(ctx, s, h)
		}
		h.how = s.inTurn(j, a.fill)
		s.start(h, false)
		a.leave(j)
		if !a.kept && len(a.jobs) > 0 {
			place = s.own.job.least(a.jobs)
		}
	}
	return nil
}

// past starts others than the first, which has a reservation.
func (a *asked) past(ctx context.Context, s *stream, first *hold) error {
	a.told(s)
	a.holes.reserve(s, first)
	further, err := a.further(ctx, s, first.job)
	if err == nil {
		a.sieve.reserve(first, &a.holes)
		err = a.each(ctx, s)
	}
	for _, h := range further {
		s.release(h)
		s.forget(h)
	}
	s.release(first)
	return err
}

// further gives the jobs of the queue behind its first reservations, until there are as
// many as the depth says. A job that can start at once starts.
func (a *asked) further(ctx context.Context, s *stream, first int32) (list []*hold, err error) {
	if a.depth <= 1 {
		return nil, nil
	}
	jobs := slices.Clone(a.jobs)
	if !a.kept {
		s.own.job.sort(jobs)
	}
	for i, j := range jobs {
		if len(list) >= a.depth-1 || s.stuck != "" {
			break
		}
		if err = s.tick(ctx, i); err != nil {
			break
		}
		if j == first {
			continue
		}
		h := s.best(j, s.now)
		switch {
		case h == nil:
			s.stranded(j)
		case h.start == s.now:
			h.how = farm.HowBackfill
			s.start(h, false)
			a.leave(j)
		default:
			s.wake(h.start)
			s.promise(h)
			list = append(list, h)
		}
	}
	a.holes.find(s)
	return list, err
}

// each tries the jobs that the sieve lets through, in their order.
func (a *asked) each(ctx context.Context, s *stream) error {
	if !a.sorted {
		a.sift(s)
	}
	from := int32(0)
	for i := 1; s.free > 0 && s.stuck == ""; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j := int32(-1)
		if a.sorted {
			j = a.sieve.next(from)
		} else if len(a.may) > 0 && a.sieve.some(1) {
			j, a.may = pop(a.may)
		}
		if j < 0 {
			break
		}
		if from = a.sieve.rank[j] + 1; s.plans[j] == nil && a.holes.may(s, j) && a.holes.backfill(s, j) {
			a.leave(j)
			a.sieve.stale = true
			if !a.sorted {
				a.sieve.measure()
			}
		}
	}
	return nil
}

// sift makes a heap of the jobs that the sieve lets through. Whether a machine has
// room is asked when one comes to be the first of them, since most never do.
func (a *asked) sift(s *stream) {
	a.found = a.sieve.all(a.found[:0])
	o := a.order(s)
	a.may = a.may[:0]
	for _, j := range a.found {
		if s.plans[j] == nil {
			a.may = append(a.may, o.scored(j))
		}
	}
	heap(a.may)
}
