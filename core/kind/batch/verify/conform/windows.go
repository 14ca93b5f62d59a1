package conform

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/verify"
)

// Windows checks that the windows of a cycle are those that the rule finds, search by
// search.
func (c *check) Windows(y *kernel.Cycle) bool {
	if !c.followsRule() {
		c.Unseen = true
		return true
	}
	agrees := true
	s := c.newSearch(y.Number, y.Jobs)
	families := make([]int, len(y.Jobs))
	complete := s.families(func(i, family int, start float64, window []part) bool {
		path := "solution.alternatives[" + strconv.Itoa(y.First+i) + "]"
		agrees = c.offered(path, y.Jobs[i].Listed, family, start, window)
		families[i] = family + 1
		return agrees
	})
	if !agrees {
		return false
	}
	if !complete {
		c.Unseen = true
		return true
	}
	for i, o := range y.Jobs {
		if len(o.Listed.Windows) > families[i] {
			c.Violation("solution.alternatives["+strconv.Itoa(y.First+i)+"]", "has "+
				strconv.Itoa(len(o.Listed.Windows))+" windows; families allow "+strconv.Itoa(families[i]))
			return false
		}
	}
	return true
}

// offered checks that a window of an answer is the one that the search for it finds, or
// that there is none.
func (c *check) offered(path string, a *batch.Alternatives, family int, start float64, found []part) bool {
	listed := family < len(a.Windows)
	if !listed && found == nil {
		return true
	}
	if !listed || found != nil && start < a.Windows[family].Start && !verify.Near(start, a.Windows[family].Start) {
		if listed {
			path += ".windows[" + strconv.Itoa(family) + "]"
		}
		c.Violation(path, "job "+a.Job+" could have a window at "+verify.Number(start)+" here")
		return false
	}
	path += ".windows[" + strconv.Itoa(family) + "]"
	w := &a.Windows[family]
	if found == nil || !verify.Near(start, w.Start) {
		c.Violation(path, "is not free from "+verify.Number(w.Start)+" to "+verify.Number(w.End)+
			" on all of its nodes, or another window has it")
		return false
	}
	nodes := nodesOf(found)
	for i, n := range c.NodesOf(w) {
		if !slices.Contains(nodes, n) {
			c.Violation(path+".slots["+strconv.Itoa(i)+"].node", strconv.Quote(w.Slots[i].Node)+
				" is not a node that the rule of "+c.rule()+" takes here")
			return false
		}
	}
	return true
}

// rule returns the name of the rule by which windows are found.
func (c *check) rule() string {
	if c.UsesALP() {
		return strings.ToUpper(batch.ByALP)
	}
	return "AMP"
}
