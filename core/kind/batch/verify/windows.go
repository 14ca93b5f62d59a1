package verify

import (
	"strconv"
	"strings"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// cycle checks one cycle of a solution and gives the jobs that wait for the
// next; false when so much is wrong that nothing more can be said.
func (c *batchCheck) cycle(s *batch.Solution, k int, waiting []*batch.Job) ([]*batch.Job, bool) {
	c.now = k
	c.left = c.shelves(c.sight(k))
	lists, jobs := make([]*batch.Alternatives, len(waiting)), make([]*asking, len(waiting))
	first := c.alternatives
	for i, j := range waiting {
		path := "solution.alternatives[" + strconv.Itoa(first+i) + "]"
		if first+i >= len(s.Alternatives) {
			c.Violation(path, "is missing: job "+j.ID+" waits in cycle "+strconv.Itoa(k))
			return nil, false
		}
		a := &s.Alternatives[first+i]
		if a.Job != j.ID || a.Cycle != c.numbered(k) {
			c.Violation(path+".job", "is "+strconv.Quote(a.Job)+" in cycle "+strconv.Itoa(a.Cycle)+", must be "+
				strconv.Quote(j.ID)+" in cycle "+strconv.Itoa(c.numbered(k))+
				": jobs stand in the order in which they are served")
			return nil, false
		}
		lists[i], jobs[i] = a, c.asking(j)
		jobs[i].place = i
		for w := range a.Windows {
			at := func() string { return path + ".windows[" + strconv.Itoa(w) + "]" }
			if !c.window(at, j, &a.Windows[w]) {
				return nil, false
			}
		}
	}
	c.alternatives += len(waiting)
	if !c.order(first, lists, jobs) {
		return nil, false
	}
	return c.choices(s, k, lists, jobs)
}

// numbered is a cycle as the solution must write it.
func (c *batchCheck) numbered(k int) int {
	if c.p.Rounds() == 1 {
		return 0
	}
	return k
}

// duration is how long a part of a job lasts on a node.
func (c *batchCheck) duration(j *batch.Job, node int) float64 {
	return c.lasting(j, c.p.Nodes[node].Performance)
}

// lasting is how long a part of a job lasts on a node of a performance.
func (c *batchCheck) lasting(j *batch.Job, performance float64) float64 {
	if c.scaled {
		return j.Volume / j.MinPerformance * (performance / j.MinPerformance)
	}
	return j.Volume / performance
}

// allowance is AMP's limit on the cost of a job's window: as much as if all of
// its nodes had the least performance and the greatest price.
func allowance(j *batch.Job) float64 {
	return float64(j.Nodes) * j.MaxPrice * (j.Volume / j.MinPerformance)
}

// window checks a window by itself.
func (c *batchCheck) window(path func() string, j *batch.Job, w *window.Window) bool {
	before := len(c.Found)
	if len(w.Slots) != j.Nodes {
		c.Violation(path()+".slots", "has "+strconv.Itoa(len(w.Slots))+" entries; job "+j.ID+" needs "+
			strconv.Itoa(j.Nodes)+" nodes")
	}
	longest, cost := 0.0, 0.0
	c.marked++
	for i := range w.Slots {
		s := &w.Slots[i]
		at := func(field string) string { return path() + ".slots[" + strconv.Itoa(i) + "]." + field }
		node, ok := c.nodes.Find(s.Node)
		if !ok || c.marks[node] == c.marked {
			c.Violation(at("node"), strconv.Quote(s.Node)+" is not a node, or stands twice in the window")
			continue
		}
		c.marks[node] = c.marked
		n := &c.p.Nodes[node]
		length := c.duration(j, node)
		switch {
		case n.Performance < j.MinPerformance:
			c.Violation(at("node"), s.Node+" has performance "+verify.Number(n.Performance)+", below the "+
				verify.Number(j.MinPerformance)+" that job "+j.ID+" asks for")
		case c.rule == byALP && n.Price > j.MaxPrice:
			c.Violation(at("node"), s.Node+" has price "+verify.Number(n.Price)+", above the greatest price "+
				verify.Number(j.MaxPrice)+" of job "+j.ID)
		case !verify.Near(s.Start, w.Start):
			c.Differs(at("start"), s.Start, w.Start)
		case !verify.Near(s.End, w.Start+length):
			c.Differs(at("end"), s.End, w.Start+length)
		case !verify.Near(s.Cost, n.Price*length):
			c.Differs(at("cost"), s.Cost, n.Price*length)
		}
		longest = max(longest, length)
		cost += s.Cost
	}
	switch most := allowance(j); {
	case len(c.Found) > before:
	case !verify.Near(w.End, w.Start+longest):
		c.Differs(path()+".end", w.End, w.Start+longest)
	case !verify.Near(w.Cost, cost):
		c.Differs(path()+".cost", w.Cost, cost)
	case c.rule != byALP && cost > most && !verify.Near(cost, most):
		c.Violation(path()+".cost", "is "+verify.Number(cost)+", above the budget "+verify.Number(most)+" of job "+j.ID)
	}
	return len(c.Found) == before
}

// order holds the windows to those that the rule finds, search by search, and
// gives the jobs as the choice sees them.
func (c *batchCheck) order(first int, lists []*batch.Alternatives, jobs []*asking) bool {
	if c.rule == byProgram {
		c.unseen = true
		return c.disjoint(first, lists, jobs)
	}
	ok := true
	done := c.families(jobs, func(i, family int, start float64, found []holding) bool {
		ok = c.agrees(lists[i], family, start, found) ||
			c.offered("solution.alternatives["+strconv.Itoa(first+i)+"]", lists[i], family, start, found)
		return ok
	})
	if !ok || done {
		for i, a := range lists {
			if n := len(jobs[i].points); ok && len(a.Windows) > n {
				c.Violation("solution.alternatives["+strconv.Itoa(first+i)+"]", "has "+strconv.Itoa(len(a.Windows))+
					" windows; families allow "+strconv.Itoa(n))
				return false
			}
		}
		return ok
	}
	c.unseen = true
	return c.disjoint(first, lists, jobs)
}

// agrees tells whether a window of an answer is the one that the search for it
// finds, or there is none.
func (c *batchCheck) agrees(a *batch.Alternatives, family int, start float64, found []holding) bool {
	if family >= len(a.Windows) || len(found) == 0 {
		return family >= len(a.Windows) && len(found) == 0
	}
	w := &a.Windows[family]
	if c.sameOrder(w, found) {
		return verify.Near(start, w.Start)
	}
	c.marked++
	for i := range found {
		c.marks[found[i].slot.node] = c.marked
	}
	same := verify.Near(start, w.Start)
	for i := range w.Slots {
		same = same && c.marks[c.nodes.Of(w.Slots[i].Node)] == c.marked
	}
	return same
}

// sameOrder tells whether a window has the nodes that were found, one by one, as
// it mostly has.
func (c *batchCheck) sameOrder(w *window.Window, found []holding) bool {
	for i := range w.Slots {
		if i >= len(found) || c.p.Nodes[found[i].slot.node].ID != w.Slots[i].Node {
			return false
		}
	}
	return true
}

// offered says what is wrong with a window that is not the one that the search for
// it finds.
func (c *batchCheck) offered(path string, a *batch.Alternatives, family int, start float64, found []holding) bool {
	listed := family < len(a.Windows)
	if listed {
		path += ".windows[" + strconv.Itoa(family) + "]"
	}
	switch {
	case !listed || len(found) > 0 && start < a.Windows[family].Start && !verify.Near(start, a.Windows[family].Start):
		c.Violation(path, "job "+a.Job+" could have a window at "+verify.Number(start)+" here")
		return false
	}
	w := &a.Windows[family]
	if len(found) == 0 || !verify.Near(start, w.Start) {
		c.Violation(path, "is not free from "+verify.Number(w.Start)+" to "+verify.Number(w.End)+
			" on all of its nodes, or another window has it")
		return false
	}
	for i := range w.Slots {
		if node := c.nodes.Of(w.Slots[i].Node); c.marks[node] != c.marked {
			c.Violation(path+".slots["+strconv.Itoa(i)+"].node", strconv.Quote(w.Slots[i].Node)+
				" is not a node that the rule of "+strings.ToUpper(c.rule)+" takes here")
			return false
		}
	}
	return true
}

// disjoint takes the windows as they are listed, where too much would have to be
// looked at to find them again: they lie in free time and do not overlap.
func (c *batchCheck) disjoint(first int, lists []*batch.Alternatives, jobs []*asking) bool {
	rest := c.sight(c.now)
	for i, a := range lists {
		jobs[i].points = jobs[i].points[:0]
		for k := range a.Windows {
			c.nodesOf = c.nodesOf[:0]
			for n, s := range a.Windows[k].Slots {
				node := c.nodes.Of(s.Node)
				c.nodesOf = append(c.nodesOf, int32(node))
				if !slots.TakeOut(rest, node, slots.Span{Start: s.Start, End: s.End}) {
					c.Violation("solution.alternatives["+strconv.Itoa(first+i)+"].windows["+strconv.Itoa(k)+"].slots["+
						strconv.Itoa(n)+"]",
						"is not free from "+verify.Number(s.Start)+" to "+verify.Number(s.End)+" on "+s.Node+
							", or another window has it")
					return false
				}
			}
			jobs[i].points = append(jobs[i].points, c.point(jobs[i], c.nodesOf))
		}
	}
	return true
}
