// Package verify checks answers to group problems: that a window is valid, that its metrics
// follow from it, and that its bound is proved. It uses none of the solvers' code. Package
// conform checks in addition that the window is the one of the algorithm that it names.
package verify

import (
	"math"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit group problem:
//
//   - the window has the requested number of different nodes, in the order of the document;
//   - a group with variants is used by one of them, with its number of nodes, which are the
//     first of the group;
//   - cost, availability and value are those of the window, and the cost is within the budget;
//   - no window is better than the bound (see proof.go);
//   - an answer without a window is right to have none.
func Answer(p *group.Problem, a *scenario.Answer) scenario.Check {
	c := New(p, a)
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A Checker checks one answer. Its exported fields and methods are used by package conform.
type Checker struct {
	verify.Verdict
	Problem *group.Problem
	Options group.Options
	// Nodes and Variants are the window: the indexes of its nodes and, for each group used by a
	// variant, the index of the variant.
	Nodes    []int
	Variants map[int]int

	nodes, groups map[string]int
	odds          odds
	scaled        *ScaledProblem
}

// New returns a checker of an answer, with the options read and checked.
func New(p *group.Problem, a *scenario.Answer) *Checker {
	c := &Checker{Verdict: verify.Verdict{Kind: "group", Answer: a}, Problem: p, Variants: map[int]int{},
		nodes:  verify.IndexByID(p.Nodes, func(x *group.Node) string { return x.ID }),
		groups: verify.IndexByID(p.Groups, func(x *group.Group) string { return x.ID })}
	c.odds = oddsOf(p, c.nodes, c.groups)
	c.ReadOptions(&c.Options)
	return c
}

// ScaledProblem returns the problem in the form used by the proofs.
func (c *Checker) ScaledProblem() *ScaledProblem {
	if c.scaled == nil {
		c.scaled = newScaled(c.Problem, c.odds, c.Group)
	}
	return c.scaled
}

// Group returns the group of a node, or -1.
func (c *Checker) Group(node int) int {
	if g, ok := c.groups[c.Problem.Nodes[node].Group]; ok {
		return g
	}
	return -1
}

// Solution checks the nodes and the variants and returns the metrics, or nil after a violation. It
// fills c.Nodes and c.Variants.
func (c *Checker) Solution(s *group.Solution) []verify.Metric {
	if want := c.Problem.Request.Nodes; len(s.Nodes) != want {
		c.Violation("solution.nodes", "has %d nodes, must have %d", len(s.Nodes), want)
	}
	used, last := make([][]int, len(c.Problem.Groups)), -1
	for k, id := range s.Nodes {
		at := doc.At("solution.nodes", k)
		i, ok := c.nodes[id]
		switch {
		case !ok:
			c.Violation(at, "%q is not a node", id)
			continue
		case i == last:
			c.Violation(at, "%q is there twice", id)
			continue
		case i < last:
			c.Violation(at, "%q is after %q, which comes later in the document", id, c.Problem.Nodes[last].ID)
		}
		last = max(last, i)
		c.Nodes = append(c.Nodes, i)
		if g := c.Group(i); g >= 0 {
			used[g] = append(used[g], i)
		}
	}
	for k, x := range s.Variants {
		c.variant(doc.At("solution.variants", k), x, used)
	}
	for g := range used {
		c.firstNodes(g, used[g])
	}
	if len(c.Violations) > 0 {
		return nil
	}
	return c.metrics(used)
}

// variant checks the variant of a group and enters a valid one in c.Variants. used has the nodes of the
// window by group.
func (c *Checker) variant(at string, x group.ChosenVariant, used [][]int) {
	g, ok := c.groups[x.Group]
	_, second := c.Variants[g]
	switch {
	case !ok:
		c.Violation(at+".group", "%q is not a group", x.Group)
	case x.Variant < 0 || x.Variant >= len(c.Problem.Groups[g].Variants):
		c.Violation(at+".variant", "%d is not a variant of %s", x.Variant, x.Group)
	case second:
		c.Violation(at+".group", "%s has two variants", x.Group)
	case c.Problem.Groups[g].Variants[x.Variant].Nodes != len(used[g]):
		c.Violation(at+".variant", "takes %d nodes of %s, the window has %d",
			c.Problem.Groups[g].Variants[x.Variant].Nodes, x.Group, len(used[g]))
	default:
		c.Variants[g] = x.Variant
	}
}

// firstNodes checks that a group with variants is used by one of them, with its first nodes.
func (c *Checker) firstNodes(g int, used []int) {
	if len(used) == 0 || len(c.Problem.Groups[g].Variants) == 0 {
		return
	}
	id := c.Problem.Groups[g].ID
	if _, ok := c.Variants[g]; !ok {
		c.Violation("solution.variants", "lack the variant of group %s, of which nodes are taken", id)
		return
	}
	first := 0
	for i := range c.Problem.Nodes {
		if c.Problem.Nodes[i].Group != id || first == len(used) {
			continue
		}
		if used[first] != i {
			c.Violation("solution.nodes", "has %q of group %s, must have its first nodes",
				c.Problem.Nodes[used[first]].ID, id)
			return
		}
		first++
	}
}

// metrics returns availability, cost and value of a valid window, with its nodes by group. It
// records a violation if the cost exceeds the budget.
func (c *Checker) metrics(used [][]int) []verify.Metric {
	cost, odds, value, terms := 0.0, 1.0, 0.0, 0.0
	sums := c.Problem.Sums()
	add := func(x float64) {
		value += x
		terms += math.Abs(x)
	}
	for g, list := range used {
		if len(list) == 0 {
			continue
		}
		k, variant := c.Variants[g]
		switch {
		case variant:
			lot := &c.Problem.Groups[g].Variants[k]
			cost += lot.Cost
			add(lot.Value)
			if !sums {
				odds *= lot.Value
			} else {
				odds *= c.odds.groups[g]
			}
		default:
			odds *= c.odds.groups[g]
			add(c.Problem.Groups[g].Value)
		}
	}
	for _, i := range c.Nodes {
		_, variant := c.Variants[c.Group(i)]
		if !variant {
			cost += c.Problem.Nodes[i].Price
			add(c.Problem.Nodes[i].Value)
		}
		if !variant || sums {
			odds *= c.odds.nodes[i]
		}
	}
	availability := verify.Metric{Name: "availability", Value: odds}
	if !sums {
		value, terms = odds, odds
		availability.Bound = verify.UpperBound
	}
	if budget := c.Problem.Request.Budget; cost > budget && !verify.ApproxEqual(cost, budget) {
		c.Violation("solution.nodes", "cost %v, more than the budget of %v", cost, budget)
	}
	return []verify.Metric{availability, {Name: "cost", Value: cost}, {Name: "value", Value: value, MaxTerm: terms,
		Bound: verify.UpperBound}}
}

// Proves reports whether the multipliers of a certificate prove the bound.
func (c *Checker) Proves(b *scenario.Bound, m *verify.Metric) bool {
	return c.Follow(b, m, nil) == Proven
}

// Follow runs the proof of a bound by the multipliers of its certificate; see proof.go.
func (c *Checker) Follow(b *scenario.Bound, m *verify.Metric, h *Holding) Outcome {
	k := b.Certificate
	if k == nil || k.Argument != "multipliers" || len(k.Multipliers) != 2 && len(k.Multipliers) != 4 {
		return Exhausted
	}
	return c.ScaledProblem().Follow(k.Multipliers[:2], Goal{c.WorthThreshold(b.Value, m.MaxTerm), maxWork, h})
}

// WorthThreshold returns the worth that a window must exceed to be better than a value by more than the
// tolerance. Of is the size of the terms of the value. Very small availabilities, whose
// logarithms are inexact, count as equal.
func (c *Checker) WorthThreshold(value, of float64) float64 {
	switch {
	case c.Problem.Sums():
		return value + verify.Tolerance*max(math.Abs(value), of)
	case value < 1e-290:
		return math.Max(math.Log(value), -745) + 1
	}
	return math.Log(value) + verify.Tolerance
}

// Infeasible reports whether the least cost of a window proves that there is
// none. The refusal of an algorithm is accepted without proof.
func (c *Checker) Infeasible() bool {
	s := c.ScaledProblem()
	least := s.minCost()
	switch {
	case least > s.Budget: // inexact prices are rounded down
		return true
	case c.Answer.Stats["refused"] == 1 || !s.Exact && verify.ApproxEqual(float64(least), float64(s.Budget)):
		return false
	}
	c.Violation("feasible", "is false although %d nodes can be had for %v", s.N, float64(least)/math.Pow10(s.Digits))
	return false
}
