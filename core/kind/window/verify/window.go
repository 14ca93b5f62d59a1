// Package verify checks answers to window problems: that a window is valid, that its metrics
// follow from it, that the bound is proved, and that there is no window if the answer says so. It
// uses none of the solvers' code. Package conform checks in addition that the answer follows the
// rule of the algorithm that it names.
package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// Answer checks an answer to a valid, explicit window problem:
//
//   - the window has the requested number of different nodes, each fast enough, meeting every
//     condition and not excluded;
//   - all slots start and end together, lie in free time of their nodes and between the earliest
//     start and the deadline;
//   - it lasts volume / (performance of the slowest node), each slot costs price times that, and
//     all of them are within the budget;
//   - every alternative is valid in the same way;
//   - every metric follows from the window, and no window is better than the bound;
//   - there is no window if the answer says so.
//
// The last two are searched for, up to searchLimit slots in all. Beyond it the scope is at most
// valid. Package conform checks in addition that the answer follows the rule of its algorithm.
func Answer(p *window.WindowProblem, a *scenario.Answer) scenario.Check {
	c := New(p, a)
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A Check is the state of one check.
type Check struct {
	verify.Verdict
	Options   window.Options
	Problem   *window.WindowProblem
	NodeIndex map[string]int // index of each node by name
	Free      [][]slots.Span // by node
	// Window and Alternatives are recomputed from the solution by Solution.
	Window       Figures
	Alternatives []Figures

	// ProvedBounds has, by metric, a value that no window exceeds.
	ProvedBounds map[string]float64
	candidates   *Candidates
}

// New returns the check of an answer.
func New(p *window.WindowProblem, a *scenario.Answer) *Check {
	c := &Check{Verdict: verify.Verdict{Kind: "window", Answer: a}, Problem: p, ProvedBounds: map[string]float64{}}
	c.ReadOptions(&c.Options)
	c.NodeIndex = slots.NodePlaces(p.Nodes)
	c.Free = slots.FreeTimes(&p.Environment, c.NodeIndex)
	return c
}

// Figures are the measures of a window, computed from its slots.
type Figures struct {
	Start, Runtime, Finish, Cost, Value float64
	Values                              float64 // sum of the absolute terms of Value
}

// Solution checks the window and the alternatives.
func (c *Check) Solution(s *window.Solution) []verify.Metric {
	var ok bool
	if c.Window, ok = c.window("solution", s.Slots); !ok {
		return nil
	}
	c.alternatives(s)
	return c.metrics(&c.Window)
}

// Infeasible searches for a window. It reports whether it is proved that there is none.
func (c *Check) Infeasible() bool {
	best, complete := c.Candidates().Best("start")
	if best != nil {
		c.Exists(best)
	}
	return complete && best == nil
}

// Exists records the violation that there is a window although the answer is infeasible.
func (c *Check) Exists(w *FoundWindow) {
	c.Violation("feasible", "is false although there is a window from %v to %v at %v", w.Start, w.Finish, w.Cost)
}

// time checks a time, or a cost that depends on one.
func (c *Check) time(path string, stated, is float64) {
	c.EqualSum(path, stated, is, c.Problem.Horizon)
}

// window checks one window and returns its measures. It reports false if they cannot be computed.
func (c *Check) window(path string, slots []window.Allocation) (w Figures, ok bool) {
	r := c.Problem.Request
	if len(slots) != r.Nodes {
		c.Violation(path+".slots", "are %d, must be %d", len(slots), r.Nodes)
		return w, false
	}
	slowest, used := math.Inf(1), map[string]bool{}
	for k := range slots {
		at := doc.At(path+".slots", k)
		i, known := c.NodeIndex[slots[k].Node]
		if !known || used[slots[k].Node] {
			c.Violation(at+".node", "%q is not a node of the problem, or taken twice", slots[k].Node)
			return w, false
		}
		used[slots[k].Node] = true
		if why := c.Misfit(&c.Problem.Nodes[i]); why != "" {
			c.Violation(at+".node", "%s", why)
		}
		slowest = math.Min(slowest, c.Problem.Nodes[i].Performance)
	}
	w.Start, w.Finish, w.Runtime = slots[0].Start, slots[0].End, r.Volume/slowest
	if c.allowsUnevenEnds() {
		w.Finish = w.Start + w.Runtime
	} else {
		c.time(path+".slots[0].end", w.Finish, w.Start+w.Runtime)
	}
	for k := range slots {
		c.slot(doc.At(path+".slots", k), &slots[k], &w)
	}
	c.limits(path, &w)
	return w, true
}

// Misfit returns the reason why a node does not meet the request, or "".
func (c *Check) Misfit(n *window.Node) string {
	r := c.Problem.Request
	if n.Performance < r.MinPerformance {
		return fmt.Sprintf("%s has performance %v, at least %v is asked for", n.ID, n.Performance, r.MinPerformance)
	}
	for i := range r.Require {
		q := &r.Require[i]
		if x, has := n.Attributes[q.Attribute]; !has || !compares(x, q.Is, q.Value) {
			return fmt.Sprintf("%s does not meet %s %s %v", n.ID, q.Attribute, q.Is, q.Value)
		}
	}
	if slices.Contains(r.Exclude, n.ID) {
		return n.ID + " is excluded"
	}
	return ""
}

// compares reports whether the comparison of x with y by a sign is true.
func compares(x float64, is string, y float64) bool {
	switch is {
	case "=":
		return x == y
	case "!=":
		return x != y
	case ">=":
		return x >= y
	case ">":
		return x > y
	case "<=":
		return x <= y
	}
	return x < y
}

// slot checks one slot of a window and adds its cost and value.
func (c *Check) slot(at string, s *window.Allocation, w *Figures) {
	n := &c.Problem.Nodes[c.NodeIndex[s.Node]]
	length := w.Runtime
	switch {
	case c.allowsUnevenEnds():
		length = c.Problem.Request.Volume / n.Performance
		c.time(at+".start", s.Start, w.Start)
		c.time(at+".end", s.End, w.Start+length)
	case s.Start != w.Start || s.End != w.Finish:
		c.Violation(at, "does not start and end with the others")
	}
	if !containsPart(c.Free[c.NodeIndex[s.Node]], slots.Span{Start: s.Start, End: s.End},
		verify.Tolerance*c.Problem.Horizon) {
		c.Violation(at, "%s is not free from %v to %v", n.ID, s.Start, s.End)
	}
	c.time(at+".cost", s.Cost, n.Price*length)
	w.Cost += n.Price * length
	w.Value += n.Attributes[c.Attribute()]
	w.Values += math.Abs(n.Attributes[c.Attribute()])
}

// allowsUnevenEnds reports whether the parts of a window may end at different times, as in answers of ALP
// and AMP.
func (c *Check) allowsUnevenEnds() bool {
	return c.Answer.Algorithm == "alp" || c.Answer.Algorithm == "amp"
}

// containsPart reports whether free time contains a part.
func containsPart(free []slots.Span, part slots.Span, tolerance float64) bool {
	for _, f := range free {
		if f.Start <= part.Start+tolerance && part.End <= f.End+tolerance {
			return true
		}
	}
	return false
}

// Attribute returns the name of the attribute that is summed in the value of a window.
func (c *Check) Attribute() string {
	if c.Answer.Algorithm == "max-sum" {
		return cmp.Or(c.Options.Attribute, c.Problem.ValueAttribute())
	}
	return c.Problem.ValueAttribute()
}

// limits checks a window against budget, earliest start, deadline and horizon.
func (c *Check) limits(path string, w *Figures) {
	r, slack := c.Problem.Request, verify.Tolerance*c.Problem.Horizon
	if r.Budget != nil && w.Cost > *r.Budget && !verify.ApproxEqual(w.Cost, *r.Budget) {
		c.Violation(path, "costs %v, more than the budget %v", w.Cost, *r.Budget)
	}
	if w.Start < r.EarliestStart {
		c.Violation(path, "starts at %v, before %v", w.Start, r.EarliestStart)
	}
	if r.Deadline != nil && w.Finish > *r.Deadline+slack {
		c.Violation(path, "finishes at %v, after the deadline %v", w.Finish, *r.Deadline)
	}
}

// alternatives checks the windows from which one was chosen.
func (c *Check) alternatives(s *window.Solution) {
	for k := range s.Alternatives {
		path, other := doc.At("solution.alternatives", k), &s.Alternatives[k]
		w, ok := c.window(path, other.Slots)
		c.Alternatives = append(c.Alternatives, w)
		if ok {
			c.time(path+".start", other.Start, w.Start)
			c.time(path+".end", other.End, w.Finish)
			c.time(path+".cost", other.Cost, w.Cost)
		}
	}
}

// metrics returns the metrics of the answer.
func (c *Check) metrics(w *Figures) []verify.Metric {
	value := verify.Metric{Name: "value", Value: w.Value, MaxTerm: w.Values, Bound: verify.UpperBound}
	if c.Answer.Algorithm == "max-sum" && c.Options.Minimise {
		value.Bound = verify.LowerBound
	}
	return []verify.Metric{{Name: "start", Value: w.Start, Bound: verify.LowerBound},
		{Name: "runtime", Value: w.Runtime, MaxTerm: w.Finish, Bound: verify.LowerBound},
		{Name: "finish", Value: w.Finish, Bound: verify.LowerBound}, {Name: "cost", Value: w.Cost,
			Bound: verify.LowerBound},
		value}
}

// Metric returns a metric by its name.
func (w *Figures) Metric(name string) float64 {
	switch name {
	case "start":
		return w.Start
	case "runtime":
		return w.Runtime
	case "finish":
		return w.Finish
	case "value":
		return w.Value
	}
	return w.Cost
}
