package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Sweep visits the starts of the slots of a group in order, from one start on. At each start
// where a node of the group itself is free and a window may be possible, it calls visit with the
// indexes of slots, by the ranks of their nodes. The first Count of them are free from the start
// for the runtime of the group; the others may be. It stops if visit returns true, and reports
// false if the work limit is reached. Other starts need no visit: without a node of the group the
// window belongs to a faster group, and without a slot that starts then it exists at an earlier
// start.
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
			free = sorting.Insert(free, at, int32(i))
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

// A FoundWindow is a window found by a search.
type FoundWindow struct {
	Figures
	Group  int
	Weight float64
}

// Beats reports whether a window has less of a metric than a value. Costs that differ by rounding
// alone are equal.
func (w *FoundWindow) Beats(metric string, value float64) bool {
	return w.Metric(metric) < value && !(metric == "cost" && verify.ApproxEqual(w.Cost, value))
}

// Best returns the window with the least start, runtime, finish or cost, on a tie that of the
// fastest group, then the earliest. It returns nil if there is none, and reports false if the
// work limit is reached. The window has the cheapest nodes; ties between them are not resolved.
func (f *Candidates) Best(metric string) (best *FoundWindow, complete bool) {
	for group, runtime := range f.Runtime {
		if best != nil && metric == "runtime" {
			break
		}
		complete = f.Sweep(group, math.Inf(-1), f.WeightRank, func(start float64, free []int32) bool {
			w := &FoundWindow{Figures{Start: start, Runtime: runtime, Finish: start + runtime}, group,
				f.WindowWeight(free)}
			w.Cost = f.Cost(w.Weight, group)
			better := best == nil || w.Beats(metric, best.Metric(metric))
			if better && w.Weight <= f.Strict[group] {
				best = w
			}
			return metric != "cost" && (best == w || !better) // later windows are no better
		})
		if !complete {
			return best, false
		}
	}
	return best, true
}

// WindowWeight returns the weight of the first slots that make up a window.
func (f *Candidates) WindowWeight(free []int32) float64 {
	sum := 0.0
	for _, k := range free[:f.Count] {
		sum += f.Weight[f.Slots[k].Node]
	}
	return sum
}

// Proves searches for a window that is better than the bound. No certificate is needed. If the
// search is incomplete, the bound is not proved.
func (c *Check) Proves(b *scenario.Bound, m *verify.Metric) bool {
	if x, ok := c.ProvedBounds[m.Name]; ok && verify.ApproxEqualSum(x, b.Value, m.MaxTerm) {
		return true
	}
	complete := false
	if m.Name == "value" {
		sum, found, all := c.Sums(b.Value).Search()
		if found {
			c.Violation("bound.value", "is %v; there is a window with a value of %v", b.Value, sum)
		}
		complete = all
	} else {
		w, all := c.Candidates().Best(m.Name)
		if w != nil && w.Beats(m.Name, b.Value) {
			c.Violation("bound.value", "is %v; there is a window with a %s of %v", b.Value, m.Name, w.Metric(m.Name))
		}
		complete = all
	}
	c.Lenient = !complete
	return complete
}
