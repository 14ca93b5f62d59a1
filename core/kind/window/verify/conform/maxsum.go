package conform

import (
	"math"

	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
)

// maxSum checks that no window has a greater sum of the attribute, or a lesser one if the answer
// minimises. It reports whether that is proved.
func (c *check) maxSum(s *window.Solution) bool {
	dense := c.Options.Subset == window.Dense
	x := c.Sums(c.Window.Value)
	if dense {
		c.charge(x)
		c.checkRoundedCosts(s, x)
	}
	before := x.Work
	sum, found, complete := x.Search()
	if found {
		if !c.isExcused("value", sum, before-x.Work) {
			c.Violation("metrics.value", "is %v; there is a window with %v", c.Window.Value, sum)
		}
		return false
	}
	if !complete || dense {
		return false
	}
	c.ProvedBounds["value"] = c.Window.Value
	return true
}

// charge sets the charges of the paper's recurrence if the answer uses it: costs rounded up to
// whole cells, and the budget in cells.
func (c *check) charge(x *kernel.Sums) {
	if c.Options.Subset != window.Dense {
		return
	}
	cells := float64(max(c.Options.Cells, 1))
	limit := math.Inf(1)
	if b := c.Problem.Request.Budget; b != nil {
		limit = math.Floor(*b * cells)
	}
	x.Limit = make([]float64, len(x.Runtime))
	for group := range x.Limit {
		x.Limit[group] = limit
	}
	x.Charge = func(node, group int) float64 {
		return math.Ceil(c.Problem.Nodes[node].Price * x.Runtime[group] * cells)
	}
}

// checkRoundedCosts checks that the paper's recurrence can find the window: its costs, each rounded up,
// are within the budget.
func (c *check) checkRoundedCosts(s *window.Solution, x *kernel.Sums) {
	nodes, sum := c.nodes(s.Slots), 0.0
	group := c.group(nodes)
	if group < 0 {
		return
	}
	for _, n := range nodes {
		sum += x.Charge(n, group)
	}
	if sum > x.Limit[group] {
		c.Violation("solution.slots", "cost %v cells when each is rounded up, more than the budget has: %v", sum,
			x.Limit[group])
	}
}

// checkNoSum checks that Max Sum finds no window, and reports whether that is certain. It is if no node
// has the attribute.
func (c *check) checkNoSum() bool {
	if !c.hasAttribute() {
		return true // there is nothing to add up
	}
	x := c.Sums(0)
	c.charge(x)
	x.Threshold = math.Inf(-1)
	_, found, complete := x.Search()
	if found {
		if best, _ := c.Candidates().Best("start"); best != nil {
			c.Exists(best)
		}
	}
	return complete && !found
}

// hasAttribute reports whether any node has the attribute.
func (c *check) hasAttribute() bool {
	for i := range c.Problem.Nodes {
		if x, ok := c.Problem.Nodes[i].Attributes[c.Attribute()]; ok && !math.IsNaN(x) {
			return true
		}
	}
	return false
}
