package verify

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
	"gridbox/core/sorting"
)

// A market is a group problem as its proofs read it: money in whole steps of a
// power of ten, worth as natural logarithms, or as plain values where those are
// added up. Prices are the decimals that the document says, without rounding, as
// long as all of them together stay below mostMoney; else they are rounded down,
// which can only let more windows in, and exact is false.
type groupMarket struct {
	n      int
	sums   bool
	digits int
	exact  bool
	budget int64
	// alike says that no node is worth anything by itself, so that a group's
	// cheapest nodes are its best, and no window takes more than n of them.
	alike bool

	of    []int32      // the group of every node, -1 for none
	price []int64      // of every node; notForSale is one that no window can hold
	own   []float64    // worth of every node by itself; nil where alike
	setup []float64    // worth of using a group
	lots  [][]groupLot // ways to use a group that has variants

	// What the logarithms are of; odds is nil where no node fails by itself.
	odds, groupOdds []float64

	p        *group.Problem
	listed   []groupUnit // for the rules, see steps.go
	perWorth float64     // steps of worth to a unit there
}

// A lot is a variant of a group.
type groupLot struct {
	nodes, index int
	cost         int64
	worth        float64
	value        float64 // in the document
}

// notForSale is the price of nodes that cannot be taken.
const notForSale = -1

// mostMoney bounds what everything together costs in steps.
const mostMoney = 1 << 61

// newGroupMarket reads the problem.
func newGroupMarket(c *groupCheck) *groupMarket {
	p := c.p
	m := &groupMarket{p: p, n: p.Request.Nodes, sums: p.Sums(), exact: true, alike: true}
	given := false
	m.of, given = c.belongs()
	m.chances(c, given)
	m.scale(p)
	m.stock(p)
	if m.alike {
		m.cheapestOnly()
	}
	if by := m.common(); by > 1 {
		m.budget -= m.budget % by
	}
	return m
}

// belongs gives every node its group, and tells whether some node has an
// availability. Nodes of a group often stand together.
func (c *groupCheck) belongs() (of []int32, given bool) {
	if c.of != nil {
		return c.of, c.given
	}
	of = make([]int32, len(c.p.Nodes))
	id, last := "", int32(-1)
	for i := range c.p.Nodes {
		if now := c.p.Nodes[i].Group; now != id {
			next := int(last) + 1
			if id, last = now, -1; next < len(c.p.Groups) && c.p.Groups[next].ID == now {
				last = int32(next)
			} else if g, ok := c.group(now); ok {
				last = int32(g)
			}
		}
		of[i] = last
		given = given || c.p.Nodes[i].Availability != nil
	}
	c.of, c.given = of, given
	return of, given
}

// chances works out the availabilities of everything.
func (m *groupMarket) chances(c *groupCheck, given bool) {
	p := c.p
	nodes, groups := map[string]float64{}, map[string]float64{}
	for i := range p.Events {
		e := &p.Events[i]
		to, id := groups, e.Group
		if e.Node != "" {
			to, id = nodes, e.Node
		}
		if _, known := to[id]; !known {
			to[id] = 1
		}
		to[id] *= c.spared(e)
	}
	read := func(given *float64, id string, from map[string]float64) float64 {
		if given != nil {
			return *given
		}
		if len(from) > 0 {
			if x, ok := from[id]; ok {
				return x
			}
		}
		return 1
	}
	m.groupOdds = make([]float64, len(p.Groups))
	if given || len(nodes) > 0 {
		m.odds = make([]float64, len(p.Nodes))
		for i := range m.odds {
			m.odds[i] = read(p.Nodes[i].Availability, p.Nodes[i].ID, nodes)
		}
	}
	for g := range p.Groups {
		m.groupOdds[g] = read(p.Groups[g].Availability, p.Groups[g].ID, groups)
	}
}

// scale finds the fewest digits behind the point that hold all prices, of what
// a budget can pay at all, and puts the prices of nodes down in steps of them.
func (m *groupMarket) scale(p *group.Problem) {
	everything, most := 0.0, p.Request.Budget
	m.price = make([]int64, len(p.Nodes))
	for i := range p.Nodes {
		x := p.Nodes[i].Price
		if m.price[i] = notForSale; x > most {
			continue
		}
		everything += x
		if m.digits < len(tens) {
			if y := math.Floor(float64(x*tens[m.digits]) + 0.5); y < 1e15 && y/tens[m.digits] == x {
				m.price[i] = int64(y)
				continue
			}
		}
		if _, digits := shortest(x); digits > m.digits {
			m.finer(m.price[:i], digits)
		}
		m.price[i] = inSteps(x, m.digits)
	}
	for g := range p.Groups {
		for k := range p.Groups[g].Variants {
			if x := p.Groups[g].Variants[k].Cost; x <= most {
				everything += x
				if _, digits := shortest(x); digits > m.digits {
					m.finer(m.price, digits)
				}
			}
		}
	}
	for m.digits > -300 && everything*math.Pow10(m.digits) > mostMoney {
		m.digits, m.exact = m.digits-1, false
	}
	for i := 0; !m.exact && i < len(m.price); i++ {
		if m.price[i] != notForSale {
			m.price[i] = inSteps(p.Nodes[i].Price, m.digits)
		}
	}
	m.budget = mostMoney
	if most*math.Pow10(m.digits) < mostMoney {
		m.budget = inSteps(most, m.digits)
	}
}

