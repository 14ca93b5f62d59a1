package solve

import (
	"math"

	"gridbox/core/kind/window"
)

// nearestGroup returns the runtime of a group and the longest time for which n
// suitable nodes of it are free together, for the group with the least
// difference of the two, the fastest among equals. The longest time is 0 if n
// nodes are never free together.
func (s *search) nearestGroup() (runtime, longest float64, err error) {
	t := *s
	t.have = false
	p := &plane{search: &t, aspect: 1}
	for k := range s.instance.groups {
		p.runtime = append(p.runtime, s.instance.groups[k].runtime)
	}
	order := make([]int32, len(s.slots))
	for i := range order {
		order[i] = int32(i)
	}
	window.SortNodes(order, func(a, b int32) bool {
		x, y := s.slots[a].End, s.slots[b].End
		return x > y || x == y && a < b
	})
	for _, i := range order {
		if own := s.instance.group[s.slots[i].Node]; own >= 0 {
			p.slots = append(p.slots, piece{Free: s.slots[i], group: own})
		}
	}
	g := &missingTimeGoal{plane: p, lastVisit: make([]int, len(s.instance.p.Nodes))}
	if err = p.walk(g); err != nil || !t.have {
		return 0, 0, err
	}
	return p.runtime[t.best.group], g.bestDuration, nil
}

// missingTimeGoal is the goal of nearest: the least missing time. Slots are ordered by descending end, so
// that n nodes of a start are free together until the n-th of them ends.
type missingTimeGoal struct {
	*plane
	lastVisit    []int   // by node: last visit
	visit        int     // number of the current visit
	end          float64 // of the n nodes of the last visit
	bestDuration float64 // of the best
}

// confine fills a cell with the slots that may be needed, shrinks it and sets its bound to the
// least missing time. It reports false if fewer than n nodes are free, or if no window in it is
// preferred to the best.
func (g *missingTimeGoal) confine(c *cell, slots []int32) bool {
	g.visit++
	from, count, f := len(g.arena), 0, frame{}
	end, own, fresh := math.Inf(-1), math.Inf(-1), math.Inf(-1)
	for _, j := range slots {
		sl := &g.plane.slots[j]
		if count >= g.instance.n && !g.canImprove(c, sl.End) {
			break
		}
		if sl.Start > c.s1 || int(sl.group) > c.k1 || sl.End <= c.s0 {
			continue
		}
		g.arena = append(g.arena, j)
		owned, started := f.add(c, int(sl.group), sl.Start)
		if owned {
			own = max(own, sl.End)
		}
		if started {
			fresh = max(fresh, sl.End)
		}
		if g.lastVisit[sl.Node] == g.visit {
			continue
		}
		g.lastVisit[sl.Node] = g.visit
		if count++; count == g.instance.n {
			end = sl.End
		}
	}
	c.slots = g.arena[from:len(g.arena):len(g.arena)]
	if count < g.instance.n || !f.tighten(c) {
		return false
	}
	g.end = min(end, own, fresh)
	c.bound = g.runtime[c.k0] - (g.end - c.s0)
	return g.end > c.s0 && g.isPreferred(c.bound, c.k0, c.s0)
}

// canImprove reports whether nodes that are free until end could miss less time
// than the best.
func (g *missingTimeGoal) canImprove(c *cell, end float64) bool {
	return g.isPreferred(g.runtime[c.k0]-(end-c.s0), c.k0, c.s0)
}

// settle makes the cell the best. The n nodes of its last visit are free together for g.longest.
func (g *missingTimeGoal) settle(c *cell) {
	g.have, g.bestDuration = true, g.end-c.s0
	g.best = foundWindow{score: c.bound, group: c.k0, start: c.s0}
}

// maxConcurrentNodes returns the maximum number of suitable nodes that are free at the
// same time.
func (s *search) maxConcurrentNodes() int {
	most, now := 0, 0
	var later []float64 // ends of the nodes that are free now: a heap
	for i := range s.slots {
		sl := &s.slots[i]
		if s.instance.group[sl.Node] < 0 {
			continue
		}
		for len(later) > 0 && later[0] <= sl.Start {
			later = sink(later)
			now--
		}
		later = rise(later, sl.End)
		now++
		most = max(most, now)
	}
	return most
}

// rise adds a number to a min-heap and returns the heap.
func rise(heap []float64, x float64) []float64 {
	heap = append(heap, x)
	for i := len(heap) - 1; i > 0 && heap[i] < heap[(i-1)/2]; i = (i - 1) / 2 {
		heap[i], heap[(i-1)/2] = heap[(i-1)/2], heap[i]
	}
	return heap
}

// sink removes the least number of a min-heap, which must not be empty, and returns the heap.
func sink(heap []float64) []float64 {
	last := len(heap) - 1
	heap[0] = heap[last]
	heap = heap[:last]
	for i := 0; 2*i+1 < last; {
		c := 2*i + 1
		if c+1 < last && heap[c+1] < heap[c] {
			c++
		}
		if heap[i] <= heap[c] {
			break
		}
		heap[i], heap[c] = heap[c], heap[i]
		i = c
	}
	return heap
}
