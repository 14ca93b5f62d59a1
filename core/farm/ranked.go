package farm

// ranked is a heap of jobs by their place in the static order.
type ranked struct {
	place []int32
	jobs  []int32
}

func (h *ranked) push(j int32) {
	h.jobs = append(h.jobs, j)
	for i := len(h.jobs) - 1; i > 0; {
		up := (i - 1) / 2
		if h.place[h.jobs[up]] <= h.place[h.jobs[i]] {
			return
		}
		h.jobs[up], h.jobs[i] = h.jobs[i], h.jobs[up]
		i = up
	}
}

func (h *ranked) pop() int32 {
	top, last := h.jobs[0], len(h.jobs)-1
	h.jobs[0] = h.jobs[last]
	h.jobs = h.jobs[:last]
	for i := 0; ; {
		least := i
		for below := 2*i + 1; below <= 2*i+2 && below < last; below++ {
			if h.place[h.jobs[below]] < h.place[h.jobs[least]] {
				least = below
			}
		}
		if least == i {
			return top
		}
		h.jobs[i], h.jobs[least] = h.jobs[least], h.jobs[i]
		i = least
	}
}
