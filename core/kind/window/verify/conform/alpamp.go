package conform

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A part is a slot with the length and the cost of a part on its node.
type part struct {
	kernel.Slot
	length, cost float64
}

// prices checks ALP's limit on the price of a node.
func (c *check) prices(s *window.Solution) {
	most := c.priceLimit()
	for k := range s.Slots {
		if n := &c.Problem.Nodes[c.NodeIndex[s.Slots[k].Node]]; n.Price > most && !verify.ApproxEqual(n.Price, most) {
			c.Violation(doc.At("solution.slots", k)+".node", "%s has price %v, above the share %v of the budget", n.ID,
				n.Price, most)
		}
	}
}

// priceLimit returns ALP's limit on the price of a node: an equal share of the budget, divided by
// the time of a part at the least performance.
func (c *check) priceLimit() float64 {
	r := c.Problem.Request
	if r.Budget == nil {
		return math.Inf(1)
	}
	least := r.MinPerformance
	for i := range c.Problem.Nodes {
		if p := c.Problem.Nodes[i].Performance; r.MinPerformance == 0 && (least == 0 || p < least) &&
			c.Misfit(&c.Problem.Nodes[i]) == "" {
			least = p
		}
	}
	return *r.Budget * least / r.Volume / float64(r.Nodes)
}

// alpAmp checks that the answer of ALP or AMP is the first window that its rule finds.
func (c *check) alpAmp(s *window.Solution) {
	nodes := c.nodes(s.Slots)
	for _, margin := range []float64{-verify.Tolerance, verify.Tolerance} { // rounding may decide on a limit
		start, found, complete := c.firstWindow(margin)
		if !complete || start == s.Slots[0].Start && slices.Equal(found, nodes) {
			return
		}
	}
	c.Violation("solution.slots", "are not those that %s comes to first", c.Answer.Algorithm)
}

// checkNoAlpAmp checks that ALP or AMP finds no window, and reports whether that is certain.
func (c *check) checkNoAlpAmp() bool {
	start, nodes, complete := c.firstWindow(-verify.Tolerance)
	if len(nodes) > 0 {
		c.Violation("feasible", "is false although there is a window from %v", start)
	}
	return complete && len(nodes) == 0
}

// firstWindow simulates ALP or AMP. Slots are visited by start. Each suitable slot is added to
// the list, and slots that have become too short are dropped. ALP adds only slots within its
// price limit and has a window when the list has n of them; AMP has one when the n cheapest are
// within the budget. The limits are changed by a relative margin, because rounding may decide. It
// returns the nodes in the order of the document, or none if there is no window. It reports false
// if the work limit is reached.
func (c *check) firstWindow(margin float64) (start float64, nodes []int, complete bool) {
	f := c.Candidates()
	budget, price := math.Inf(1), c.priceLimit()*(1+margin)
	if b := c.Problem.Request.Budget; b != nil {
		budget = *b * (1 + margin)
	}
	var held []part // ALP: in order of arrival; AMP: cheapest first
	alp := c.Answer.Algorithm == "alp"
	for _, s := range c.parts() {
		if alp && c.Problem.Nodes[s.Node].Price > price || !alp && s.cost > budget {
			continue
		}
		if f.Work -= len(held); f.Work < 0 {
			return 0, nil, false
		}
		held = slices.DeleteFunc(held, func(h part) bool { return s.Start+h.length > h.End })
		at := len(held)
		for !alp && at > 0 && held[at-1].cost > s.cost {
			at--
		}
		held = sorting.Insert(held, at, s)
		if len(held) < f.Count {
			continue
		}
		sum := 0.0
		for _, h := range held[:f.Count] {
			sum += h.cost
		}
		if alp || sum <= budget {
			for _, h := range held[:f.Count] {
				nodes = append(nodes, h.Node)
			}
			slices.Sort(nodes)
			return s.Start, nodes, true
		}
	}
	return 0, nil, true
}

// parts returns the slots of nodes that meet the request and are long enough for a part,
// by start and then by node.
func (c *check) parts() (list []part) {
	r, until := c.Problem.Request, c.Problem.Horizon
	if r.Deadline != nil {
		until = min(until, *r.Deadline)
	}
	for i, free := range c.Free {
		n := &c.Problem.Nodes[i]
		if c.Misfit(n) != "" {
			continue
		}
		length := r.Volume / n.Performance
		for _, s := range free {
			p := kernel.Slot{Node: i, Start: max(s.Start, r.EarliestStart), End: min(s.End, until)}
			if p.Start < p.End && p.Start+length <= p.End {
				list = append(list, part{p, length, n.Price * length})
			}
		}
	}
	sorting.Sort(list, func(a, b part) int { return kernel.CompareByStart(a.Slot, b.Slot) })
	return list
}