// finer writes prices in smaller steps. Those that leave the whole numbers are
// written anew, for then digits have to be lost.
func (m *groupMarket) finer(prices []int64, digits int) {
	for ; m.digits < digits; m.digits++ {
		for i, x := range prices {
			if x != notForSale {
				prices[i] = min(x, mostMoney/10) * 10
			}
		}
	}
}

func (m *groupMarket) oddsOf(i int) float64 {
	if m.odds == nil {
		return 1
	}
	return m.odds[i]
}

// stock puts worth down, and leaves out what no window can hold.
func (m *groupMarket) stock(p *group.Problem) {
	m.setup, m.lots = make([]float64, len(p.Groups)), make([][]groupLot, len(p.Groups))
	variants := false
	for g := range p.Groups {
		x := &p.Groups[g]
		variants = variants || len(x.Variants) > 0
		if m.setup[g] = lnOf(m.groupOdds[g]); m.sums {
			m.setup[g] = x.Value
		}
		for k := range x.Variants {
			v := &x.Variants[k]
			if m.groupOdds[g] == 0 || v.Cost > p.Request.Budget || v.Nodes > m.n {
				continue
			}
			l := groupLot{v.Nodes, k, inSteps(v.Cost, m.digits), lnOf(v.Value), v.Value}
			if m.sums {
				l.worth = v.Value
			}
			m.lots[g] = append(m.lots[g], l)
		}
	}
	never := slices.Contains(m.groupOdds, 0)
	for i := 0; i < len(p.Nodes) && (never || variants || m.sums || m.odds != nil); i++ {
		g, odds := m.of[i], m.oddsOf(i)
		if odds == 0 || g >= 0 && (m.groupOdds[g] == 0 || len(p.Groups[g].Variants) > 0) {
			m.price[i] = notForSale
		}
		if m.sums && p.Nodes[i].Value != 0 || !m.sums && odds != 1 && odds > 0 {
			m.alike = false
		}
	}
	if m.alike {
		return
	}
	m.own = make([]float64, len(p.Nodes))
	for i := range p.Nodes {
		if m.own[i] = lnOf(m.oddsOf(i)); m.sums {
			m.own[i] = p.Nodes[i].Value
		}
	}
}

// cheapestOnly keeps the n cheapest nodes of groups that have more.
func (m *groupMarket) cheapestOnly() {
	members := make([]int32, len(m.setup))
	crowded := false
	for i, g := range m.of {
		if g >= 0 && m.price[i] != notForSale {
			members[g]++
			crowded = crowded || int(members[g]) > m.n
		}
	}
	if !crowded {
		return
	}
	lists := map[int32][]int32{}
	for i, g := range m.of {
		if g >= 0 && m.price[i] != notForSale && int(members[g]) > m.n {
			lists[g] = append(lists[g], int32(i))
		}
	}
	for _, list := range lists {
		m.byPrice(list)
		for _, i := range list[m.n:] {
			m.price[i] = notForSale
		}
	}
}

func (m *groupMarket) byPrice(list []int32) {
	sorting.By(list, func(a, b int32) int { return cmp.Or(cmp.Compare(m.price[a], m.price[b]), int(a-b)) })
}

// common is the greatest common divisor of all prices: what a budget has beyond
// a multiple of it buys nothing.
func (m *groupMarket) common() int64 {
	by := int64(0)
	divide := func(x int64) {
		for x > 0 {
			by, x = x, by%x
		}
	}
	for i := 0; i < len(m.price) && by != 1; i++ {
		divide(m.price[i])
	}
	for g := range m.lots {
		for k := range m.lots[g] {
			divide(m.lots[g][k].cost)
		}
	}
	return by
}

// loose tells whether a node stands alone: it has no group, or one that is worth
// nothing by itself while its nodes are.
func (m *groupMarket) loose(i int) bool {
	g := m.of[i]
	return g < 0 || !m.alike && m.setup[g] == 0
}

// lnOf is the logarithm of an availability; what never is available has been left out.
func lnOf(odds float64) float64 {
	if odds >= 1 || odds <= 0 {
		return 0
	}
	return rng.Ln(odds)
}

// tens of ten that are exact.
var tens = [...]float64{1, 10, 100, 1e3, 1e4, 1e5, 1e6}

// shortest reads a number, not below 0, as the shortest decimal that means it:
// whole / 10^digits. Digits are below 0 for numbers that end in zeros beyond what
// doubles count.
func shortest(x float64) (whole int64, digits int) {
	for d, power := range tens {
		if y := math.Floor(float64(x*power) + 0.5); y < 1e15 && y/power == x {
			return int64(y), d
		}
	}
	text := strconv.AppendFloat(make([]byte, 0, 32), x, 'e', -1, 64)
	point, i := false, 0
	for ; text[i] != 'e'; i++ {
		if text[i] == '.' {
			point = true
			continue
		}
		whole = whole*10 + int64(text[i]-'0')
		if point {
			digits++
		}
	}
	exponent, _ := strconv.Atoi(string(text[i+1:]))
	return whole, digits - exponent
}

// inSteps is a number in units of 10^-digits, rounded down, at most mostMoney.
func inSteps(x float64, digits int) int64 {
	if digits >= 0 && x == math.Trunc(x) && x < 1<<53 && digits < len(tens) {
		if y := x * tens[digits]; y < 1<<53 {
			return int64(y)
		}
	}
	whole, has := shortest(x)
	for ; has < digits && whole > 0; has++ {
		if whole > mostMoney/10 {
			return mostMoney
		}
		whole *= 10
	}
	for ; has > digits && whole > 0; has-- {
		whole /= 10
	}
	return min(whole, mostMoney)
}
