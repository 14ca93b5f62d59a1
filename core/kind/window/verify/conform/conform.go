// Package conform checks that an answer to a window problem follows the rule of the algorithm
// that it names. It runs the rule again in a plain form, without the solvers' data structures.
package conform

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit window problem by package verify and by the rule
// of its algorithm:
//
//   - no window is better by start, finish, runtime, cost or sum if the algorithm guarantees it,
//     and ties are broken by its rule;
//   - each alternative of Multiple Best is the window of First Fit after the earlier ones are
//     removed, and the chosen one is the best by the criterion;
//   - the window of ALP, AMP and Profile is the first that they find;
//   - the value of a custom criterion is that of the window, and no window is better by it.
//
// An answer of a policy is checked by its formulas, which are nil for other answers.
func Answer(p *window.WindowProblem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &check{kernel.New(p, a), by}
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A check checks one answer by the rule of its algorithm.
type check struct {
	*kernel.Check
	policy *policy.Formulas // of an answer by own
}

// Solution checks the window, then the rule of the algorithm.
func (c *check) Solution(s *window.Solution) []verify.Metric {
	metrics := c.Check.Solution(s)
	if metrics == nil {
		return nil
	}
	if c.Answer.Algorithm == "multiple-best" {
		c.disjoint(s)
		c.alternatives(s)
	} else {
		if len(s.Alternatives) > 0 {
			c.Violation("solution.alternatives", "are given by an algorithm that collects none")
		}
		if s.Chosen != 0 {
			c.Violation("solution.chosen", "is given by an algorithm that collects no alternatives")
		}
	}
	if c.Answer.Algorithm == "alp" {
		c.prices(s)
	}
	if len(c.Violations) == 0 {
		c.MarkOptimal(c.rule(s))
	}
	return metrics
}

// rule checks the rule of the algorithm. It reports whether it is proved that no window is
// better.
func (c *check) rule(s *window.Solution) bool {
	switch c.Answer.Algorithm {
	case "max-sum":
		return c.maxSum(s)
	case "multiple-best":
		c.multipleBest(s)
		return false
	case "alp", "amp":
		c.alpAmp(s)
		return false
	case "profile":
		c.profile(s)
		return false
	case "custom", policy.AlgorithmOwn:
		return c.custom(s)
	}
	metric := c.minimisedMetric()
	return metric != "" && c.checkMinimum(metric, s)
}

// Infeasible checks that the algorithm finds no window.
func (c *check) Infeasible() bool {
	switch c.Answer.Algorithm {
	case "custom", policy.AlgorithmOwn:
		return c.checkNoCustom()
	case "alp", "amp":
		return c.checkNoAlpAmp()
	case "max-sum":
		return c.checkNoSum()
	}
	return c.Check.Infeasible()
}

// minExcusedWork is the least work of a search for a better window that excuses an answer whose own
// search was stopped.
const minExcusedWork = 1 << 22

// isExcused reports whether an answer states by its bound that there may be better windows, because
// its search was stopped, and the better one was hard to find.
func (c *check) isExcused(metric string, better float64, work int) bool {
	b := c.Answer.Bound
	if c.Answer.Stats["stopped"] != 1 || b == nil || b.Metric != metric || work < minExcusedWork {
		return false
	}
	if metric == "value" && !c.Options.Minimise {
		return better <= b.Value || verify.ApproxEqual(better, b.Value)
	}
	return better >= b.Value || verify.ApproxEqual(better, b.Value)
}

// nodes returns the indexes of the nodes of a window, sorted.
func (c *check) nodes(slots []window.Allocation) (nodes []int) {
	for i := range slots {
		nodes = append(nodes, c.NodeIndex[slots[i].Node])
	}
	slices.Sort(nodes)
	return nodes
}

// group returns the group of a window, that of its slowest node. It is -1 if one of the nodes is
// not a candidate.
func (c *check) group(nodes []int) int {
	group := -1
	for _, n := range nodes {
		own := c.Candidates().Group[n]
		if own < 0 {
			return -1
		}
		group = max(group, own)
	}
	return group
}

// alternativePath returns the path of an alternative.
func alternativePath(k int) string { return doc.At("solution.alternatives", k) }
