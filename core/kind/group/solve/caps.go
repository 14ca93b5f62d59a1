package solve

import "math"

// The caps. Effort is counted in looks at the heads of lists while merging, and
// what takes about as long; it bounds the time of a run. Every round may take
// half of what is left. A stage keeps as many labels as all stages to come can
// afford, and at least a few, those of the greatest bounds; the bound of the best
// one given up is what is left unproven.
const (
	mostEffort  = 30_000_000
	mostSteps   = 4_000_000 // steps written in a round
	mostLabels  = 150_000   // of a stage
	leastLabels = 16
)

// effort is what the rounds may take together.
func (s *search) effort() int {
	if s.o.states > 0 {
		return math.MaxInt
	}
	return mostEffort
}

// lose notes that windows with at least this loss may have been left out.
func (s *search) lose(loss float64) { s.lost = math.Min(s.lost, loss) }

// narrowAll leaves groups few choices where they would take too much of the
// effort even with the least number of labels, and works out what the stages
// take for every label.
func (s *search) narrowAll() {
	for _, most := range []int{4 * fewChoices, fewChoices, 0} {
		s.rest = append(s.rest[:0], make([]int, len(s.frees)+1)...)
		s.rise = append(s.rise[:0], s.rest...)
		for i := len(s.frees) - 1; i >= 0; i-- {
			r := len(s.frees[i].others) + 1
			s.rest[i], s.rise[i] = s.rest[i+1]+r*looksFor(r), s.rise[i+1]+r
		}
		if most == 0 || s.rest[0] < (s.share-s.work)/(4*leastLabels) {
			return
		}
		for i := range s.frees {
			s.narrow(&s.frees[i], most)
		}
	}
}

// looksFor is what a label of so many sources takes, as heads counts it.
func looksFor(sources int) int {
	if sources <= fewSources {
		return sources
	}
	looks := 4
	for 1<<(looks-4) < sources {
		looks++
	}
	return looks
}

// thin gives up labels where there are too many, those of the greatest loss.
func (s *search) thin(i int, h *shelf) {
	most := mostLabels
	if i < len(s.frees) {
		most = min(most, max((s.share-s.work)/s.rest[i], leastLabels),
			max((mostSteps-len(s.steps))/s.rise[i], leastLabels))
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
	ties, room := 0, most // labels at the limit, and how many of them stay
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
	h.trim()
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
	if s.exhaustive() {
		return r.Metrics.Value + s.in.blur/s.in.perValue
	}
	steps := s.at.value - math.Max(s.lost, 0) + s.slack
	if s.in.sums {
		steps = math.Floor(steps - 0.5) // values are whole steps, and so much of the slack is no rounding
	}
	return math.Max(r.Metrics.Value, s.in.worth(steps+s.in.blur))
}
