package window

import (
	"cmp"

	"gridbox/core/sorting"
)

// ByPerformance orders nodes by performance, the fastest first and equal ones
// as they stand.
func ByPerformance(nodes []Node) []int {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(nodes[b].Performance, nodes[a].Performance) })
	return order
}
