package verify

import (
	"math"
	"slices"

	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A windowReach is what a check that a promise was kept may leave out: a free time
// that is in no window better than the answer's or as good, whatever the others are.
type windowReach struct {
	metric string
	w      shown
	nodes  []int32 // of the answer
}

// reaching tells of a node which of its free times count: none, those that start up to a
// time, or all.
func (f *windowField) reaching(r *windowReach) func(node int32) float64 {
	never, always := math.Inf(-1), math.Inf(1)
	slowest := int32(-1)
	for _, n := range r.nodes {
		if f.own[n] < 0 {
			return nil
		}
		slowest = max(slowest, f.own[n])
	}
	switch r.metric {
	case "start":
		return func(int32) float64 { return r.w.start }
	case "finish":
		latest := math.Nextafter(max(r.w.finish, r.w.start+r.w.runtime), always)
		return func(int32) float64 { return latest }
	case "runtime":
		return func(node int32) float64 {
			switch own := f.own[node]; {
			case own < slowest:
				return always
			case own == slowest:
				return r.w.start
			}
			return never
		}
	case "cost":
		limits := f.roomiest(r.w.cost, slowest, f.weighing(r.nodes))
		return func(node int32) float64 {
			if f.weight[node] > limits[f.own[node]] {
				return never
			}
			return always
		}
	}
	return nil
}

// roomiest is, by group, the most that a node may weigh in a window of it or of a slower
// group that costs less than a value, or in one of a certain group that weighs no more
// than same: what the window may weigh less the lightest others that it may have.
func (f *windowField) roomiest(value float64, group int32, same float64) []float64 {
	limits := f.under(value)
	limits[group] = max(limits[group], same)
	nodes, from := f.byGroup()
	kept := make([]float64, 0, f.n)
	for k := range limits {
		for _, i := range nodes[from[k]:from[k+1]] {
			w := f.weight[i]
			if len(kept) == f.n-1 && (f.n == 1 || w >= kept[f.n-2]) {
				continue
			}
			at := len(kept)
			for at > 0 && kept[at-1] > w {
				at--
			}
			kept = sorting.Put(kept, at, w)
			kept = kept[:min(len(kept), f.n-1)]
		}
		others := 0.0
		for _, w := range kept {
			others += w
		}
		limits[k] += float64(math.Abs(limits[k])*1e-9) - others
	}
	for k := len(limits) - 2; k >= 0; k-- {
		limits[k] = max(limits[k], limits[k+1])
	}
	return limits
}

// byGroup lists the nodes that suit, the fastest group first, and where each group begins.
func (f *windowField) byGroup() (nodes, from []int32) {
	from = make([]int32, len(f.runtime)+1)
	for _, own := range f.own {
		if own >= 0 {
			from[own+1]++
		}
	}
	for k := range f.runtime {
		from[k+1] += from[k]
	}
	nodes, at := make([]int32, from[len(f.runtime)]), slices.Clone(from)
	for i, own := range f.own {
		if own >= 0 {
			nodes[at[own]] = int32(i)
			at[own]++
		}
	}
	return nodes, from
}

// open writes down the free times up to a time that are long enough, those out of
// reach left out where a reach is known: they are looked through as they stand then, and
// put in order as few as they are.
func (f *windowField) open(c *windowCheck, to float64) {
	count, from := 0, c.p.Request.EarliestStart
	for _, free := range c.free {
		count += len(free)
	}
	var latest func(node int32) float64
	if c.reach != nil {
		latest = f.reaching(c.reach)
	}
	add := func(i int32, latest float64) {
		own := f.own[i]
		if own < 0 {
			return
		}
		for k, s := range c.free[i] {
			start, end := max(s.Start, from), min(s.End, to)
			if start > latest { // and so do all that come after it
				f.left += len(c.free[i]) - k
				return
			}
			if start+f.runtime[own] <= end {
				f.pieces = append(f.pieces, opening{i, own, start, end, f.weight[i]})
			}
		}
	}
	if latest == nil {
		f.pieces = make([]opening, 0, count)
		for _, i := range f.inOrder(c.Answer.Algorithm) {
			add(i, math.Inf(1))
		}
		return
	}
	for i := range f.own {
		if f.own[i] >= 0 {
			add(int32(i), latest(int32(i)))
		}
	}
	weights := make([]float64, len(f.pieces))
	for j := range f.pieces {
		weights[j] = f.pieces[j].weight
	}
	listed := f.pieces
	f.pieces = make([]opening, len(listed))
	for at, j := range verify.LeastFirst(weights) {
		f.pieces[at] = listed[j]
	}
}
