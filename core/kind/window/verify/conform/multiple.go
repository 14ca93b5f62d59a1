package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// alternatives checks that the chosen alternative is the first of the best by the criterion, and
// the stated figures of all of them.
func (c *check) alternatives(s *window.Solution) {
	if s.Chosen < 0 || s.Chosen >= len(s.Alternatives) {
		c.Violation("solution.chosen", "is %d of %d alternatives", s.Chosen, len(s.Alternatives))
		return
	}
	if !slices.Equal(s.Slots, s.Alternatives[s.Chosen].Slots) {
		c.Violation("solution.slots", "are not those of the chosen alternative")
	}
	if len(c.Violations) > 0 {
		return
	}
	by, best := string(cmp.Or(c.Options.Criterion, window.ByCost)), c.Alternatives[0]
	for k, w := range c.Alternatives {
		c.checkPreferred(by, k, s.Chosen, &w)
		best.Start, best.Runtime = min(best.Start, w.Start), min(best.Runtime, w.Runtime)
		best.Finish, best.Cost = min(best.Finish, w.Finish), min(best.Cost, w.Cost)
		best.Value, best.Values = max(best.Value, w.Value), max(best.Values, w.Values)
	}
	for name, is := range map[string]float64{"alternatives": float64(len(s.Alternatives)), "bestStart": best.Start,
		"bestRuntime": best.Runtime, "bestFinish": best.Finish, "bestCost": best.Cost, "bestValue": best.Value} {
		if stated, ok := c.Answer.Stats[name]; ok && !verify.ApproxEqualSum(stated, is, max(best.Values, best.Finish)) {
			c.Differs("stats."+name, stated, is)
		}
	}
}

// checkPreferred checks that alternative k is not better than the chosen one, and that no earlier one
// is equal.
func (c *check) checkPreferred(by string, k, chosen int, w *kernel.Figures) {
	ahead := c.Window.Metric(by) - w.Metric(by)
	if by == "value" {
		ahead = -ahead
	}
	rounded := by == "cost" || by == "value" // sums, whose last digits may differ
	if ahead > 0 && !(rounded && verify.ApproxEqualSum(c.Window.Metric(by), w.Metric(by), w.Values)) ||
		ahead == 0 && !rounded && k < chosen {
		c.Violation("solution.chosen", "has %s %v; alternative %d has %v", by, c.Window.Metric(by), k, w.Metric(by))
	}
}

// multipleBest checks that every alternative is First Fit's window in the free time that the
// earlier ones leave. After the last one there must be no window, unless their number is the
// greatest allowed. Windows only remove free time, so each search continues from the last start.
// The check ends at the work limit.
func (c *check) multipleBest(s *window.Solution) {
	left := *c.Candidates() // its slots are the remaining ones
	left.Slots = slices.Clone(left.Slots)
	start := math.Inf(-1)
	for k := 0; k < window.MaxAlternatives; k++ {
		group, next, complete := firstFit(&left, start)
		switch {
		case !complete:
			return
		case k == len(s.Alternatives):
			if group >= 0 {
				c.Violation("solution.alternatives", "are not all: they leave a window from %v", next)
			}
			return
		case c.Alternatives[k].Start != next || group < 0:
			c.reportMisplaced(k, group, next)
			return
		}
		nodes := c.nodes(s.Alternatives[k].Slots)
		if c.group(nodes) != group || !c.chooses(group, next, nodes, c.Options.Together, left.Slots) {
			c.Violation(alternativePath(k), "is not the window that First Fit takes at %v", next)
			return
		}
		left.Slots = cut(&left, nodes, next, next+left.Runtime[group])
		start = next
	}
}

// reportMisplaced records that First Fit finds another window than an alternative, or none if group is
// -1. If the budget compares inexactly, the alternative may still be within it.
func (c *check) reportMisplaced(k, group int, start float64) {
	is := c.Alternatives[k].Start
	switch {
	case group >= 0 && start < is:
		c.Violation(alternativePath(k), "starts at %v; those before leave a window from %v", is, start)
	case c.Candidates().Exact:
		c.Violation(alternativePath(k), "starts at %v, where those before leave no window", is)
	}
}

// firstFit returns the earliest start of a window from a time on, and the fastest group that has
// a window then, or -1 if there is none. It reports false if the work limit is reached.
func firstFit(f *kernel.Candidates, from float64) (group int, start float64, complete bool) {
	group, start = -1, math.Inf(1)
	for g := range f.Runtime {
		if !f.Sweep(g, from, f.WeightRank, func(at float64, free []int32) bool {
			if at < start && f.WindowWeight(free) <= f.Strict[g] {
				group, start = g, at
			}
			return at >= start
		}) {
			return group, start, false
		}
	}
	return group, start, true
}

// cut returns the slots that remain after a window of the nodes, which must be sorted. Slots too
// short for the fastest runtime after start are dropped, since earlier time is no longer useful. A
// slot of a window's node keeps the part after end if that lasts for its node.
func cut(f *kernel.Candidates, nodes []int, start, end float64) (left []kernel.Slot) {
	for _, s := range f.Slots {
		_, taken := slices.BinarySearch(nodes, s.Node)
		switch {
		case s.End < start+f.Runtime[0]: // too short from here on
		case !taken || s.Start > start:
			left = append(left, s)
		case end+f.Runtime[f.Group[s.Node]] <= s.End && end < s.End:
			left = append(left, kernel.Slot{Node: s.Node, Start: end, End: s.End})
		}
	}
	sorting.Sort(left, kernel.CompareByStart)
	return left
}

// disjoint checks that no two alternatives overlap.
func (c *check) disjoint(s *window.Solution) {
	type part struct {
		slots.Span
		alternative int // index of the alternative
	}
	parts := make([][]part, len(c.Problem.Nodes))
	for k := range s.Alternatives {
		for _, x := range s.Alternatives[k].Slots {
			if i, known := c.NodeIndex[x.Node]; known {
				parts[i] = append(parts[i], part{slots.Span{Start: x.Start, End: x.End}, k})
			}
		}
	}
	for i := range parts {
		sorting.Sort(parts[i], func(a, b part) int { return cmp.Compare(a.Start, b.Start) })
		for j := 1; j < len(parts[i]); j++ {
			if a, b := parts[i][j-1], parts[i][j]; b.Start < a.End-float64(verify.Tolerance*c.Problem.Horizon) {
				c.Violation(alternativePath(max(a.alternative, b.alternative)),
					"takes %s at a time that another alternative has",
					c.Problem.Nodes[i].ID)
			}
		}
	}
}
