package verify

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// Answer checks an answer to a valid, explicit window problem:
//
//   - the window has as many different nodes as asked for, each fast enough,
//     meeting every condition and not excluded;
//   - all slots start and end together, lie in free time of their nodes and
//     between the earliest start and the deadline;
//   - it lasts volume / (performance of the slowest node), each slot costs price
//     times that, and all of them are within the budget;
//   - the same holds for every alternative, no two overlap, and the chosen one
//     is the best of them by the criterion;
//   - every metric is what the window makes it, and no bound is beyond it; so is
//     the value of a custom criterion;
//   - no window is better by start, finish, runtime, cost or sum where the
//     algorithm promises so, and of equally good ones it is the one that its rule
//     takes; each of Multiple Best's alternatives is the window that First Fit
//     takes of what those before it leave; ALP's and AMP's is the first that they
//     come to; no window passes a bound; and there is none where the answer says
//     so. All of this is searched for by the checker itself.
//
// The searches end after so many slots looked at in all (looksFor). What they did not
// come to is left open: the scope then says no more than valid.
//
// The answer of a policy is checked by its formulas, which are nil for other answers.
func Answer(p *window.WindowProblem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &windowCheck{Verdict: verify.Verdict{Kind: "window", Answer: a}, p: p, policy: by}
	c.ReadOptions(&c.options)
	c.nodes = slots.NewNodeIndex(p.Nodes)
	c.free = slots.FreeTimes(&p.Environment, c.nodes)
	return verify.Judge(&c.Verdict, c)
}

// windowCheck is the state of one check.
type windowCheck struct {
	verify.Verdict
	options window.Options
	p       *window.WindowProblem
	policy  *policy.Formulas // of an answer by own
	free    [][]slots.Span
	nodes   *slots.NodeIndex
	field   *windowField // what is searched for windows, when something is
	reach   *windowReach // what of it is enough, where that is known
	met     string       // the metric of which it was seen that nothing is better
}

// shown is a window as its slots make it.
type shown struct {
	start, runtime, finish, cost, value float64
	values                              float64 // the terms of value, none of them below zero
}

// Solution checks the window that was chosen, and the choice.
func (c *windowCheck) Solution(s *window.Solution) []verify.Metric {
	w, ok := c.window("solution", s.Slots)
	if !ok {
		return nil
	}
	c.alternatives(s, &w)
	if len(c.Found) == 0 {
		c.Reached(c.best(s, &w))
	}
	return c.metrics(&w)
}

// Proves searches for a window that passes the bound; there is no need for a
// certificate. Where the looks do not reach as far the bound is left open.
func (c *windowCheck) Proves(b *scenario.Bound, m *verify.Metric) bool {
	if c.met == m.Name && verify.Same(b.Value, m.Is, m.Of) {
		return true
	}
	if r := c.reach; r != nil && (m.Name != r.metric || b.Value > r.w.by(r.metric)) {
		left := c.field.looks // of the free times that were left out some may matter now
		c.reach, c.field = nil, nil
		c.searched().looks = left
	}
	complete := false
	if m.Name == "value" {
		x := c.summing(b.Value)
		found, all := x.look()
		if found {
			c.Violation("bound.value",
				"is "+verify.Number(b.Value)+"; there is a window with a value of "+verify.Number(x.sum()))
		}
		complete = all
	} else {
		t, all := c.better(m.Name, b.Value)
		if t != nil {
			c.Violation("bound.value", "is "+verify.Number(b.Value)+"; there is a window with a "+m.Name+" of "+
				verify.Number(t.by(m.Name)))
		}
		complete = all
	}
	c.Lenient = !complete
	return complete
}

// time reports a time, or a cost that hangs on one, that is not what it must be.
func (c *windowCheck) time(path string, said, is float64) { c.Alike(path, said, is, c.p.Horizon) }

// window checks one window; ok is false when it has no numbers to go on with.
func (c *windowCheck) window(path string, slots []window.Taken) (w shown, ok bool) {
	r := c.p.Request
	if len(slots) != r.Nodes {
		c.Violation(path+".slots", "are "+strconv.Itoa(len(slots))+", must be "+strconv.Itoa(r.Nodes))
		return w, false
	}
	slowest, used := math.Inf(1), map[string]bool{}
	for k := range slots {
		at := path + ".slots[" + strconv.Itoa(k) + "]"
		i, known := c.nodes.Find(slots[k].Node)
		if !known || used[slots[k].Node] {
			c.Violation(at+".node", strconv.Quote(slots[k].Node)+" is not a node of the problem, or taken twice")
			return w, false
		}
		used[slots[k].Node] = true
		if why := c.misfit(&c.p.Nodes[i]); why != "" {
			c.Violation(at+".node", why)
		}
		slowest = math.Min(slowest, c.p.Nodes[i].Performance)
	}
	w.start, w.finish, w.runtime = slots[0].Start, slots[0].End, r.Volume/slowest
	if c.ragged() {
		w.finish = w.start + w.runtime
	} else {
		c.time(path+".slots[0].end", w.finish, w.start+w.runtime)
	}
	for k := range slots {
		c.slot(path+".slots["+strconv.Itoa(k)+"]", &slots[k], &w)
	}
	c.limits(path, &w)
	return w, true
}

