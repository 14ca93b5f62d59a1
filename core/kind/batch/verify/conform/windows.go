package conform

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/verify"
)

// Windows checks that the windows of a cycle are the ones that the rule finds, search by search. It
// reports false after a violation. If the rule is unknown or the work limit is reached, it sets
// Unchecked and reports true.
func (c *check) Windows(y *kernel.Cycle) bool {
	if !c.followsRule() {
		c.Unchecked = true
		return true
	}
	agrees := true
	s := c.newSearch(y.Number, y.Jobs)
	families := make([]int, len(y.Jobs))
	complete := s.families(func(i, family int, start float64, window []part) bool {
		path := doc.At("solution.alternatives", y.First+i)
		agrees = c.checkWindow(path, y.Jobs[i].Alternatives, family, start, window)
		families[i] = family + 1
		return agrees
	})
	if !agrees {
		return false
	}
	if !complete {
		c.Unchecked = true
		return true
	}
	for i, o := range y.Jobs {
		if len(o.Alternatives.Windows) > families[i] {
			c.Violation(doc.At("solution.alternatives", y.First+i), "has %d windows; families allow %d",
				len(o.Alternatives.Windows), families[i])
			return false
		}
	}
	return true
}

// checkWindow checks that a window of an answer is the one that the search for it finds, or
// that there is none.
func (c *check) checkWindow(path string, a *batch.Alternatives, family int, start float64, found []part) bool {
	listed := family < len(a.Windows)
	if !listed && found == nil {
		return true
	}
	if !listed || found != nil && start < a.Windows[family].Start && !verify.ApproxEqual(start,
		a.Windows[family].Start) {
		if listed {
			path += doc.At(".windows", family)
		}
		c.Violation(path, "job %s could have a window at %v here", a.Job, start)
		return false
	}
	path += doc.At(".windows", family)
	w := &a.Windows[family]
	if found == nil || !verify.ApproxEqual(start, w.Start) {
		c.Violation(path, "is not free from %v to %v on all of its nodes, or another window has it", w.Start, w.End)
		return false
	}
	nodes := nodesOf(found)
	for i, n := range c.NodesOf(w) {
		if !slices.Contains(nodes, n) {
			c.Violation(doc.At(path+".slots", i)+".node", "%q is not a node that the rule of %s takes here",
				w.Slots[i].Node, c.rule())
			return false
		}
	}
	return true
}

// rule returns the name of the rule by which windows are found.
func (c *check) rule() string {
	if c.UsesALP() {
		return strings.ToUpper(batch.SearchALP)
	}
	return "AMP"
}
