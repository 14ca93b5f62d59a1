// Package conform checks that an answer to a farm problem is what the algorithm
// that it names, with its options, would decide. It runs the algorithm again by
// code of its own and compares.
package conform

import (
	"strconv"

	"gridbox/core/kind/farm"
	farmverify "gridbox/core/kind/farm/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit farm problem by package verify and, if
// nothing is wrong so far, by the rule of its algorithm. The answer of a policy is
// checked by its formulas, which are nil for other answers.
func Answer(p *farm.Problem, formulas *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &checker{Check: farmverify.Answer(p, a), policy: formulas}
	if check := c.Result(); !check.OK || !a.Feasible && check.Scope == scenario.ScopeOptimal {
		return check
	}
	solution, _ := a.Solution.(*farm.Solution)
	c.follows(solution)
	return c.Result()
}

// checker is the state of one check.
type checker struct {
	*farmverify.Check
	policy *policy.Formulas // of an answer by own
}

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
func (c *checker) follows(s *farm.Solution) {
	if len(c.Problem.Jobs) > mostFollowed || len(c.Problem.Jobs)*len(c.Problem.Machines) > mostLooked {
		return
	}
	x := c.made()
	if x == nil {
		return
	}
	switch {
	case x.tired():
		if c.Options.Tries > 0 && !x.stuck && s != nil {
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
func (c *checker) made() *plan {
	m := &moving{begin: noBeginning, freed: noFreeing, queued: farm.HowReserved}
	switch c.Answer.Algorithm {
	case "fcfs":
		m.decide, m.queued = fcfs, farm.HowQueued
	case "easy":
		m.decide = easy
	case "conservative":
		m.decide, m.begin = keeping, startReserved
		if c.Options.Compression == farm.Replan {
			m.decide = replanning
		}
	case "two-stage":
		x := c.twoStage(mostLooked)
		if x.late || c.Rules.Reservation && c.Rules.Cycle == 0 {
			return c.search(x, max(0, c.Options.Tries))
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
func (c *checker) atMost(x *plan) {
	if cost := x.cost(); len(x.jobs) > 0 && x.final(len(x.jobs)-1) {
		if said, ok := c.Answer.Metrics["cost"]; ok && said > cost && !verify.Near(said, cost) {
			c.Violation("metrics.cost",
				"is "+verify.Number(said)+"; by the first of its tries it is at most "+verify.Number(cost))
		}
	}
}

// compare reports the first decision that is not the rule's, in the order of time.
func (c *checker) compare(x *plan) {
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
	at := c.Pieces[first][0].Parts[0]
	text := "job " + c.Problem.Jobs[first].ID + " is not what " + c.Answer.Algorithm + " does: by its rule it starts at " +
		verify.Number(y.start) + " on " + c.Problem.Machines[y.machines[0]].ID
	if len(y.machines) > 1 {
		text += " and " + strconv.Itoa(len(y.machines)-1) + " more"
	}
	if y.stopped {
		text += " until job " + c.Problem.Jobs[y.by].ID + " stops it at " + verify.Number(y.ends[0])
	}
	if y.how != "" {
		text += " (" + y.how + ")"
	}
	c.Violation(farmverify.Path(at, "start"), text)
}

// alikeJob tells whether a job is where the rule has it, and when the two part.
func (c *checker) alikeJob(x *plan, j int) (at float64, same bool) {
	y := x.jobs[j].pieces
	for k := range y {
		if k >= len(c.Pieces[j]) {
			return y[k].start, false
		}
		parts := c.Pieces[j][k].Parts
		at = min(y[k].start, c.Reservations[parts[0]].Start)
		if len(parts) != len(y[k].machines) {
			return at, false
		}
		for i, place := range parts {
			r := &c.Reservations[place]
			if c.Machines[r.Machine] != y[k].machines[i] || !farmverify.SameTime(r.Start, y[k].start) ||
				!farmverify.SameTime(r.Finish, y[k].ends[i]) || r.How != y[k].how || (r.Preempted != nil) != y[k].stopped {
				return at, false
			}
			if stop := r.Preempted; stop != nil && (stop.By != c.Problem.Jobs[y[k].by].ID || !verify.Near(stop.Ratio,
				y[k].ratio)) {
				return at, false
			}
		}
	}
	return at, len(y) == len(c.Pieces[j])
}
