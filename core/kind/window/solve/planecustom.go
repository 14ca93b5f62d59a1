package solve

import (
	"math"
	"slices"

	"gridbox/core/formula"
	"gridbox/core/kind/window/solve/knapsack"
)

// plane searches for an additive criterion on a plane.
func (c *custom) plane() error {
	g := &criterionGoal{custom: c, p: newPlane(c.search, c.byPrice), anyTime: !c.expression.Uses(0) &&
		!c.expression.Uses(2),
		currentGroup: -1}
	last := math.Inf(-1)
	for i := range c.slots {
		if start := c.slots[i].Start; start > last {
			g.starts = append(g.starts, start)
			last = start
		}
	}
	g.spans = make([]formula.Span, len(windowNames))
	g.ranges = make([][]formula.Span, len(c.rows))
	for i, row := range c.rows {
		for _, x := range row {
			g.ranges[i] = append(g.ranges[i], formula.Span{Low: x, High: x})
		}
	}
	if err := g.p.walk(g); err != nil || !c.have {
		return err
	}
	return c.replayBest()
}

// criterionGoal is the goal of additive custom criteria. Slots are in the order of
// their prices. The range of the criterion in a cell is computed by interval
// arithmetic over its starts and runtimes. A criterion that does not read the
// time is equally good at the latest start of the slots; only then must a slot
// start with the window.
type criterionGoal struct {
	*custom
	p            *plane
	anyTime      bool
	starts       []float64        // all different starts
	currentGroup int              // group of the numbers of the set
	spans        []formula.Span   // of the numbers of the set
	ranges       [][]formula.Span // of the numbers of each node
	cellNodes    []int32          // nodes of the current cell without repetition
	maxTerms     []float64
	keys         []float64
	buffer       []float64
	relaxer      knapsack.Solver
}

// frame sets the spans of the numbers in a cell.
func (g *criterionGoal) frame(c *cell) {
	g.setWindow(c.k0)
	for i, x := range g.set {
		g.spans[i] = formula.Span{Low: x, High: x}
	}
	runtime := formula.Span{Low: g.p.runtime[c.k0], High: g.p.runtime[c.k1]}
	g.spans[0] = formula.Span{Low: c.s0, High: c.s1}
	g.spans[1] = runtime
	g.spans[2] = formula.Span{Low: c.s0 + runtime.Low, High: c.s1 + runtime.High}
}

// upperBound returns the upper bound of a span, with the sign for maximisation.
func (g *criterionGoal) upperBound(s formula.Span) float64 {
	x := s.High
	if g.sign < 0 {
		x = -s.Low
	}
	if math.IsNaN(s.Low) || math.IsNaN(s.High) {
		return math.Inf(-1)
	}
	return x
}

// confine bounds a cell by the greatest values of each node's term and of the rest of the
// expression in it. It first uses the multiplier of the parent cell, then the best one of the cell.
// If a value is infinite, there is no bound and the cell is kept.
//
// It reports false if the cell has too few nodes or no window preferred to the best.
func (g *criterionGoal) confine(c *cell, slots []int32) bool {
	g.frame(c)
	g.collect(c, slots)
	rest := g.upperBound(g.rest.Span(g.spans, nil))
	if len(g.cellNodes) < g.instance.n || math.IsInf(rest, -1) {
		return false
	}
	if math.IsInf(rest, 1) || slices.Max(g.maxTerms) == math.Inf(1) {
		c.bound = math.Inf(-1)
		return g.tighten(c, func(int) bool { return true }, nil)
	}
	capacity := g.instance.groups[c.k0].capacity
	if c.u > 0 && !g.boundCell(c, rest, capacity) {
		return false
	}
	c.u = 0
	g.values, g.weights = append(g.values[:0], g.maxTerms...), g.weights[:0]
	for _, i := range g.cellNodes {
		g.weights = append(g.weights, g.instance.weights[i])
	}
	bound, u := g.relaxer.Relax(knapsack.Problem{Values: g.values, Weights: g.weights, Count: g.instance.n,
		Capacity: capacity})
	if math.IsInf(bound, -1) {
		return false
	}
	c.u = u
	return g.boundCell(c, rest, capacity)
}

// collect fills a cell with the live slots whose node has a defined term
// somewhere in it, and lists those nodes with the greatest values of their
// terms.
func (g *criterionGoal) collect(c *cell, slots []int32) {
	from, last := len(g.p.arena), int32(-1)
	g.cellNodes, g.maxTerms = g.cellNodes[:0], g.maxTerms[:0]
	for _, j := range slots {
		sl := &g.p.slots[j]
		if !g.p.live(c, sl) {
			continue
		}
		if node := sl.Node; node != last {
			row := g.ranges[node]
			price := row[0].Low
			row[2] = formula.Span{Low: price * g.p.runtime[c.k0], High: price * g.p.runtime[c.k1]}
			most := g.upperBound(g.term.Span(g.spans, row))
			if math.IsInf(most, -1) {
				continue
			}
			g.cellNodes, g.maxTerms = append(g.cellNodes, node), append(g.maxTerms, most)
			last = node
		}
		g.p.arena = append(g.p.arena, j)
	}
	c.slots = g.p.arena[from:len(g.p.arena):len(g.p.arena)]
}

