package conform

import (
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// queues are the algorithms with one queue: fcfs, easy and its variants, conservative, and own,
// whose queue is ordered by scores.
type queues struct {
	*stream
	backfill farm.Backfill
	keep     bool    // conservative: a reservation never moves back
	depth    int     // easy: number of jobs that get a reservation
	delay    float64 // greedy: the reservation starts no earlier than this share of the estimate from now
	relax    float64 // relaxed: by how much the first job may be delayed, as a share of its first promised wait
	// latestStarts has, by job, the time until which its reservation may be put off.
	latestStarts map[int]float64
	// choose starts other jobs than the first, which has a reservation, before the queue is
	// scanned. It may be nil.
	choose func(first *booking)
}

// sortedJobs returns jobs by score, then by submission. Without scores it returns them unchanged.
func (q *queues) sortedJobs(jobs []int, score []float64) []int {
	list := slices.Clone(jobs)
	if q.scores != nil {
		q.inspected += len(list)
		sorting.Sort(list, func(a, b int) int { return q.compare(a, b, score) })
	}
	return list
}

// rank computes the scores of the jobs in the queue.
func (q *queues) rank() {
	if q.scores != nil {
		q.scores.rank()
	}
}

// first returns the scores of the queue, or nil.
func (q *queues) first() []float64 {
	if q.scores == nil {
		return nil
	}
	return q.scores.queueScores
}

// decide starts jobs in the order of the queue until one cannot start. With EASY backfilling that
// job gets a reservation, and others start if they do not delay it.
func (q *queues) decide([]event) {
	if q.predictions != nil {
		if !q.news && !q.woken {
			return // a correction needs no pass
		}
		q.news = false
		q.predict()
	}
	if q.idle <= 0 || len(q.queue) == 0 {
		return
	}
	q.rank()
	for _, j := range q.sortedJobs(q.queue, q.first()) {
		b := q.bestBooking(j, q.now)
		switch {
		case b == nil:
			q.stuck = true
			return
		case b.start > q.now:
			if q.delay == 0 && (q.predictions == nil || q.jobs[j].data) {
				q.wake(b.start)
			}
			if from := q.minReservationStart(b); from > q.now {
				if b = q.bestBooking(j, from); b == nil {
					q.stuck = true
					return
				}
			}
			if q.delay > 0 && q.jobs[j].data {
				q.wake(b.start)
			}
			if q.backfill == farm.BackfillEASY {
				q.fill(b)
			}
			return
		}
		q.reserve(b)
		q.start(b, q.firstStartKind(j))
	}
}

// minReservationStart returns the time before which the reservation of the first job does not start, by the
// booking of its earliest start.
func (q *queues) minReservationStart(b *booking) float64 {
	x := &q.jobs[b.job]
	if q.relax == 0 {
		return q.now + float64(q.delay*x.remaining)
	}
	if _, known := q.latestStarts[b.job]; !known {
		q.latestStarts[b.job] = b.start + float64(q.relax*(b.start-x.Submitted))
	}
	return q.latestStarts[b.job]
}

// firstStartKind returns how the first job of the queue comes to start.
func (q *queues) firstStartKind(j int) string {
	switch {
	case q.now == q.readyAt[j]:
		return farm.StartDirect
	case q.backfill == farm.BackfillNone:
		return farm.StartQueued
	}
	return farm.StartReserved
}

// fill reserves for the first jobs of the queue, up to the depth, and starts jobs that delay none
// of them.
func (q *queues) fill(first *booking) {
	q.reserve(first)
	reserved := map[int]*booking{first.job: first}
	if q.depth > 1 {
		q.reserveMore(reserved)
	}
	if q.choose != nil {
		q.choose(first)
	}
	score := q.first()
	if q.scores != nil && q.scores.backfillScores != nil {
		score = q.scores.backfillScores
	}
	for _, j := range q.sortedJobs(q.queue, score) {
		if x := &q.jobs[j]; reserved[j] != nil || x.Slots > q.idle && !x.data {
			continue // it cannot start now
		}
		switch b := q.bestBooking(j, q.now); {
		case b == nil:
			q.stuck = true
		case b.start == q.now:
			q.reserve(b)
			q.start(b, farm.StartBackfill)
		case q.jobs[j].data:
			q.wake(b.start)
		}
	}
	for _, b := range reserved {
		q.release(b, q.now)
	}
}

// reserveMore reserves for jobs in the order of the queue up to the depth. A job that can start
// immediately starts.
func (q *queues) reserveMore(reserved map[int]*booking) {
	for _, j := range q.sortedJobs(q.queue, q.first()) {
		if len(reserved) >= q.depth || q.stuck {
			return
		}
		if reserved[j] != nil {
			continue
		}
		b := q.bestBooking(j, q.now)
		switch {
		case b == nil:
			q.stuck = true
		case b.start == q.now:
			q.reserve(b)
			q.start(b, farm.StartBackfill)
		default:
			q.wake(b.start)
			q.reserve(b)
			reserved[j] = b
		}
	}
}

// conservative starts the jobs whose reservations are due and gives every job a reservation.
// After a deviation from what was expected (with a policy: after any change), the reservations
// are made again in the order of the queue. If keep is set, each only moves forward.
func (q *queues) conservative(due []event) {
	again := q.deviation || q.scores != nil && q.news
	if !again {
		q.startDue(due)
	}
	jobs := q.newJobs
	switch {
	case q.keep:
		if q.overrun {
			q.displace()
		}
		for _, j := range q.queue {
			if x := &q.jobs[j]; again && x.reserved {
				q.advance(x.booking)
			}
		}
	case again:
		q.rank()
		jobs = q.sortedJobs(q.queue, q.first())
		for _, j := range jobs {
			q.cancel(j)
		}
	}
	for _, j := range jobs {
		q.book(j)
	}
	q.newJobs, q.deviation, q.overrun, q.news = nil, false, false, false
}

// startDue starts the jobs whose reservations begin now, in the order of submission.
func (q *queues) startDue(due []event) {
	var jobs []int
	for _, e := range due {
		if x := &q.jobs[e.job]; x.reserved && x.booking.start == q.now && !slices.Contains(jobs, e.job) {
			jobs = append(jobs, e.job)
		}
	}
	sorting.Sort(jobs, q.compareBySubmission)
	for _, j := range jobs {
		how := q.firstStartKind(j)
		if slices.ContainsFunc(q.queue, func(other int) bool { return q.compare(other, j, q.first()) < 0 }) {
			how = farm.StartBackfill
		}
		q.start(q.jobs[j].booking, how)
	}
}

// book adds a reservation for a job.
func (q *queues) book(j int) {
	b := q.bestBooking(j, q.now)
	if b == nil {
		q.stuck = true
		return
	}
	q.reserve(b)
	q.keepReserved(b)
}

// keepReserved records a reservation and schedules its event.
func (q *queues) keepReserved(b *booking) {
	q.jobs[b.job].booking, q.jobs[b.job].reserved = b, true
	q.push(event{time: b.start, kind: reservationDue, job: b.job})
}

// cancel frees the reservation of a job, if it has one.
func (q *queues) cancel(j int) {
	if x := &q.jobs[j]; x.reserved {
		q.release(x.booking, x.booking.start)
		x.booking, x.reserved = nil, false
	}
}

// displace repeats the reservations that no longer fit because a job exceeded its estimate.
func (q *queues) displace() {
	var list []*booking
	for _, j := range q.queue {
		if x := &q.jobs[j]; x.reserved {
			q.release(x.booking, q.now)
			list = append(list, x.booking)
		}
	}
	var rest []int
	for _, b := range list {
		if q.fits(b, b.start) {
			q.occupy(b, b.start)
		} else {
			q.jobs[b.job].booking, q.jobs[b.job].reserved = nil, false
			rest = append(rest, b.job)
		}
	}
	for _, j := range rest {
		q.book(j)
	}
}

// advance moves a reservation to an earlier start, if there is one.
func (q *queues) advance(b *booking) {
	if b.start > q.now {
		q.release(b, b.start)
		sooner := q.bestBooking(b.job, q.now)
		if sooner == nil || sooner.start >= b.start {
			q.occupy(b, b.start)
			return
		}
		q.reserve(sooner)
		b = sooner
	}
	q.keepReserved(b)
}
