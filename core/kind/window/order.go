package window

import "math"

// Numbers of slots from which they are sorted by the digits of their starts, a
// fifth of the time of merging, and from which digits are long.
const (
	minRadixSlots     = 64
	minWideRadixSlots = 4096
)

// orderNodes sorts slots that are ordered by node into the order of the list.
func orderNodes(list []Free) {
	switch {
	case len(list) < minRadixSlots:
		order(list, lessByStart)
	case len(list) < minWideRadixSlots:
		radixSort(list, 8)
	default:
		radixSort(list, 16)
	}
}

// radixSort is a radix sort by the bits of the starts, the lowest digit first.
// Starts are not negative, so their order is that of their bits. Equal starts
// keep the order of their nodes.
func radixSort(list []Free, bits int) {
	from, to, first := list, make([]Free, len(list)), make([]int32, 1<<bits)
	mask := uint64(1)<<bits - 1
	for shift := 0; shift < 64; shift += bits {
		clear(first)
		for i := range from {
			first[code(from[i].Start)>>shift&mask]++
		}
		if first[code(from[0].Start)>>shift&mask] == int32(len(from)) {
			continue // all have the same digit
		}
		at := int32(0)
		for d, count := range first {
			first[d] = at
			at += count
		}
		for i := range from {
			d := code(from[i].Start) >> shift & mask
			to[first[d]] = from[i]
			first[d]++
		}
		from, to = to, from
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
}

// code returns a start as bits. Adding 0 turns minus zero into zero.
func code(start float64) uint64 { return math.Float64bits(start + 0) }
