package solve

import "gridbox/core/kind/window"

// minimise finds the best window by start, finish, runtime or cost. In one group
// all windows from one start have the same start, runtime and finish, so that
// the n cheapest candidates decide (section 3.3).
//
// A group is skipped if its n cheapest nodes exceed the budget, or if its first
// start and runtime, or those n nodes, are no better than the best. Within a
// group the pass ends when later starts can only be worse. For the cost, a node
// is excluded if it is too expensive together with the n-1 cheapest nodes of
// the group. If the cost is minimised, many groups are visited in the order of
// their bounds, which preserves the answer because equal costs go to the faster
// group.
func (s *search) minimise(by window.Criterion) error {
	if s.usesPlane(minPlaneVisits) {
		return s.minimiseOnPlane(by)
	}
	order, bounds := s.groupOrder(by)
	for at, k := range order {
		s.progress(at, len(order))
		if s.stats.Stopped {
			break
		}
		if s.passes(int(k), bounds[k]) {
			continue
		}
		if err := s.minimiseInGroup(int(k), by); err != nil {
			return err
		}
	}
	s.progress(len(order), len(order))
	return s.ctx.Err()
}

// findCheapest finds the cheapest window. If weights are rounded because
// prices differ by too many digits, the cost of the window found is the budget
// of another search, which excludes more expensive nodes and has a finer scale.
func (s *search) findCheapest() error {
	if err := s.minimise(window.ByCost); err != nil || !s.have || s.instance.rounding == 0 || s.stats.Stopped {
		return err
	}
	m := s.metrics(&s.best)
	r, p := *s.instance.p.Request, *s.instance.p
	budget := m.Cost * (1 + 0x1p-30)
	if r.Budget != nil {
		budget = min(budget, *r.Budget)
	}
	r.Budget, p.Request = &budget, &r
	t, err := newSearch(s.ctx, &p, AlgorithmMinCost, s.o)
	if err != nil || t.instance.rounding > s.instance.rounding/2 {
		return err
	}
	if err := t.findCheapest(); err != nil || !t.have {
		return err
	}
	t.stats.add(&s.stats)
	*s = *t
	return nil
}

// minOrderedGroups is the number of groups from which they are visited in the order
// of their bounds.
const minOrderedGroups = 64

// groupOrder returns the groups in the order of visit, and a lower bound of each
// one's score.
func (s *search) groupOrder(by window.Criterion) (order []int32, bounds []float64) {
	first := 0.0
	if len(s.slots) > 0 {
		first = s.slots[0].Start
	}
	for k := range s.instance.groups {
		order = append(order, int32(k))
		bounds = append(bounds, s.score(by, k, first, max(s.base[k], 0)))
	}
	if by == window.ByCost && len(order) > minOrderedGroups {
		window.SortNodes(order, func(a, b int32) bool {
			return bounds[a] < bounds[b] ||
				bounds[a] == bounds[b] && a < b
		})
	}
	return order, bounds
}

// score returns the value of a criterion for a window of group k with a start and a weight: the
// start, the finish, the runtime, or the cost for any other criterion.
func (s *search) score(by window.Criterion, k int, start float64, weight int64) float64 {
	runtime := s.instance.groups[k].runtime
	switch by {
	case window.ByStart:
		return start
	case window.ByFinish:
		return start + runtime
	case window.ByRuntime:
		return runtime
	}
	return s.instance.cost(weight, runtime)
}

// passes reports whether a group can be skipped, and records why.
func (s *search) passes(k int, bound float64) bool {
	switch {
	case s.base[k] < 0:
		s.recordPassed(k, "count", 0)
	case s.base[k] > s.instance.groups[k].capacity:
		s.recordPassed(k, "budget", s.instance.cost(s.base[k], s.instance.groups[k].runtime))
	case !s.isBetter(bound, k):
		s.recordPassed(k, "bound", bound)
	default:
		return false
	}
	s.stats.GroupsPruned++
	return true
}

// minimiseInGroup searches group k for a window that is preferred to the best by a criterion. For the
// cost all starts are visited with a falling limit of weight; otherwise the first window ends the
// pass. It returns an error if the context is cancelled.
func (s *search) minimiseInGroup(k int, by window.Criterion) error {
	g := &s.instance.groups[k]
	limit := g.capacity
	if by == window.ByCost && s.have {
		limit = min(limit, s.cheaper(k))
	}
	s.maxWeight = limit - s.partialBase[k]
	s.widen()
	if by == window.ByCost || !s.have {
		s.narrow(k, nil)
	}
	return s.sweep(k, 0, by == window.ByCost || s.o.Together, func(start float64) bool {
		if by != window.ByCost && !s.isBetter(s.score(by, k, start, 0), k) {
			return true
		}
		if s.pace.isIdle() {
			return false
		}
		weight, ok := s.pickCheapest(start + g.runtime)
		switch {
		case !ok:
			s.recordPruned(start, "count", float64(len(s.picks)))
			return false
		case weight > g.capacity:
			s.recordPruned(start, "budget", s.instance.cost(weight, g.runtime))
			return false
		case weight > limit:
			s.recordPruned(start, "bound", s.instance.cost(weight, g.runtime))
			return false
		}
		s.stats.Examined++
		s.recordExamined(start, weight)
		s.setBest(s.score(by, k, start, weight), k, start, s.picks)
		if by != window.ByCost {
			return true
		}
		limit = weight - 1
		s.maxWeight = limit - s.partialBase[k]
		return false
	})
}

// cheaper returns the greatest weight with which a window of group k is
// preferred to the best.
func (s *search) cheaper(k int) int64 {
	g := &s.instance.groups[k]
	preferred := func(w int64) bool { return s.isBetter(s.instance.cost(w, g.runtime), k) }
	w := int64(min(s.best.score/g.runtime*s.instance.unit, unlimitedCapacity))
	for w >= 0 && !preferred(w) {
		w--
	}
	for w < unlimitedCapacity && preferred(w+1) {
		w++
	}
	return w
}
