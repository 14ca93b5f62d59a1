// Package slots computes the free times of nodes for the verifiers of windows
// and batches.
package slots

import (
	"cmp"
	"slices"
	"sort"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A Span is a free interval of a node.
type Span struct{ Start, End float64 }

// NodePlaces returns the index of each node of a document by its name.
func NodePlaces(nodes []window.Node) map[string]int {
	return verify.IndexByID(nodes, func(n *window.Node) string { return n.ID })
}

// FreeTimes returns the free times of each node in order, with touching
// intervals joined. They are the slots of the environment. Without slots, they
// are the gaps between the busy intervals up to the horizon. The argument places
// is the result of NodePlaces.
func FreeTimes(e *window.Environment, places map[string]int) [][]Span {
	intervals := e.Slots
	if len(intervals) == 0 {
		intervals = e.Busy
	}
	out := make([][]Span, len(e.Nodes))
	for _, s := range intervals {
		i := places[s.Node]
		out[i] = append(out[i], Span{s.Start, s.End})
	}
	for i := range out {
		if out[i] = join(out[i]); len(e.Slots) == 0 {
			out[i] = gaps(out[i], e.Horizon)
		}
	}
	return out
}

// join sorts intervals and joins adjacent ones.
func join(list []Span) []Span {
	sorting.Sort(list, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	joined := list[:0]
	for _, s := range list {
		if n := len(joined); n > 0 && s.Start <= joined[n-1].End {
			joined[n-1].End = max(joined[n-1].End, s.End)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// gaps returns the intervals before the horizon that are not busy.
func gaps(busy []Span, horizon float64) (free []Span) {
	from := 0.0
	for _, b := range busy {
		if b.Start > from {
			free = append(free, Span{from, b.Start})
		}
		from = b.End
	}
	if from < horizon {
		free = append(free, Span{from, horizon})
	}
	return free
}

// Remove removes an interval from the free time of a node, whose intervals are
// sorted and disjoint. It reports false if the interval is not free.
func Remove(free [][]Span, node int, part Span) bool {
	list, found := free[node], -1
	starts := func(s Span) bool { return s.Start <= part.Start || verify.ApproxEqual(s.Start, part.Start) }
	ends := func(s Span) bool { return s.End >= part.End || verify.ApproxEqual(s.End, part.End) }
	after := sort.Search(len(list), func(i int) bool { return !starts(list[i]) })
	for i := after - 1; i >= 0 && (ends(list[i]) || verify.ApproxEqual(list[i].End, part.Start)); i-- {
		if ends(list[i]) {
			found = i
		}
	}
	if found < 0 {
		return false
	}
	var rest []Span
	if s := list[found]; s.Start < part.Start {
		rest = append(rest, Span{s.Start, part.Start})
	}
	if s := list[found]; part.End < s.End {
		rest = append(rest, Span{part.End, s.End})
	}
	free[node] = slices.Replace(list, found, found+1, rest...)
	return true
}
