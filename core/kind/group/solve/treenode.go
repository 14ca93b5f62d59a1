package solve

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/sorting"
)

// charge returns the value of a member of a group in the knapsack. It includes a
// share of the setup value of an undecided group, unless the bound is relaxed.
func (t *treeSearch) charge(g, i int) int64 {
	own := t.instance.ownOf(i)
	if t.state[g] > 0 || t.o.Bound == group.Relaxed {
		return own
	}
	return own + t.instance.setup[g]/int64(t.instance.maxNodes(g)) // rounds up, since it is not positive
}

// knapsack solves the knapsack of the current decisions. It returns the nodes
// selected and an upper bound of the value, which is heuristic for the greedy
// search. It reports false if no selection is affordable.
func (t *treeSearch) knapsack() (selection []int32, value int64, ok bool, err error) {
	t.effortLeft -= group.VisitedNodeEffort * len(t.instance.node)
	if t.o.Bound == group.Relaxed && t.instance.nodeWorth == nil {
		selection, ok = t.cheapestNodes()
		return selection, 0, ok, nil
	}
	t.effortLeft -= group.SortedNodeEffort * len(t.instance.node)
	k := t.instance.singletonInstance(t.charge, func(g int) bool { return t.state[g] < 0 })
	if least, ok := k.minCost(k.n); !ok || least > k.budget {
		return nil, 0, false, nil
	}
	if t.greedy {
		selection, value = k.greedy()
		return selection, value, true, nil
	}
	s, err := k.search(t.ctx, Options{})
	if err != nil {
		return nil, 0, false, err
	}
	t.stats.Labels += s.stats.Labels
	t.effortLeft -= s.work
	w := s.window()
	value = int64(math.Ceil(s.at.value - s.minDroppedLoss)) // of labels dropped at the limits
	total := int64(0)
	place := make(map[int32]int, len(w.nodes))
	for _, i := range w.nodes {
		place[i] = 0
	}
	for g, i := range k.node {
		if _, in := place[i]; in {
			total += k.setup[g]
		}
	}
	if math.IsInf(s.minDroppedLoss, 1) {
		value = total
	}
	return w.nodes, max(value, total), true, nil
}

// consider evaluates a selection exactly and returns its value. It keeps the
// selection if it is the best; the cost is the tie-break. It sets the branch of x
// to the undecided group whose charge differs most from its setup value.
func (t *treeSearch) consider(x *treeNode, selection []int32) int64 {
	in := t.instance
	slices.Sort(selection)
	if t.selected == nil {
		t.selected = make([]bool, len(in.p.Nodes))
	}
	for _, i := range selection {
		t.selected[i] = true
	}
	defer func() {
		for _, i := range selection {
			t.selected[i] = false
		}
	}()
	value, cost, widestGap := int64(0), int64(0), int64(0)
	for g := range in.setup {
		from, to := in.members(g)
		taken, charged := 0, int64(0)
		for i := from; i < to; i++ {
			if t.selected[in.node[i]] {
				taken++
				cost += in.price[i]
				value += in.ownOf(i)
				charged += t.charge(g, i) - in.ownOf(i)
			}
		}
		if taken == 0 {
			continue
		}
		value += in.setup[g]
		if gap := charged - in.setup[g]; t.state[g] == 0 && gap > widestGap {
			x.branch, widestGap = g, gap
		}
	}
	if t.best == nil || value > t.value || value == t.value && cost < t.cost {
		t.best, t.value, t.cost = slices.Clone(selection), value, cost
	}
	return value
}

// cheapestNodes solves the knapsack without charges: it selects the cheapest nodes of the groups that are not excluded.
func (t *treeSearch) cheapestNodes() (selection []int32, ok bool) {
	in := t.instance
	if t.byPrice == nil {
		for g := range in.setup {
			for from, to := in.members(g); from < to; from++ {
				t.byPrice = append(t.byPrice, member{int32(g), int32(from)})
			}
		}
		sorting.Stable(t.byPrice, func(a, b member) int { return cmp.Compare(in.price[a.at], in.price[b.at]) })
	}
	cost := int64(0)
	for _, m := range t.byPrice {
		if t.state[m.group] < 0 {
			continue
		}
		selection = append(selection, in.node[m.at])
		if cost += in.price[m.at]; len(selection) == in.n || cost > in.budget {
			break
		}
	}
	return selection, len(selection) == in.n && cost <= in.budget
}

// push adds a node to the heap.
func (t *treeSearch) push(x *treeNode) {
	t.heap = append(t.heap, x)
	for i := len(t.heap) - 1; i > 0 && treeNodePrecedes(t.heap[i], t.heap[(i-1)/2]); i = (i - 1) / 2 {
		t.heap[i], t.heap[(i-1)/2] = t.heap[(i-1)/2], t.heap[i]
	}
}

// pop removes the first node of the heap, which the caller has read.
func (t *treeSearch) pop() {
	last := len(t.heap) - 1
	t.heap[0] = t.heap[last]
	t.heap = t.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return
		}
		if child+1 < last && treeNodePrecedes(t.heap[child+1], t.heap[child]) {
			child++
		}
		if !treeNodePrecedes(t.heap[child], t.heap[i]) {
			return
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		i = child
	}
}

// treeNodePrecedes reports whether node a precedes node b in the heap: the greatest estimate first, of equal ones the
// oldest.
func treeNodePrecedes(a, b *treeNode) bool {
	if a.estimate != b.estimate {
		return a.estimate > b.estimate
	}
	return a.number < b.number
}
