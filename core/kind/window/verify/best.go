package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// promised is the metric that an algorithm makes as small as can be.
func (c *windowCheck) promised() string {
	switch c.Answer.Algorithm {
	case "first-fit":
		if c.options.Reading == window.Literal {
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

// best checks that no window is better by what the algorithm promises, that of
// equal ones the answer has the one that its rule takes, and reports whether it
// was seen that nothing is better.
func (c *windowCheck) best(s *window.Solution, w *shown) bool {
	switch c.Answer.Algorithm {
	case "max-sum":
		return c.greatest(w)
	case "multiple-best":
		c.succession(s)
		return false
	case "alp", "amp":
		c.roughRule(s)
		return false
	case "custom", policy.Own:
		return c.fittest(w)
	}
	metric := c.promised()
	if metric == "" {
		return false // an algorithm from elsewhere, whose rule is not known here
	}
	c.reach = &windowReach{metric, *w, c.nodesOf(s)}
	t, complete := c.better(metric, w.by(metric))
	if t != nil && c.admitted(metric, t.by(metric)) {
		return false
	}
	if t != nil {
		c.Violation("metrics."+metric,
			"is "+verify.Number(w.by(metric))+"; there is a window with "+verify.Number(t.by(metric)))
		return false
	}
	if complete {
		c.met = metric
		c.rule(metric, s, w)
	}
	return complete
}

// patience is how many looks the search for something better may have taken for
// it to be held against an answer that says its own search ended before its end.
const patience = 1 << 22

// admitted tells whether an answer says by its bound that there may be better
// ones, because its search was stopped, and one was hard to find. Within
// patience nothing excuses an answer.
func (c *windowCheck) admitted(metric string, better float64) bool {
	b := c.Answer.Bound
	if c.Answer.Stats["stopped"] != 1 || b == nil || b.Metric != metric || c.field.looks > c.field.most-patience {
		return false
	}
	if metric == "value" && !c.options.Minimise {
		return better <= b.Value || verify.Near(better, b.Value)
	}
	return better >= b.Value || verify.Near(better, b.Value)
}

// better looks for a window with less of a metric than a value; it gives nil
// where it finds none, and whether it could look everywhere.
func (c *windowCheck) better(metric string, value float64) (*thrifty, bool) {
	f := c.searched()
	t := anything(f, f.strict)
	switch metric {
	case "start":
		t.start = value
	case "finish":
		t.finish = value
	case "runtime":
		t.runtime = value
	case "cost":
		t.most = f.under(value)
	}
	return t.look(f.all(len(f.runtime)-1, math.Inf(1)))
}

// under are the weights of windows that cost less than a value, by more than
// rounding.
func (f *windowField) under(value float64) []float64 {
	most := slices.Clone(f.strict)
	for k := range most {
		if limit := value / f.runtime[k] * f.unit; value > 0 {
			most[k] = min(most[k], limit*(1-verify.Tolerance))
		} else {
			most[k] = -1 // nothing is cheaper than what is free of charge
		}
	}
	return most
}

// look hunts in a cell.
func (t *thrifty) look(in windowCell) (*thrifty, bool) {
	if t.byWeight == nil {
		t.byWeight = t.order(func(node int32) float64 { return t.weight[node] })
	}
	found, complete := t.run(in, t.byWeight)
	if found {
		return t, true
	}
	return nil, complete
}

// by is the metric of the window that was found.
func (t *thrifty) by(metric string) float64 {
	w := shown{start: t.from, runtime: t.windowField.runtime[t.group], cost: t.cost(t.sum, t.group)}
	w.finish = w.start + w.runtime
	return w.by(metric)
}

// rule checks that of all windows that are equally good the answer has the one
// that the algorithm takes: that of the fastest group, then the earliest, and of
// it the cheapest nodes in the order in which slots come in.
func (c *windowCheck) rule(metric string, s *window.Solution, w *shown) {
	f := c.searched()
	k := c.groupOf(s)
	if k < 0 {
		return
	}
	var sooner *thrifty
	seek := func(in windowCell, change func(t *thrifty)) {
		if sooner != nil {
			return
		}
		t := anything(f, f.strict)
		change(t)
		sooner, _ = t.look(in)
	}
	switch metric {
	case "start":
		seek(f.all(k-1, w.start), func(*thrifty) {})
	case "finish":
		seek(f.all(k-1, math.Inf(1)), func(t *thrifty) { t.finish = math.Nextafter(w.start+w.runtime, math.Inf(1)) })
	case "runtime":
		seek(f.all(k, math.Inf(1)), func(t *thrifty) { t.start = w.start })
	case "cost":
		// Costs of different groups that are equal as decimals may differ as
		// floating-point numbers, so the group is left open.
		if !f.exact {
			break
		}
		seek(windowCell{k0: k, k1: k, s0: math.Inf(-1), s1: math.Inf(1)}, func(t *thrifty) {
			t.start, t.most = w.start, slices.Clone(f.strict)
			t.most[k] = min(t.most[k], f.weighing(c.nodesOf(s)))
		})
	}
	if sooner != nil {
		c.Violation("solution.slots",
			"start at "+verify.Number(w.start)+" in the group of performance "+verify.Number(f.speed[k])+
				"; as good is a window from "+verify.Number(sooner.from)+" in that of "+
				verify.Number(f.speed[sooner.group])+
				", which "+c.Answer.Algorithm+" prefers")
		return
	}
	together := metric == "cost" || c.options.Together
	if !c.taken(s, k, together, f.pieces) {
		c.Violation("solution.slots", "are not those that "+c.Answer.Algorithm+" takes at "+verify.Number(w.start)+
			": the cheapest, as soon as slots that come in one by one make a window")
	}
}

// groupOf is the group of a window: that of its slowest node.
func (c *windowCheck) groupOf(s *window.Solution) int {
	k := int32(-1)
	for i := range s.Slots {
		k = max(k, c.searched().own[c.nodes.Of(s.Slots[i].Node)])
	}
	return int(k)
}

// nodesOf are the nodes of a solution in the order of the document.
func (c *windowCheck) nodesOf(s *window.Solution) []int32 {
	var nodes []int32
	for i := range s.Slots {
		nodes = append(nodes, int32(c.nodes.Of(s.Slots[i].Node)))
	}
	slices.Sort(nodes)
	return nodes
}

func (f *windowField) weighing(nodes []int32) float64 {
	sum := 0.0
	for _, n := range nodes {
		sum += f.weight[n]
	}
	return sum
}

// taken tells whether the slots of a window are those that the rule takes from
// free times. Where prices are no decimals, equal ones may be taken for each
// other, and the budget may be kept or not by a hair.
func (c *windowCheck) taken(s *window.Solution, k int, together bool, free []opening) bool {
	f, start := c.searched(), s.Slots[0].Start
	is := c.nodesOf(s)
	for _, most := range [][]float64{f.strict, f.lax} {
		want := f.pick(k, start, together, free, most[k])
		if slices.Equal(want, is) {
			return true
		}
		if !f.exact && len(want) == len(is) && verify.Near(f.weighing(want), f.weighing(is)) {
			return true
		}
	}
	return false
}

// pick are the nodes of the first window of a group from a start: those that are
// free already and, in the order of the document, one after another those that
// become free then, or all of them together, until the n cheapest are within the
// budget. They come in the order of the document; none where there is no window.
func (f *windowField) pick(k int, start float64, together bool, free []opening, most float64) []int32 {
	until := start + f.runtime[k]
	var held, fresh []int32
	for j := range free {
		s := &free[j]
		switch {
		case int(s.own) > k || s.start > start || s.end < until:
		case s.start == start:
			fresh = append(fresh, s.node)
		default:
			held = f.cheapest(held, s.node)
		}
	}
	slices.Sort(fresh)
	for i, n := range fresh {
		held = f.cheapest(held, n)
		if together && i+1 < len(fresh) {
			continue
		}
		if len(held) == f.n && f.weighing(held) <= most {
			slices.Sort(held)
			return held
		}
	}
	return nil
}

// cheapest takes a node in among the n cheapest that are held, in that order;
// equal ones stand as in the document.
func (f *windowField) cheapest(held []int32, node int32) []int32 {
	order := func(a, b int32) int { return cmp.Or(f.cheaper(a, b), int(a)-int(b)) }
	if len(held) == f.n && order(node, held[f.n-1]) > 0 {
		return held
	}
	at, _ := slices.BinarySearchFunc(held, node, order)
	held = sorting.Put(held, at, node)
	return held[:min(len(held), f.n)]
}

// Infeasible checks that there is no window, and tells whether that was seen.
func (c *windowCheck) Infeasible() bool {
	switch c.Answer.Algorithm {
	case "custom", policy.Own:
		return c.valueless()
	case "alp", "amp":
		return c.roughless()
	case "max-sum":
		if !c.offered() {
			return true // there is nothing to add up
		}
	}
	f := c.searched()
	t := anything(f, f.strict)
	if c.Answer.Algorithm == "max-sum" {
		t.most, t.charge = c.charged(f)
	}
	t, complete := t.look(f.all(len(f.runtime)-1, math.Inf(1)))
	if t != nil {
		c.Violation("feasible", "is false although there is a window from "+verify.Number(t.from)+" to "+
			verify.Number(t.by("finish"))+" at "+verify.Number(t.by("cost")))
	}
	return complete && t == nil
}

// offered tells whether any node has the attribute that is added up.
func (c *windowCheck) offered() bool {
	for i := range c.p.Nodes {
		if _, ok := c.p.Nodes[i].Attributes[c.attribute()]; ok {
			return true
		}
	}
	return false
}
