package solve

import "math/bits"

// An index lists the positions of each node's slots.
type index struct {
	first     []int32 // by node: where its positions begin; one more at the end
	positions []int32
	mark      []uint64
	buffer    []int32
}

// buildIndex returns the index of the slots by node. The positions of each node are in the order of
// the slots.
func (s *search) buildIndex() *index {
	x := &index{first: make([]int32, len(s.instance.p.Nodes)+1), positions: make([]int32, len(s.slots)),
		mark: make([]uint64, (len(s.slots)+63)/64)}
	for i := range s.slots {
		x.first[s.slots[i].Node+1]++
	}
	for n := 1; n < len(x.first); n++ {
		x.first[n] += x.first[n-1]
	}
	next := append([]int32(nil), x.first...)
	for i := range s.slots {
		n := s.slots[i].Node
		x.positions[next[n]] = int32(i)
		next[n]++
	}
	return x
}

// narrow restricts the next sweep to the slots of the nodes of group k that fit
// into the room and for which use reports true. The others never become
// candidates. The positions are collected in a bit set and therefore in order.
func (s *search) narrow(k int, use func(node int32) bool) {
	if s.index == nil {
		s.index = s.buildIndex()
	}
	x := s.index
	clear(x.mark)
	for _, i := range s.byPrice.node {
		if s.instance.weights[i] > s.maxWeight {
			break
		}
		if own := s.instance.group[i]; own < 0 || int(own) > k || use != nil && !use(i) {
			continue
		}
		for _, at := range x.positions[x.first[i]:x.first[i+1]] {
			x.mark[at>>6] |= 1 << (at & 63)
		}
	}
	x.buffer = x.buffer[:0]
	for w, word := range x.mark {
		for ; word != 0; word &= word - 1 {
			x.buffer = append(x.buffer, int32(w<<6|bits.TrailingZeros64(word)))
		}
	}
	s.positions, s.narrowed = x.buffer, true
	s.recordLeftOut(k)
}

// widen lets the next sweep visit all slots.
func (s *search) widen() { s.narrowed = false }
