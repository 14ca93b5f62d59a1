package solve

// A label is a set of choices for the first free groups, as differences of cost
// and value from all best choices. Labels with the same difference in count are
// in one list, by cost, each worth more than the previous ones.
type label struct {
	cost, value int64
	step        int32 // the last choice that is not the best one, -1 for none
}

// A step is a choice of a label.
type step struct {
	previous    int32
	stage       int32
	alternative int32
}

// A stageLabels has the labels of a stage by their difference in count.
type stageLabels struct {
	low   int // count of the first list
	lists [][]label
	size  int
}

// A source is a list of labels extended by one choice.
type source struct {
	list        []label
	at          int
	cost, value int64
	alternative int32 // -1 for the best choice
}

// stage computes the labels up to stage i from the previous ones.
func (s *search) stage(i int, old *stageLabels) stageLabels {
	f := &s.frees[i]
	low, high := 0, 0
	for k := range f.alternatives {
		d := int(f.alternatives[k].nodes - f.best.nodes)
		low, high = min(low, d), max(high, d)
	}
	next := stageLabels{low: old.low + low, lists: make([][]label, len(old.lists)+high-low)}
	s.work += 2 * len(next.lists) * (1 + len(f.alternatives))
	for k := range next.lists {
		count := next.low + k
		sources := s.sources[:0]
		if list := old.labelsAt(count); len(list) > 0 {
			sources = append(sources, source{list: list, alternative: -1})
		}
		for o := range f.alternatives {
			c := &f.alternatives[o]
			if list := old.labelsAt(count - int(c.nodes-f.best.nodes)); len(list) > 0 {
				sources = append(sources, source{list, 0, c.cost - f.best.cost, c.value - f.best.value, int32(o)})
			}
		}
		s.sources = sources
		if len(sources) > 0 {
			next.lists[k] = s.merge(i, count, sources)
			next.size += len(next.lists[k])
		}
	}
	next.trim()
	return next
}

// trim drops the counts at both ends without labels.
func (h *stageLabels) trim() {
	for len(h.lists) > 0 && len(h.lists[0]) == 0 {
		h.lists, h.low = h.lists[1:], h.low+1
	}
	for len(h.lists) > 0 && len(h.lists[len(h.lists)-1]) == 0 {
		h.lists = h.lists[:len(h.lists)-1]
	}
}

func (h *stageLabels) labelsAt(count int) []label {
	if k := count - h.low; k >= 0 && k < len(h.lists) {
		return h.lists[k]
	}
	return nil
}

// merge merges the labels of one count by cost, and drops dominated ones and
// labels that cannot lead to a better window than the best one.
//
// Labels come in the order of cost. So all previous ones cost no more, and only
// the one worth most must be remembered, whether it was kept or not: a label
// worth no more is dominated. A label that is kept replaces a previous one of
// the same cost.
func (s *search) merge(i, count int, sources []source) []label {
	top, ok := s.ceiling(i+1, count)
	if !ok {
		return nil
	}
	kept := s.spare()
	best := label{step: -1}
	bestOther, met := int32(-1), false // the best one's choice at this stage, if no step has it
	heads := s.heads.reset(sources)
	for {
		x, other, more := s.nextLabel(heads)
		if !more || x.cost > top.maxCost {
			break
		}
		if met && x.value <= best.value+s.instance.tolerance {
			switch s.rival(i, x, other, best, bestOther) {
			case worse:
				s.recordDominated(i, count, x.cost, x.value)
				continue
			case unsettled:
				s.lose(s.loss(&top, x.cost, x.value))
				continue
			}
		}
		best, bestOther, met = x, other, true
		if s.loss(&top, x.cost, x.value) > s.limit {
			s.recordPruned(i, count, x.cost, x.value)
			continue
		}
		if other >= 0 {
			s.steps = append(s.steps, step{x.step, int32(i), other})
			x.step = int32(len(s.steps) - 1)
			s.complete(count, x)
		}
		best.step, bestOther = x.step, -1
		s.recordKept(i, count, x)
		if last := len(kept) - 1; last >= 0 && kept[last].cost == x.cost {
			kept[last] = x
		} else {
			kept = append(kept, x)
		}
	}
	return s.shelve(kept)
}

// nextLabel returns the next label of the sources, whose last step is that of
// the previous stages, and the choice that extends it. It reports false if
// there is none.
func (s *search) nextLabel(heads *heads) (x label, other int32, more bool) {
	from := heads.first()
	if s.work += heads.effort; from < 0 {
		return x, -1, false
	}
	src := &heads.sources[from]
	x.cost, x.value = src.head()
	x.step = src.list[src.at].step
	src.at++
	heads.advance()
	return x, src.alternative, true
}

// A verdict compares a label with one that costs no more.
type verdict uint8

const (
	better    verdict = iota // worth more, or as much and preferred
	worse                    // dominated
	unsettled                // worth as much, but the effort is insufficient to decide
)

// rival compares a label at stage i with the best one before it. Values within
// the tolerance may only seem different; then the exact order decides.
func (s *search) rival(i int, x label, other int32, best label, bestOther int32) verdict {
	switch {
	case x.value < best.value-s.instance.tolerance:
		return worse
	case x.value > best.value+s.instance.tolerance:
		return better
	case s.work > s.share && !s.instance.sums:
		return unsettled
	case s.order(i, x.step, other, best.step, bestOther) <= 0:
		return worse
	}
	return better
}

// complete checks whether a label with all later best choices is a window.
func (s *search) complete(count int, x label) {
	if count != s.need || x.cost > s.budgetLeft {
		return
	}
	if s.found {
		switch d := x.value - s.best.value; {
		case d < -s.instance.tolerance:
			return
		case d <= s.instance.tolerance:
			o := s.order(-1, x.step, -1, s.best.step, -1)
			if o < 0 || o == 0 && x.cost >= s.best.cost {
				return
			}
		}
	}
	s.found, s.best = true, x
	s.limit = min(s.limit, s.foundGap()+s.slack)
}

// foundGap returns the distance of the best window of this round from L: the
// deficits of its choices and the price of the unspent budget.
func (s *search) foundGap() float64 {
	return float64(s.at.lambda*float64(s.budgetLeft)) + float64(s.at.mu*float64(s.need)) - float64(s.best.value)
}
