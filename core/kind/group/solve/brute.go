package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/reason"
)

// bruteForce evaluates every set of n usable nodes (or lots, for groups with
// variants) and keeps the best: O(C(N, n)). The paper gives 35 nodes as its
// limit; the limit here is the number of sets.
func (in *instance) bruteForce(ctx context.Context, o Options) (Result, error) {
	sets := in.countSets()
	if sets > group.MaxSets {
		return refusal(reason.New("too-many-sets", "sets", sets, "most", group.MaxSets).
			Say(i18n.English("brute force would have to value {} sets of {} nodes and stops at {}; ask for fewer "+
				"nodes or use another algorithm", strconv.FormatFloat(sets, 'g', 3, 64), strconv.Itoa(in.n),
				strconv.Itoa(group.MaxSets)))), nil
	}
	b := &brute{instance: in, ctx: ctx, o: o, total: int(sets), variants: make([]int32, in.size()),
		group: make([]int32, len(in.node))}
	for g := range in.setup {
		from, to := in.members(g)
		for i := from; i < to; i++ {
			b.group[i] = int32(g)
		}
	}
	b.rest = make([]int, in.size()+1)
	for g := in.size() - 1; g >= 0; g-- {
		b.rest[g] = b.rest[g+1] + in.maxNodes(g)
	}
	b.enter(0, in.n, 0, 0)
	if b.err != nil {
		return Result{Stats: Stats{Sets: b.sets}}, b.err
	}
	w := window{}
	for _, i := range b.best {
		w.nodes = append(w.nodes, in.node[i])
	}
	for g, lot := range b.bestVariants {
		if lot > 0 {
			w.variants = append(w.variants, group.ChosenVariant{Group: in.p.Groups[in.group[g]].ID,
				Variant: int(in.variantsOf(g)[lot-1].index)})
		}
	}
	r := in.result(w)
	r.Stats = Stats{Sets: b.sets, Comparisons: b.comparisons}
	return in.addExactBound(ctx, r)
}

// countSets returns the number of windows of n nodes, whatever they cost: every
// set of single nodes with every way to take the others in lots. The result is
// infinite if there are too many lots to count, and inexact above
// group.MaxSets.
func (in *instance) countSets() float64 {
	single, lots, most := 0, 0, 0
	for g := range in.setup {
		if list := in.variantsOf(g); len(list) > 0 {
			lots += len(list)
			most = min(most+in.maxNodes(g), in.n)
			continue
		}
		from, to := in.members(g)
		single += to - from
	}
	if float64(lots)*float64(most) > group.MaxSets {
		return math.Inf(1)
	}
	ways := make([]float64, most+1)
	ways[0] = 1
	for g := range in.setup {
		for k := most; k > 0; k-- {
			for _, l := range in.variantsOf(g) {
				if m := int(l.nodes); m <= k {
					ways[k] += ways[k-m]
				}
			}
		}
	}
	sets := 0.0
	for k, w := range ways {
		if w > 0 {
			sets += float64(w * binomial(single, in.n-k))
		}
	}
	return sets
}

// binomial returns the number of sets of k out of n nodes, or a number above
// MaxSets.
func binomial(n, k int) float64 {
	if k > n {
		return 0
	}
	sets := 1.0
	for i := 1; i <= min(k, n-k) && sets <= group.MaxSets; i++ {
		sets = float64(sets*float64(n-i+1)) / float64(i)
	}
	return math.Round(sets)
}

// brute is the state of the enumeration: the members taken so far, and the lot
// of each group, counted from 1.
type brute struct {
	instance     *instance
	ctx          context.Context
	o            Options
	group        []int32
	rest         []int
	taken        []int32
	variants     []int32
	best         []int32
	bestVariants []int32
	bestValue    int64
	bestCost     int64
	sets, total  int
	comparisons  int
	a, b         exact
	err          error
}

// enter decides on group g and later ones; left is the number of nodes still to
// take.
func (b *brute) enter(g, left int, cost, value int64) {
	switch {
	case b.err != nil:
	case left == 0:
		b.leaf(cost, value)
	case b.rest[g] < left: // not enough nodes follow
	case len(b.instance.variantsOf(g)) > 0:
		b.enterVariants(g, left, cost, value)
	default:
		b.enterMembers(g, int(b.instance.start[g]), left, cost, value, false)
	}
}

