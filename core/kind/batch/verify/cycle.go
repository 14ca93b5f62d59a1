package verify

import (
	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// cycle checks one cycle of a solution and returns the jobs that wait for the next. It
// reports false if the rest cannot be checked.
func (c *Check) cycle(s *batch.Solution, k int, waiting []*batch.Job) ([]*batch.Job, bool) {
	y := &Cycle{Number: k, First: c.alternatives, ByTime: c.limitsTime()}
	free := c.Sight(k)
	for i, j := range waiting {
		path := doc.At("solution.alternatives", y.First+i)
		if y.First+i >= len(s.Alternatives) {
			c.Violation(path, "is missing: job %s waits in cycle %d", j.ID, k)
			return nil, false
		}
		a := &s.Alternatives[y.First+i]
		if a.Job != j.ID || a.Cycle != c.cycleNumber(k) {
			c.Violation(path+".job",
				"is %q in cycle %d, must be %q in cycle %d: jobs are in the order in which they are served", a.Job,
				a.Cycle, j.ID, c.cycleNumber(k))
			return nil, false
		}
		o := &Offer{Job: j, Position: i, Alternatives: a}
		y.Jobs = append(y.Jobs, o)
		for w := range a.Windows {
			if !c.window(doc.At(path+".windows", w), j, &a.Windows[w]) {
				return nil, false
			}
			o.Points = append(o.Points, c.Point(j, c.NodesOf(&a.Windows[w])))
		}
	}
	c.alternatives += len(waiting)
	if c.Rule != nil && !c.Rule.Windows(y) || !c.disjoint(y, free) {
		return nil, false
	}
	return c.checkChoices(s, y)
}

// cycleNumber returns the number of a cycle as the solution must write it.
func (c *Check) cycleNumber(k int) int {
	if c.Problem.Rounds() == 1 {
		return 0
	}
	return k
}

// Sight returns the free time of each node that is visible in a cycle.
func (c *Check) Sight(k int) [][]slots.Span {
	now, until := float64(k-1)*c.Problem.Period, c.Problem.Horizon
	if c.Problem.Sight != nil {
		until = min(until, now+*c.Problem.Sight)
	}
	out := make([][]slots.Span, len(c.free))
	for i, list := range c.free {
		for _, s := range list {
			s.Start, s.End = max(s.Start, now), min(s.End, until)
			if s.Start < s.End {
				out[i] = append(out[i], s)
			}
		}
	}
	return out
}

// Duration returns the duration of a part of a job on a node of a performance.
func (c *Check) Duration(j *batch.Job, performance float64) float64 {
	if c.scaled {
		return j.Volume / j.MinPerformance * (performance / j.MinPerformance)
	}
	return j.Volume / performance
}

// Allowance returns AMP's limit on the cost of a window: the cost if all nodes had the least
// performance and the greatest price.
func Allowance(j *batch.Job) float64 {
	return float64(j.Nodes) * j.MaxPrice * (j.Volume / j.MinPerformance)
}

// NodesOf returns the indexes of the nodes of a window.
func (c *Check) NodesOf(w *window.Window) (nodes []int) {
	for i := range w.Slots {
		nodes = append(nodes, c.NodeIndex[w.Slots[i].Node])
	}
	return nodes
}

// Point returns the time of a window by the answer's measure, and its cost.
func (c *Check) Point(j *batch.Job, nodes []int) (x Point) {
	for _, n := range nodes {
		length := c.Duration(j, c.Problem.Nodes[n].Performance)
		x.Cost += float64(c.Problem.Nodes[n].Price * length)
		if c.Options.Measure == batch.Sum {
			x.Time += length
		} else {
			x.Time = max(x.Time, length)
		}
	}
	return x
}

// UsesALP reports whether the windows of an answer are found by ALP, which limits the
// price of each node instead of the cost of a window.
func (c *Check) UsesALP() bool {
	if c.Answer.Algorithm == policy.AlgorithmOwn && c.Policy == nil {
		return false // a program's windows keep AMP's budget
	}
	return c.Answer.Algorithm == batch.SearchALP || c.Options.Search == batch.SearchALP
}

// window checks a window apart from other windows: its nodes, the parts, its end, its cost and its
// budget. It reports false after a violation.
func (c *Check) window(path string, j *batch.Job, w *window.Window) bool {
	before := len(c.Violations)
	if len(w.Slots) != j.Nodes {
		c.Violation(path+".slots", "has %d entries; job %s needs %d nodes", len(w.Slots), j.ID, j.Nodes)
	}
	longest, cost, used := 0.0, 0.0, map[string]bool{}
	for i := range w.Slots {
		s := &w.Slots[i]
		node, ok := c.NodeIndex[s.Node]
		if !ok || used[s.Node] {
			c.Violation(doc.At(path+".slots", i)+".node", "%q is not a node, or is in the window twice",
				s.Node)
			continue
		}
		used[s.Node] = true
		length := c.Duration(j, c.Problem.Nodes[node].Performance)
		c.part(doc.At(path+".slots", i), j, w, s, length)
		longest = max(longest, length)
		cost += s.Cost
	}
	switch most := Allowance(j); {
	case len(c.Violations) > before:
	case !verify.ApproxEqual(w.End, w.Start+longest):
		c.Differs(path+".end", w.End, w.Start+longest)
	case !verify.ApproxEqual(w.Cost, cost):
		c.Differs(path+".cost", w.Cost, cost)
	case !c.UsesALP() && cost > most && !verify.ApproxEqual(cost, most):
		c.Violation(path+".cost", "is %v, above the budget %v of job %s", cost, most, j.ID)
	}
	return len(c.Violations) == before
}

// part checks a part of a window.
func (c *Check) part(path string, j *batch.Job, w *window.Window, s *window.Allocation, length float64) {
	n := &c.Problem.Nodes[c.NodeIndex[s.Node]]
	switch {
	case n.Performance < j.MinPerformance:
		c.Violation(path+".node", "%s has performance %v, below the %v that job %s asks for", s.Node, n.Performance,
			j.MinPerformance, j.ID)
	case c.UsesALP() && n.Price > j.MaxPrice:
		c.Violation(path+".node", "%s has price %v, above the greatest price %v of job %s", s.Node, n.Price, j.MaxPrice,
			j.ID)
	case !verify.ApproxEqual(s.Start, w.Start):
		c.Differs(path+".start", s.Start, w.Start)
	case !verify.ApproxEqual(s.End, w.Start+length):
		c.Differs(path+".end", s.End, w.Start+length)
	case !verify.ApproxEqual(s.Cost, n.Price*length):
		c.Differs(path+".cost", s.Cost, n.Price*length)
	}
}

// disjoint checks that the windows of a cycle lie in free time and do not overlap.
func (c *Check) disjoint(y *Cycle, free [][]slots.Span) bool {
	for i, o := range y.Jobs {
		for k := range o.Alternatives.Windows {
			for n, s := range o.Alternatives.Windows[k].Slots {
				if !slots.Remove(free, c.NodeIndex[s.Node], slots.Span{Start: s.Start, End: s.End}) {
					at := doc.At("solution.alternatives", y.First+i) + ".windows"
					c.Violation(doc.At(doc.At(at, k)+".slots", n),
						"is not free from %v to %v on %s, or another window has it", s.Start, s.End, s.Node)
					return false
				}
			}
		}
	}
	return true
}
