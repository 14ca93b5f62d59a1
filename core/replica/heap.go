package replica

// A heap holds clusters by key, smallest first, four children to a node: on
// the sizes here the flatter tree beats a binary one. Entries are never
// changed; a search pushes a cluster again when it gets nearer and skips what
// is out of date.
type heap []entry

type entry struct {
	key  uint64
	node int32
}

func (h *heap) push(key uint64, node int32) {
	list := append(*h, entry{})
	at := len(list) - 1
	for at > 0 {
		up := (at - 1) / 4
		if list[up].key <= key {
			break
		}
		list[at] = list[up]
		at = up
	}
	list[at] = entry{key, node}
	*h = list
}

func (h *heap) pop() (uint64, int32) {
	list := *h
	top, last := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	*h = list
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
		at = down
	}
	if len(list) > 0 {
		list[at] = last
	}
	return top.key, top.node
}
