package conform

import (
	"cmp"
	"container/heap"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/sorting"
)

// A treeSearch is the branch and bound of Tree Greedy and Tree. In a node of the tree some groups
// are included, some excluded, and the others open. The window of a node takes the most valuable
// items, with the worth of an open group divided among its nodes as a charge. Then its actual
// value is computed. The node with the greatest estimate is branched next, on the open group
// whose charge falls short the most.
type treeSearch struct {
	c       *checker
	n       int
	units   []stepUnit
	items   []treeItem // by price
	relaxed bool       // open groups have no charge
	slack   int64
	limit   int // greatest number of nodes of the tree
	effort  int // remaining effort as counted by the algorithm
	work    int // remaining work of the check

	queue       treeQueue
	count       int // number of nodes so far
	found       bool
	value, cost int64 // of the best window
}

// A treeItem is a node of the problem.
type treeItem struct {
	unit, index          int
	price, worth, charge int64
}

// A treeState is the decision about a unit in a node of the tree.
type treeState int8

const (
	open treeState = iota
	included
	excluded
)

// A treeNode is a node of the tree.
type treeNode struct {
	states   []treeState // of the units
	number   int
	estimate int64
	branch   int // the unit to branch on, or -1
}

// followTree compares the value and cost of a window with the result of the search.
func (c *checker) followTree() {
	s := c.ScaledProblem()
	if !s.Exact {
		return
	}
	t := &treeSearch{c: c, n: s.N, units: c.steps(), relaxed: c.Options.Bound == group.Relaxed,
		limit: c.nodeLimit(), work: maxTreeWork}
	if !s.Sums {
		t.slack = int64(s.N)
	}
	if t.effort = group.TreeEffort(t.limit); c.Answer.Algorithm == "tree-greedy" {
		t.effort = group.GreedyEffort(t.limit)
	}
	if !t.search() {
		return
	}
	value, cost := int64(0), int64(0)
	for _, u := range t.units {
		used := false
		for _, x := range u.items {
			if c.window[x.node] {
				used = true
				value += x.worth
				cost += x.price
			}
		}
		if used {
			value += u.setup
		}
	}
	if value != t.value || cost != t.cost {
		c.Violation("solution", "is not that of %s, whose choices lead to another value or cost", c.Answer.Algorithm)
	}
}

// nodeLimit returns the number of nodes at which the answer's search stops.
func (c *checker) nodeLimit() int {
	switch n := c.Options.Nodes; {
	case n > 0:
		return min(n, 1<<30)
	case c.Answer.Algorithm == "tree-greedy":
		return group.MaxGreedy
	}
	return group.MaxTree
}

// treeStopped reports whether a limit may have stopped a search with the stated number of nodes:
// the limit of nodes, which are added in pairs, or that of effort. A node of the tree takes a
// bounded multiple of the least effort.
func (c *checker) treeStopped() bool {
	limit, count, nodes := float64(c.nodeLimit()), c.Answer.Stats["treeNodes"], 0
	for _, u := range c.ScaledProblem().Units {
		nodes += len(u.Items)
	}
	if count == limit || count == limit+1 {
		return true
	}
	each, times := float64((group.VisitedNodeEffort+group.SortedNodeEffort)*nodes), 100.0
	if nodes > 30 {
		times = 1000
	}
	return count > 0 && count < limit &&
		(nodes > 300 || times*each*count > float64(group.TreeEffort(c.nodeLimit())))
}

// search runs the search. It reports false if the work limit is exceeded.
func (t *treeSearch) search() bool {
	for k := range t.units {
		for _, x := range t.units[k].items {
			t.items = append(t.items, treeItem{k, len(t.items), x.price, x.worth, 0})
		}
	}
	sorting.Sort(t.items, func(x, y treeItem) int {
		return cmp.Or(cmp.Compare(x.price, y.price), x.index-y.index)
	})
	t.visit(make([]treeState, len(t.units)))
	for len(t.queue) > 0 {
		top := t.queue[0]
		if t.found && top.estimate <= t.value+t.slack || t.count >= t.limit || t.effort <= 0 {
			return true
		}
		if t.work < 0 {
			return false
		}
		heap.Pop(&t.queue)
		if top.branch >= 0 {
			for _, decision := range []treeState{included, excluded} {
				states := slices.Clone(top.states)
				states[top.branch] = decision
				t.visit(states)
			}
		}
	}
	return true
}

