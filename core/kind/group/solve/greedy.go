package solve

import (
	"context"
	"math"

	"gridbox/core/kind/group"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// greedy takes single nodes by descending worth, the cheaper first of equal ones, if the rest of
// the budget suffices for the cheapest completion. The problem is a result of apart and must have
// a window. S is the set of the cheapest nodes that can complete the window, and only shrinks: a
// node of S is always taken in its turn, and another one replaces the most expensive of S. The
// time is O(N log N).
func (in *instance) greedy() (selection []int32, value int64) {
	n := len(in.node)
	byWorth, byPrice := make([]int32, n), make([]int32, n)
	for i := range byWorth {
		byWorth[i], byPrice[i] = int32(i), int32(i)
	}
	sorting.Sort(byPrice, func(a, b int32) int {
		switch {
		case in.price[a] < in.price[b]:
			return -1
		case in.price[a] > in.price[b]:
			return 1
		}
		return int(a - b)
	})
	sorting.Sort(byWorth, func(a, b int32) int {
		switch {
		case in.setup[a] > in.setup[b]:
			return -1
		case in.setup[a] < in.setup[b]:
			return 1
		case in.price[a] < in.price[b]:
			return -1
		case in.price[a] > in.price[b]:
			return 1
		}
		return int(a - b)
	})
	spare := make([]bool, n) // in S
	left, dearest := in.budget, in.n-1
	for _, i := range byPrice[:in.n] {
		spare[i] = true
		left -= in.price[i]
	}
	for _, i := range byWorth {
		if len(selection) == in.n {
			break
		}
		if !spare[i] {
			for !spare[byPrice[dearest]] {
				dearest--
			}
			more := in.price[i] - in.price[byPrice[dearest]]
			if more > left {
				continue
			}
			left -= more
			spare[byPrice[dearest]] = false
		}
		spare[i] = false
		selection = append(selection, in.node[i])
		value += in.setup[i]
	}
	return selection, value
}

// AlgorithmRandom draws a number for every node of the document and takes the nodes from the
// greatest number down, each if the rest of the budget suffices for the cheapest completion. A
// skipped node cannot be afforded later either, so each node taken is drawn uniformly from the
// nodes that can be taken then. Equal numbers are decided by the price, then by the order of the
// document. The time is O(N log N).
const AlgorithmRandom Algorithm = group.Random

// random allocates nodes by descending drawn numbers, as long as the rest of the budget suffices
// for the cheapest completion. It refuses groups with variants.
func (in *instance) random(ctx context.Context, o Options) (Result, error) {
	if in.variantStart != nil {
		return variantsRefusal(), nil
	}
	all, score := in.randomInstance(o.Seed)
	nodes, _ := all.greedy()
	for k, i := range nodes {
		if o.Log.Enabled() {
			o.Log.Add(trace.Event{Kind: "take", Refs: []trace.Ref{{Role: "node", ID: in.p.Nodes[i].ID}},
				Values: []trace.Value{{Name: "left", Num: float64(in.n - k - 1)}, {Name: "score", Num: score[i]}}})
		}
	}
	return in.addBound(ctx, in.result(window{nodes: nodes}), o)
}

// randomInstance returns an instance with every node that can be in a window as a group of one, worth a drawn number,
// and the numbers by the node's place in the document. Unlike in, it keeps all nodes of large groups.
func (in *instance) randomInstance(seed uint64) (all *instance, score []float64) {
	draw, of := group.RandomNumbers(seed), belongs(in.p)
	all = &instance{p: in.p, n: in.n, budget: in.affordable(in.p.Request.Budget)}
	score = make([]float64, len(in.p.Nodes))
	for i := range in.p.Nodes {
		score[i] = draw()
		cost := in.costSteps(in.p.Nodes[i].Price)
		if cost > all.budget || in.odds.Nodes[i] == 0 || of[i] >= 0 && in.odds.Groups[of[i]] == 0 {
			continue
		}
		all.node, all.price = append(all.node, int32(i)), append(all.price, cost)
		all.setup = append(all.setup, int64(math.Ldexp(score[i], 53)))
	}
	return all, score
}
