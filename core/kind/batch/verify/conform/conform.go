// Package conform checks that an answer to a batch problem follows the rule of the algorithm that
// it names. It runs the rule again in a plain form, without the solvers' data structures.
package conform

import (
	"math"

	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit batch problem by package verify and by the rule of
// its algorithm:
//
//   - the windows are the ones that ALP or AMP finds, search by search, on the same nodes;
//   - no other combination of them keeps the limit and is better, or has a lower sum of the
//     scores of a policy, or is the point of the front that Pareto picks;
//   - the Pareto front is that of all combinations, or the hull of one that is too large.
//
// Both checks end at a work limit. What they do not reach is left open, and the answer is at most
// valid. An answer is optimal if the second check is complete in every cycle. Then nothing is
// better among the windows that the algorithm finds, cycle by cycle; other windows, or another
// choice in an earlier cycle, may be.
//
// The decisions of a program cannot be repeated, so the windows of its answers are checked for
// validity only.
func Answer(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := newCheck(p, by, a)
	c.Judge(c)
	return c.Result()
}

// A check checks one answer by the rule of its algorithm.
type check struct {
	*kernel.Check
	visits int // number of slots that searches may still visit
	fronts int // number of partial combinations of fronts that may still be computed
}

// newCheck returns the check of an answer.
func newCheck(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) *check {
	c := &check{kernel.New(p, by, a), maxVisits, maxFrontTries}
	c.Rule = c
	return c
}

// followsRule reports whether the windows of the answer follow a known rule.
func (c *check) followsRule() bool {
	switch c.Answer.Algorithm {
	case "alp", "amp", batch.RoundRobin, batch.MaxMin, batch.Pareto, batch.Lexicographic:
		return true
	}
	return c.Policy != nil
}

// Choice checks that no combination within the limit of a cycle is better.
func (c *check) Choice(y *kernel.Cycle) {
	if c.Policy != nil && c.Policy.Expression(batch.DecideWindow) != nil {
		c.prefers(y)
		return
	}
	if c.Answer.Algorithm == batch.Pareto && len(c.Violations) == 0 && c.picks(y) {
		return
	}
	if c.Answer.Algorithm == batch.Lexicographic {
		c.lexicographic(y)
		return
	}
	if f := &y.Outcome; f.Whole && f.Better && (f.Easy || c.claimsBest()) {
		c.Violation("solution.chosen",
			"of cycle %d makes %v with %v of what is limited; another combination within the limit makes %v with %v",
			y.Number, y.Sums.Minimised, y.Sums.Limited, f.Mark.Minimised, f.Mark.Limited)
	}
}

// claimsBest reports whether the answer states that no combination is better.
func (c *check) claimsBest() bool {
	b := c.Answer.Bound
	return b != nil && verify.ApproxEqual(b.Value, c.Answer.Metrics[b.Metric])
}

// maxWindows is the greatest number of windows of a cycle. An algorithm that finds more returns
// an infeasible answer.
const maxWindows = 200_000

// Infeasible checks the claim that no job gets a window: in each cycle no combination of windows
// keeps the limit, or there are too many windows, or a cost overflows. It reports false if that
// is not certain.
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
			return false // a program may choose other windows, or none
		}
		if limit, kept := c.Keepable(offers); kept {
			if !c.countless(k + 1) {
				c.Violation("feasible",
					"is false although job %s can have a window in cycle %d, and a combination keeps the limit %v",
					offers[0].Job.ID, k, limit)
			}
			return false
		}
	}
	return true
}

// countless reports whether a cycle from the k-th on may find too many windows. They do not
// overlap, so a job has at most as many as its parts fit into the free time.
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