// visit adds a node of the tree and values its window.
func (t *treeSearch) visit(states []treeState) {
	x := &treeNode{states: states, number: t.count, branch: -1}
	t.count++
	t.work -= len(t.items)
	t.effort -= group.VisitedNodeEffort * len(t.items)
	byCost := t.relaxed && t.c.ScaledProblem().Uniform
	if !byCost {
		t.effort -= group.SortedNodeEffort * len(t.items)
	}
	var items []treeItem
	for _, item := range t.items {
		if states[item.unit] != excluded {
			item.charge = item.worth + t.share(states, item.unit)
			items = append(items, item)
		}
	}
	if len(items) < t.n {
		return
	}
	window, left := items[:t.n], t.c.ScaledProblem().Budget
	for _, item := range window {
		left -= item.price
	}
	if left < 0 {
		return
	}
	if !byCost {
		window = fill(items, t.n, left)
	}
	for k, state := range states {
		if state == included {
			x.estimate += t.units[k].setup
		}
	}
	for _, item := range window {
		x.estimate += item.charge
	}
	t.evaluate(x, window)
	heap.Push(&t.queue, x)
}

// share returns the charge of each node of a unit for its group, or 0 if the unit is decided.
func (t *treeSearch) share(states []treeState, unit int) int64 {
	if t.relaxed || states[unit] != open {
		return 0
	}
	u := &t.units[unit]
	return u.setup / int64(min(t.n, len(u.items)))
}

// fill returns the window of n items in the order of their charge. The n cheapest items, which
// come first and leave an amount of money, complete it: another item replaces the most expensive
// of them if there is money for it.
func fill(items []treeItem, n int, left int64) (window []treeItem) {
	spare, dearest := map[int]bool{}, n-1
	for _, x := range items[:n] {
		spare[x.index] = true
	}
	order := slices.Clone(items)
	sorting.Sort(order, func(x, y treeItem) int {
		return cmp.Or(cmp.Compare(y.charge, x.charge), cmp.Compare(x.price, y.price), x.index-y.index)
	})
	for _, x := range order {
		if len(window) == n {
			break
		}
		if !spare[x.index] {
			for !spare[items[dearest].index] {
				dearest--
			}
			more := x.price - items[dearest].price
			if more > left {
				continue
			}
			left -= more
			delete(spare, items[dearest].index)
		}
		delete(spare, x.index)
		window = append(window, x)
	}
	return window
}

// evaluate computes the actual value of a window, keeps it if it is the best, and chooses the unit
// to branch on.
func (t *treeSearch) evaluate(x *treeNode, window []treeItem) {
	taken, value, cost := make([]int64, len(t.units)), int64(0), int64(0)
	for _, item := range window {
		taken[item.unit]++
		value += item.worth
		cost += item.price
	}
	widest := int64(0)
	for k := range t.units {
		if taken[k] == 0 {
			continue
		}
		value += t.units[k].setup
		if x.states[k] != open {
			continue
		}
		if short := taken[k]*t.share(x.states, k) - t.units[k].setup; short > widest {
			x.branch, widest = k, short
		}
	}
	if !t.found || value > t.value || value == t.value && cost < t.cost {
		t.found, t.value, t.cost = true, value, cost
	}
}

// treeQueue is a heap for container/heap: the greatest estimate first, then the lowest number.
type treeQueue []*treeNode

func (q treeQueue) Len() int      { return len(q) }
func (q treeQueue) Swap(a, b int) { q[a], q[b] = q[b], q[a] }
func (q treeQueue) Less(a, b int) bool {
	if q[a].estimate != q[b].estimate {
		return q[a].estimate > q[b].estimate
	}
	return q[a].number < q[b].number
}
func (q *treeQueue) Push(x any) { *q = append(*q, x.(*treeNode)) }
func (q *treeQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
