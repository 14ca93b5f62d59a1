package verify

import "math"

// LeastFirst lists the places of keys, the least key first and equal ones as they
// stand. It looks at the eight bytes of a key one after another (least byte
// first, each pass keeping the order of the one before), and leaves out those
// that all keys have alike; so it is linear, where sorting would be most of a
// check. No key is NaN.
func LeastFirst(keys []float64) []int32 {
	type entry struct {
		bits  uint64
		place int32
	}
	list, room := make([]entry, len(keys)), make([]entry, len(keys))
	var counts [8][256]int32
	sorted := true
	for i, x := range keys {
		bits := ordered(x)
		list[i] = entry{bits, int32(i)}
		sorted = sorted && (i == 0 || list[i-1].bits <= bits)
		for k := range counts {
			counts[k][byte(bits>>(8*k))]++
		}
	}
	for k := range counts {
		if sorted || int(counts[k][byte(list[0].bits>>(8*k))]) == len(list) {
			continue
		}
		at := int32(0)
		for b, n := range counts[k] {
			counts[k][b] = at
			at += n
		}
		for i := range list {
			b := byte(list[i].bits >> (8 * k))
			room[counts[k][b]] = list[i]
			counts[k][b]++
		}
		list, room = room, list
	}
	places := make([]int32, len(list))
	for i := range list {
		places[i] = list[i].place
	}
	return places
}

// ordered is a number whose bits sort as the number does.
func ordered(x float64) uint64 {
	bits := math.Float64bits(x + 0) // so that no zero has a sign
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}
