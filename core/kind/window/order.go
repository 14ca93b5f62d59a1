package window

import "math"

// From how many slots on they are ordered by the digits of their starts, which
// takes a fifth of the time of merging, and from how many on digits are long.
const (
	someSlots = 64
	manySlots = 4096
)

// orderNodes brings slots that are ordered by node into the order of the list.
func orderNodes(list []Free) {
	switch {
	case len(list) < someSlots:
		order(list, byStart)
	case len(list) < manySlots:
		byDigits(list, 8)
	default:
		byDigits(list, 16)
	}
}

// byDigits sorts by one digit of so many bits after another, the last first:
// starts are not negative, so they are in the order of their bits. Equal starts
// stay in the order of their nodes.
func byDigits(list []Free, bits int) {
	from, to, first := list, make([]Free, len(list)), make([]int32, 1<<bits)
	mask := uint64(1)<<bits - 1
	for shift := 0; shift < 64; shift += bits {
		clear(first)
		for i := range from {
			first[code(from[i].Start)>>shift&mask]++
		}
		if first[code(from[0].Start)>>shift&mask] == int32(len(from)) {
			continue // they have this digit in common
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

// code is a start as bits; adding 0 makes one zero of both.
func code(start float64) uint64 { return math.Float64bits(start + 0) }
