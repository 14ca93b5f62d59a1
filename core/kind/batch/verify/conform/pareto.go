package conform

import (
	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/verify"
)

// picks checks that the choice of a cycle is the point of its front that Pareto picks. It reports false if
// no point keeps the limit, which only a hull may lack.
func (c *check) picks(y *kernel.Cycle) bool {
	var kept []batch.Point
	made := y.Report
	for _, p := range y.Report.Front {
		limited := p.Cost
		if y.ByTime {
			limited = p.Time
		}
		switch kernel.KeepsLimit(limited, y.Limit) {
		case 0:
			c.Unchecked = true
			return true // rounding decides
		case 1:
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return false
	}
	first, last := kept[0], kept[len(kept)-1]
	share := func(x, least, most float64) float64 {
		if most > least {
			return (x - least) / (most - least)
		}
		return 0
	}
	score := func(time, cost float64) float64 {
		switch c.Options.Pick {
		case batch.PickTime:
			return share(time, first.Time, last.Time)
		case batch.PickCost:
			return share(cost, last.Cost, first.Cost)
		}
		return share(time, first.Time, last.Time) + share(cost, last.Cost, first.Cost)
	}
	listed := false
	own := score(made.Time, made.Cost)
	for _, p := range kept {
		listed = listed || verify.ApproxEqual(p.Time, made.Time) && verify.ApproxEqual(p.Cost, made.Cost)
		if better := score(p.Time, p.Cost); better < own-verify.Tolerance {
			c.Violation("solution.chosen",
				"of cycle %d is not the point of the front to pick; that of time %v and cost %v is",
				y.Number, p.Time, p.Cost)
			return true
		}
	}
	if !listed {
		c.Violation("solution.chosen", "of cycle %d is no point of its front", y.Number)
	}
	return true
}
