package solve

import "math"

// Limits. Effort counts visits of list heads while merging and similar
// operations; it limits the time of a run. Every round may take half of the
// rest. A stage keeps as many labels as all later stages can afford, and at
// least a few: those with the greatest bounds. The bound of the best dropped
// one is the gap that is not proved.
const (
	maxEffort = 30_000_000
	maxSteps  = 4_000_000 // steps stored in a round
	maxLabels = 150_000   // of a stage
	minLabels = 16
)

// effort returns the limit of effort of all rounds together.
func (s *search) effort() int {
	if s.o.states > 0 {
		return math.MaxInt
	}
	return maxEffort
}

// lose records that windows with at least this loss may have been dropped.
func (s *search) lose(loss float64) { s.minDroppedLoss = math.Min(s.minDroppedLoss, loss) }

// narrowAll reduces the choices of groups if they would take too much effort
// even with the least number of labels, and computes the effort of the stages
// per label.
func (s *search) narrowAll() {
	for _, most := range []int{4 * minKeptChoices, minKeptChoices, 0} {
		s.rest = append(s.rest[:0], make([]int, len(s.frees)+1)...)
		s.rise = append(s.rise[:0], s.rest...)
		for i := len(s.frees) - 1; i >= 0; i-- {
			r := len(s.frees[i].alternatives) + 1
			s.rest[i], s.rise[i] = s.rest[i+1]+r*labelEffort(r), s.rise[i+1]+r
		}
		if most == 0 || s.rest[0] < (s.share-s.work)/(4*minLabels) {
			return
		}
		for i := range s.frees {
			s.narrow(&s.frees[i], most)
		}
	}
}

// labelEffort returns the effort of a label with a number of sources, as heads
// counts it.
func labelEffort(sources int) int {
	if sources <= maxScannedSources {
		return sources
	}
	effort := 4
	for 1<<(effort-4) < sources {
		effort++
	}
	return effort
}

// prune keeps the labels of shelf h at stage i with the least losses, as many as the effort allows.
// Labels at the limit are kept evenly over counts and costs. The losses of the dropped labels are
// recorded.
func (s *search) prune(i int, h *stageLabels) {
	most := maxLabels
	if i < len(s.frees) {
		most = min(most, max((s.share-s.work)/s.rest[i], minLabels),
			max((maxSteps-len(s.steps))/s.rise[i], minLabels))
	}
	if s.o.states > 0 {
		most = s.o.states
	}
	if h.size <= most {
		return
	}
	losses := make([]float64, 0, h.size)
	s.eachLoss(i, h, func(_ *label, loss float64) { losses = append(losses, loss) })
	s.work += 8 * h.size
	limit := kth(losses, most)
	ties, room := 0, most // labels at the limit, and how many of them are kept
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
		s.eachCountLoss(i, h.low+k, h.lists[k], func(x *label, loss float64) {
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
	h.trim()
}

// eachLoss calls visit for the labels of a shelf that may still end in a window, with their losses.
func (s *search) eachLoss(i int, h *stageLabels, visit func(x *label, loss float64)) {
	for k := range h.lists {
		s.eachCountLoss(i, h.low+k, h.lists[k], visit)
	}
}

// eachCountLoss calls visit for the labels of one count with their losses, or for none if that count
// cannot end in a window.
func (s *search) eachCountLoss(i, count int, list []label, visit func(x *label, loss float64)) {
	top, ok := s.ceiling(i, count)
	for k := 0; ok && k < len(list); k++ {
		x := list[k]
		visit(&x, s.loss(&top, x.cost, x.value))
	}
}

// kth returns the k-th smallest number, counted from 0; it reorders the list.
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

// bound returns an upper bound of all windows: the value found, or that of the
// best window that may have been dropped.
func (s *search) bound(r *Result) float64 {
	if s.exhaustive() {
		return r.Metrics.Value + s.instance.rounding/s.instance.perValue
	}
	steps := s.at.value - math.Max(s.minDroppedLoss, 0) + s.slack
	if s.instance.sums {
		steps = math.Floor(steps - 0.5) // values are whole steps, and this part of the slack is no rounding error
	}
	return math.Max(r.Metrics.Value, s.instance.worth(steps+s.instance.rounding))
}
