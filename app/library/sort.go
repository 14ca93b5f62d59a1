package library

import (
	"slices"

	"gridbox/core/sorting"
)

// Sort sorts a list stably. The standard library's sort is compiled for each type, 20 KB each time, which a page has
// to load; this function sorts indices only.
func Sort[T any](list []T, compare func(a, b *T) int) {
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	sorting.Stable(places, func(a, b int) int { return compare(&list[a], &list[b]) })
	before := slices.Clone(list)
	for i, from := range places {
		list[i] = before[from]
	}
}
