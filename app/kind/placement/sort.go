package placement

import "sort"

// sortBy sorts places by less and keeps the order of equals.
func sortBy(order []int, less func(a, b int) bool) {
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
}
