package solve

import (
	"context"
	"math"

	"gridbox/core/reason"
)

// singletonInstance returns the problem with every node as a group of one with its worth:
// the single knapsack that Knapsack Single and the search tree solve. Groups
// for which skip reports true are left out.
func (in *instance) singletonInstance(worth func(g, i int) int64, skip func(g int) bool) *instance {
	n := len(in.node)
	out := &instance{p: in.p, odds: in.odds, n: in.n, budget: in.budget, sums: true, digits: in.digits,
		perCost: in.perCost, perValue: in.perValue,
		start: make([]int32, 1, n+1), group: make([]int32, 0, n), setup: make([]int64, 0, n),
		availability: make([]float64, 0, n),
		price:        make([]int64, 0, n), node: make([]int32, 0, n)}
	for g := range in.setup {
		if skip(g) {
			continue
		}
		from, to := in.members(g)
		for i := from; i < to; i++ {
			out.price, out.node = append(out.price, in.price[i]), append(out.node, in.node[i])
			out.close(-1, worth(g, i), 1)
		}
	}
	out.prefix = out.price
	return out
}

// ownOf returns the worth of member i besides its group.
func (in *instance) ownOf(i int) int64 {
	if in.nodeWorth == nil {
		return 0
	}
	return in.nodeWorth[i]
}

func nothing(int) bool { return false }

// single is Knapsack Single: the window that would be best if every node failed
// independently with the probability of its group, evaluated correctly
// afterwards. The knapsack is solved exactly by the bounds and labels of
// frontier, with every node as a group of one.
func (in *instance) single(ctx context.Context, o Options) (Result, error) {
	if in.variantStart != nil {
		return refusal(reason.New("no-variants").Say("Knapsack Single knows single nodes only, not variants of " +
			"groups; use brute-force, gka or frontier")), nil
	}
	blind := in.singletonInstance(func(g, i int) int64 { return in.setup[g] + in.ownOf(i) }, nothing)
	inner := o
	inner.Cells = 0
	s, err := blind.search(ctx, inner)
	if err != nil {
		return Result{Stats: s.stats}, err
	}
	r := in.result(s.window())
	r.Stats = s.stats
	r.Stats.DualBound = 0
	r.Blind, r.Stopped = s.multipliers(), !s.exhaustive()
	return in.addBound(ctx, r, o)
}

// addBound adds frontier's bound to the result of a heuristic algorithm.
func (in *instance) addBound(ctx context.Context, r Result, o Options) (Result, error) {
	if o.NoBound {
		return r, nil
	}
	best, err := in.frontier(ctx, Options{})
	if err != nil {
		return r, err
	}
	r.Bound, r.HasBound, r.Multipliers = math.Max(best.Bound, r.Metrics.Value), best.HasBound, best.Multipliers
	return r, nil
}

// addExactBound adds frontier's bound to the result of an exact algorithm, since the
// multipliers are a proof that others can verify. If frontier leaves a gap, the
// result is marked as stopped.
func (in *instance) addExactBound(ctx context.Context, r Result) (Result, error) {
	r, err := in.addBound(ctx, r, Options{})
	r.Stopped = r.Stopped || r.HasBound && r.Bound-r.Metrics.Value > boundTolerance*math.Abs(r.Bound)
	return r, err
}

// boundTolerance is the relative gap below which a bound is reached, the accuracy of
// sums of logarithms.
const boundTolerance = 1e-10
