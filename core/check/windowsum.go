package check

import (
	"math"
	"slices"

	"gridbox/core/problem/window"
)

// sumSteps bounds the choices that are gone through at one start for the
// greatest sum.
const sumSteps = 20_000

// sums checks that no window has a greater sum of the attribute than the answer
// of Max Sum, or a lesser one where it minimises: from every start of every
// performance all n of the candidates are gone through that could be better. A
// choice is given up where the n greatest values, or the Lagrangian bound of
// the budget, show that nothing better follows. It reports false where it has to
// leave that open.
func (c *windowCheck) sums(w *shown) bool {
	sign := 1.0
	if c.answer.Options["minimise"] == true {
		sign = -1
	}
	attribute, best := c.attribute(), sign*w.value
	slack := Tolerance * (1 + math.Abs(best))
	greater, proven := math.Inf(-1), true
	budget := math.Inf(1)
	if b := c.p.Request.Budget; b != nil {
		budget = *b - Tolerance*(*b)
	}
	done := c.each(bestLooks, func(speed, start float64) {
		runtime := c.p.Request.Volume / speed
		var items []item
		for _, n := range c.candidates(speed, start) {
			items = append(items, item{sign * n.Attributes[attribute], n.Price * runtime})
		}
		s := subset{items: items, n: c.p.Request.Nodes, budget: budget, best: math.Max(best+slack, greater)}
		if found, ok := s.search(); !ok {
			proven = false
		} else if found {
			greater = s.best
		}
	})
	if greater > best+slack {
		c.violation("metrics.value", "is "+number(w.value)+"; there is a window with "+number(sign*greater))
	}
	return done && proven
}

// An item is a candidate with its value and what it costs.
type item struct{ value, cost float64 }

// A subset looks for n items within a budget whose values add up to more than
// the best.
type subset struct {
	items  []item
	n      int
	budget float64
	best   float64
	lambda float64 // multiplier of the budget
	steps  int
	found  bool
}

// search reports whether there is such a choice; ok is false where that is left
// open.
func (s *subset) search() (found, ok bool) {
	if len(s.items) < s.n {
		return false, true
	}
	if !s.multiplier() {
		return false, true
	}
	slices.SortFunc(s.items, func(a, b item) int {
		x, y := a.value-s.lambda*a.cost, b.value-s.lambda*b.cost
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	s.choose(0, s.n, 0, 0)
	return s.found, s.steps <= sumSteps
}

// bound is the Lagrangian bound: what n items come to whose costs are charged
// at the multiplier, with the budget given back. It holds for every multiplier.
func (s *subset) bound(lambda float64) float64 {
	keys := make([]float64, len(s.items))
	for i, x := range s.items {
		keys[i] = x.value - float64(lambda*x.cost)
	}
	slices.Sort(keys)
	sum := 0.0
	for _, k := range keys[len(keys)-s.n:] {
		sum += k
	}
	if lambda > 0 {
		sum += lambda * s.budget
	}
	return sum
}

// multiplier narrows down the multiplier of the least bound, in thirds, since
// the bound is convex; it is false where a bound rules all choices out.
func (s *subset) multiplier() bool {
	if s.bound(0) <= s.best {
		return false
	}
	if math.IsInf(s.budget, 1) {
		return true
	}
	low, high := 0.0, 1e-6
	for range 60 {
		if s.bound(high) >= s.bound(high/2) {
			break
		}
		high *= 2
	}
	for range 40 {
		a, b := low+(high-low)/3, high-(high-low)/3
		x, y := s.bound(a), s.bound(b)
		if math.Min(x, y) <= s.best {
			return false
		}
		if x < y {
			high = b
		} else {
			low = a
		}
	}
	s.lambda = (low + high) / 2
	return true
}

// choose takes left more items from one place on.
func (s *subset) choose(from, left int, value, cost float64) {
	if s.steps++; s.steps > sumSteps || cost > s.budget {
		return
	}
	if left == 0 {
		if value > s.best {
			s.best, s.found = value, true
		}
		return
	}
	for i := from; i+left <= len(s.items); i++ {
		reach := value
		for _, x := range s.items[i : i+left] {
			reach += x.value - s.lambda*x.cost
		}
		if s.lambda > 0 {
			reach += s.lambda * (s.budget - cost)
		}
		if reach <= s.best {
			return // items stand in the order of what they bring
		}
		s.choose(i+1, left-1, value+s.items[i].value, cost+s.items[i].cost)
	}
}

// candidates are the nodes of at least a speed that suit and are free from a
// start for as long as the window lasts; none where it ends too late.
func (c *windowCheck) candidates(speed, start float64) (list []*window.Node) {
	r := c.p.Request
	finish := start + r.Volume/speed
	if r.Deadline != nil && finish > *r.Deadline || finish > c.p.Horizon {
		return nil
	}
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		if n.Performance >= speed && holds(c.free[i], span{start, finish}, 0) && c.misfit(n) == "" {
			list = append(list, n)
		}
	}
	return list
}
