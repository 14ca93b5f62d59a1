package solve

import (
	"context"
	"errors"
	"math"

	"gridbox/core/formula"
	"gridbox/core/kind/group"
	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// AlgorithmOwn takes nodes one by one, each time the node with the lowest score
// by a policy's formula among the nodes that leave enough of the budget for the
// cheapest completion. NaN comes last. Equal scores are decided by the price,
// then by the order of the document. So a window is found if there is one. Of a
// group whose nodes differ only in price the n cheapest are candidates.
//
// Complexity: O(n N) evaluations for n of N nodes, fewer if the budget leaves
// few; O(N) if the formula reads only constant numbers.
const AlgorithmOwn Algorithm = policy.AlgorithmOwn

// allocateByPolicy allocates by the formulas of the options.
func (in *instance) allocateByPolicy(ctx context.Context, o Options) (Result, error) {
	if o.Formulas == nil {
		return Result{}, errors.New("group: the algorithm own has no policy")
	}
	if in.variantStart != nil {
		return variantsRefusal(), nil
	}
	t := newTaking(in, o)
	for left := in.n; left > 0; left-- {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		if o.Progress != nil {
			o.Progress(in.n-left, in.n)
		}
		t.selectNext(left)
	}
	r := in.result(window{nodes: t.nodes})
	r.Stats.Unscored, r.Stats.Infinite = t.unscored, t.infinite
	return in.addBound(ctx, r, o)
}

// allocateByRule allocates by the fixed score of an algorithm.
func allocateByRule(id string) func(in *instance, ctx context.Context, o Options) (Result, error) {
	return func(in *instance, ctx context.Context, o Options) (Result, error) {
		o.Formulas = group.RuleFormulas(in.p, id)
		return in.allocateByPolicy(ctx, o)
	}
}

func variantsRefusal() Result {
	return refusal(reason.New("no-variants").Say("policies choose single nodes and know no variants of groups; " +
		"use brute-force, gka or frontier"))
}

// A taking is the state of taking nodes one by one.
type taking struct {
	instance    *instance
	o           Options
	expr        *formula.Expression
	moving      bool
	byPrice     []int32 // members by price
	priceRank   []int32 // position of a member in byPrice
	memberGroup []int32 // group of a member
	taken       []bool
	count       []int // taken members by group
	money       int64
	row         []float64
	scores      []float64
	unsure      []bool // members with a score that was NaN
	endless     []bool // members with a score that was infinite
	unscored    int
	// infinite is the number of endless members.
	infinite int
	nodes    []int32
}

// newTaking returns the state with no node taken. Members are ordered by price, then by the order
// of the document. The formula comes from the options, if they have one.
func newTaking(in *instance, o Options) *taking {
	n := len(in.price)
	t := &taking{instance: in, o: o, byPrice: make([]int32, n), priceRank: make([]int32, n),
		memberGroup: make([]int32, n),
		taken:       make([]bool, n), count: make([]int, in.size()), money: in.budget, scores: make([]float64, n),
		unsure: make([]bool, n), endless: make([]bool, n)}
	for g := range in.setup {
		from, to := in.members(g)
		for i := from; i < to; i++ {
			t.memberGroup[i], t.byPrice[i] = int32(g), int32(i)
		}
	}
	if o.Formulas != nil {
		t.expr, t.moving = o.Formulas.Expression(group.DecideNode), o.Formulas.CanChange(group.DecideNode)
	}
	sorting.Stable(t.byPrice, func(a, b int32) int {
		switch {
		case in.price[a] < in.price[b]:
			return -1
		case in.price[a] > in.price[b]:
			return 1
		}
		return int(in.node[a] - in.node[b])
	})
	for k, i := range t.byPrice {
		t.priceRank[i] = int32(k)
	}
	return t
}

// selectNext selects the next node. There must be one that leaves enough budget for the rest.
func (t *taking) selectNext(left int) {
	if t.moving || left == t.instance.n {
		t.rate(left)
	}
	// The cheapest remaining nodes, as many as are needed. If one of them is taken the others
	// are the completion; with another node, all but the most expensive of them.
	sum, last := t.minCost(left)
	dearest := t.instance.price[t.byPrice[last]]
	best := int32(-1)
	for _, i := range t.byPrice {
		if t.taken[i] || t.priceRank[i] > int32(last) && sum-dearest+t.instance.price[i] > t.money {
			continue
		}
		if best < 0 || precedes(t.scores[i], t.scores[best]) {
			best = i
		}
	}
	t.enter(best, t.scores[best], left)
}

// precedes reports whether a score is before another; NaN is last.
func precedes(a, b float64) bool { return a < b || a == a && b != b }

// rate computes the scores of the nodes that are not taken.
func (t *taking) rate(left int) {
	in := t.instance
	for g := range in.setup {
		from, to := in.members(g)
		q, worth := 1.0, 0.0
		if of := in.group[g]; of >= 0 {
			q, worth = in.odds.Groups[of], in.p.Groups[of].Value
		}
		open := to - from - t.count[g]
		cheap, some := int64(0), 0
		for i := from; i < to && some < left; i++ { // members are ordered by price
			if !t.taken[i] {
				cheap += in.price[i]
				some++
			}
		}
		for i := from; i < to; i++ {
			if t.taken[i] {
				continue
			}
			n := &in.p.Nodes[in.node[i]]
			t.row = append(t.row[:0], n.Price, n.Value, in.odds.Nodes[in.node[i]], q, worth, float64(to-from),
				float64(t.count[g]), float64(open), in.amount(cheap)/float64(max(some, 1)), float64(left),
				in.amount(t.money), float64(in.n), in.p.Request.Budget, float64(in.node[i]+1))
			t.scores[i] = t.expr.Evaluate(t.row, nil)
			if x := t.scores[i]; x != x && !t.unsure[i] {
				t.unsure[i] = true
				t.unscored++
				if t.o.Log.Enabled() {
					t.o.Log.Add(trace.Event{Kind: "unscored", Refs: []trace.Ref{{Role: "node", ID: n.ID}},
						Reason: "not-a-number"})
				}
			}
			if math.IsInf(t.scores[i], 0) && !t.endless[i] {
				t.endless[i] = true
				t.infinite++
			}
		}
	}
}
