package export

import "math/bits"

// A span is a range of slots.
type span struct{ first, count int }

// A slotPool assigns the lowest free slots of a machine, so that a schedule that only counts slots
// gets rows. A schedule that takes too many gets rows beyond the last.
type slotPool struct {
	taken []uint64 // bit set
	low   int      // lower bound of the free slots
}

// allocate assigns the n lowest free slots.
func (r *slotPool) allocate(n int) []span {
	var list []span
	for word := r.low / 64; n > 0; word++ {
		if word == len(r.taken) {
			r.taken = append(r.taken, 0)
		}
		for n > 0 && r.taken[word] != ^uint64(0) {
			bit := bits.TrailingZeros64(^r.taken[word])
			r.taken[word] |= 1 << bit
			at := word*64 + bit
			if k := len(list) - 1; k >= 0 && list[k].first+list[k].count == at {
				list[k].count++
			} else {
				list = append(list, span{at, 1})
			}
			n--
			r.low = at + 1
		}
	}
	return list
}

// release frees slots.
func (r *slotPool) release(list []span) {
	for _, s := range list {
		for at := s.first; at < s.first+s.count; at++ {
			r.taken[at/64] &^= 1 << (at % 64)
		}
		r.low = min(r.low, s.first)
	}
}
