package conform

import (
	"math"

	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/verify"
)

// A combinationRank is a combination with the number of jobs that it leaves out.
type combinationRank struct {
	leftOut       float64
	first, second float64 // the sums in the order of the objectives
}

// beats reports whether x is better than y beyond rounding.
func (x combinationRank) beats(y combinationRank) bool {
	switch {
	case x.leftOut != y.leftOut:
		return x.leftOut < y.leftOut
	case !verify.ApproxEqual(x.first, y.first):
		return x.first < y.first
	}
	return x.second < y.second && !verify.ApproxEqual(x.second, y.second)
}

// lexicographic checks that no combination of the windows of a cycle is better by the order of the objectives:
// all that others do not dominate are compared. A job that is left out counts as a window that takes nothing
// of the limit and more than all windows of the other sum.
func (c *check) lexicographic(y *kernel.Cycle) {
	order := c.Options.Order
	made, dear := combinationRank{}, 1.0
	classes := make([][]kernel.Mark, len(y.Offers))
	for i, o := range y.Offers {
		most := 0.0
		for _, x := range o.Points {
			m := kernel.Mark{Limited: x.Cost, Minimised: x.Time}
			if y.ByTime {
				m = kernel.Mark{Limited: x.Time, Minimised: x.Cost}
			}
			classes[i] = append(classes[i], m)
			most = max(most, m.Minimised)
		}
		if dear += float64(2 * most); y.Picks[i] == kernel.LeftOut {
			made.leftOut++
		}
	}
	for i := range classes {
		if order.Jobs() {
			classes[i] = append(classes[i], kernel.Mark{Minimised: dear})
		}
		classes[i] = kernel.UndominatedMarks(classes[i])
	}
	rank := func(m kernel.Mark) combinationRank {
		out := math.Floor(m.Minimised / dear)
		x := combinationRank{out, m.Minimised - float64(out*dear), m.Limited}
		if order.TimeFirst() == y.ByTime {
			x.first, x.second = x.second, x.first
		}
		return x
	}
	made = rank(kernel.Mark{Limited: y.Sums.Limited, Minimised: y.Sums.Minimised + float64(made.leftOut*dear)})
	layer, easy, whole := c.Layer(classes, y.Limit)
	if !whole {
		c.Unchecked = true
		return
	}
	for _, m := range layer {
		if kernel.KeepsLimit(m.Limited, y.Limit) <= 0 || !rank(m).beats(made) {
			continue
		}
		if !easy {
			c.Unchecked = true
			return
		}
		c.Violation("solution.chosen",
			"of cycle %d leaves out %v jobs and makes %v and %v; another combination leaves out %v and makes %v and %v",
			y.Number, made.leftOut, made.first, made.second, rank(m).leftOut, rank(m).first, rank(m).second)
		return
	}
}