// boundCell bounds a cell with its multiplier, drops useless slots, and shrinks
// the cell.
func (g *criterionGoal) boundCell(c *cell, rest float64, capacity int64) bool {
	n := g.instance.n
	g.keys, g.buffer = g.keys[:0], g.buffer[:0]
	size := math.Abs(rest)
	for at, i := range g.cellNodes {
		key := g.maxTerms[at]
		if c.u > 0 {
			key -= float64(c.u * float64(g.instance.weights[i]))
		}
		g.keys, g.buffer = append(g.keys, -key), append(g.buffer, -key)
	}
	d := newDemand(math.Inf(1))
	sumLeast(g.buffer, n, &d)
	for _, x := range g.buffer[:n] {
		size += math.Abs(x)
	}
	free := 0.0
	if c.u > 0 {
		free = float64(c.u * float64(capacity))
	}
	margin := float64((size + free) * float64(n+8) * 0x1p-48)
	settling := float64((size + free) * maxRoundingError)
	others := d.sum - d.last
	if !g.tighten(c, func(at int) bool { return g.canImprove(rest+free-others-g.keys[at], margin, settling, c) }, &d) {
		return false
	}
	sum, ok := d.minSum(n)
	if !ok {
		return false
	}
	c.bound = -(rest + free - sum + margin + settling)
	return g.canImprove(rest+free-sum, margin, settling, c)
}

// canImprove reports whether a bound allows a window in a cell that is preferred to
// the best: a greater value, or an equal one earlier, up to rounding.
func (g *criterionGoal) canImprove(bound, margin, settling float64, c *cell) bool {
	if !g.have {
		return true
	}
	if g.precedesBest(c.k0, c.s0) {
		return bound+margin+settling >= -g.best.score
	}
	return bound-margin > -g.best.score
}

// tighten restricts a cell to the slots of useful nodes, the groups with such
// an own node, and their starts.
func (g *criterionGoal) tighten(c *cell, use func(at int) bool, d *demand[float64]) bool {
	kept, of, most, at, last, used := c.slots[:0], g.cellNodes[:0], g.maxTerms[:0], -1, int32(-1), false
	var f frame
	for _, j := range c.slots {
		sl := &g.p.slots[j]
		if sl.Node != last {
			last = sl.Node
			at++
			used = use(at)
			if used {
				of, most = append(of, sl.Node), append(most, g.maxTerms[at])
			}
		}
		if !used {
			continue
		}
		kept = append(kept, j)
		owned, fresh := f.add(c, int(sl.group), sl.Start)
		if d != nil {
			d.addNode(g.keys[at], owned, fresh || !g.anyTime)
		}
	}
	c.slots, g.cellNodes, g.maxTerms = kept, of, most
	if !g.anyTime {
		low, high := searchFloats(g.starts, c.s0), searchFloats(g.starts, nextAbove(c.s1))
		if f.fresh = low < high; f.fresh {
			f.s0, f.s1 = g.starts[low], g.starts[high-1]
		}
	}
	return len(of) >= g.instance.n && f.tighten(c)
}

// searchFloats returns the index of a number in a sorted list, or where it would be
// inserted.
func searchFloats(list []float64, x float64) int {
	low, high := 0, len(list)
	for low < high {
		if mid := (low + high) / 2; list[mid] < x {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// settle chooses among the candidates of one start of one group, if a slot of
// the group starts then.
func (g *criterionGoal) settle(c *cell) {
	if !g.begins(c) {
		return
	}
	if g.setWindow(c.k0); g.currentGroup != c.k0 {
		g.setGroup(c.k0)
		g.currentGroup = c.k0
	}
	g.set[0], g.set[2] = c.s0, c.s0+g.p.runtime[c.k0]
	g.nodes = g.nodes[:0]
	for _, j := range c.slots {
		g.nodes = append(g.nodes, g.p.slots[j].Node)
	}
	g.chooseAdditive(c.k0, c.s0)
}

// begins reports whether a slot of the cell's group starts at its start.
func (g *criterionGoal) begins(c *cell) bool {
	low, high := 0, len(g.slots)
	for low < high {
		if mid := (low + high) / 2; g.slots[mid].Start < c.s0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	until := c.s0 + g.p.runtime[c.k0]
	for ; low < len(g.slots) && g.slots[low].Start == c.s0; low++ {
		sl := &g.slots[low]
		if own := g.instance.group[sl.Node]; own >= 0 && int(own) <= c.k0 && until <= sl.End {
			return true
		}
	}
	return false
}
