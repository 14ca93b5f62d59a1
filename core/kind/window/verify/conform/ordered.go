package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// minimisedMetric returns the metric that an algorithm minimises, or "" for an algorithm without such a
// rule.
func (c *check) minimisedMetric() string {
	switch c.Answer.Algorithm {
	case "first-fit":
		if c.Options.Reading == window.Literal {
			return "runtime"
		}
		return "start"
	case "min-start":
		return "start"
	case "min-finish":
		return "finish"
	case "min-runtime":
		return "runtime"
	case "min-cost":
		return "cost"
	}
	return ""
}

// checkMinimum checks the rule of First Fit and the Min algorithms: no window has less of the metric,
// and among equals the answer has the one of the fastest group, then the earliest. It reports
// whether it is proved that no window is better.
func (c *check) checkMinimum(metric string, s *window.Solution) bool {
	f := c.Candidates()
	before := f.Work
	best, complete := f.Best(metric)
	work := before - f.Work
	w := c.Window
	w.Finish = w.Start + w.Runtime // the answer's finish may be rounded
	nodes := c.nodes(s.Slots)
	k := c.group(nodes)
	if best != nil && best.Beats(metric, w.Metric(metric)) {
		if !c.isExcused(metric, best.Metric(metric), work) {
			c.Violation("metrics."+metric, "is %v; there is a window with %v", w.Metric(metric), best.Metric(metric))
		}
		return false
	}
	if !complete {
		return false
	}
	c.ProvedBounds[metric] = w.Metric(metric)
	if k < 0 {
		return true
	}
	if metric == "cost" {
		best = c.equallyCheapWindow(k, nodes)
	}
	if best != nil && best.Metric(metric) <= w.Metric(metric) && (best.Group < k || best.Group == k &&
		best.Start < w.Start) {
		c.Violation("solution.slots",
			"start at %v in the group of performance %v; as good is a window from %v in that of %v, which %s prefers",
			w.Start, f.Speed[k], best.Start, f.Speed[best.Group], c.Answer.Algorithm)
		return true
	}
	if !c.chooses(k, w.Start, nodes, metric == "cost" || c.Options.Together, f.Slots) {
		c.Violation("solution.slots",
			"are not those that %s takes at %v: the cheapest, as soon as slots that come in one by one make a window",
			c.Answer.Algorithm, w.Start)
	}
	return true
}

// equallyCheapWindow returns the first window of a group that is as cheap as some nodes. Costs of different
// groups that are equal as decimals may differ as floating-point numbers. So other groups and
// inexact weights are not compared.
func (c *check) equallyCheapWindow(group int, nodes []int) (first *kernel.FoundWindow) {
	f := c.Candidates()
	if !f.Exact {
		return nil
	}
	most := weight(f, nodes)
	f.Sweep(group, math.Inf(-1), f.WeightRank, func(start float64, free []int32) bool {
		if f.WindowWeight(free) <= most {
			first = &kernel.FoundWindow{Figures: kernel.Figures{Start: start, Cost: c.Window.Cost}, Group: group}
		}
		return first != nil
	})
	return first
}

// chooses reports whether the given nodes are the ones that the rule chooses in a group at a start.
// If weights are inexact, nodes of equal weight may replace each other, and rounding may decide
// whether the budget is kept.
func (c *check) chooses(group int, start float64, nodes []int, together bool, slots []kernel.Slot) bool {
	f := c.Candidates()
	for _, limit := range []float64{f.Strict[group], f.Lax[group]} {
		taken := c.pick(group, start, together, slots, limit)
		if slices.Equal(taken, nodes) {
			return true
		}
		if !f.Exact && len(taken) == len(nodes) && verify.ApproxEqual(weight(f, taken), weight(f, nodes)) {
			return true
		}
	}
	return false
}

// pick returns the nodes of the first window of a group at a start. The nodes that were free
// before are extended by the nodes that become free then, one after another in the order of the
// document or all together, until the cheapest are within the limit. It returns nil if there is
// no window.
func (c *check) pick(group int, start float64, together bool, slots []kernel.Slot, limit float64) []int {
	f := c.Candidates()
	var held, fresh []int
	for _, s := range slots {
		switch {
		case f.Group[s.Node] > group || s.Start > start || s.End < start+f.Runtime[group]:
		case s.Start == start:
			fresh = append(fresh, s.Node)
		default:
			held = append(held, s.Node)
		}
	}
	slices.Sort(fresh)
	byWeight := func(a, b int) int { return cmp.Compare(f.WeightRank[a], f.WeightRank[b]) }
	sorting.Sort(held, byWeight)
	for i, n := range fresh {
		at, _ := slices.BinarySearchFunc(held, n, byWeight)
		held = sorting.Insert(held, at, n)
		if together && i+1 < len(fresh) || len(held) < f.Count {
			continue
		}
		if window := held[:f.Count]; weight(f, window) <= limit {
			slices.Sort(window)
			return window
		}
	}
	return nil
}

// weight returns the weight of some nodes.
func weight(f *kernel.Candidates, nodes []int) float64 {
	sum := 0.0
	for _, n := range nodes {
		sum += f.Weight[n]
	}
	return sum
}
