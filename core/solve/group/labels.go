package group

// A label is a set of choices for the first free groups, as differences from
// all best choices: cost and value. Labels of the same difference in count
// stand in one list, by cost, each worth more than the ones before.
type label struct {
	cost, value int64
	step        int32 // the last choice that is not the best one, -1 for none
}

// A step is a choice on the way of a label.
type step struct {
	before int32
	stage  int32
	other  int32
}

// A shelf holds the labels of a stage by their difference in count.
type shelf struct {
	low   int // the count of the first list
	lists [][]label
	size  int
}

// source is a list of labels seen through one choice.
type source struct {
	list        []label
	at          int
	cost, value int64
	other       int32 // -1 for the best choice
}

// stage makes the labels of the stages up to i out of those before it.
func (s *search) stage(i int, old *shelf) shelf {
	f := &s.frees[i]
	low, high := 0, 0
	for k := range f.others {
		d := int(f.others[k].nodes - f.best.nodes)
		low, high = min(low, d), max(high, d)
	}
	next := shelf{low: old.low + low, lists: make([][]label, len(old.lists)+high-low)}
	s.work += 2 * len(next.lists) * (1 + len(f.others))
	for k := range next.lists {
		count := next.low + k
		sources := s.sources[:0]
		if list := old.at(count); len(list) > 0 {
			sources = append(sources, source{list: list, other: -1})
		}
		for o := range f.others {
			c := &f.others[o]
			if list := old.at(count - int(c.nodes-f.best.nodes)); len(list) > 0 {
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

// trim drops the counts at both ends that no label has.
func (h *shelf) trim() {
	for len(h.lists) > 0 && len(h.lists[0]) == 0 {
		h.lists, h.low = h.lists[1:], h.low+1
	}
	for len(h.lists) > 0 && len(h.lists[len(h.lists)-1]) == 0 {
		h.lists = h.lists[:len(h.lists)-1]
	}
}

func (h *shelf) at(count int) []label {
	if k := count - h.low; k >= 0 && k < len(h.lists) {
		return h.lists[k]
	}
	return nil
}

// merge puts the labels of one count together, by cost, and leaves out those
// that are dominated and those that cannot lead to anything better than what
// is known.
func (s *search) merge(i, count int, sources []source) []label {
	top, ok := s.ceiling(i+1, count)
	if !ok {
		return nil
	}
	kept := s.spare()
	best := label{step: -1} // the best met so far, kept or not
	bestOther, met := int32(-1), false
	tolerance := s.in.tolerance
	heads := s.heads.over(sources)
	for {
		pick := heads.first()
		if s.work += heads.looks; pick < 0 {
			break
		}
		src := &sources[pick]
		cost, value := src.head()
		if cost > top.room {
			break
		}
		before := src.list[src.at].step
		src.at++
		heads.advance()
		if met && value <= best.value+tolerance {
			if value < best.value-tolerance {
				s.dominated(i, count, cost, value)
				continue
			}
			if s.work > s.share && !s.in.sums { // not settled for want of effort
				s.lose(s.loss(&top, cost, value))
				continue
			}
			if s.order(i, before, src.other, best.step, bestOther) <= 0 {
				s.dominated(i, count, cost, value)
				continue
			}
		}
		x := label{cost, value, before}
		replaces := met && cost == best.cost && len(kept) > 0 && kept[len(kept)-1].cost == cost
		best, bestOther, met = x, src.other, true
		if s.loss(&top, cost, value) > s.limit {
			s.beyond(i, count, cost, value)
			continue
		}
		if src.other >= 0 {
			s.steps = append(s.steps, step{before, int32(i), src.other})
			x.step = int32(len(s.steps) - 1)
			s.complete(count, x)
		}
		best.step, bestOther = x.step, -1
		s.keep(i, count, x)
		if replaces {
			kept[len(kept)-1] = x
		} else {
			kept = append(kept, x)
		}
	}
	return s.shelve(kept)
}

// complete looks whether a label with all the best choices to come is a window.
func (s *search) complete(count int, x label) {
	if count != s.need || x.cost > s.room {
		return
	}
	if s.found {
		switch d := x.value - s.best.value; {
		case d < -s.in.tolerance:
			return
		case d <= s.in.tolerance:
			o := s.order(-1, x.step, -1, s.best.step, -1)
			if o < 0 || o == 0 && x.cost >= s.best.cost {
				return
			}
		}
	}
	s.found, s.best = true, x
	s.limit = min(s.limit, s.foundBehind()+s.slack)
}

// foundBehind is how far the best window of this round lies below L: the
// deficits of its choices and the price of the budget that it leaves.
func (s *search) foundBehind() float64 {
	return float64(s.at.lambda*float64(s.room)) + float64(s.at.mu*float64(s.need)) - float64(s.best.value)
}
