// Package conform checks that an answer to a batch problem follows the rule of the
// algorithm that it names. The rule is run again, step by step, in its plain form.
package conform

import (
	"math"
	"strconv"

	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit batch problem. It is all that the
// verifier checks, and besides that
//
//   - the windows are those that ALP or AMP finds, search by search, on the very
//     nodes that it takes;
//   - no other combination of them keeps the limit and is better, or has a lower sum
//     of the scores of a policy.
//
// Both end at a limit of work. What they do not reach is left open, and the answer is no
// more than valid. An answer is optimal if the second is certain of every cycle: nothing
// is better among the windows that the algorithm finds, cycle by cycle. Other windows,
// or another choice in an earlier cycle, may be.
//
// What a program decides cannot be asked again: the windows of its answers follow no
// rule.
func Answer(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := newCheck(p, by, a)
	c.Judge(c)
	return c.Result()
}

type check struct {
	*kernel.Check
	visits int // slots that searches may still visit
}

func newCheck(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) *check {
	c := &check{kernel.New(p, by, a), maxVisits}
	c.Rule = c
	return c
}

// followsRule reports whether the windows of the answer follow a rule that is known here.
func (c *check) followsRule() bool {
	switch c.Answer.Algorithm {
	case "alp", "amp":
		return true
	}
	return c.Policy != nil
}

// Choice checks that no combination within the limit of a cycle is better.
func (c *check) Choice(y *kernel.Cycle) {
	if c.Policy != nil && c.Policy.Of(batch.DecideWindow) != nil {
		c.prefers(y)
		return
	}
	if y.Beaten != y.Made {
		c.Violation("solution.chosen", "of cycle "+strconv.Itoa(y.Number)+" makes "+verify.Number(y.Made.Least)+
			" with "+verify.Number(y.Made.Limited)+" of what is limited; another combination within the limit makes "+
			verify.Number(y.Beaten.Least)+" with "+verify.Number(y.Beaten.Limited))
	}
}

// maxWindows is how many windows a cycle may find. An algorithm that finds more says
// infeasible.
const maxWindows = 200_000

// Infeasible checks the claim that no job gets a window: in no cycle are there windows
// of which a combination keeps the limit, or a cycle finds too many of them, or some
// that cost more than a number can say. It reports false if that is not certain.
func (c *check) Infeasible() bool {
	var waiting []*batch.Job
	for k := 1; k <= c.Problem.Rounds(); k++ {
		waiting = c.Queue(k, waiting)
		var jobs []*kernel.Offer
		for _, j := range waiting {
			jobs = append(jobs, &kernel.Offer{Job: j})
		}
		s, windows := c.newSearch(k, jobs), 0
		complete := s.families(func(i, _ int, _ float64, window []part) bool {
			if window != nil {
				windows++
				jobs[i].Points = append(jobs[i].Points, c.Point(jobs[i].Job, nodesOf(window)))
			}
			return windows <= maxWindows
		})
		var offers []*kernel.Offer
		most := 0.0
		for _, o := range jobs {
			for _, x := range o.Points {
				most = max(most, x.Time, x.Cost)
			}
			if len(o.Points) > 0 {
				offers = append(offers, o)
			}
		}
		switch {
		case windows > maxWindows || math.IsInf(most, 1):
			return true
		case !complete || math.IsInf(most*float64(len(c.Problem.Jobs)), 1):
			return false
		case len(offers) == 0:
			continue
		case !c.followsRule():
			return false // a program may take other windows than these, or none
		}
		if limit, kept := c.Keepable(offers); kept {
			if !c.countless(k + 1) {
				c.Violation("feasible", "is false although job "+offers[0].Job.ID+" can have a window in cycle "+
					strconv.Itoa(k)+", and a combination keeps the limit "+verify.Number(limit))
			}
			return false
		}
	}
	return true
}

// countless reports whether a cycle from the k-th on may find too many windows. They do
// not overlap, so that a job has at most as many as its parts fit into the free time.
func (c *check) countless(k int) bool {
	for ; k <= c.Problem.Rounds(); k++ {
		free, windows := c.Sight(k), 0.0
		for i := range c.Problem.Jobs {
			j, parts := &c.Problem.Jobs[i], 0.0
			for n, spans := range free {
				for _, s := range spans {
					parts += (s.End - s.Start) / c.Duration(j, c.Problem.Nodes[n].Performance)
				}
			}
			windows += min(parts/float64(j.Nodes), float64(c.maxFamilies()))
		}
		if windows > maxWindows {
			return true
		}
	}
	return false
}
