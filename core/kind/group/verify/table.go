package verify

import (
	"math"

	"gridbox/core/kind/group"
	"gridbox/core/verify"
)

// A groupTable is GKA's: budgets in cells, each of one or more steps of prices.
type groupTable struct {
	m      *groupMarket
	steps  int64
	budget int64 // in cells
	large  bool  // more than GKA makes
	work   float64
}

// oneByOne is up to how many nodes of a group GKA takes as a way each.
const oneByOne = 255

// table is the size of GKA's table for the answer's options.
func (c *groupCheck) table() *groupTable {
	m := c.market()
	t := &groupTable{m: m, steps: 1, budget: m.budget}
	top, lots := int64(0), int64(0)
	for _, price := range m.price {
		top = max(top, price)
	}
	for g := range m.lots {
		for k := range m.lots[g] {
			lots += m.lots[g][k].cost
		}
	}
	if c.coarse() {
		t.steps = int64(math.Ceil(math.Pow10(m.digits) / float64(c.options.Cells)))
	}
	if top <= m.budget/int64(m.n) { // what no window can cost, rounded up to cells, is not tabulated
		t.budget = min(t.budget, top*int64(m.n)+lots+int64(m.n)*(t.steps-1))
	}
	t.budget /= t.steps
	if least := m.fewestWays(); float64(t.budget+1)*float64(m.n+1)*least > group.MostCells {
		t.large, t.work = true, verify.Infinite
		return t
	}
	layers, ways := 0, 0
	for _, u := range m.units() {
		layers++
		switch {
		case u.lots != nil:
			ways += max(len(u.lots), m.mostOf(u.group))
			t.large = t.large || len(u.lots) > oneByOne
		default:
			ways += min(m.n, len(u.members))
			if t.single(&u) {
				layers += len(u.members)
			}
		}
	}
	cells := float64(t.budget+1) * float64(m.n+1)
	t.work = cells * float64(ways)
	t.large = t.large || cells*float64(layers) > group.MostDecisions || t.work > group.MostCells
	return t
}

// fewestWays are the ways that a table has at least: each group has as many as nodes
// that can be taken, and a node that stands alone has one.
func (m *groupMarket) fewestWays() float64 {
	members, ways := make([]int, len(m.setup)), 0
	for i, price := range m.price {
		switch g := m.of[i]; {
		case price == notForSale:
		case g < 0:
			ways++
		case members[g] < m.n:
			members[g]++
			ways++
		}
	}
	return float64(ways)
}

// mostOf is the greatest lot of a group.
func (m *groupMarket) mostOf(g int) int {
	most := 0
	for _, l := range m.lots[g] {
		most = max(most, l.nodes)
	}
	return most
}

// single tells whether the nodes of a group are gone through one by one.
func (t *groupTable) single(u *groupUnit) bool {
	return u.lots == nil && (t.m.own != nil || min(t.m.n, len(u.members)) > oneByOne)
}

// cells is a cost in cells, rounded up.
func (t *groupTable) cells(cost int64) int64 { return (cost + t.steps - 1) / t.steps }

// A groupOption is a way of a unit in the table.
type groupOption struct {
	nodes int
	cells int64
	worth int64
}

// options are the ways to use a unit whose nodes are not gone through one by one.
func (t *groupTable) options(u *groupUnit) []groupOption {
	list := []groupOption{}
	for k, worth := range u.lots {
		l := &t.m.lots[u.group][k]
		list = append(list, groupOption{l.nodes, t.cells(l.cost), worth})
	}
	cost := int64(0)
	for k := 0; k < min(t.m.n, len(u.members)); k++ {
		cost += t.m.price[u.members[k]]
		list = append(list, groupOption{k + 1, t.cells(cost), u.setup})
	}
	return list
}

// least is how many cells n nodes take at least.
func (t *groupTable) least() int64 {
	least := make([]int64, t.m.n+1)
	for k := 1; k < len(least); k++ {
		least[k] = outOfReach
	}
	for _, u := range t.m.units() {
		if !t.single(&u) {
			list := t.options(&u)
			for k := t.m.n; k > 0; k-- {
				for _, o := range list {
					if o.nodes <= k {
						least[k] = min(least[k], least[k-o.nodes]+o.cells)
					}
				}
			}
			continue
		}
		for _, i := range u.members {
			for k := t.m.n; k > 0; k-- {
				least[k] = min(least[k], least[k-1]+t.cells(t.m.price[i]))
			}
		}
	}
	return least[t.m.n]
}

// best is the greatest worth of n nodes and the fewest cells that it takes.
func (t *groupTable) best() (worth, cells int64) {
	const never = math.MinInt64 / 2
	wide, rows := int(t.budget+1), t.m.n+1
	f := make([]int64, wide*rows)
	for i := range f {
		f[i] = never
	}
	clear(f[:wide])
	improve := func(to, from []int64, k, nodes int, cells, worth int64) {
		if nodes > k || cells >= int64(wide) {
			return
		}
		to, from = to[k*wide:(k+1)*wide], from[(k-nodes)*wide:(k-nodes+1)*wide]
		for c := cells; c < int64(wide); c++ {
			if x := from[c-cells] + worth; x > to[c] {
				to[c] = x
			}
		}
	}
	begun := make([]int64, len(f))
	for _, u := range t.m.units() {
		if !t.single(&u) {
			list := t.options(&u)
			for k := t.m.n; k > 0; k-- {
				for _, o := range list {
					improve(f, f, k, o.nodes, o.cells, o.worth)
				}
			}
			continue
		}
		for i := range begun {
			begun[i] = never
		}
		for at, i := range u.members {
			cost := t.cells(t.m.price[i])
			for k := t.m.n; k > 0; k-- {
				improve(begun, begun, k, 1, cost, u.own[at])
				improve(begun, f, k, 1, cost, u.own[at]+u.setup)
			}
		}
		for i, x := range begun {
			f[i] = max(f[i], x)
		}
	}
	last := f[t.m.n*wide:]
	worth = last[wide-1]
	for cells = t.budget; cells > 0 && last[cells-1] == worth; cells-- {
	}
	return worth, cells
}

// inCells holds GKA in coarse cells to its table: the best that there is in cells
// rounded up, for the fewest of them.
func (c *groupCheck) inCells(t *groupTaking) {
	table, m := c.table(), c.market()
	if table.work > mostCellWork || !m.exact {
		return
	}
	worth, cells := int64(0), int64(0)
	for _, u := range m.units() {
		cost, count := int64(0), 0
		for at, i := range u.members {
			if !t.has[i] {
				continue
			}
			if price := m.price[i]; table.single(&u) {
				cells += table.cells(price)
			} else if cost += price; price != m.price[u.members[count]] {
				c.Violation("solution", "is not that of gka: a group's nodes are not its cheapest")
				return
			}
			worth += u.own[at]
			count++
		}
		if count > 0 {
			worth += u.setup
			cells += table.cells(cost)
		}
		if k, ok := t.lots[u.group]; ok && u.lots != nil {
			for at := range m.lots[u.group] {
				if l := &m.lots[u.group][at]; l.index == k {
					worth += u.lots[at]
					cells += table.cells(l.cost)
				}
			}
		}
	}
	if best, least := table.best(); best != worth || least != cells {
		c.Violation("solution", "is not that of gka: in its cells a window is worth more, or as much for fewer of them")
	}
}
