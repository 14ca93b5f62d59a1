package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/window"
)

// Limits of the looks at free times: where a better window is looked for, and
// where any window is, which is done for few answers.
const (
	bestLooks = 300_000
	anyLooks  = 50_000_000
)

// alternatives checks the windows that one was chosen from.
func (c *windowCheck) alternatives(s *window.Solution, w *shown) {
	if c.answer.Algorithm != "multiple-best" {
		if len(s.Alternatives) > 0 {
			c.violation("solution.alternatives", "are given by an algorithm that collects none")
		}
		return
	}
	if s.Chosen < 0 || s.Chosen >= len(s.Alternatives) {
		c.violation("solution.chosen", "is "+strconv.Itoa(s.Chosen)+" of "+strconv.Itoa(len(s.Alternatives))+
			" alternatives")
		return
	}
	if !slices.Equal(s.Slots, s.Alternatives[s.Chosen].Slots) {
		c.violation("solution.slots", "are not those of the chosen alternative")
	}
	by, taken := c.word("criterion", "cost"), make([][]span, len(c.p.Nodes))
	for k := range s.Alternatives {
		path := "solution.alternatives[" + strconv.Itoa(k) + "]"
		other := &s.Alternatives[k]
		is, ok := c.window(path, other.Slots)
		if !ok {
			continue
		}
		c.time(path+".start", other.Start, is.start)
		c.time(path+".end", other.End, is.finish)
		c.time(path+".cost", other.Cost, is.cost)
		better := w.by(by) - is.by(by)
		if by == "value" {
			better = -better
		}
		if better > 0 && !near(w.by(by), is.by(by)) {
			c.violation("solution.chosen", "has "+by+" "+number(w.by(by))+"; alternative "+strconv.Itoa(k)+" has "+
				number(is.by(by)))
		}
		for _, x := range other.Slots {
			i := c.nodes[x.Node]
			for _, t := range taken[i] {
				if x.Start < t.end-Tolerance*c.p.Horizon && t.start < x.End-Tolerance*c.p.Horizon {
					c.violation(path, "takes "+x.Node+" at a time that another alternative has")
				}
			}
			taken[i] = append(taken[i], span{x.Start, x.End})
		}
	}
}

// promised is the metric that an algorithm makes as small as can be.
func (c *windowCheck) promised() string {
	switch c.answer.Algorithm {
	case "first-fit":
		if c.word("reading", "corrected") == "literal" {
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

// best checks that no window is better by what the algorithm promises, and
// reports whether that could be seen.
func (c *windowCheck) best(s *window.Solution, w *shown) bool {
	switch c.answer.Algorithm {
	case "max-sum":
		return c.word("subset", "exact") == "exact" && c.sums(w)
	case "multiple-best":
		return c.succession(s)
	}
	metric := c.promised()
	if metric == "" {
		return false
	}
	least := math.Inf(1)
	if !c.every(bestLooks, func(x *shown) { least = math.Min(least, x.by(metric)) }) {
		return false
	}
	if is := w.by(metric); least < is && !near(least, is) && is-least > Tolerance*c.p.Horizon {
		c.violation("metrics."+metric, "is "+number(is)+"; there is a window with "+number(least))
	}
	return true
}

// succession checks that every alternative is the earliest window that those
// before it leave, and that the last leaves none; it reports false where that
// takes too long.
func (c *windowCheck) succession(s *window.Solution) bool {
	later := *c
	later.free = slices.Clone(c.free)
	most := bestLooks / (1 + len(s.Alternatives))
	for k := 0; k <= len(s.Alternatives); k++ {
		first := math.Inf(1)
		if !later.every(most, func(x *shown) { first = math.Min(first, x.start) }) {
			return false
		}
		if k == len(s.Alternatives) {
			if !math.IsInf(first, 1) {
				c.violation("solution.alternatives", "are not all: they leave a window from "+number(first))
			}
			break
		}
		w := &s.Alternatives[k]
		if first < w.Start-Tolerance*c.p.Horizon {
			c.violation("solution.alternatives["+strconv.Itoa(k)+"]",
				"starts at "+number(w.Start)+"; those before leave a window from "+number(first))
		}
		for i := range w.Slots {
			n := c.nodes[w.Slots[i].Node]
			later.free[n] = without(later.free[n], span{w.Slots[i].Start, w.Slots[i].End})
		}
	}
	return true
}

// without is free time less a part of it.
func without(free []span, part span) (left []span) {
	for _, f := range free {
		if part.end <= f.start || f.end <= part.start {
			left = append(left, f)
			continue
		}
		if f.start < part.start {
			left = append(left, span{f.start, part.start})
		}
		if part.end < f.end {
			left = append(left, span{part.end, f.end})
		}
	}
	return left
}

func (c *windowCheck) infeasible() bool { return c.none() }

// none checks that there is no window, and reports whether that could be seen.
func (c *windowCheck) none() bool {
	switch c.answer.Algorithm {
	case "custom", "alp": // a criterion may have no value, ALP limits single prices
		return false
	case "max-sum":
		if c.word("subset", "exact") != "exact" || !c.offered() {
			return false // costs may be rounded up, no node may have the attribute
		}
	}
	var one *shown
	looked := c.every(anyLooks, func(x *shown) {
		if one == nil {
			w := *x
			one = &w
		}
	})
	if one != nil {
		c.violation("feasible", "is false although there is a window from "+number(one.start)+" to "+number(one.finish)+
			" at "+number(one.cost))
	}
	return looked
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

// every visits the cheapest window of each performance and each start of a
// free time, the budget kept by more than rounding; it reports false, having
// visited none, when that would take too many looks.
func (c *windowCheck) every(most int, visit func(*shown)) bool {
	return c.each(most, func(speed, start float64) {
		if w, ok := c.cheapest(speed, start); ok {
			visit(&w)
		}
	})
}

// each visits each performance and each start of a free time, unless that would
// take too many looks at free times.
func (c *windowCheck) each(most int, visit func(speed, start float64)) bool {
	speeds, starts := c.corners()
	spans := 0
	for _, f := range c.free {
		spans += len(f)
	}
	if len(speeds)*len(starts)*max(spans, 1) > most {
		return false
	}
	for _, speed := range speeds {
		for _, start := range starts {
			visit(speed, start)
		}
	}
	return true
}

// corners lists the different performances and the starts of free time.
func (c *windowCheck) corners() (speeds, starts []float64) {
	for i := range c.p.Nodes {
		speeds = append(speeds, c.p.Nodes[i].Performance)
		for _, f := range c.free[i] {
			starts = append(starts, math.Max(f.start, c.p.Request.EarliestStart))
		}
	}
	slices.Sort(speeds)
	slices.Sort(starts)
	return slices.Compact(speeds), slices.Compact(starts)
}

// cheapest is the cheapest window from a start on nodes at least this fast.
func (c *windowCheck) cheapest(speed, start float64) (w shown, ok bool) {
	r := c.p.Request
	w = shown{start: start, runtime: r.Volume / speed, finish: start + r.Volume/speed}
	var prices []float64
	for _, n := range c.candidates(speed, start) {
		prices = append(prices, n.Price)
	}
	if len(prices) < r.Nodes {
		return w, false
	}
	slices.Sort(prices)
	for _, x := range prices[:r.Nodes] {
		w.cost += x * w.runtime
	}
	return w, r.Budget == nil || w.cost <= *r.Budget-Tolerance*(*r.Budget)
}
