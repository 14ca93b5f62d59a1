package conform

import (
	"cmp"
	"math"

	"gridbox/core/formula"
	kernel "gridbox/core/kind/group/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A shop has the nodes that a policy's formula can choose, and the chosen ones.
type shop struct {
	c       *checker
	s       *kernel.ScaledProblem
	items   []kernel.Item
	members map[int][]kernel.Item // by group, cheapest first
	size    map[int]int           // number of nodes of a group, whether they can be chosen or not
	taken   map[int]bool
	count   map[int]int // number of chosen nodes of a group
	money   int64
}

// followFormula checks the choices of a policy's formula node by node: next is the node with the
// lowest score among the nodes that leave enough money for the rest. Nearly equal scores count as
// equal. If numbers may differ in their last bits, nothing is checked, because nearly equal
// scores may be chosen in another order.
func (c *checker) followFormula(e *formula.Expression) {
	s := c.ScaledProblem()
	if !s.Exact || e == nil || len(c.Problem.Events) > 0 || c.roundsValues() {
		return
	}
	h := &shop{c: c, s: s, members: map[int][]kernel.Item{}, size: map[int]int{}, taken: map[int]bool{},
		count: map[int]int{}, money: s.Budget}
	for i := range c.Problem.Nodes {
		h.size[c.Group(i)]++
	}
	for _, u := range s.Units {
		h.items = append(h.items, u.Items...)
	}
	if len(h.items)*s.N > maxFormulaWork {
		return
	}
	sorting.Sort(h.items, func(a, b kernel.Item) int { return cmp.Or(cmp.Compare(a.Price, b.Price), a.Node-b.Node) })
	for _, x := range h.items {
		h.members[c.Group(x.Node)] = append(h.members[c.Group(x.Node)], x)
	}
	for left := s.N; left > 0; left-- {
		chosen, least := h.next(left, e)
		if chosen.node < 0 {
			c.Violation("solution.nodes",
				"cannot be taken one after another: the cheapest that are left cost more than what is left of "+
					"the budget")
			return
		}
		if verify.CompareScores(least.score, chosen.score) < 0 && !verify.ApproxEqual(least.score, chosen.score) {
			c.Violation("solution.nodes", "lack %s, which had the score %v when the least of the others was %v",
				c.Problem.Nodes[least.node].ID, least.score, chosen.score)
			return
		}
		h.taken[chosen.node] = true
		h.money -= s.Steps(c.Problem.Nodes[chosen.node].Price)
		h.count[c.Group(chosen.node)]++
	}
}

// A candidate is a node with its score; node is -1 for none.
type candidate struct {
	node  int
	score float64
}

// beats reports whether x has a lower score, or there is no other.
func (x candidate) beats(other candidate) bool {
	return other.node < 0 || verify.CompareScores(x.score, other.score) < 0
}

// next returns the nodes of the lowest score, among those of the answer and among all, that leave
// enough money for the remaining number of nodes.
func (h *shop) next(left int, e *formula.Expression) (chosen, least candidate) {
	chosen, least = candidate{node: -1}, candidate{node: -1}
	cheapest, sum, dearest := map[int]bool{}, int64(0), int64(0)
	for _, x := range h.items {
		if !h.taken[x.Node] && len(cheapest) < left {
			cheapest[x.Node] = true
			sum, dearest = sum+x.Price, x.Price
		}
	}
	for _, x := range h.items {
		cost := sum
		if !cheapest[x.Node] {
			cost = sum - dearest + x.Price
		}
		if h.taken[x.Node] || cost > h.money {
			continue
		}
		this := candidate{x.Node, e.Evaluate(h.numbers(x, left), nil)}
		if this.beats(least) {
			least = this
		}
		if h.c.window[x.Node] && this.beats(chosen) {
			chosen = this
		}
	}
	return chosen, least
}

// numbers returns the variables of a node in a formula, in the order of their names. Nodes of a
// group that have nothing in common count as alone.
func (h *shop) numbers(x kernel.Item, left int) []float64 {
	p, n, unit := h.c.Problem, &h.c.Problem.Nodes[x.Node], math.Pow10(h.s.Digits)
	odds, value, members, taken, available, mean := 1.0, 0.0, 1, 0, 1, float64(x.Price)/unit
	if g := h.c.Group(x.Node); g >= 0 && !h.isUnrelated(g) {
		odds, value, members, taken = h.s.Groups[g].Odds, p.Groups[g].Value, len(h.members[g]), h.count[g]
		sum, count := int64(0), 0
		for _, other := range h.members[g] {
			if !h.taken[other.Node] && count < left {
				sum, count = sum+other.Price, count+1
			}
		}
		available, mean = members-taken, float64(sum)/unit/float64(max(count, 1))
	}
	return []float64{n.Price, n.Value, h.s.Nodes[x.Node].Odds, odds, value, float64(members), float64(taken),
		float64(available), mean, float64(left), float64(h.money) / unit, float64(h.s.N), p.Request.Budget,
		float64(x.Node + 1)}
}

// isUnrelated reports whether the nodes of a group have nothing in common.
func (h *shop) isUnrelated(g int) bool {
	return !h.s.Uniform && h.size[g] > 1 && h.s.Groups[g].Worth == 0 && (h.s.Sums || h.s.Groups[g].Odds == 1)
}
