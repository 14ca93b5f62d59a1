// Package sorting sorts slices into the same order as package slices, with code
// that exists once in a binary. A generic sort is compiled for every element
// type, at ten kilobytes each; here only comparing and swapping are. The price
// is an indirect call per comparison. Use package slices in inner loops and for
// lists of plain numbers or strings.
package sorting

import (
	"cmp"
	"slices"
	"sort"
)

// Sort sorts a list by a comparison that is negative if a goes before b. The
// order of equal elements is that of slices.SortFunc: unspecified but
// deterministic.
func Sort[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 {
		return // the most frequent case, without allocation
	}
	sort.Sort(&swapper{len(list),
		func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		func(i, j int) { list[i], list[j] = list[j], list[i] }})
}

// Stable sorts a list and keeps the order of equal elements.
func Stable[T any](list []T, compare func(a, b T) int) {
	sort.Stable(&swapper{len(list),
		func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		func(i, j int) { list[i], list[j] = list[j], list[i] }})
}

// swapper implements sort.Interface with functions. A generic type would have
// its methods and tables compiled several times.
type swapper struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (p *swapper) Len() int           { return p.n }
func (p *swapper) Less(i, j int) bool { return p.less(i, j) }
func (p *swapper) Swap(i, j int)      { p.swap(i, j) }

// Insert inserts a value into a list before index at, or at the end. It has a
// fraction of the code of slices.Insert, which takes many values.
func Insert[T any](list []T, at int, value T) []T {
	list = append(list, value)
	copy(list[at+1:], list[at:])
	list[at] = value
	return list
}

// Ascending compares two numbers for a sort. NaN equals any number, which takes
// less code than cmp.Compare.
func Ascending(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Keys returns the keys of a map in ascending order.
func Keys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
