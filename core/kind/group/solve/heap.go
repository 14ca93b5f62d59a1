package solve

func (t *treeSearch) push(x *treeNode) {
	t.heap = append(t.heap, x)
	for i := len(t.heap) - 1; i > 0 && before(t.heap[i], t.heap[(i-1)/2]); i = (i - 1) / 2 {
		t.heap[i], t.heap[(i-1)/2] = t.heap[(i-1)/2], t.heap[i]
	}
}

func (t *treeSearch) pop() {
	last := len(t.heap) - 1
	t.heap[0] = t.heap[last]
	t.heap = t.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return
		}
		if child+1 < last && before(t.heap[child+1], t.heap[child]) {
			child++
		}
		if !before(t.heap[child], t.heap[i]) {
			return
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		i = child
	}
}

// before orders the heap: the greatest estimate first, of equal ones the oldest.
func before(a, b *treeNode) bool {
	if a.estimate != b.estimate {
		return a.estimate > b.estimate
	}
	return a.number < b.number
}
