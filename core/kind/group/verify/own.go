package verify

import (
	"cmp"
	"math"

	"gridbox/core/kind/group"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// The answer of a policy's formula is followed node by node: of its own nodes that of the lowest
// score was taken next, and no other that left enough for the rest had a lower one. Scores are
// worked out here, and two that are nearly equal count as equal.

// mostNodeScores limits how many scores are worked out.
const mostNodeScores = 2_000_000

// A shop is what can be taken and what has been.
type shop struct {
	c       *groupCheck
	m       *groupMarket
	byPrice []int32   // what is for sale
	of      [][]int32 // the same, by group, in the order of prices
	taken   []bool
	count   []int // by group
	size    []int // of groups, whether for sale or not
	money   int64
	row     []float64
}

// byPolicy checks in which order a policy's nodes can have been taken.
func (c *groupCheck) byPolicy(t *groupTaking) {
	m, e := c.market(), c.policy.Of(group.DecideNode)
	if !m.exact || e == nil || len(c.p.Events) > 0 || c.fine() {
		return // where numbers may differ in their last bits, what is nearly equal may be taken in another order
	}
	s := &shop{c: c, m: m, of: make([][]int32, len(c.p.Groups)), taken: make([]bool, len(c.p.Nodes)),
		count: make([]int, len(c.p.Groups)), size: make([]int, len(c.p.Groups)), money: m.budget}
	for i := range c.p.Nodes {
		if g := m.of[i]; g >= 0 {
			s.size[g]++
		}
		if m.price[i] != notForSale {
			s.byPrice = append(s.byPrice, int32(i))
		}
	}
	if len(s.byPrice)*m.n > mostNodeScores {
		return
	}
	sorting.Stable(s.byPrice, func(a, b int32) int {
		return cmp.Or(cmp.Compare(m.price[a], m.price[b]), int(a-b))
	})
	for _, i := range s.byPrice {
		if g := m.of[i]; g >= 0 {
			s.of[g] = append(s.of[g], i)
		}
	}
	for left := m.n; left > 0; left-- {
		mine, least := s.next(t, left, e.Evaluate)
		if mine.node < 0 {
			c.Violation("solution.nodes", "cannot be taken one after another: the cheapest that are left cost more "+
				"than what is left of the budget")
			return
		}
		if verify.Ranked(least.score, mine.score) < 0 && !verify.Near(least.score, mine.score) {
			c.Violation("solution.nodes",
				"lack "+c.p.Nodes[least.node].ID+", which had the score "+verify.Number(least.score)+
					" when the least of the others was "+verify.Number(mine.score))
			return
		}
		s.take(mine.node)
	}
}

// A scored is a node with its score; node is -1 for none.
type scored struct {
	node  int32
	score float64
}

// next is the node of the lowest score among those of the answer, and among all, that leave
// enough for the rest.
func (s *shop) next(t *groupTaking, left int, rate func([]float64, [][]float64) float64) (mine, least scored) {
	mine, least = scored{node: -1}, scored{node: -1}
	sum, dearest, some := int64(0), int64(0), 0
	cheap := map[int32]bool{}
	for _, i := range s.byPrice {
		if !s.taken[i] && some < left {
			cheap[i] = true
			sum, dearest, some = sum+s.m.price[i], s.m.price[i], some+1
		}
	}
	for _, i := range s.byPrice {
		if s.taken[i] || !cheap[i] && sum-dearest+s.m.price[i] > s.money || cheap[i] && sum > s.money {
			continue
		}
		score := rate(s.numbers(i, left), nil)
		if least.node < 0 || verify.Ranked(score, least.score) < 0 {
			least = scored{i, score}
		}
		if t.has[i] && (mine.node < 0 || verify.Ranked(score, mine.score) < 0) {
			mine = scored{i, score}
		}
	}
	return mine, least
}

func (s *shop) take(i int32) {
	s.taken[i] = true
	s.money -= s.m.price[i]
	if g := s.m.of[i]; g >= 0 {
		s.count[g]++
	}
}

// numbers are what a formula reads of a node, in the order of its names.
func (s *shop) numbers(i int32, left int) []float64 {
	p, g := s.c.p, s.m.of[i]
	n := &p.Nodes[i]
	unit := math.Pow10(s.m.digits)
	q, worth, members, taken, open, cheap := 1.0, 0.0, 1, 0, 1, float64(s.m.price[i])/unit
	if g >= 0 && !s.apart(g) {
		q, worth, members, taken = s.m.groupOdds[g], p.Groups[g].Value, len(s.of[g]), s.count[g]
		sum, some := int64(0), 0
		for _, k := range s.of[g] {
			if !s.taken[k] && some < left {
				sum, some = sum+s.m.price[k], some+1
			}
		}
		open, cheap = members-taken, float64(sum)/unit/float64(max(some, 1))
	}
	s.row = append(s.row[:0], n.Price, n.Value, s.m.oddsOf(int(i)), q, worth, float64(members), float64(taken),
		float64(open), cheap, float64(left), float64(s.money)/unit, float64(s.m.n), p.Request.Budget, float64(i+1))
	return s.row
}

// apart tells whether the nodes of a group are as good as alone: they have nothing in common.
func (s *shop) apart(g int32) bool {
	return !s.m.alike && s.size[g] > 1 && s.m.setup[g] == 0 && (s.m.sums || s.m.groupOdds[g] == 1)
}
