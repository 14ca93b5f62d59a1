package export

import "math/bits"

// A span of slots, from the first on.
type span struct{ first, count int }

// A rack holds the slots of a machine and gives out the lowest free ones, so
// that a schedule which only counts slots gets rows to be drawn in. A schedule
// that takes more than there are gets rows beyond the last.
type rack struct {
	taken []uint64 // a bit a slot
	low   int      // no slot below is free
}

// take gives out n slots, the lowest that are free.
func (r *rack) take(n int) []span {
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

// give takes slots back.
func (r *rack) give(list []span) {
	for _, s := range list {
		for at := s.first; at < s.first+s.count; at++ {
			r.taken[at/64] &^= 1 << (at % 64)
		}
		r.low = min(r.low, s.first)
	}
}
