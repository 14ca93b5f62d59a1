// Package sorting sorts as package slices does, into the very same order, by code
// that stands in a binary once. A generic sort is compiled anew for every type
// that is sorted, ten kilobytes each time; here only comparing and exchanging
// is. The price is a call through an interface for each comparison, so what
// sorts in an innermost loop, and lists of plain numbers or words, are better
// left to package slices.
package sorting

import "sort"

// By sorts a list by a comparison that is negative where a goes before b. The
// order of equals is that of slices.SortFunc: any, but always the same.
func By[T any](list []T, compare func(a, b T) int) { sort.Sort(sorter[T]{list, compare}) }

// Stable sorts a list and leaves equals in the order in which they stood.
func Stable[T any](list []T, compare func(a, b T) int) { sort.Stable(sorter[T]{list, compare}) }

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

type sorter[T any] struct {
	list    []T
	compare func(a, b T) int
}

func (s sorter[T]) Len() int           { return len(s.list) }
func (s sorter[T]) Less(i, j int) bool { return s.compare(s.list[i], s.list[j]) < 0 }
func (s sorter[T]) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }
