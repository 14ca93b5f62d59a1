package solve

import (
	"context"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// scoredQueue is FCFS and EASY with a queue in the order of scores. The queue of the stream stays
// ordered by submission.
//
// If scores do not change while a job waits, the jobs are kept in order: a new job is inserted at
// its place, and the sieve of EASY has the jobs in the order in which they are tried, so an event
// costs as much as under EASY. If scores change, all waiting jobs are scored at every event and
// the first is selected. The sieve returns the others that may start, and a heap returns
// them one by one while there is room.
type scoredQueue struct {
	fill       bool // whether other jobs start past the first
	depth      int  // number of jobs that get a reservation; 0 counts as 1
	holes      holes
	jobIndex   *jobIndex
	newJobs    []int32     // jobs not yet added to the sieve
	line       *ordering   // by formula if scores are constant, otherwise by submission
	jobs       []int32     // waiting jobs, in line
	startable  []int32     // by the sieve
	candidates []scoredJob // heap of the found jobs, if scores change
	constant   bool        // whether scores are constant while a job waits
	// sorted is set if the sieve has the jobs in the order in which they are tried.
	sorted bool
}

// begin does nothing: reservations do not outlive an event.
func (*scoredQueue) begin(*stream, []event) {}

// handleEarlyEnd does nothing: reservations do not outlive an event.
func (*scoredQueue) handleEarlyEnd(*stream, *hold) {}

// newScoredQueue returns the scheduler of a run.
func newScoredQueue(s *scores, fill bool) *scoredQueue {
	a := &scoredQueue{fill: fill, constant: !s.job.moving && (s.backfill == nil || !s.backfill.moving), line: s.job}
	if !a.constant {
		a.line = s.submission()
	}
	a.sorted = a.constant
	return a
}

// order returns the order of backfilling.
func (a *scoredQueue) order(s *stream) *ordering {
	if s.scores.backfill != nil {
		return s.scores.backfill
	}
	return s.scores.job
}

// queuedJobs returns the waiting jobs.
func (s *stream) queuedJobs(into []int32) []int32 {
	into = into[:0]
	for _, j := range s.queue[s.head:] {
		if j >= 0 {
			into = append(into, j)
		}
	}
	return into
}

// insertionIndex returns the index of a job in a sorted list, or where it is to be inserted.
func (o *ordering) insertionIndex(list []int32, j int32) int {
	from, to := 0, len(list)
	for from < to {
		if middle := (from + to) / 2; o.precedes(list[middle], j) {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// join inserts the new jobs by their scores if these are constant, otherwise by submission.
// Constant scores that are not finite are counted.
func (a *scoredQueue) join(s *stream) {
	for _, j := range s.newJobs {
		a.jobs = sorting.Insert(a.jobs, a.line.insertionIndex(a.jobs, j), j)
		if !a.constant {
			continue
		}
		s.scores.checkScore(s, s.scores.job, j)
		if o := s.scores.backfill; o != nil {
			s.scores.checkScore(s, o, j)
		}
	}
}

// leave removes a job that starts.
func (a *scoredQueue) leave(j int32) {
	i := a.line.insertionIndex(a.jobs, j)
	a.jobs = slices.Delete(a.jobs, i, i+1)
	if a.jobIndex != nil {
		a.jobIndex.remove(j)
	}
}

// updateJobIndex adds the new jobs that still wait to the sieve.
func (a *scoredQueue) updateJobIndex(s *stream) {
	if a.jobIndex == nil {
		behind := s.follows
		if a.sorted {
			o := a.order(s)
			behind = func(x, j int32) bool { return o.precedes(j, x) }
		}
		a.jobIndex = newJobIndex(s, behind)
	}
	for _, j := range a.newJobs {
		if s.waiting[j] {
			a.jobIndex.add(j)
		}
	}
	a.newJobs = a.newJobs[:0]
}

// decide starts jobs from the front of the queue until one cannot start now, then backfills around
// its reservation if the algorithm does. A correction of a prediction alone needs no pass.
func (a *scoredQueue) decide(ctx context.Context, s *stream) error {
	if s.predictor != nil {
		if !s.news && !s.woken {
			return nil // a correction needs no pass
		}
		s.news = false
		a.predict(s)
	}
	a.join(s)
	if a.fill {
		a.newJobs = append(a.newJobs, s.newJobs...)
	}
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	if s.free == 0 || s.head == len(s.queue) {
		return nil
	}
	place := 0
	if !a.constant {
		place = s.scores.rank(s.scores.job, s, a.jobs)
		if s.scores.backfill != nil {
			s.scores.rank(s.scores.backfill, s, a.jobs)
		}
	}
	s.waitingJobs, s.freeSlots = len(a.jobs), s.free
	if s.predictor == nil {
		s.recordScores(a.jobs)
	}
	for len(a.jobs) > 0 && s.failure == "" {
		j := a.jobs[place]
		h := s.bestHold(j, s.now)
		switch {
		case h == nil:
			s.markStuck(j)
			return nil
		case h.start > s.now:
			if s.predictor == nil || s.in.jobs[j].data {
				s.wake(h.start)
			}
			if !a.fill {
				return nil
			}
			return a.backfill(ctx, s, h)
		}
		h.startKind = s.firstStartKind(j, a.fill)
		s.start(h, false)
		a.leave(j)
		if !a.constant && len(a.jobs) > 0 {
			place = s.scores.job.firstIndex(a.jobs)
		}
	}
	return nil
}

// backfill backfills, with a reservation for the first job.
func (a *scoredQueue) backfill(ctx context.Context, s *stream, first *hold) error {
	a.updateJobIndex(s)
	a.holes.reserve(s, first)
	further, err := a.reserveMore(ctx, s, first.job)
	if err == nil {
		a.jobIndex.reserve(first, &a.holes)
		err = a.tryCandidates(ctx, s)
	}
	for _, h := range further {
		s.release(h)
		s.recycle(h)
	}
	s.release(first)
	s.recycle(first)
	return err
}

// reserveMore reserves for further jobs at the front of the queue, up to the depth. A job that can
// start immediately starts.
func (a *scoredQueue) reserveMore(ctx context.Context, s *stream, first int32) (list []*hold, err error) {
	if a.depth <= 1 {
		return nil, nil
	}
	jobs := slices.Clone(a.jobs)
	if !a.constant {
		s.scores.job.sort(jobs)
	}
	for i, j := range jobs {
		if len(list) >= a.depth-1 || s.failure != "" {
			break
		}
		if err = s.tick(ctx, i); err != nil {
			break
		}
		if j == first {
			continue
		}
		h := s.bestHold(j, s.now)
		switch {
		case h == nil:
			s.markStuck(j)
		case h.start == s.now:
			h.startKind = farm.StartBackfill
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

// tryCandidates tries the jobs that the sieve lets through, in their order.
func (a *scoredQueue) tryCandidates(ctx context.Context, s *stream) error {
	if !a.sorted {
		a.buildHeap(s)
	}
	from := int32(0)
	for i := 1; s.free > 0 && s.failure == ""; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j := int32(-1)
		if a.sorted {
			j = a.jobIndex.next(from)
		} else if len(a.candidates) > 0 && a.jobIndex.hasStartable(1) {
			j, a.candidates = pop(a.candidates)
		}
		if j < 0 {
			break
		}
		if from = a.jobIndex.rank[j] + 1; s.plans[j] == nil && a.holes.mayStart(s, j) && a.holes.backfill(s, j) {
			a.leave(j)
			a.jobIndex.stale = true
			if !a.sorted {
				a.jobIndex.measure()
			}
		}
	}
	return nil
}

// buildHeap makes a heap of the jobs that the sieve lets through. Machines are queried only when a job
// becomes the first, because most never do.
func (a *scoredQueue) buildHeap(s *stream) {
	a.startable = a.jobIndex.appendStartable(a.startable[:0])
	o := a.order(s)
	a.candidates = a.candidates[:0]
	for _, j := range a.startable {
		if s.plans[j] == nil {
			a.candidates = append(a.candidates, o.sortKey(j))
		}
	}
	heap(a.candidates)
}
