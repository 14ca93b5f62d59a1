package group

import "math"

// lose notes that windows with at least this loss may have been left out.
func (s *search) lose(loss float64) { s.lost = math.Min(s.lost, loss) }

// thin gives up labels where there are too many, those of the greatest loss.
func (s *search) thin(i int, h *shelf) {
	cap := mostLabels
	if s.o.states > 0 {
		cap = s.o.states
	}
	if s.total > mostSteps/4 || len(s.steps) > mostSteps || s.work > mostMerges {
		cap = min(cap, fewLabels)
	}
	if i < len(s.frees) {
		r := len(s.frees[i].others) + 1
		cap = min(cap, max(mostHeads/(r*r), fewLabels/4))
	}
	if h.size <= cap {
		return
	}
	losses := make([]float64, 0, h.size)
	s.eachLoss(i, h, func(_ *label, loss float64) { losses = append(losses, loss) })
	limit := kth(losses, cap)
	ties, room := 0, cap // labels at the limit, and how many of them stay
	for _, loss := range losses {
		if loss == limit {
			ties++
		} else if loss < limit {
			room--
		}
	}
	h.size = 0
	met := 0
	for k := range h.lists {
		kept := h.lists[k][:0]
		s.eachIn(i, h.low+k, h.lists[k], func(x *label, loss float64) {
			stays := loss < limit
			if loss == limit { // spread evenly over counts and costs
				stays = (met+1)*room/ties > met*room/ties
				met++
			}
			if stays {
				kept = append(kept, *x)
			} else {
				s.lose(loss)
			}
		})
		h.lists[k] = kept
		h.size += len(kept)
	}
}

func (s *search) eachLoss(i int, h *shelf, visit func(x *label, loss float64)) {
	for k := range h.lists {
		s.eachIn(i, h.low+k, h.lists[k], visit)
	}
}

func (s *search) eachIn(i, count int, list []label, visit func(x *label, loss float64)) {
	top, ok := s.ceiling(i, count)
	for k := 0; ok && k < len(list); k++ {
		x := list[k]
		visit(&x, s.loss(&top, x.cost, x.value))
	}
}

// kth is the k-th smallest number, counted from 0; it reorders the list.
func kth(list []float64, k int) float64 {
	for low, high := 0, len(list)-1; low < high; {
		pivot := list[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for list[i] < pivot {
				i++
			}
			for list[j] > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			low = high
		}
	}
	return list[k]
}

// bound is what no window is worth more than: the value found, or that of the
// best window that may have been given up.
func (s *search) bound(r *Result) float64 {
	if s.found && s.lost > s.behind()+s.slack || s.reached() {
		return r.Metrics.Value + s.in.blur/s.in.perValue
	}
	steps := s.at.value - math.Max(s.lost, 0) + s.slack
	if s.in.sums {
		steps = math.Floor(steps - 0.5) // values are whole steps, and so much of the slack is no rounding
	}
	return math.Max(r.Metrics.Value, s.in.worth(steps+s.in.blur))
}
