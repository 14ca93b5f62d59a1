package conform

import (
	"math"

	"gridbox/core/kind/group"
)

// A table has the size of GKA's table: the best worth by number of nodes and budget in cells,
// each of one or more steps of prices.
type table struct {
	n        int
	units    []stepUnit
	perCell  int64 // steps of a cell
	budget   int64 // in cells
	work     float64
	tooLarge bool // GKA refuses to compute it
	uniform  bool
}

// maxVariants is the number of nodes of a group up to which GKA treats each number of them as a way.
const maxVariants = 255

// table returns the size of GKA's table for the answer's options.
func (c *checker) table() *table {
	s := c.ScaledProblem()
	t := &table{n: s.N, units: c.steps(), perCell: 1, budget: s.Budget, uniform: s.Uniform}
	if c.coarse() {
		t.perCell = int64(math.Ceil(math.Pow10(s.Digits) / float64(c.Options.Cells)))
	}
	top, lots, layers, ways := int64(0), int64(0), 0, 0
	for k := range t.units {
		u := &t.units[k]
		layers++
		if len(u.variants) == 0 {
			ways += min(t.n, len(u.items))
		}
		if t.addsNodesSingly(u) {
			layers += len(u.items)
		}
		for _, x := range u.items {
			top = max(top, x.price)
		}
		most := 0
		for _, l := range u.variants {
			lots += l.cost
			most = max(most, l.nodes)
		}
		ways += max(len(u.variants), most)
		t.tooLarge = t.tooLarge || len(u.variants) > maxVariants
	}
	n := int64(t.n)
	if top <= t.budget/n { // budgets that no window needs, rounded up to cells, are omitted
		t.budget = min(t.budget, top*n+lots+n*(t.perCell-1))
	}
	t.budget /= t.perCell
	cells := float64(t.budget+1) * float64(t.n+1)
	t.work = cells * float64(ways)
	t.tooLarge = t.tooLarge || cells*float64(layers) > group.MaxDecisions || t.work > group.MaxCells
	return t
}

// addsNodesSingly reports whether the nodes of a unit are added to the table one by one.
func (t *table) addsNodesSingly(u *stepUnit) bool {
	return len(u.variants) == 0 && (!t.uniform || min(t.n, len(u.items)) > maxVariants)
}

// cells returns a cost in cells, rounded up.
func (t *table) cells(cost int64) int64 { return (cost + t.perCell - 1) / t.perCell }

// A tableWay is a way to use a unit.
type tableWay struct {
	nodes        int
	cells, worth int64
}

// ways returns the ways of a unit whose nodes are not added one by one.
func (t *table) ways(u *stepUnit) (list []tableWay) {
	for _, l := range u.variants {
		list = append(list, tableWay{l.nodes, t.cells(l.cost), l.worth})
	}
	cost := int64(0)
	for k := range u.items[:min(t.n, len(u.items))] {
		cost += u.items[k].price
		list = append(list, tableWay{k + 1, t.cells(cost), u.setup})
	}
	return list
}

// unreachableWorth is the worth of the impossible.
const unreachableWorth = math.MinInt64 / 2

// fill returns the best worth of each number of nodes within each number of cells.
func (t *table) fill() [][]int64 {
	width := t.budget + 1
	empty := func() [][]int64 {
		f := make([][]int64, t.n+1)
		for k := range f {
			f[k] = make([]int64, width)
			for c := range f[k] {
				f[k][c] = unreachableWorth
			}
		}
		return f
	}
	improve := func(to, from [][]int64, k int, w tableWay) {
		for c := w.cells; w.nodes <= k && c < width; c++ {
			to[k][c] = max(to[k][c], from[k-w.nodes][c-w.cells]+w.worth)
		}
	}
	f := empty()
	clear(f[0])
	for i := range t.units {
		u := &t.units[i]
		if !t.addsNodesSingly(u) {
			ways := t.ways(u)
			for k := t.n; k > 0; k-- {
				for _, w := range ways {
					improve(f, f, k, w)
				}
			}
			continue
		}
		used := empty() // with a node of the unit
		for _, x := range u.items {
			cells := t.cells(x.price)
			for k := t.n; k > 0; k-- {
				improve(used, used, k, tableWay{1, cells, x.worth})
				improve(used, f, k, tableWay{1, cells, x.worth + u.setup})
			}
		}
		for k := range f {
			for c := range f[k] {
				f[k][c] = max(f[k][c], used[k][c])
			}
		}
	}
	return f
}

// minCells returns the least number of cells that a window of t.n nodes costs. If there is no such
// window, the result is at least 2^60.
func (t *table) minCells() int64 {
	least := make([]int64, t.n+1)
	for k := 1; k < len(least); k++ {
		least[k] = math.MaxInt64 / 4
	}
	add := func(ways []tableWay) {
		for k := t.n; k > 0; k-- {
			for _, w := range ways {
				if w.nodes <= k {
					least[k] = min(least[k], least[k-w.nodes]+w.cells)
				}
			}
		}
	}
	for i := range t.units {
		u := &t.units[i]
		if !t.addsNodesSingly(u) {
			add(t.ways(u))
			continue
		}
		for _, x := range u.items {
			add([]tableWay{{nodes: 1, cells: t.cells(x.price)}})
		}
	}
	return least[t.n]
}

// followTable compares a window with that of GKA in coarse cells: the best of its table, with the
// fewest cells.
func (c *checker) followTable() {
	t := c.table()
	if t.work > maxTableWork || !c.ScaledProblem().Exact {
		return
	}
	worth, cells, ok := t.window(c)
	if !ok {
		c.Violation("solution", "is not that of gka: a group's nodes are not its cheapest")
		return
	}
	last := t.fill()[t.n]
	best, least := last[t.budget], t.budget
	for least > 0 && last[least-1] == best {
		least--
	}
	if best != worth || least != cells {
		c.Violation("solution", "is not that of gka: in its cells a window is worth more, or as much for fewer of them")
	}
}

// window returns the worth of the answer's window and its cells. It reports false if the
// nodes of a group are not its cheapest.
func (t *table) window(c *checker) (worth, cells int64, ok bool) {
	for i := range t.units {
		u := &t.units[i]
		cost, count := int64(0), 0
		for _, x := range u.items {
			if !c.window[x.node] {
				continue
			}
			if t.addsNodesSingly(u) {
				cells += t.cells(x.price)
			} else if cost += x.price; x.price != u.items[count].price {
				return 0, 0, false
			}
			worth += x.worth
			count++
		}
		if count > 0 {
			worth += u.setup
			cells += t.cells(cost)
		}
		for _, l := range u.variants {
			if k, ok := c.Variants[u.group]; ok && k == l.index {
				worth += l.worth
				cells += t.cells(l.cost)
			}
		}
	}
	return worth, cells, true
}
