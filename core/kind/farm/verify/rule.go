package verify

import (
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/verify"
)

// The rule of an algorithm says which job may start, or be reserved, when and
// where. The checker goes through the decisions by code of its own, without the
// indexes and shortcuts that make the solver fast, and an answer that names an
// algorithm and its options must have made the same. An algorithm that it does not
// know has no rule to follow.
//
// That takes a look at every machine for every job. mostLooked limits it, and
// farms of more than mostFollowed jobs are not tried, because the solver is many
// times faster there: then an answer is known to be valid, and no more.
const (
	mostLooked   = 4_000_000 // steps of the machines' timelines
	mostFollowed = 5000
)

// follows checks that a schedule, or none, is what the rule makes.
func (c *farmCheck) follows(s *farm.Solution) {
	if len(c.p.Jobs) > mostFollowed || len(c.p.Jobs)*len(c.p.Machines) > mostLooked {
		return
	}
	x := c.made()
	if x == nil {
		return
	}
	switch {
	case x.tired():
		if c.options.Tries > 0 && !x.stuck && s != nil {
			c.atMost(x)
		}
	case s == nil && !x.stuck:
		c.Violation("feasible", "is false although the rule of "+c.Answer.Algorithm+" makes a schedule")
	case s != nil && x.stuck:
		c.Violation("feasible", "is true although the rule of "+c.Answer.Algorithm+" makes no schedule")
	case s != nil:
		c.compare(x)
	}
}

// made is what the rule of the answer's algorithm makes; nil where it has none.
func (c *farmCheck) made() *plan {
	m := &moving{begin: noBeginning, freed: noFreeing, queued: farm.HowReserved}
	switch c.Answer.Algorithm {
	case "fcfs":
		m.decide, m.queued = fcfs, farm.HowQueued
	case "easy":
		m.decide = easy
	case "conservative":
		m.decide, m.begin = keeping, startReserved
		if c.options.Compression == farm.Replan {
			m.decide = replanning
		}
	case "two-stage":
		x := c.twoStage(mostLooked)
		if x.late || c.rules.Reservation && c.rules.Cycle == 0 {
			return c.search(x, max(0, c.options.Tries))
		}
		how := &cycles{}
		m.plan, m.decide, m.begin = x, how.decide, how.begin
		m.stream()
		return x
	default:
		if c.policy == nil {
			return nil
		}
		return c.byPolicy(m)
	}
	m.plan = c.plan(mostLooked)
	m.stream()
	return m.plan
}

// atMost checks what is known of a search that was not followed to its end: it
// costs no more than the best of its first tries.
func (c *farmCheck) atMost(x *plan) {
	if cost := x.cost(); len(x.jobs) > 0 && x.final(len(x.jobs)-1) {
		if said, ok := c.Answer.Metrics["cost"]; ok && said > cost && !verify.Near(said, cost) {
			c.Violation("metrics.cost",
				"is "+verify.Number(said)+"; by the first of its tries it is at most "+verify.Number(cost))
		}
	}
}

// compare reports the first decision that is not the rule's, in the order of time.
func (c *farmCheck) compare(x *plan) {
	first, when := -1, 0.0
	for j := range x.jobs {
		if at, same := c.alikeJob(x, j); !same && (first < 0 || at < when) {
			first, when = j, at
		}
	}
	if first < 0 {
		return
	}
	y := &x.jobs[first].pieces[0]
	at := c.pieces[first][0].parts[0]
	text := "job " + c.p.Jobs[first].ID + " is not what " + c.Answer.Algorithm + " does: by its rule it starts at " +
		verify.Number(y.start) + " on " + c.p.Machines[y.machines[0]].ID
	if len(y.machines) > 1 {
		text += " and " + strconv.Itoa(len(y.machines)-1) + " more"
	}
	if y.stopped {
		text += " until job " + c.p.Jobs[y.by].ID + " stops it at " + verify.Number(y.ends[0])
	}
	if y.how != "" {
		text += " (" + y.how + ")"
	}
	c.Violation(farmPath(at, "start"), text)
}

// alikeJob tells whether a job is where the rule has it, and when the two part.
func (c *farmCheck) alikeJob(x *plan, j int) (at float64, same bool) {
	y := x.jobs[j].pieces
	for k := range y {
		if k >= len(c.pieces[j]) {
			return y[k].start, false
		}
		parts := c.pieces[j][k].parts
		at = min(y[k].start, c.s.Reservations[parts[0]].Start)
		if len(parts) != len(y[k].machines) {
			return at, false
		}
		for i, place := range parts {
			r := &c.s.Reservations[place]
			if c.machines[r.Machine] != y[k].machines[i] || !sameTime(r.Start, y[k].start) ||
				!sameTime(r.Finish, y[k].ends[i]) || r.How != y[k].how || (r.Preempted != nil) != y[k].stopped {
				return at, false
			}
			if stop := r.Preempted; stop != nil && (stop.By != c.p.Jobs[y[k].by].ID || !verify.Near(stop.Ratio,
				y[k].ratio)) {
				return at, false
			}
		}
	}
	return at, len(y) == len(c.pieces[j])
}
