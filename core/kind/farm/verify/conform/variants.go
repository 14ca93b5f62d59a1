package conform

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// tableCells is the greatest size of the table of lookahead, as in the solver.
const tableCells = 4_000_000

// An item is a job that lookahead may choose.
type item struct {
	job, slots int
	score      int64
	long       bool // it would still run when the reservation starts
}

// lookahead starts, on one machine after another, the set of jobs with the greatest sum of
// scores.
func (q *queues) lookahead(first *booking) {
	for m := range q.machines {
		step := q.machines[m].free[q.machines[m].free.indexAt(q.now)]
		free := step.free.slots
		if free <= 0 {
			continue
		}
		until, extra := math.Inf(1), free
		if slices.Contains(first.machines, m) {
			until = first.start
			at := q.machines[m].free[q.machines[m].free.indexAt(until)]
			extra = min(extra, at.free.slots)
		}
		items := q.items(first, m, until, max(1, tableCells/(free+1)))
		for _, j := range q.chooseJobs(items, free, extra) {
			if q.startable(j, m) {
				b := &booking{job: j, machines: []int{m}, start: q.now}
				q.reserve(b)
				q.start(b, farm.StartBackfill)
			}
		}
	}
}

// startable reports whether a job could start on a machine now, in one part.
func (q *queues) startable(j, m int) bool {
	q.inspected++
	return slices.Contains(q.machinesFor(j, 1), m) && q.readyOn(j, m, q.now) <= q.now &&
		q.earliestStart(j, m, 1, q.now) <= q.now
}

// items lists the first jobs of the queue that could start on a machine now.
func (q *queues) items(first *booking, m int, until float64, most int) (list []item) {
	for _, j := range q.queue {
		if len(list) == most {
			break
		}
		if j == first.job || !q.startable(j, m) {
			continue
		}
		x := item{job: j, slots: q.jobs[j].Slots, score: int64(q.jobs[j].Slots), long: q.now+q.runTime(j, m) > until}
		if q.Options.Score != farm.ScoreSlots {
			x.score = int64(math.Round(float64(float64(x.slots)*q.jobs[j].remaining) / q.unit))
		}
		list = append(list, x)
	}
	return list
}

// chooseJobs returns, in the order of the queue, the set of jobs with the greatest sum of scores, at
// most the free slots, and at most extra slots in long jobs. Among sets of equal sum it is the
// greatest when the queue is read from its end.
func (q *queues) chooseJobs(items []item, free, extra int) (jobs []int) {
	// sums[long][i][c] is the greatest sum of long or short items among the first i that have at
	// most c slots.
	var sums [2][][]int64
	q.inspected += len(items) * (free + 1) / 50
	for long := range sums {
		sums[long] = [][]int64{make([]int64, free+1)}
		for i, x := range items {
			next := slices.Clone(sums[long][i])
			if x.long == (long == 1) {
				for c := x.slots; c <= free; c++ {
					next[c] = max(next[c], sums[long][i][c-x.slots]+x.score)
				}
			}
			sums[long] = append(sums[long], next)
		}
	}
	best := func(i, free, extra int) (most int64) {
		if free < 0 || extra < 0 {
			return -1
		}
		for c := 0; c <= min(free, extra); c++ {
			most = max(most, sums[1][i][c]+sums[0][i][free-c])
		}
		return most
	}
	for i := len(items) - 1; i >= 0; i-- {
		x := items[i]
		rest, restLong := free-x.slots, extra
		if x.long {
			restLong -= x.slots
		}
		if with := best(i, rest, restLong); with >= 0 && with+x.score == best(i+1, free, extra) {
			jobs, free, extra = append(jobs, x.job), rest, restLong
		}
	}
	slices.Reverse(jobs)
	return jobs
}

// greedy starts jobs in the order in which most can start, on a tie the first order of the list.
func (q *queues) greedy(first *booking) {
	var best []int
	most := -1
	for _, line := range q.Options.Orders.Lines() {
		order := q.sortedQueue(line, first.job)
		if n := q.rehearse(order); n > most {
			best, most = order, n
		}
	}
	for _, j := range best {
		if b := q.startsNow(j); b != nil {
			q.reserve(b)
			q.start(b, farm.StartBackfill)
		}
	}
}

// sortedQueue returns the queue without job first, in one of greedy's orders. Ties keep the order of the
// queue. The jobs are counted as inspected.
func (q *queues) sortedQueue(line farm.Line, first int) []int {
	key := map[farm.Line]func(x *job) float64{
		farm.LastCome:  func(x *job) float64 { return -x.Submitted },
		"fcfs":         func(x *job) float64 { return x.Submitted },
		"sjf":          func(x *job) float64 { return x.EstimatedRunTime() },
		"saf":          func(x *job) float64 { return float64(x.EstimatedRunTime() * float64(x.Slots)) },
		farm.Narrowest: func(x *job) float64 { return float64(x.Slots) },
	}[line]
	order := listWithout(q.queue, first)
	q.inspected += len(order)
	sorting.Stable(order, func(a, b int) int { return sorting.Ascending(key(&q.jobs[a]), key(&q.jobs[b])) })
	return order
}

// startsNow returns the booking of a job that can start now, or nil.
func (q *queues) startsNow(j int) *booking {
	if q.jobs[j].Slots > q.idle && !q.jobs[j].data {
		return nil
	}
	b := q.bestBooking(j, q.now)
	if b == nil || b.start > q.now {
		return nil
	}
	return b
}

// rehearse returns the number of jobs that would start in an order.
func (q *queues) rehearse(order []int) int {
	var begun []*booking
	idle := q.idle
	for _, j := range order {
		if b := q.startsNow(j); b != nil {
			q.reserve(b)
			q.idle -= q.jobs[j].Slots
			begun = append(begun, b)
		}
	}
	for _, b := range begun {
		q.release(b, q.now)
	}
	q.idle = idle
	return len(begun)
}
