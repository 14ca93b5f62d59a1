package solve

import "gridbox/core/sorting"

// greedy takes single nodes by falling worth, the cheaper first of equal ones,
// if the rest of the budget suffices for the cheapest completion. The problem
// is one of apart, with a window. S is the set of the cheapest nodes that can
// complete the window, and only shrinks: a node of S is always taken in its
// turn, and another one replaces the most expensive of S. The time is O(N log
// N).
func (in *instance) greedy() (selection []int32, value int64) {
	n := len(in.node)
	byWorth, byPrice := make([]int32, n), make([]int32, n)
	for i := range byWorth {
		byWorth[i], byPrice[i] = int32(i), int32(i)
	}
	sorting.By(byPrice, func(a, b int32) int {
		switch {
		case in.price[a] < in.price[b]:
			return -1
		case in.price[a] > in.price[b]:
			return 1
		}
		return int(a - b)
	})
	sorting.By(byWorth, func(a, b int32) int {
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
