// Package sorting sorts as package slices does, into the very same order, by code
// that stands in a binary once. A generic sort is compiled anew for every type
// that is sorted, ten kilobytes each time; here only comparing and exchanging
// is. The price is a call through an interface for each comparison, so what
// sorts in an innermost loop, and lists of plain numbers or words, are better
// left to package slices.
package sorting

import (
	"cmp"
	"slices"
	"sort"
)

// By sorts a list by a comparison that is negative where a goes before b. The
// order of equals is that of slices.SortFunc: any, but always the same.
func By[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 {
		return // of many short lists most are, and need nothing made for them
	}
	sort.Sort(&places{len(list),
		func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		func(i, j int) { list[i], list[j] = list[j], list[i] }})
}

// Stable sorts a list and leaves equals in the order in which they stood.
func Stable[T any](list []T, compare func(a, b T) int) {
	sort.Stable(&places{len(list),
		func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		func(i, j int) { list[i], list[j] = list[j], list[i] }})
}

// places are those of a list, told by functions and not by a type of its own: a
// generic type's methods stand in a binary several times, with tables besides.
type places struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (p *places) Len() int           { return p.n }
func (p *places) Less(i, j int) bool { return p.less(i, j) }
func (p *places) Swap(i, j int)      { p.swap(i, j) }

// Put puts a value into a list, before the one at a place or at the end, as
// slices.Insert does, which can take many values and is nine times the code.
func Put[T any](list []T, at int, value T) []T {
	list = append(list, value)
	copy(list[at+1:], list[at:])
	list[at] = value
	return list
}

// Ascending compares two numbers for a sort. One that is not a number equals any
// other, which cmp.Compare tells apart by code at every place that compares.
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
