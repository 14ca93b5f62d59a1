package conform

import (
	"cmp"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/sorting"
)

// A randomNode is a node that can be in a window, with its price in steps and its number.
type randomNode struct {
	node   int
	price  int64
	number float64
}

// followDraws checks the window of Random node by node. Of the nodes with which the cheapest completion
// is within the budget, the one with the greatest number must be in the window. Nothing is checked if
// prices are rounded.
func (c *checker) followDraws() {
	s := c.ScaledProblem()
	nodes := c.randomNodes()
	if !s.Exact || len(nodes) < s.N || len(nodes)*s.N > maxFormulaWork {
		return
	}
	sorting.Sort(nodes, func(a, b randomNode) int { return cmp.Or(cmp.Compare(a.price, b.price), a.node-b.node) })
	money := s.Steps(c.Problem.Request.Budget)
	for left := s.N; left > 0; left-- {
		sum, next := int64(0), -1 // sum is that of the cheapest nodes, all but one
		for _, x := range nodes[:left-1] {
			sum += x.price
		}
		for i, x := range nodes {
			cost := sum + x.price
			if i < left-1 {
				cost = sum + nodes[left-1].price
			}
			if cost <= money && (next < 0 || x.number > nodes[next].number) {
				next = i
			}
		}
		if next < 0 {
			return // rounding decides whether there is a window
		}
		if x := nodes[next]; !c.window[x.node] {
			c.Violation("solution.nodes",
				"lack %s, which has the greatest number of those that leave enough of the budget for the other %d",
				c.Problem.Nodes[x.node].ID, left-1)
			return
		}
		money -= nodes[next].price
		nodes = slices.Delete(nodes, next, next+1)
	}
}

// randomNodes returns the nodes that can be in a window, with the numbers of Random.
func (c *checker) randomNodes() (nodes []randomNode) {
	s, draw := c.ScaledProblem(), group.RandomNumbers(c.seed)
	for i := range c.Problem.Nodes {
		number, price := draw(), c.Problem.Nodes[i].Price
		if g := c.Group(i); price > c.Problem.Request.Budget || s.Nodes[i].Odds == 0 || g >= 0 &&
			s.Groups[g].Odds == 0 {
			continue
		}
		nodes = append(nodes, randomNode{i, s.Steps(price), number})
	}
	return nodes
}
