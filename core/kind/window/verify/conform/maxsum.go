package conform

import (
	"math"

	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/verify"
)

// maxSum checks that no window has a greater sum of the attribute, or a lesser one if
// the answer minimises. It reports whether that is certain.
func (c *check) maxSum(s *window.Solution) bool {
	dense := c.Options.Subset == window.Dense
	x := c.Sums(c.Window.Value)
	if dense {
		x.Charged(c.Check)
		c.roundedUp(s, x)
	}
	before := x.Work
	sum, found, complete := x.Search()
	if found {
		if !c.excused("value", sum, before-x.Work) {
			c.Violation("metrics.value", "is "+verify.Number(c.Window.Value)+"; there is a window with "+
				verify.Number(sum))
		}
		return false
	}
	if !complete || dense {
		return false
	}
	c.Proved("value", c.Window.Value)
	return true
}

// roundedUp checks that the paper's recurrence can find the window: its costs are within
// the budget when each is rounded up.
func (c *check) roundedUp(s *window.Solution, x *kernel.Sums) {
	nodes, sum := c.nodes(s.Slots), 0.0
	group := c.group(nodes)
	if group < 0 {
		return
	}
	for _, n := range nodes {
		sum += x.Charge(n, group)
	}
	if sum > x.Limit[group] {
		c.Violation("solution.slots", "cost "+verify.Number(sum)+
			" cells when each is rounded up, more than the budget has: "+verify.Number(x.Limit[group]))
	}
}

// noSum checks that Max Sum finds no window.
func (c *check) noSum() bool {
	if !c.offered() {
		return true // there is nothing to add up
	}
	x := c.Sums(0)
	x.Charged(c.Check)
	x.Any()
	_, found, complete := x.Search()
	if found {
		if best, _ := c.Candidates().Best("start"); best != nil {
			c.Exists(best)
		}
	}
	return complete && !found
}

// offered reports whether any node has the attribute.
func (c *check) offered() bool {
	for i := range c.Problem.Nodes {
		if x, ok := c.Problem.Nodes[i].Attributes[c.Attribute()]; ok && !math.IsNaN(x) {
			return true
		}
	}
	return false
}
