package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A roughSlot is a free time as ALP and AMP take it up: how long the part on its
// node would last, and what it would cost.
type roughSlot struct {
	opening
	length, cost float64
}

// roughRule checks that an answer of ALP or AMP is the first window that its
// rule comes to.
func (c *windowCheck) roughRule(s *window.Solution) {
	is := c.nodesOf(s)
	for _, lean := range []float64{-verify.Tolerance, verify.Tolerance} { // a limit may be kept by a hair
		start, nodes, complete := c.firstRough(lean)
		if !complete || start == s.Slots[0].Start && slices.Equal(nodes, is) {
			return
		}
	}
	c.Violation("solution.slots", "are not those that "+c.Answer.Algorithm+" comes to first")
}

// roughless checks that ALP or AMP comes to no window, and tells whether that
// was seen.
func (c *windowCheck) roughless() bool {
	start, nodes, complete := c.firstRough(-verify.Tolerance)
	if len(nodes) > 0 {
		c.Violation("feasible", "is false although there is a window from "+verify.Number(start))
	}
	return complete && len(nodes) == 0
}

// firstRough goes through the free times in the order of their starts, as the
// rules say. Each takes its slot up where it suits and lets those go that are
// too short from there on. ALP takes up only what keeps the limit of price, and
// has its window when it holds n; AMP when the n cheapest that it holds are
// within the budget. Limits are moved by lean. The nodes come in the order of
// the document, none where there is no window.
func (c *windowCheck) firstRough(lean float64) (start float64, nodes []int32, complete bool) {
	n, budget, looks := c.p.Request.Nodes, math.Inf(1), windowLooks/10
	price := c.priceLimit() * (1 + lean)
	if b := c.p.Request.Budget; b != nil {
		budget = *b * (1 + lean)
	}
	var held []roughSlot // ALP's in the order of coming, AMP's the cheapest first
	alp := c.Answer.Algorithm == "alp"
	for _, s := range c.roughSlots() {
		if alp && c.p.Nodes[s.node].Price > price || !alp && s.cost > budget {
			continue
		}
		if looks -= len(held); looks < 0 {
			return 0, nil, false
		}
		held = slices.DeleteFunc(held, func(h roughSlot) bool { return s.start+h.length > h.end })
		at := len(held)
		if !alp {
			at, _ = slices.BinarySearchFunc(held, s.cost, func(h roughSlot, cost float64) int {
				if h.cost <= cost {
					return -1
				}
				return 1
			})
		}
		held = sorting.Put(held, at, s)
		if len(held) < n {
			continue
		}
		sum := 0.0
		for _, h := range held[:n] {
			sum += h.cost
		}
		if alp || sum <= budget {
			for _, h := range held[:n] {
				nodes = append(nodes, h.node)
			}
			slices.Sort(nodes)
			return s.start, nodes, true
		}
	}
	return 0, nil, true
}

// roughSlots are the free times of nodes that suit, long enough for a part, by
// start and then by node.
func (c *windowCheck) roughSlots() (list []roughSlot) {
	r, until := c.p.Request, c.p.Horizon
	if r.Deadline != nil {
		until = min(until, *r.Deadline)
	}
	for i, free := range c.free {
		n := &c.p.Nodes[i]
		if c.misfit(n) != "" {
			continue
		}
		length := r.Volume / n.Performance
		for _, s := range free {
			p := opening{node: int32(i), start: max(s.Start, r.EarliestStart), end: min(s.End, until)}
			if p.start < p.end && p.start+length <= p.end {
				list = append(list, roughSlot{p, length, n.Price * length})
			}
		}
	}
	sorting.By(list, func(a, b roughSlot) int { return opensEarlier(a.opening, b.opening) })
	return list
}
