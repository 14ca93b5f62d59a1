package verify

import (
	"cmp"
	"container/heap"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/sorting"
)

// A branching follows a search tree: a heap of nodes of a tree, in which groups are
// included, excluded or open. Each node takes, of what is not excluded, what is
// worth most wherever there is money left for the cheapest completion, the share
// of its open group's worth charged to every node. What was taken is valued
// truly; the node of the greatest estimate is branched on the group whose charge
// falls short the most.
type branching struct {
	m       *groupMarket
	units   []groupUnit
	relaxed bool
	most    int // nodes of the tree
	left    int // effort, as Tree Greedy counts it
	visits  int // ours
	slack   int64

	// All nodes that can be taken, by price, and by what they are worth with
	// their group's share and without.
	byPrice, shared, bare []branchItem
	state                 []int8 // of each unit: 1 included, -1 excluded
	count                 int
	taken                 []int32 // by unit
	heap                  branchHeap

	found       bool
	value, cost int64
}

// A branchItem is a member of a unit, at its place among all.
type branchItem struct {
	unit, place int32
	price       int64
	own, share  int64
}

// A branchNode is a node of the tree.
type branchNode struct {
	parent   *branchNode
	unit     int
	sign     int8
	number   int
	estimate int64
	next     int // the unit to branch on, -1 for none
}

type branchHeap []*branchNode

