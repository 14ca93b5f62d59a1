package conform

import (
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// queues are the algorithms that start jobs from one queue: fcfs, easy, conservative,
// and own, whose queue is in the order of scores.
type queues struct {
	*stream
	backfill farm.Backfill
	keep     bool    // conservative: a reservation never moves back
	depth    int     // easy: how many jobs get a reservation
	delay    float64 // greedy: the reservation starts no earlier than this share of the estimate from now
	// choose starts others than the first, which has a reservation, before the queue is gone
	// through. It is nil if nothing else is done.
	choose func(first *booking)
}

// ordered returns jobs in the order of scores, and by submission without any. Jobs of
// equal score stand by submission.
func (q *queues) ordered(jobs []int, score []float64) []int {
	list := slices.Clone(jobs)
	if q.scores != nil {
		q.inspected += len(list)
		sorting.By(list, func(a, b int) int { return q.compare(a, b, score) })
	}
	return list
}

// rank computes the scores of the jobs in the queue.
func (q *queues) rank() {
	if q.scores != nil {
		q.scores.rank()
	}
}

func (q *queues) first() []float64 {
	if q.scores == nil {
		return nil
	}
	return q.scores.first
}

// decide starts jobs in the order of the queue until one cannot start. With easy
// backfilling that one gets a reservation, and others start that do not delay it.
func (q *queues) decide([]event) {
	if q.predictions != nil {
		if !q.news && !q.woken {
			return // a correction calls for no pass
		}
		q.news = false
		q.predict()
	}
	if q.idle <= 0 || len(q.queue) == 0 {
		return
	}
	q.rank()
	for _, j := range q.ordered(q.queue, q.first()) {
		b := q.best(j, q.now)
		switch {
		case b == nil:
			q.stuck = true
			return
		case b.start > q.now:
			if q.delay > 0 {
				if b = q.best(j, q.now+float64(q.delay*q.jobs[j].left)); b == nil {
					q.stuck = true
					return
				}
			}
			if q.predictions == nil && q.delay == 0 || q.jobs[j].data {
				q.wake(b.start)
			}
			if q.backfill == farm.BackfillEASY {
				q.fill(b)
			}
			return
		}
		q.reserve(b)
		q.start(b, q.inTurn(j))
	}
}

// inTurn returns how a job comes about that starts as the first of the queue.
func (q *queues) inTurn(j int) string {
	switch {
	case q.now == q.readyAt[j]:
		return farm.HowDirect
	case q.backfill == farm.BackfillNone:
		return farm.HowQueued
	}
	return farm.HowReserved
}

// fill reserves for the first of the queue, and for as many behind it as the depth says,
// and starts jobs that delay none of them.
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
	if q.scores != nil && q.scores.others != nil {
		score = q.scores.others
	}
	for _, j := range q.ordered(q.queue, score) {
		if x := &q.jobs[j]; reserved[j] != nil || x.Slots > q.idle && !x.data {
			continue // it cannot start now
		}
		switch b := q.best(j, q.now); {
		case b == nil:
			q.stuck = true
		case b.start == q.now:
			q.reserve(b)
			q.start(b, farm.HowBackfill)
		case q.jobs[j].data:
			q.wake(b.start)
		}
	}
	for _, b := range reserved {
		q.give(b, q.now)
	}
}

// reserveMore reserves for jobs in the order of the queue until there are as many
// reservations as the depth says. A job that can start at once starts.
func (q *queues) reserveMore(reserved map[int]*booking) {
	for _, j := range q.ordered(q.queue, q.first()) {
		if len(reserved) >= q.depth || q.stuck {
			return
		}
		if reserved[j] != nil {
			continue
		}
		b := q.best(j, q.now)
		switch {
		case b == nil:
			q.stuck = true
		case b.start == q.now:
			q.reserve(b)
			q.start(b, farm.HowBackfill)
		default:
			q.wake(b.start)
			q.reserve(b)
			reserved[j] = b
		}
	}
}

// conservative starts the jobs whose reservations are due and gives every job a
// reservation. When the future turns out other than it was expected (by a policy: after
// any change), the reservations are made again in the order of the queue. With keep
// each only moves forward where it can.
func (q *queues) conservative(due []event) {
	again := q.deviation || q.scores != nil && q.news
	if !again {
		q.startDue(due)
	}
	jobs := q.joined
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
		jobs = q.ordered(q.queue, q.first())
		for _, j := range jobs {
			q.cancel(j)
		}
	}
	for _, j := range jobs {
		q.book(j)
	}
	q.joined, q.deviation, q.overrun, q.news = nil, false, false, false
}

// startDue starts the jobs whose reservations begin now, in the order of submission.
func (q *queues) startDue(due []event) {
	var jobs []int
	for _, e := range due {
		if x := &q.jobs[e.job]; x.reserved && x.booking.start == q.now && !slices.Contains(jobs, e.job) {
			jobs = append(jobs, e.job)
		}
	}
	sorting.By(jobs, q.bySubmission)
	for _, j := range jobs {
		how := q.inTurn(j)
		if slices.ContainsFunc(q.queue, func(other int) bool { return q.compare(other, j, q.first()) < 0 }) {
			how = farm.HowBackfill
		}
		q.start(q.jobs[j].booking, how)
	}
}

// book gives a job a reservation.
func (q *queues) book(j int) {
	b := q.best(j, q.now)
	if b == nil {
		q.stuck = true
		return
	}
	q.reserve(b)
	q.keepReserved(b)
}

// keepReserved notes a reservation, and when it is due.
func (q *queues) keepReserved(b *booking) {
	q.jobs[b.job].booking, q.jobs[b.job].reserved = b, true
	q.push(event{time: b.start, kind: reservationDue, job: b.job})
}

// cancel frees the reservation of a job, if it has one.
func (q *queues) cancel(j int) {
	if x := &q.jobs[j]; x.reserved {
		q.give(x.booking, x.booking.start)
		x.booking, x.reserved = nil, false
	}
}

// displace makes the reservations again that do not fit any more since a job has run
// longer than it was estimated to.
func (q *queues) displace() {
	var list []*booking
	for _, j := range q.queue {
		if x := &q.jobs[j]; x.reserved {
			q.give(x.booking, q.now)
			list = append(list, x.booking)
		}
	}
	var rest []int
	for _, b := range list {
		if q.fits(b, b.start) {
			q.take(b, b.start)
		} else {
			q.jobs[b.job].booking, q.jobs[b.job].reserved = nil, false
			rest = append(rest, b.job)
		}
	}
	for _, j := range rest {
		q.book(j)
	}
}

// advance moves a reservation to where it can start sooner.
func (q *queues) advance(b *booking) {
	if b.start > q.now {
		q.give(b, b.start)
		sooner := q.best(b.job, q.now)
		if sooner == nil || sooner.start >= b.start {
			q.take(b, b.start)
			return
		}
		q.reserve(sooner)
		b = sooner
	}
	q.keepReserved(b)
}
