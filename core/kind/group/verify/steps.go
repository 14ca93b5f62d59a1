package verify

import (
	"math"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
)

// The rules of GKA in coarse cells and of Tree Greedy decide by whole numbers:
// logarithms in steps of a power of two, values in steps of a power of ten. What
// they decide where numbers are nearly equal can be told by the same numbers only.

// A groupUnit is what such a rule decides on: the nodes of a group, the cheapest
// first, a node that stands alone, or a group with variants.
type groupUnit struct {
	group   int // -1 for a node that stands alone
	members []int32
	setup   int64
	own     []int64 // of the members
	lots    []int64
}

// units lists groups, then nodes without a group.
func (m *groupMarket) units() []groupUnit {
	if m.listed != nil {
		return m.listed
	}
	if m.perWorth = m.logSteps(m.p); m.sums {
		m.perWorth, _ = valueSteps(m.p)
	}
	members, alone := make([][]int32, len(m.setup)), []int32{}
	for i, price := range m.price {
		switch g := m.of[i]; {
		case price == notForSale:
		case g < 0:
			alone = append(alone, int32(i))
		default:
			members[g] = append(members[g], int32(i))
		}
	}
	single := func(i int32) {
		m.listed = append(m.listed, groupUnit{group: -1, members: []int32{i}, own: []int64{m.ownSteps(i)}})
	}
	for g := range m.setup {
		list := members[g]
		switch {
		case len(m.lots[g]) > 0:
			u := groupUnit{group: g}
			for k := range m.lots[g] {
				u.lots = append(u.lots, m.wholeOf(m.lots[g][k].value))
			}
			m.listed = append(m.listed, u)
		case len(list) > 1 && m.loose(int(list[0])):
			for _, i := range list {
				single(i)
			}
		case len(list) > 0:
			m.byPrice(list)
			u := groupUnit{group: g, members: list, setup: m.wholeOf(m.valueOf(g)), own: make([]int64, len(list))}
			for k, i := range list {
				u.own[k] = m.ownSteps(i)
			}
			m.listed = append(m.listed, u)
		}
	}
	for _, i := range alone {
		single(i)
	}
	return m.listed
}

func (m *groupMarket) ownSteps(i int32) int64 {
	if m.own == nil {
		return 0
	}
	return m.wholeOf(m.valueOfNode(int(i)))
}

// wholeOf is a value or an availability in steps.
func (m *groupMarket) wholeOf(x float64) int64 {
	switch {
	case m.sums:
		return int64(math.Floor(float64(x*m.perWorth) + 0.5))
	case x >= 1 || x <= 0:
		return 0
	}
	return int64(math.Round(float64(rng.Ln(x) * m.perWorth)))
}

// logSteps is how many steps a unit of a logarithm has: 2^50, or fewer where n
// groups and nodes could add up to more than whole numbers hold.
func (m *groupMarket) logSteps(p *group.Problem) float64 {
	worst := 0.0
	for _, list := range [][]float64{m.groupOdds, m.odds} {
		least := 1.0
		for _, x := range list {
			if x > 0 {
				least = min(least, x)
			}
		}
		worst += -rng.Ln(least)
	}
	for g := range p.Groups {
		for k := range p.Groups[g].Variants {
			worst = max(worst, -rng.Ln(p.Groups[g].Variants[k].Value))
		}
	}
	most, power := float64(min(m.n, len(p.Nodes)))*(worst+1), 50
	for ; power > 10 && math.Ldexp(most, power) > 1<<60; power-- {
	}
	return math.Ldexp(1, power)
}

// valueSteps is how many steps a value has that is added up: of the fewest
// decimals that hold all, six at most, or more while sums stay below 2^50 steps;
// exact is false where those do not hold all.
func valueSteps(p *group.Problem) (per float64, exact bool) {
	list := []float64{}
	for i := range p.Nodes {
		list = append(list, math.Abs(p.Nodes[i].Value))
	}
	for g := range p.Groups {
		list = append(list, math.Abs(p.Groups[g].Value))
		for k := range p.Groups[g].Variants {
			list = append(list, math.Abs(p.Groups[g].Variants[k].Value))
		}
	}
	most, per := 0.0, 1.0
	for _, x := range list {
		most = max(most, x)
	}
	most *= 2 * float64(p.Request.Nodes)
	holds := func(x float64) bool { return math.Floor(float64(x*per)+0.5)/per == x }
	exact = true
	for _, x := range list {
		for !holds(x) && (per < 1e6 || most*(per*10) <= 1<<50) {
			per *= 10
		}
		exact = exact && holds(x)
	}
	for ; most*per > 1<<60; per /= 10 {
		exact = false
	}
	return per, exact
}
