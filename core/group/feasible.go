package group

import (
	"math"
	"slices"
	"strconv"
)

// infeasible says in words why there is no window; "" when there is one. With
// variants a window can also fail for want of lots that add up to n.
func (in *instance) infeasible() string {
	if len(in.p.Nodes) < in.n {
		return "the request is for " + strconv.Itoa(in.n) + " nodes and there are " + strconv.Itoa(len(in.p.Nodes)) + "; add nodes or ask for fewer"
	}
	least, ok := in.cheapest(in.n)
	switch {
	case !ok && in.lotStart != nil:
		return "no choice of variants and nodes within the budget adds up to " + strconv.Itoa(in.n) + " nodes; raise the budget or add variants"
	case !ok:
		return "fewer than " + strconv.Itoa(in.n) + " nodes are ever available and affordable by themselves; raise the budget or ask for fewer nodes"
	case least > in.budget:
		return "the budget of " + number(in.p.Request.Budget) + " is below the price of the cheapest " + strconv.Itoa(in.n) + " nodes, " +
			number(float64(least)/in.perCost) + "; raise it or ask for fewer nodes"
	}
	return ""
}

// cheapest is the least cost of n nodes, whatever they are worth.
func (in *instance) cheapest(n int) (int64, bool) {
	if in.lotStart == nil {
		if len(in.price) < n {
			return 0, false
		}
		return smallest(slices.Clone(in.price), n), true
	}
	return in.cheapestLots(n, nil)
}

// smallest sums the n smallest numbers of a list that it may reorder, by
// Hoare's selection.
func smallest(list []int64, n int) int64 {
	for low, high := 0, len(list)-1; low < high; {
		pivot := list[low+(high-low)/2]
		i, k := low, high
		for i <= k {
			for list[i] < pivot {
				i++
			}
			for list[k] > pivot {
				k--
			}
			if i <= k {
				list[i], list[k] = list[k], list[i]
				i, k = i+1, k-1
			}
		}
		switch {
		case n <= k:
			high = k
		case n >= i:
			low = i
		default:
			low = high
		}
	}
	sum := int64(0)
	for _, x := range list[:n] {
		sum += x
	}
	return sum
}

// cheapestLots is a knapsack over counts alone, where groups have variants. It
// writes down what it takes of every group unless counts is nil.
func (in *instance) cheapestLots(n int, counts []taken) (int64, bool) {
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
			in.eachWay(g, k, func(t taken, cost int64) {
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
		in.eachWay(g, k, func(t taken, cost int64) {
			if counts[g].nodes == 0 && before[g][k-t.nodes]+cost == want {
				counts[g] = t
			}
		})
		k -= counts[g].nodes
		least = before[g]
	}
	return total, total < never
}

// eachWay visits the ways to take up to k nodes of a group.
func (in *instance) eachWay(g, k int, visit func(t taken, cost int64)) {
	lots := in.lotsOf(g)
	for i := range lots {
		if m := int(lots[i].nodes); m <= k {
			visit(taken{m, i}, lots[i].cost)
		}
	}
	from, to := in.members(g)
	for i := from; len(lots) == 0 && i < to && i-from < k; i++ {
		visit(taken{i - from + 1, 0}, in.prefix[i])
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