// misfit says what of the request a node does not meet, "" for nothing.
func (c *windowCheck) misfit(n *window.Node) string {
	r := c.p.Request
	if n.Performance < r.MinPerformance {
		return n.ID + " has performance " + verify.Number(n.Performance) + ", at least " +
			verify.Number(r.MinPerformance) +
			" is asked for"
	}
	for i := range r.Require {
		q := &r.Require[i]
		if x, has := n.Attributes[q.Attribute]; !has || !compares(x, q.Is, q.Value) {
			return n.ID + " does not meet " + q.Attribute + " " + q.Is + " " + verify.Number(q.Value)
		}
	}
	if slices.Contains(r.Exclude, n.ID) {
		return n.ID + " is excluded"
	}
	return ""
}

// compares tells whether x stands to y as the sign says.
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

// slot checks one slot of a window and adds its cost and value up.
func (c *windowCheck) slot(at string, s *window.Taken, w *shown) {
	n := &c.p.Nodes[c.nodes.Of(s.Node)]
	length := w.runtime
	switch {
	case c.ragged():
		length = c.p.Request.Volume / n.Performance
		c.time(at+".start", s.Start, w.start)
		c.time(at+".end", s.End, w.start+length)
		c.share(at, n)
	case s.Start != w.start || s.End != w.finish:
		c.Violation(at, "does not start and end with the others")
	}
	if !holds(c.free[c.nodes.Of(s.Node)], slots.Span{Start: s.Start, End: s.End}, verify.Tolerance*c.p.Horizon) {
		c.Violation(at, n.ID+" is not free from "+verify.Number(s.Start)+" to "+verify.Number(s.End))
	}
	c.time(at+".cost", s.Cost, n.Price*length)
	w.cost += n.Price * length
	w.value += n.Attributes[c.attribute()]
	w.values += math.Abs(n.Attributes[c.attribute()])
}

// ragged tells whether the parts of a window end when their nodes are done, as
// ALP and AMP let them.
func (c *windowCheck) ragged() bool {
	return c.Answer.Algorithm == "alp" || c.Answer.Algorithm == "amp"
}

// share checks ALP's limit on the price of a node.
func (c *windowCheck) share(at string, n *window.Node) {
	if most := c.priceLimit(); c.Answer.Algorithm == "alp" && n.Price > most && !verify.Near(n.Price, most) {
		c.Violation(at+".node",
			n.ID+" has price "+verify.Number(n.Price)+", above the share "+verify.Number(most)+" of the budget")
	}
}

// priceLimit is ALP's: an equal share of the budget for the time of a part at
// the least performance.
func (c *windowCheck) priceLimit() float64 {
	r := c.p.Request
	if r.Budget == nil {
		return math.Inf(1)
	}
	least := r.MinPerformance
	for i := range c.p.Nodes {
		if p := c.p.Nodes[i].Performance; r.MinPerformance == 0 && (least == 0 || p < least) &&
			c.misfit(&c.p.Nodes[i]) == "" {
			least = p
		}
	}
	return *r.Budget * least / r.Volume / float64(r.Nodes)
}

// holds tells whether free time has room for a part.
func holds(free []slots.Span, part slots.Span, tolerance float64) bool {
	for _, f := range free {
		if f.Start <= part.Start+tolerance && part.End <= f.End+tolerance {
			return true
		}
	}
	return false
}

func (c *windowCheck) attribute() string {
	if c.Answer.Algorithm == "max-sum" {
		return cmp.Or(c.options.Attribute, c.p.ValueAttribute())
	}
	return c.p.ValueAttribute()
}

// limits checks a window against budget, earliest start, deadline and horizon.
func (c *windowCheck) limits(path string, w *shown) {
	r, slack := c.p.Request, verify.Tolerance*c.p.Horizon
	if r.Budget != nil && w.cost > *r.Budget && !verify.Near(w.cost, *r.Budget) {
		c.Violation(path, "costs "+verify.Number(w.cost)+", more than the budget "+verify.Number(*r.Budget))
	}
	if w.start < r.EarliestStart {
		c.Violation(path, "starts at "+verify.Number(w.start)+", before "+verify.Number(r.EarliestStart))
	}
	if r.Deadline != nil && w.finish > *r.Deadline+slack {
		c.Violation(path, "finishes at "+verify.Number(w.finish)+", after the deadline "+verify.Number(*r.Deadline))
	}
}

// metrics are those of the answer whose window this is.
func (c *windowCheck) metrics(w *shown) []verify.Metric {
	value := verify.Metric{Name: "value", Is: w.value, Of: w.values, Bound: verify.Above}
	if c.Answer.Algorithm == "max-sum" && c.options.Minimise {
		value.Bound = verify.Below
	}
	return []verify.Metric{{Name: "start", Is: w.start, Bound: verify.Below},
		{Name: "runtime", Is: w.runtime, Of: w.finish, Bound: verify.Below},
		{Name: "finish", Is: w.finish, Bound: verify.Below}, {Name: "cost", Is: w.cost, Bound: verify.Below}, value}
}

// by is the metric of a name.
func (w *shown) by(name string) float64 {
	switch name {
	case "start":
		return w.start
	case "runtime":
		return w.runtime
	case "finish":
		return w.finish
	case "value":
		return w.value
	}
	return w.cost
}
