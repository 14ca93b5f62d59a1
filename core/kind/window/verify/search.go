package verify

import (
	"math"
	"slices"

	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Sweep goes through the starts of the slots of a group in order, from one start on. At
// each start where a node of the very group is free, it calls visit with the slots that
// are free for the runtime of the group, ordered by the rank of their nodes. It stops
// if visit returns true, and reports false if the limit of work is reached. Other
// starts need no visit: without a node of the group, the window is one of a faster
// group; without a slot that starts then, it is there sooner.
//
// It visits O(slots of the group x slots that are free at a time).
func (f *Candidates) Sweep(group int, from float64, rank []int, visit func(start float64, free []Slot) bool) bool {
	var free []Slot
	own, runtime := 0, f.Runtime[group]
	for i := 0; i < len(f.Slots); {
		start, before := f.Slots[i].Start, len(free)
		for ; i < len(f.Slots) && f.Slots[i].Start == start; i++ {
			s := f.Slots[i]
			if f.Group[s.Node] > group || s.End < max(start, from)+runtime {
				continue
			}
			at, _ := slices.BinarySearchFunc(free, s, func(a, b Slot) int { return rank[a.Node] - rank[b.Node] })
			free = sorting.Put(free, at, s)
			if f.Group[s.Node] == group {
				own++
			}
		}
		if len(free) == before || own == 0 || start < from {
			continue
		}
		if f.Work -= len(free); f.Work < 0 {
			return false
		}
		free = slices.DeleteFunc(free, func(s Slot) bool {
			over := s.End < start+runtime
			if over && f.Group[s.Node] == group {
				own--
			}
			return over
		})
		if own > 0 && len(free) >= f.Count && visit(start, free) {
			break
		}
	}
	return true
}

// Found is a window that a search found.
type Found struct {
	Figures
	Group  int
	Weight float64
}

// better reports whether w has less of a metric than x. Costs of different groups may
// differ by rounding and count as equal then.
func (w *Found) better(x *Found, metric string) bool {
	if metric == "cost" && w.Group != x.Group && verify.Near(w.Cost, x.Cost) {
		return false
	}
	return w.By(metric) < x.By(metric)
}

// Best returns the window that has the least start, runtime, finish or cost, and of
// equally good ones the one of the fastest group, and then the earliest. It returns nil
// if there is none, and reports false if the limit of work is reached. The nodes are
// the cheapest; which of equally cheap ones they are is left open.
func (f *Candidates) Best(metric string) (best *Found, complete bool) {
	for group, runtime := range f.Runtime {
		if best != nil && metric == "runtime" {
			break
		}
		complete = f.Sweep(group, math.Inf(-1), f.ByWeight, func(start float64, free []Slot) bool {
			w := &Found{Figures{Start: start, Runtime: runtime, Finish: start + runtime}, group, f.Cheapest(free)}
			w.Cost = f.Cost(w.Weight, group)
			if best != nil && metric != "cost" && !w.better(best, metric) {
				return true // so are all later ones
			}
			if w.Weight <= f.Strict[group] && (best == nil || w.better(best, metric)) {
				best = w
			}
			return best == w && metric != "cost"
		})
		if !complete {
			return best, false
		}
	}
	return best, true
}

// Cheapest returns the weight of the first slots that make a window.
func (f *Candidates) Cheapest(free []Slot) float64 {
	sum := 0.0
	for _, s := range free[:f.Count] {
		sum += f.Weight[s.Node]
	}
	return sum
}

// Better searches for a window that has less of a metric than a value. It returns nil
// if there is none, and reports false if the limit of work is reached.
func (c *Check) Better(metric string, value float64) (*Found, bool) {
	best, complete := c.Candidates().Best(metric)
	if best == nil || best.By(metric) >= value || metric == "cost" && verify.Near(best.Cost, value) {
		return nil, complete
	}
	return best, complete
}
