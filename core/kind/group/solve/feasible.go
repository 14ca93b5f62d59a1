package solve

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/reason"
)

// infeasible returns the reason why there is no window, or nil. With variants a
// window can also fail because no lots add up to n.
func (in *instance) infeasible() *reason.Reason {
	if len(in.p.Nodes) < in.n {
		return reason.New("nodes", "need", in.n, "have", len(in.p.Nodes)).
			Say(i18n.English("the request is for {} nodes and there are {}; add nodes or ask for fewer",
				strconv.Itoa(in.n), strconv.Itoa(len(in.p.Nodes))))
	}
	least, ok := in.minCost(in.n)
	switch {
	case !ok && in.variantStart != nil:
		return reason.New("variants", "need", in.n).
			Say(i18n.English("no choice of variants and nodes within the budget adds up to {} nodes; raise the budget "+
				"or add variants", strconv.Itoa(in.n)))
	case !ok:
		return reason.New("affordable", "need", in.n).Say(i18n.English("fewer than {} nodes are ever available and "+
			"affordable by themselves; raise the budget or ask for fewer nodes", strconv.Itoa(in.n)))
	case least > in.budget:
		cheapest := in.amount(least)
		return reason.New("budget", "need", in.n, "budget", in.p.Request.Budget, "cheapest", cheapest).
			Say(i18n.English("the budget of {} is below the price of the cheapest {} nodes, {}; raise it or ask for "+
				"fewer nodes", doc.Decimal(in.p.Request.Budget), strconv.Itoa(in.n), doc.Decimal(cheapest)))
	}
	return nil
}

// minCost returns the least cost of n nodes.
func (in *instance) minCost(n int) (int64, bool) {
	if in.variantStart == nil {
		if len(in.price) < n {
			return 0, false
		}
		least, _ := sumSmallest(in.price, n)
		return least, true
	}
	return in.cheapestVariants(n, nil)
}

// sumSmallest returns the sum of the n smallest numbers of a list, n at least 1,
// and the greatest of them. It keeps them in a heap, so that most numbers are
// only compared with its top.
func sumSmallest(list []int64, n int) (sum, last int64) {
	heap := slices.Clone(list[:n])
	sink := func(at int) {
		for {
			child := 2*at + 1
			if child >= n {
				return
			}
			if child+1 < n && heap[child+1] > heap[child] {
				child++
			}
			if heap[child] <= heap[at] {
				return
			}
			heap[at], heap[child] = heap[child], heap[at]
			at = child
		}
	}
	for at := n/2 - 1; at >= 0; at-- {
		sink(at)
	}
	for _, x := range list[n:] {
		if x < heap[0] {
			heap[0] = x
			sink(0)
		}
	}
	for _, x := range heap {
		sum += x
	}
	return sum, heap[0]
}

// cheapestVariants is a knapsack over counts alone, for groups with variants. It
// stores the choice for each group in counts unless that is nil.
func (in *instance) cheapestVariants(n int, counts []groupWay) (int64, bool) {
	const never = math.MaxInt64 / 4
	least := make([]int64, n+1)
	for k := 1; k <= n; k++ {
		least[k] = never
	}
	var before [][]int64 // least before each group
	for g := range in.setup {
		if counts != nil {
			before = append(before, slices.Clone(least))
		}
		for k := n; k > 0; k-- {
			in.eachWay(g, k, func(t groupWay, cost int64) {
				least[k] = min(least[k], least[k-t.nodes]+cost)
			})
		}
	}
	total := least[n]
	for g, k := in.size()-1, n; counts != nil && g >= 0; g-- {
		want := least[k]
		if want == before[g][k] {
			least = before[g]
			continue
		}
		in.eachWay(g, k, func(t groupWay, cost int64) {
			if counts[g].nodes == 0 && before[g][k-t.nodes]+cost == want {
				counts[g] = t
			}
		})
		k -= counts[g].nodes
		least = before[g]
	}
	return total, total < never
}

// eachWay calls visit for each way to take up to k nodes of a group.
func (in *instance) eachWay(g, k int, visit func(t groupWay, cost int64)) {
	lots := in.variantsOf(g)
	for i := range lots {
		if m := int(lots[i].nodes); m <= k {
			visit(groupWay{m, i}, lots[i].cost)
		}
	}
	from, to := in.members(g)
	for i := from; len(lots) == 0 && i < to && i-from < k; i++ {
		visit(groupWay{i - from + 1, 0}, in.prefix[i])
	}
}
