package solve

import (
	"math"

	"gridbox/core/kind/window"
)

// multiple is Multiple Best: First Fit's window is cut out of the free time repeatedly, until there
// is none or window.MaxAlternatives are found. The answer is the best of them by one criterion, the
// first of equal ones. The alternatives do not overlap.
//
// Cutting only removes free time, so the earliest start of a group never decreases: each search
// resumes where the last one in the same group ended.
//
// A cancelled run returns the alternatives found so far with the error.
func (s *search) multiple() (Result, error) {
	var e succession = &groupPasses{search: s, from: make([]float64, len(s.instance.groups))}
	if s.usesPlane(minPlaneChoices) {
		e = newStream(s)
	}
	by := s.o.Criterion
	if by == "" {
		by = window.ByCost
	}
	r := Result{Solution: &window.Solution{}}
	to := s.instance.p.Horizon
	for {
		s.progress(min(99, int(100*s.best.start/to)), 100)
		if len(r.Solution.Alternatives) == window.MaxAlternatives {
			s.stats.Stopped = true
			return s.choose(r, by, nil)
		}
		ok, err := e.next()
		if err != nil || !ok {
			if err != nil && len(r.Solution.Alternatives) == 0 {
				return Result{Stats: s.stats}, err
			}
			return s.choose(r, by, err)
		}
		s.stats.Alternatives++
		s.recordWindow("window", &s.best)
		w := s.window(&s.best)
		m := s.metrics(&s.best)
		first := len(r.Solution.Alternatives) == 0
		if first || prefers(by, &m, &r.Metrics) {
			r.Metrics, r.Solution.Chosen = m, len(r.Solution.Alternatives)
		}
		if first {
			r.Best = m
		}
		r.Best.Improve(&m)
		r.Solution.Alternatives = append(r.Solution.Alternatives, w)
		e.cut()
	}
}

// A succession finds First Fit's windows in order.
type succession interface {
	// next finds the next window and makes it the search's best. It reports false if there is
	// none.
	next() (bool, error)
	// cut removes it from the free time.
	cut()
}

// prefers reports whether window a is better by the criterion.
func prefers(by window.Criterion, a, b *window.Metrics) bool {
	if by == window.ByValue {
		return a.Value > b.Value
	}
	return a.Metric(by) < b.Metric(by)
}

// choose completes the result: the chosen alternative, and as its bound the
// result of the general search by the same criterion.
func (s *search) choose(r Result, by window.Criterion, err error) (Result, error) {
	r.Stats = s.stats
	if len(r.Solution.Alternatives) == 0 {
		r.Solution = nil
		s.instance.list = s.freshList()
		s.slots = s.instance.list.All()
		r.Shortage, err = s.shortage()
		return r, err
	}
	r.Feasible = true
	r.Solution.Slots = r.Solution.Alternatives[r.Solution.Chosen].Slots
	if err != nil || s.o.NoBound {
		return r, err
	}
	s.have = true
	err = s.setGeneralBound(map[window.Criterion]Algorithm{window.ByStart: AlgorithmMinStart,
		window.ByFinish: AlgorithmMinFinish, window.ByRuntime: AlgorithmMinRuntime, window.ByCost: AlgorithmMinCost,
		window.ByValue: AlgorithmMaxSum}[by], window.Options{Attribute: s.instance.value})
	r.BoundMetric, r.Bound = s.boundMetric, s.bound
	s.progress(100, 100)
	return r, err
}

// freshList returns the free time before any cut.
func (s *search) freshList() *window.List {
	l, r := s.instance.p.Free(), s.instance.p.Request
	to := s.instance.p.Horizon
	if r.Deadline != nil {
		to = min(to, *r.Deadline)
	}
	l.Clip(r.EarliestStart, to)
	return l
}

// groupPasses searches for First Fit's windows by passes over the groups.
type groupPasses struct {
	*search
	from  []float64 // by group: lower bound of its windows' starts
	parts []window.Free
}

// next finds the earliest window, of the fastest group among equals, and makes it the search's
// best. It reports false if there is none.
func (e *groupPasses) next() (bool, error) {
	e.have = false
	lead, first := -1, math.Inf(1)
	for k, from := range e.from {
		if e.base[k] >= 0 && e.base[k] <= e.instance.groups[k].capacity && from < first {
			lead, first = k, from
		}
	}
	if lead < 0 {
		return false, e.ctx.Err()
	}
	// Visit the group with the lowest bound first, so that the others end early.
	if err := e.searchGroup(lead); err != nil {
		return false, err
	}
	for k := range e.from {
		if k == lead || e.base[k] < 0 || e.base[k] > e.instance.groups[k].capacity || !e.isBetter(e.from[k], k) {
			continue
		}
		if err := e.searchGroup(k); err != nil {
			return false, err
		}
	}
	return e.have, nil
}

// searchGroup searches group k for a window that is preferred to the best.
func (e *groupPasses) searchGroup(k int) error {
	g := &e.instance.groups[k]
	e.maxWeight = g.capacity - e.partialBase[k]
	reached := math.Inf(1)
	e.widen()
	err := e.sweep(k, e.from[k], e.o.Together, func(start float64) bool {
		reached = start
		if !e.isBetter(start, k) {
			return true
		}
		if e.pace.isIdle() {
			reached = math.Inf(1)
			return false
		}
		weight, ok := e.pickCheapest(start + g.runtime)
		if !ok || weight > g.capacity {
			reached = math.Inf(1)
			if !ok {
				e.recordPruned(start, "count", float64(len(e.picks)))
			} else {
				e.recordPruned(start, "budget", e.instance.cost(weight, g.runtime))
			}
			return false
		}
		e.stats.Examined++
		e.setBest(start, k, start, e.picks)
		return true
	})
	e.from[k] = max(e.from[k], reached)
	return err
}

// cut removes the best window from the free time.
func (e *groupPasses) cut() {
	end := e.best.start + e.instance.groups[e.best.group].runtime
	e.parts = e.parts[:0]
	for _, i := range e.best.nodes {
		e.parts = append(e.parts, window.Free{Node: i, Start: e.best.start, End: end})
	}
	e.instance.list.Cut(e.parts)
	e.slots = e.instance.list.All()
}
