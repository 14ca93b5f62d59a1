package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/batch"
	"gridbox/core/problem/window"
)

var infinite = math.Inf(1)

// cycle checks one cycle of a solution and gives the jobs that wait for the
// next; false when so much is wrong that nothing more can be said.
func (c *batchCheck) cycle(s *batch.Solution, k int, waiting []*batch.Job) ([]*batch.Job, bool) {
	c.rest = c.sight(k)
	lists := make([]*batch.Alternatives, len(waiting))
	first := c.alternatives
	for i, j := range waiting {
		path := "solution.alternatives[" + strconv.Itoa(first+i) + "]"
		if first+i >= len(s.Alternatives) {
			c.violation(path, "is missing: job "+j.ID+" waits in cycle "+strconv.Itoa(k))
			return nil, false
		}
		a := &s.Alternatives[first+i]
		if a.Job != j.ID || a.Cycle != c.numbered(k) {
			c.violation(path+".job", "is "+strconv.Quote(a.Job)+" in cycle "+strconv.Itoa(a.Cycle)+", must be "+
				strconv.Quote(j.ID)+" in cycle "+strconv.Itoa(c.numbered(k))+
				": jobs stand in the order in which they are served")
			return nil, false
		}
		lists[i] = a
		for w := range a.Windows {
			if !c.window(path+".windows["+strconv.Itoa(w)+"]", j, &a.Windows[w]) {
				return nil, false
			}
		}
	}
	c.alternatives += len(waiting)
	if !c.order(first, lists, waiting) {
		return nil, false
	}
	return c.choices(s, k, lists, waiting)
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
	performance := c.p.Nodes[node].Performance
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
func (c *batchCheck) window(path string, j *batch.Job, w *window.Window) bool {
	before := len(c.found)
	if len(w.Slots) != j.Nodes {
		c.violation(path+".slots", "has "+strconv.Itoa(len(w.Slots))+" entries; job "+j.ID+" needs "+
			strconv.Itoa(j.Nodes)+" nodes")
	}
	used := map[string]bool{}
	longest, cost := 0.0, 0.0
	for i := range w.Slots {
		s, at := &w.Slots[i], path+".slots["+strconv.Itoa(i)+"]"
		node, ok := c.nodes[s.Node]
		if !ok || used[s.Node] {
			c.violation(at+".node", strconv.Quote(s.Node)+" is not a node, or stands twice in the window")
			continue
		}
		used[s.Node] = true
		n := &c.p.Nodes[node]
		if n.Performance < j.MinPerformance {
			c.violation(at+".node", s.Node+" has performance "+number(n.Performance)+", below the "+
				number(j.MinPerformance)+" that job "+j.ID+" asks for")
		}
		if c.answer.Algorithm == "alp" && n.Price > j.MaxPrice {
			c.violation(at+".node", s.Node+" has price "+number(n.Price)+", above the greatest price "+
				number(j.MaxPrice)+" of job "+j.ID)
		}
		length := c.duration(j, node)
		c.equal(at+".start", s.Start, w.Start)
		c.equal(at+".end", s.End, w.Start+length)
		c.equal(at+".cost", s.Cost, n.Price*length)
		longest = max(longest, length)
		cost += s.Cost
	}
	if len(c.found) > before {
		return false
	}
	c.equal(path+".end", w.End, w.Start+longest)
	c.equal(path+".cost", w.Cost, cost)
	if most := allowance(j); c.answer.Algorithm == "amp" && cost > most && !near(cost, most) {
		c.violation(path+".cost", "is "+number(cost)+", above the budget "+number(most)+" of job "+j.ID)
	}
	return len(c.found) == before
}

// order cuts the windows out of the free time in the order in which they
// were found, and looks before each whether there was an earlier one.
func (c *batchCheck) order(first int, lists []*batch.Alternatives, waiting []*batch.Job) bool {
	done, most := make([]bool, len(lists)), c.families()
	for family, more := 0, true; more; family++ {
		more = false
		for i, a := range lists {
			if done[i] {
				continue
			}
			path := "solution.alternatives[" + strconv.Itoa(first+i) + "]"
			from, until := 0.0, infinite
			if family > 0 {
				from = a.Windows[family-1].Start
			}
			done[i] = family >= len(a.Windows)
			if !done[i] {
				until = a.Windows[family].Start
				path += ".windows[" + strconv.Itoa(family) + "]"
			}
			if float64(family) < most {
				if start, ok := c.earliest(waiting[i], from, until); ok {
					c.violation(path, "job "+a.Job+" could have a window at "+number(start)+" here")
					return false
				}
			}
			if done[i] {
				continue
			}
			more = true
			for n, s := range a.Windows[family].Slots {
				if !takeOut(c.rest, c.nodes[s.Node], span{s.Start, s.End}) {
					c.violation(path+".slots["+strconv.Itoa(n)+"]",
						"is not free from "+number(s.Start)+" to "+number(s.End)+" on "+s.Node+
							", or another window has it")
					return false
				}
			}
		}
	}
	return true
}

// earliest looks for a window of a job that starts not before from and before
// until: only starts of free times need to be tried, for a window moved left
// to the last of them still lies in them. A job's windows never start before
// its earlier ones, since free time only shrinks.
func (c *batchCheck) earliest(j *batch.Job, from, until float64) (float64, bool) {
	last := until
	if until < infinite {
		last -= Tolerance * until // what is nearer counts as the same time
	}
	looked := false // at from, which many free times hold
	for n := range c.rest {
		for _, s := range c.rest[n] {
			start := s.start
			if start <= from { // not max: this line runs for every slot of every search
				start = from
			}
			if start >= last || s.end <= start || start == from && looked {
				continue
			}
			looked = looked || start == from
			if c.looks -= len(c.rest); c.looks < 0 {
				return 0, false
			}
			if c.fits(j, start) {
				return start, true
			}
		}
	}
	return 0, false
}

// fits tells whether a job can have a window at a time.
func (c *batchCheck) fits(j *batch.Job, start float64) bool {
	c.costs = c.costs[:0]
	for n := range c.rest {
		node := &c.p.Nodes[n]
		if node.Performance < j.MinPerformance || c.answer.Algorithm == "alp" && node.Price > j.MaxPrice {
			continue
		}
		length := c.duration(j, n)
		for _, s := range c.rest[n] {
			if s.start <= start && start+length <= s.end {
				c.costs = append(c.costs, node.Price*length)
				break
			}
		}
	}
	if len(c.costs) < j.Nodes {
		return false
	}
	if c.answer.Algorithm == "alp" {
		return true
	}
	slices.Sort(c.costs)
	sum := 0.0
	for _, x := range c.costs[:j.Nodes] {
		sum += x
	}
	return sum < allowance(j) && !near(sum, allowance(j))
}