// enterVariants decides on group g with variants: none of it, or one variant of at most left nodes,
// which takes the first nodes of the group.
func (b *brute) enterVariants(g, left int, cost, value int64) {
	b.enter(g+1, left, cost, value)
	mark := len(b.taken)
	for k, l := range b.instance.variantsOf(g) {
		if int(l.nodes) > left {
			continue
		}
		for i := range l.nodes {
			b.taken = append(b.taken, b.instance.start[g]+i)
		}
		b.variants[g] = int32(k + 1)
		b.enter(g+1, left-int(l.nodes), cost+l.cost, value+l.value)
		b.variants[g], b.taken = 0, b.taken[:mark]
	}
}

// enterMembers decides on the members of group g from i on.
func (b *brute) enterMembers(g, i, left int, cost, value int64, used bool) {
	in := b.instance
	if left == 0 || i == int(in.start[g+1]) {
		b.enter(g+1, left, cost, value)
		return
	}
	more := value
	if !used {
		more += in.setup[g]
	}
	if in.nodeWorth != nil {
		more += in.nodeWorth[i]
	}
	b.taken = append(b.taken, int32(i))
	b.enterMembers(g, i+1, left-1, cost+in.price[i], more, true)
	b.taken = b.taken[:len(b.taken)-1]
	b.enterMembers(g, i+1, left, cost, value, used)
}

// leaf counts a complete window, and keeps it if it is within the budget and better than the best.
// Values within the tolerance are compared exactly. On a tie the lower cost is better, then the
// earlier window. Every 65,536 windows it checks the context and reports progress.
func (b *brute) leaf(cost, value int64) {
	if b.sets++; b.sets&0xffff == 0 {
		b.err = b.ctx.Err()
		if b.o.Progress != nil {
			b.o.Progress(b.sets, b.total)
		}
	}
	in := b.instance
	if cost > in.budget || b.best != nil && value < b.bestValue-in.tolerance {
		return
	}
	if b.best != nil && value <= b.bestValue+in.tolerance {
		if c := b.compareToBest(value); c < 0 || c == 0 && cost >= b.bestCost {
			return
		}
	}
	b.best, b.bestValue, b.bestCost = append(b.best[:0], b.taken...), value, cost
	b.bestVariants = append(b.bestVariants[:0], b.variants...)
}

// compareToBest compares the members taken with the best exactly. It returns 1 if they are worth more, -1
// if they are worth less, and 0 otherwise.
func (b *brute) compareToBest(value int64) int {
	if b.instance.sums {
		switch {
		case value > b.bestValue:
			return 1
		case value < b.bestValue:
			return -1
		}
		return 0
	}
	if value == b.bestValue && b.equal() {
		return 0
	}
	b.comparisons++
	b.a.reset()
	b.b.reset()
	b.product(&b.a, b.taken, b.variants)
	b.product(&b.b, b.best, b.bestVariants)
	return b.a.compare(&b.b)
}

// equal reports whether both windows use the same groups, if nothing else
// matters.
func (b *brute) equal() bool {
	if b.instance.nodeWorth != nil || b.instance.variantStart != nil || len(b.taken) != len(b.best) {
		return false
	}
	i, k := 0, 0
	for i < len(b.taken) && k < len(b.best) {
		g := b.group[b.taken[i]]
		if g != b.group[b.best[k]] {
			return false
		}
		for i < len(b.taken) && b.group[b.taken[i]] == g {
			i++
		}
		for k < len(b.best) && b.group[b.best[k]] == g {
			k++
		}
	}
	return i == len(b.taken) && k == len(b.best)
}

// product multiplies e by the availability of a window: one factor for each group or lot, and one
// for each node outside of lots. Members must be ordered by group; lots has the lot of each group,
// counted from 1.
func (b *brute) product(e *exact, members, lots []int32) {
	last := int32(-1)
	for _, i := range members {
		g := b.group[i]
		lot := lots[g]
		if g != last {
			if last = g; lot > 0 {
				e.times(b.instance.variantsOf(int(g))[lot-1].availability)
			} else {
				e.times(b.instance.availability[g])
			}
		}
		if lot == 0 {
			e.times(b.instance.odds.Nodes[b.instance.node[i]])
		}
	}
}