func (h branchHeap) Len() int      { return len(h) }
func (h branchHeap) Swap(a, b int) { h[a], h[b] = h[b], h[a] }
func (h branchHeap) Less(a, b int) bool {
	if h[a].estimate != h[b].estimate {
		return h[a].estimate > h[b].estimate
	}
	return h[a].number < h[b].number
}
func (h *branchHeap) Push(x any) { *h = append(*h, x.(*branchNode)) }
func (h *branchHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// grow holds a window to the one that a search tree finds: the greedy one, or the
// exact one where open groups are charged nothing and nodes are alike, for then
// it takes the cheapest.
func (c *groupCheck) grow(t *groupTaking) {
	m := c.market()
	if !m.exact {
		return
	}
	b := &branching{m: m, units: m.units(), relaxed: c.options.Bound == group.Relaxed, most: c.nodeLimit()}
	if !m.sums {
		b.slack = int64(m.n)
	}
	if b.left = group.TreeEffort(b.most); c.Answer.Algorithm == "tree-greedy" {
		b.left = group.GreedyEffort(b.most)
	}
	if !b.run() {
		return
	}
	value, cost := int64(0), int64(0)
	for _, u := range b.units {
		used := false
		for at, i := range u.members {
			if t.has[i] {
				used = true
				value += u.own[at]
				cost += m.price[i]
			}
		}
		if used {
			value += u.setup
		}
	}
	if value != b.value || cost != b.cost {
		c.Violation("solution", "is not that of "+c.Answer.Algorithm+", whose choices lead to another value or cost")
	}
}

// run is false where following would take too long.
func (b *branching) run() bool {
	b.state, b.taken = make([]int8, len(b.units)), make([]int32, len(b.units))
	for k := range b.units {
		u := &b.units[k]
		for at, i := range u.members {
			b.byPrice = append(b.byPrice, branchItem{int32(k), int32(len(b.byPrice)), b.m.price[i], u.own[at],
				u.setup / int64(min(b.m.n, len(u.members)))})
		}
	}
	if b.relaxed {
		for k := range b.byPrice {
			b.byPrice[k].share = 0
		}
	}
	b.shared, b.bare = slices.Clone(b.byPrice), slices.Clone(b.byPrice)
	sorting.By(b.byPrice, func(x, y branchItem) int {
		return cmp.Or(cmp.Compare(x.price, y.price), int(x.place-y.place))
	})
	worth := func(share int64) func(x, y branchItem) int {
		return func(x, y branchItem) int {
			return cmp.Or(cmp.Compare(y.own+share*y.share, x.own+share*x.share), cmp.Compare(x.price, y.price),
				int(x.place-y.place))
		}
	}
	sorting.By(b.shared, worth(1))
	sorting.By(b.bare, worth(0))
	b.open(&branchNode{unit: -1, next: -1})
	for len(b.heap) > 0 {
		top := b.heap[0]
		if b.found && top.estimate <= b.value+b.slack || b.count >= b.most || b.left <= 0 {
			return true
		}
		if b.visits > mostTreeVisits {
			return false
		}
		heap.Pop(&b.heap)
		if top.next >= 0 {
			b.open(&branchNode{parent: top, unit: top.next, sign: 1, next: -1})
			b.open(&branchNode{parent: top, unit: top.next, sign: -1, next: -1})
		}
	}
	return true
}

// open values a node of the tree.
func (b *branching) open(x *branchNode) {
	clear(b.state)
	included := int64(0)
	for y := x; y.parent != nil; y = y.parent {
		if b.state[y.unit] = y.sign; y.sign > 0 {
			included += b.units[y.unit].setup
		}
	}
	x.number = b.count
	b.count++
	b.visits += len(b.byPrice)
	b.left -= group.EachVisited * len(b.byPrice)
	var picked []branchItem
	ok := false
	if b.relaxed && b.m.own == nil {
		picked, ok = b.cheapest()
	} else {
		b.left -= group.EachSorted * len(b.byPrice)
		if _, ok = b.cheapest(); ok {
			picked = b.dearest()
		}
	}
	if !ok {
		return
	}
	x.estimate = included
	for k := range picked {
		x.estimate += b.charge(&picked[k])
	}
	b.valued(x, picked)
	heap.Push(&b.heap, x)
}

// charge is what a node counts for: its own worth, and its share of an open
// group's.
func (b *branching) charge(x *branchItem) int64 {
	if b.state[x.unit] > 0 {
		return x.own
	}
	return x.own + x.share
}

// cheapest takes the cheapest nodes; ok is false when they are too few or too
// dear.
func (b *branching) cheapest() (picked []branchItem, ok bool) {
	cost := int64(0)
	for _, x := range b.byPrice {
		if b.state[x.unit] < 0 {
			continue
		}
		picked = append(picked, x)
		if cost += x.price; len(picked) == b.m.n || cost > b.m.budget {
			break
		}
	}
	return picked, len(picked) == b.m.n && cost <= b.m.budget
}

// dearest goes through the nodes in the order of what they count for. Spare are
// the cheapest that complete what is taken; one that is not among them replaces
// the dearest of them, if there is money for it.
func (b *branching) dearest() []branchItem {
	spare := make(map[int32]bool, b.m.n)
	order := make([]branchItem, 0, b.m.n)
	left := b.m.budget
	for _, x := range b.byPrice {
		if b.state[x.unit] >= 0 {
			order = append(order, x)
			spare[x.place] = true
			if left -= x.price; len(order) == b.m.n {
				break
			}
		}
	}
	last := len(order) - 1
	picked := make([]branchItem, 0, b.m.n)
	for i, k := 0, 0; len(picked) < b.m.n; {
		for i < len(b.bare) && b.state[b.bare[i].unit] <= 0 {
			i++
		}
		for k < len(b.shared) && b.state[b.shared[k].unit] != 0 {
			k++
		}
		var x branchItem
		switch {
		case i == len(b.bare) && k == len(b.shared):
			return picked
		case k == len(b.shared) || i < len(b.bare) && b.first(&b.bare[i], &b.shared[k]):
			x, i = b.bare[i], i+1
		default:
			x, k = b.shared[k], k+1
		}
		if !spare[x.place] {
			for !spare[order[last].place] {
				last--
			}
			more := x.price - order[last].price
			if more > left {
				continue
			}
			left -= more
			delete(spare, order[last].place)
		}
		delete(spare, x.place)
		picked = append(picked, x)
	}
	return picked
}

// first tells whether x, of an included unit, comes before y, of an open one.
func (b *branching) first(x, y *branchItem) bool {
	a, c := b.charge(x), b.charge(y)
	return a > c || a == c && (x.price < y.price || x.price == y.price && x.place < y.place)
}

// valued values what was taken truly, keeps it if it is the best, and chooses the
// unit to branch on.
func (b *branching) valued(x *branchNode, picked []branchItem) {
	clear(b.taken)
	value, cost := int64(0), int64(0)
	for k := range picked {
		b.taken[picked[k].unit]++
		value += picked[k].own
		cost += picked[k].price
	}
	widest := int64(0)
	for k := range b.units {
		u := &b.units[k]
		if b.taken[k] == 0 {
			continue
		}
		value += u.setup
		if b.state[k] != 0 {
			continue
		}
		share := int64(0)
		if !b.relaxed {
			share = u.setup / int64(min(b.m.n, len(u.members)))
		}
		if short := int64(b.taken[k])*share - u.setup; short > widest {
			x.next, widest = k, short
		}
	}
	if !b.found || value > b.value || value == b.value && cost < b.cost {
		b.found, b.value, b.cost = true, value, cost
	}
}
