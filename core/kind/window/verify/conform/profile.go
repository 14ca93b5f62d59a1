package conform

import (
	"cmp"
	"slices"

	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// profile checks that the answer of Profile is the first window of its rule. If weights are inexact,
// nodes of equal weight may replace each other, and rounding may decide whether the budget is kept.
func (c *check) profile(s *window.Solution) {
	f, nodes := c.Candidates(), c.nodes(s.Slots)
	for _, margin := range [][]float64{f.Strict, f.Lax} {
		start, found, complete := c.runProfile(margin)
		same := slices.Equal(found, nodes) || !f.Exact && len(found) > 0 &&
			verify.ApproxEqual(weight(f, found), weight(f, nodes))
		if !complete || same && start == c.Window.Start {
			return
		}
	}
	c.Violation("solution.slots", "are not the cheapest nodes at the first time at which enough are free for as long "+
		"as the job is planned")
}

// runProfile runs the rule of Profile: it plans with the runtime of the slowest group, then without the nodes of
// that group, until there is a window. It reports false if the work limit is reached.
func (c *check) runProfile(limits []float64) (start float64, nodes []int, complete bool) {
	for k := len(c.Candidates().Runtime) - 1; k >= 0; k-- {
		if start, nodes, complete = c.firstInProfile(k, limits[k]); len(nodes) > 0 || !complete {
			return start, nodes, complete
		}
	}
	return 0, nil, true
}

// firstInProfile returns the first window whose nodes are free for the runtime of group k: the time is moved
// from start to start of the free times, and the cheapest nodes of the group or faster ones are the window if
// they are enough and keep the limit. It returns no nodes if there is none. It reports false if the work
// limit is reached.
func (c *check) firstInProfile(k int, limit float64) (start float64, nodes []int, complete bool) {
	f := c.Candidates()
	var free []kernel.Slot // cheapest first
	for i, s := range f.Slots {
		if f.Work -= len(free) + 1; f.Work < 0 {
			return 0, nil, false
		}
		ends := func(x kernel.Slot) bool { return f.Group[x.Node] > k || x.End < s.Start+f.Runtime[k] }
		if free = slices.DeleteFunc(free, ends); !ends(s) {
			at, _ := slices.BinarySearchFunc(free, f.WeightRank[s.Node], func(x kernel.Slot, rank int) int {
				return cmp.Compare(f.WeightRank[x.Node], rank)
			})
			free = sorting.Insert(free, at, s)
		}
		if i+1 < len(f.Slots) && f.Slots[i+1].Start == s.Start || len(free) < f.Count {
			continue
		}
		nodes = nil
		for _, x := range free[:f.Count] {
			nodes = append(nodes, x.Node)
		}
		if weight(f, nodes) <= limit {
			slices.Sort(nodes)
			return s.Start, nodes, true
		}
	}
	return 0, nil, true
}
