package verify

import (
	"math"
	"slices"

	"gridbox/core/formula"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// The answer of a policy's formulas is followed as those of the queues are: by going through the
// stream again, each time with the queue in the order of scores that are worked out here. Scores
// come from the same numbers in the same order of computing, so that they are equal to the bit
// and equal ones are decided alike. What a score costs to work out counts as looked at, so
// long queues under formulas that move are not followed to their end.
//
// Where all reservations are made anew and a formula chooses machines, it is not known at which
// moment it is asked about a job that starts later; such answers are not followed.

// A scoring is the order of the queue by a policy.
type scoring struct {
	m              *moving
	job, fill      *formula.Expression // fill is nil where the queue's order is that of others too
	machine        *formula.Expression
	moves, fills   bool      // whether the scores of the two change while a job waits
	first, others  []float64 // scores by job
	past, again    bool
	waiting, slots float64
}

// byPolicy is the plan by a policy's formulas; nil where it is not followed.
func (c *farmCheck) byPolicy(m *moving) *plan {
	o := &scoring{m: m, job: c.policy.Of(farm.DecideJob), fill: c.policy.Of(farm.DecideBackfill),
		machine: c.policy.Of(farm.DecideMachine), past: c.options.Backfill != farm.BackfillNone}
	o.moves = o.job != nil && c.policy.Moving(farm.DecideJob)
	o.fills = o.fill != nil && c.policy.Moving(farm.DecideBackfill)
	m.decide = o.decide
	if c.options.Backfill == farm.BackfillConservative {
		if o.machine != nil {
			return nil
		}
		m.begin, m.decide = o.begin, o.anew
	}
	m.plan = c.plan(mostLooked)
	m.scores = o
	m.stream()
	return m.plan
}

// numbers are what formulas read of a job, in the order of their names.
func (o *scoring) numbers(j int) []float64 {
	job, parts, due, now := &o.m.p.Jobs[j], o.m.jobs[j].parts, math.Inf(1), o.m.now
	if job.Deadline != nil {
		due = *job.Deadline
	}
	r := job.Estimated()
	return []float64{r, float64(job.Slots), job.Submitted, job.Memory, job.Priority, due,
		float64(parts[len(parts)-1]), float64(j + 1), now - job.Submitted, now, due - now - r, o.waiting, o.slots}
}

// rank brings the scores of the jobs that wait up to date.
func (o *scoring) rank() {
	o.waiting, o.slots = float64(len(o.m.queue)), float64(o.m.idle)
	o.first = o.scored(o.job, o.moves, o.first)
	if o.fill != nil {
		o.others = o.scored(o.fill, o.fills, o.others)
	}
}

func (o *scoring) scored(e *formula.Expression, moves bool, list []float64) []float64 {
	begun := list != nil
	if !begun {
		list = make([]float64, len(o.m.jobs))
	}
	switch {
	case e == nil:
	case moves:
		o.m.looked += 4 * len(o.m.queue)
		for _, j := range o.m.queue {
			list[j] = e.Evaluate(o.numbers(j), nil)
		}
	case !begun:
		for j := range list {
			list[j] = e.Evaluate(o.numbers(j), nil)
		}
	}
	return list
}

// order puts jobs in the order of scores; equal ones stand by submission.
func (o *scoring) order(jobs []int, scores []float64) []int {
	list := slices.Clone(jobs)
	o.m.looked += len(list)
	sorting.Stable(list, func(a, b int) int {
		switch by := verify.Ranked(scores[a], scores[b]); {
		case by != 0:
			return by
		case o.m.behind(a, b):
			return 1
		}
		return -1
	})
	return list
}

// decide starts jobs in the order of scores, and others past the first that cannot.
func (o *scoring) decide(m *moving) {
	m.fresh = nil
	if m.idle <= 0 || len(m.queue) == 0 {
		return
	}
	o.rank()
	for _, j := range o.order(m.queue, o.first) {
		b := m.best(j, m.now)
		switch {
		case b == nil:
			m.strand()
			return
		case b.start > m.now:
			m.wake(b.start)
			if o.past {
				o.fillPast(b)
			}
			return
		}
		b.how = m.inTurn(j, o.past)
		m.start(b, false)
	}
}

// fillPast starts others than the first, which has a reservation.
func (o *scoring) fillPast(first *booking) {
	m, scores := o.m, o.first
	if o.fill != nil {
		scores = o.others
	}
	m.startPast(first, o.order(m.queue, scores))
}

// begin has all reservations made anew whenever something has happened.
func (o *scoring) begin(m *moving, starting []happening) {
	o.again, m.news = m.news, false
	m.early = o.again
	startReserved(m, starting)
}

// anew makes them in the order of scores.
func (o *scoring) anew(m *moving) {
	if o.again {
		o.rank()
	}
	queue := m.queue
	if m.early {
		m.queue = o.order(queue, o.first)
	}
	replanning(m)
	m.queue = queue
}

// inTurn is how the first of a queue comes to start.
func (m *moving) inTurn(j int, reserved bool) string {
	switch {
	case m.now == m.readyAt[j]:
		return farm.HowDirect
	case reserved:
		return farm.HowReserved
	}
	return farm.HowQueued
}

// how a job comes to start whose reservation is due.
func (o *scoring) how(j int) string {
	for _, other := range o.m.queue {
		if by := verify.Ranked(o.first[other], o.first[j]); by < 0 || by == 0 && o.m.behind(j, other) {
			return farm.HowBackfill
		}
	}
	return o.m.inTurn(j, true)
}

// offers gives chances of a job their scores in place of costs; those that start later than the
// first possible time are left out.
func (o *scoring) offers(j int, list []chance) []chance {
	soonest := math.Inf(1)
	for i := range list {
		soonest = min(soonest, list[i].start)
	}
	var kept []chance
	for _, x := range list {
		if x.start > soonest || math.IsInf(x.start, 1) {
			continue
		}
		m, speed := &o.m.p.Machines[x.machine], o.m.speed(j, x.machine)
		o.m.looked += 4
		x.cost = o.machine.Evaluate(append(o.numbers(j), speed, float64(m.Slots), m.Memory, x.load,
			o.m.wanted[x.machine], x.start, x.start+o.m.jobs[j].left/speed, float64(x.machine+1)), nil)
		if x.cost != x.cost {
			x.cost = math.Inf(1) // the last, as what is no number is
		}
		kept = append(kept, x)
	}
	return kept
}
