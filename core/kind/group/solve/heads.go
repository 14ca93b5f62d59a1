package solve

// heads finds the source with the next label: the cheapest, of equal ones the
// one worth most, of those the first. Few sources are scanned, many are kept in
// a heap.
type heads struct {
	sources []source
	heap    []int32 // indexes in sources; empty if they are scanned
	few     bool
	effort  int // effort per label
}

// maxScannedSources is the maximum number of sources that are scanned.
const maxScannedSources = 6

func (x *source) head() (cost, value int64) {
	l := &x.list[x.at]
	return l.cost + x.cost, l.value + x.value
}

// reset starts with sources, none of them empty.
func (h *heads) reset(sources []source) *heads {
	h.sources, h.heap, h.few, h.effort = sources, h.heap[:0], len(sources) <= maxScannedSources,
		labelEffort(len(sources))
	if h.few {
		return h
	}
	for k := range sources {
		h.heap = append(h.heap, int32(k))
	}
	for at := len(h.heap)/2 - 1; at >= 0; at-- {
		h.sink(at)
	}
	return h
}

func (h *heads) precedes(a, b int32) bool {
	costA, valueA := h.sources[a].head()
	costB, valueB := h.sources[b].head()
	switch {
	case costA != costB:
		return costA < costB
	case valueA != valueB:
		return valueA > valueB
	}
	return a < b
}

// first returns the source with the next label, -1 for none.
func (h *heads) first() int {
	if !h.few {
		if len(h.heap) == 0 {
			return -1
		}
		return int(h.heap[0])
	}
	pick := -1
	var cost, value int64
	for k := range h.sources {
		src := &h.sources[k]
		if src.at == len(src.list) {
			continue
		}
		if c, v := src.head(); pick < 0 || c < cost || c == cost && v > value {
			pick, cost, value = k, c, v
		}
	}
	return pick
}

// advance updates the heap after the first source has moved to its next label.
func (h *heads) advance() {
	if h.few {
		return
	}
	if src := &h.sources[h.heap[0]]; src.at == len(src.list) {
		last := len(h.heap) - 1
		h.heap[0] = h.heap[last]
		h.heap = h.heap[:last]
	}
	h.sink(0)
}

// sink moves the source at a position of the heap down until no child is before it. A position
// beyond the heap has no effect.
func (h *heads) sink(at int) {
	for {
		child := 2*at + 1
		if child >= len(h.heap) {
			return
		}
		if child+1 < len(h.heap) && h.precedes(h.heap[child+1], h.heap[child]) {
			child++
		}
		if !h.precedes(h.heap[child], h.heap[at]) {
			return
		}
		h.heap[at], h.heap[child] = h.heap[child], h.heap[at]
		at = child
	}
}
