package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Sweep goes through the starts of the slots of a group in order, from one start on. At
// each start where a node of the very group is free and a window may be possible, it
// calls visit with the places of slots, ordered by the ranks of their nodes: the first
// Count of them are free from the start for the runtime of the group, and so may be
// the others. It stops if visit returns true, and reports false if the limit of work is
// reached. Other starts need no visit: without a node of the group, the window is one of
// a faster group; without a slot that starts then, it is there sooner.
func (f *Candidates) Sweep(group int, from float64, ranks []int, visit func(start float64, free []int32) bool) bool {
	var free []int32
	runtime, ownUntil, compact := f.Runtime[group], 0.0, 64
	over := func(i int32, start float64) bool { return f.Slots[i].End < start+runtime }
	for i := 0; i < len(f.Slots); {
		start, before := f.Slots[i].Start, len(free)
		for ; i < len(f.Slots) && f.Slots[i].Start == start; i++ {
			s := &f.Slots[i]
			f.Work--
			if f.Group[s.Node] > group || s.End < max(start, from)+runtime {
				continue
			}
			at, _ := slices.BinarySearchFunc(free, ranks[s.Node], func(k int32, rank int) int {
				return cmp.Compare(ranks[f.Slots[k].Node], rank)
			})
			free = sorting.Put(free, at, int32(i))
			if f.Group[s.Node] == group {
				ownUntil = max(ownUntil, s.End)
			}
		}
		if f.Work < 0 {
			return false
		}
		if len(free) == before || start < from || ownUntil < start+runtime {
			continue
		}
		for at := 0; at < min(f.Count, len(free)); {
			if over(free[at], start) {
				free = slices.Delete(free, at, at+1)
			} else {
				at++
			}
		}
		if len(free) >= f.Count {
			if f.Work--; visit(start, free) {
				break
			}
		}
		if len(free) > compact {
			free = slices.DeleteFunc(free, func(k int32) bool { return over(k, start) })
			compact = 2 * max(len(free), 64)
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

// Beats reports whether a window has less of a metric than a value. Costs that may differ
// by rounding alone are equal.
func (w *Found) Beats(metric string, value float64) bool {
	return w.By(metric) < value && !(metric == "cost" && verify.Near(w.Cost, value))
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
		complete = f.Sweep(group, math.Inf(-1), f.ByWeight, func(start float64, free []int32) bool {
			w := &Found{Figures{Start: start, Runtime: runtime, Finish: start + runtime}, group, f.Cheapest(free)}
			w.Cost = f.Cost(w.Weight, group)
			better := best == nil || w.Beats(metric, best.By(metric))
			if better && w.Weight <= f.Strict[group] {
				best = w
			}
			return metric != "cost" && (best == w || !better) // later ones are no better
		})
		if !complete {
			return best, false
		}
	}
	return best, true
}

// Cheapest returns the weight of the first slots that make a window.
func (f *Candidates) Cheapest(free []int32) float64 {
	sum := 0.0
	for _, k := range free[:f.Count] {
		sum += f.Weight[f.Slots[k].Node]
	}
	return sum
}

// Proves searches for a window that passes the bound. No certificate is needed. If the
// search does not come to its end, the bound is left open.
func (c *Check) Proves(b *scenario.Bound, m *verify.Metric) bool {
	if x, ok := c.proved[m.Name]; ok && verify.Same(x, b.Value, m.Of) {
		return true
	}
	complete := false
	if m.Name == "value" {
		sum, found, all := c.Sums(b.Value).Search()
		if found {
			c.Violation("bound.value", "is "+verify.Number(b.Value)+"; there is a window with a value of "+
				verify.Number(sum))
		}
		complete = all
	} else {
		w, all := c.Candidates().Best(m.Name)
		if w != nil && w.Beats(m.Name, b.Value) {
			c.Violation("bound.value", "is "+verify.Number(b.Value)+"; there is a window with a "+m.Name+" of "+
				verify.Number(w.By(m.Name)))
		}
		complete = all
	}
	c.Lenient = !complete
	return complete
}

// Proved notes that no window has a better value of a metric.
func (c *Check) Proved(metric string, value float64) { c.proved[metric] = value }
