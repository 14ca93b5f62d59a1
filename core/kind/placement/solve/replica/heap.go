package replica

// A heap is a priority queue of clusters by key, smallest first. It is a 4-ary heap, whose
// flatter tree is faster here than a binary one. A cluster is contained at most once: if its key
// decreases, it moves up. Keeping old entries would triple the pops on a network of twenty links
// per cluster.
type heap struct {
	list []entry
	at   []int32 // index of each cluster in list, -1 for none
}

type entry struct {
	key  uint64
	node int32
}

// newHeap returns an empty heap.
func newHeap(clusters int) heap {
	h := heap{at: make([]int32, clusters)}
	for i := range h.at {
		h.at[i] = -1
	}
	return h
}

// push adds a cluster with a key, or decreases its key. A key must not be greater than the present
// one.
func (h *heap) push(key uint64, node int32) {
	at := int(h.at[node])
	if at < 0 {
		at = len(h.list)
		h.list = append(h.list, entry{})
	}
	list := h.list
	for at > 0 {
		up := (at - 1) / 4
		if list[up].key <= key {
			break
		}
		list[at] = list[up]
		h.at[list[at].node] = int32(at)
		at = up
	}
	list[at] = entry{key, node}
	h.at[node] = int32(at)
}

// pop removes the nearest cluster and returns it with its key.
func (h *heap) pop() (uint64, int32) {
	top, last := h.list[0], h.list[len(h.list)-1]
	list := h.list[:len(h.list)-1]
	h.list = list
	h.at[top.node] = -1
	at := 0
	for {
		first := 4*at + 1
		if first >= len(list) {
			break
		}
		down, key := first, list[first].key
		for child := first + 1; child < min(first+4, len(list)); child++ {
			if k := list[child].key; k < key {
				down, key = child, k
			}
		}
		if last.key <= key {
			break
		}
		list[at] = list[down]
		h.at[list[at].node] = int32(at)
		at = down
	}
	if len(list) > 0 {
		list[at] = last
		h.at[last.node] = int32(at)
	}
	return top.key, top.node
}
