package window

import (
	"cmp"

	"gridbox/core/sorting"
)

// RankByPerformance returns the indexes of nodes by falling performance, equal ones
// in their order.
func RankByPerformance(nodes []Node) []int {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(nodes[b].Performance, nodes[a].Performance) })
	return order
}
