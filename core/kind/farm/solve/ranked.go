package solve

// ranked is a heap of jobs by their place in the static order.
type ranked struct {
	place  []int32 // of jobs
	order  []int32 // jobs by place
	places []int32 // the heap
}

func (h *ranked) push(j int32) {
	place := h.place[j]
	h.places = append(h.places, place)
	i := len(h.places) - 1
	for i > 0 && h.places[(i-1)/2] > place {
		h.places[i] = h.places[(i-1)/2]
		i = (i - 1) / 2
	}
	h.places[i] = place
}

func (h *ranked) pop() int32 {
	top, last := h.places[0], len(h.places)-1
	place := h.places[last]
	h.places = h.places[:last]
	if last == 0 {
		return h.order[top]
	}
	i := 0
	for below := 1; below < last; below = 2*i + 1 {
		if below+1 < last && h.places[below+1] < h.places[below] {
			below++
		}
		if h.places[below] >= place {
			break
		}
		h.places[i] = h.places[below]
		i = below
	}
	h.places[i] = place
	return h.order[top]
}
