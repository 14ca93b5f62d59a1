package solve

import (
	"math"

	"gridbox/core/kind/window"
	"gridbox/core/kind/window/solve/knapsack"
)

// plane is Max Sum on a plane.
func (x *sums) plane() error {
	g := &sumGoal{sums: x, p: newPlane(x.search, x.byValue), peak: math.Inf(-1)}
	if err := g.p.walk(g); err != nil || !x.have {
		return err
	}
	return x.replayBest()
}

// sumGoal is the goal of Max Sum. Slots are in the order of their nodes'
// values, the greatest first.
//
// A cell is bounded by the n greatest values. If those exceed the budget, it is
// bounded by the Lagrangian bound with the best multiplier for the cell; a node
// that is too bad together with the n-1 best keys is dropped. The budget is
// that of the cell's fastest group, the greatest one.
type sumGoal struct {
	*sums
	p      *plane
	peak   float64 // greatest sum so far, that of the best window up to rounding
	nodes  []int32 // of the current cell without repetition
	keys   []float64
	buffer []float64
}

// reach returns the greatest sum that a bound allows, with rounding errors;
// whole values have whole sums.
func (g *sumGoal) reach(bound, margin float64) float64 {
	if g.whole {
		return math.Floor(bound + margin)
	}
	return bound + 2*margin
}

// canImprove reports whether a window with this sum in a cell is preferred to the
// best: a greater sum, or an equal one earlier.
func (g *sumGoal) canImprove(sum float64, k int, start float64) bool {
	return !g.have || sum > g.peak || sum == g.peak && g.precedesBest(k, start)
}

// confine bounds a cell in up to three ways of rising cost and tightness:
//
//  1. by the n greatest values, whatever they cost (collect); within the budget
//     this is the bound, with a multiplier of 0;
//  2. with the multiplier of the parent cell;
//  3. with the best multiplier for this cell.
func (g *sumGoal) confine(c *cell, slots []int32) bool {
	weight, ok := g.collect(c, slots)
	if !ok {
		return false
	}
	capacity := g.instance.groups[c.k0].capacity
	if weight <= capacity {
		c.u = 0
		return g.bound(c, capacity)
	}
	if c.u > 0 && !g.bound(c, capacity) {
		return false
	}
	bound, u := g.relaxer.Relax(g.subsetProblem(g.nodes, capacity))
	if math.IsInf(bound, -1) || !g.canImprove(g.reach(bound, g.margin(u, capacity)), c.k0, c.s0) {
		return false
	}
	c.u = u
	return g.bound(c, capacity)
}

// collect fills a cell with the live slots, lists their nodes and shrinks the
// cell. It returns the weight of the n greatest nodes. It stops at the first
// value that is too small even with the n-1 greatest. It reports false if the n
// greatest do not suffice or do not exist.
func (g *sumGoal) collect(c *cell, slots []int32) (weight int64, ok bool) {
	n, from := g.instance.n, len(g.p.arena)
	g.nodes = g.nodes[:0]
	sum, last := 0.0, int32(-1)
	least := math.Inf(-1) // the least useful value
	var f frame
	for _, j := range slots {
		sl := &g.p.slots[j]
		value := g.value[sl.Node]
		if value < least {
			break
		}
		if !g.p.live(c, sl) {
			continue
		}
		g.p.arena = append(g.p.arena, j)
		f.add(c, int(sl.group), sl.Start)
		if sl.Node == last {
			continue
		}
		last = sl.Node
		g.nodes = append(g.nodes, sl.Node)
		if len(g.nodes) <= n {
			sum += value
			weight += g.instance.weights[sl.Node]
		}
		if len(g.nodes) == n {
			if !g.canImprove(g.reach(sum, g.slack), c.k0, c.s0) {
				return weight, false
			}
			if g.have {
				least = g.peak - (sum - value) - 2*g.slack
			}
		}
	}
	c.slots = g.p.arena[from:len(g.p.arena):len(g.p.arena)]
	return weight, len(g.nodes) >= n && f.tighten(c)
}

// bound bounds a cell with its multiplier, drops useless slots, and shrinks the
// cell.
func (g *sumGoal) bound(c *cell, capacity int64) bool {
	n := g.instance.n
	g.keys, g.buffer = g.keys[:0], g.buffer[:0]
	for _, i := range g.nodes {
		key := g.value[i]
		if c.u > 0 {
			key -= float64(c.u * float64(g.instance.weights[i]))
		}
		g.keys = append(g.keys, -key)
		g.buffer = append(g.buffer, -key)
	}
	d := newDemand(math.Inf(1))
	sumLeast(g.buffer, n, &d)
	free := 0.0
	if c.u > 0 {
		free = float64(c.u * float64(capacity))
	}
	rest, margin := d.sum-d.last, g.margin(c.u, capacity)
	var f frame
	kept, at, last := c.slots[:0], -1, int32(-1)
	distinct := g.nodes[:0]
	for _, j := range c.slots {
		sl := &g.p.slots[j]
		if sl.Node != last {
			last = sl.Node
			at++
		}
		if !g.canImprove(g.reach(free-rest-g.keys[at], margin), c.k0, c.s0) {
			continue
		}
		kept = append(kept, j)
		if k := len(distinct); k == 0 || distinct[k-1] != sl.Node {
			distinct = append(distinct, sl.Node)
		}
		owned, fresh := f.add(c, int(sl.group), sl.Start)
		d.addNode(g.keys[at], owned, fresh)
	}
	c.slots, g.nodes = kept, distinct
	sum, ok := d.minSum(n)
	if !ok || len(distinct) < n || !f.tighten(c) {
		return false
	}
	reach := g.reach(free-sum, margin)
	c.bound = -reach
	return g.canImprove(reach, c.k0, c.s0)
}

// settle chooses exactly among the candidates of one start of one group.
func (g *sumGoal) settle(c *cell) {
	g.stats.Examined++
	g.nodes = g.nodes[:0]
	sum, weight := 0.0, int64(0)
	for _, j := range c.slots {
		i := g.p.slots[j].Node
		if g.nodes = append(g.nodes, i); len(g.nodes) <= g.instance.n {
			sum += g.value[i]
			weight += g.instance.weights[i]
		}
	}
	capacity := g.instance.groups[c.k0].capacity
	if weight <= capacity {
		g.offer(c, g.nodes[:g.instance.n])
		return
	}
	p := g.subsetProblem(g.nodes, capacity)
	if g.have && g.precedesBest(c.k0, c.s0) {
		p.Floor = g.peak - 2*g.slack // an equal sum is preferred here
		if g.whole {
			p.Floor = g.peak - 0.5
		}
	}
	r := g.exactly(p)
	if r.Outcome != knapsack.Found {
		return
	}
	g.picks = g.picks[:0]
	for _, at := range r.Items {
		g.picks = append(g.picks, g.nodes[at])
	}
	g.offer(c, g.picks)
}

// offer replaces the best subset with one that is preferred.
func (g *sumGoal) offer(c *cell, nodes []int32) {
	window.SortNodes(nodes, func(a, b int32) bool { return a < b })
	sum := g.sum(nodes, g.value)
	if g.have && !(sum > g.peak) && !(g.reach(sum, g.slack) >= g.peak && g.precedesBest(c.k0, c.s0)) {
		return
	}
	g.peak = max(g.peak, sum)
	g.have = true
	g.best = foundWindow{-sum, c.k0, c.s0, g.weight(nodes), append(g.best.nodes[:0], nodes...)}
}
