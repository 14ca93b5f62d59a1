package solve

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/sorting"
)

// A choice is one way to treat a group, including not using it. Its deficit is
// the loss of L relative to the group's best choice.
type choice struct {
	nodes        int32
	variant      int32
	from         int32 // members with their own availabilities:
	upto         int32 // search.taken[from:upto]
	cost         int64
	value        int64
	availability float64
	deficit      float64
}

// A free group is a group that the bounds do not fix: its best choice and the
// others within the limit.
type free struct {
	group        int32
	best         choice
	alternatives []choice
	minDeficit   float64 // least deficit of the others
}

// Limits of the choices of a group whose members have their own availabilities:
// maxSubsets for each group, fewer for large ones, until all groups together
// have maxTotalSubsets, and minSubsets after that. The far ones are dropped and
// counted as lost.
const (
	maxSubsets      = 4_000
	maxTotalSubsets = 100_000
	minSubsets      = 64
	maxMembers      = 400_000 // of the sets of a group together
	maxSifted       = 32      // members of a group that are compared in pairs
)

// choices returns the ways to treat group g with a loss of at most limit.
func (s *search) choices(g int, limit float64) free {
	l := &s.leads[g]
	none := choice{availability: 1}
	f := free{group: int32(g), best: none}
	peak := 0.0
	if l.profit > 0 {
		peak = l.profit
		f.best = s.leading(g)
		if none.deficit = peak; peak <= limit {
			f.alternatives = append(f.alternatives, none)
		}
	}
	switch from, to := s.instance.members(g); {
	case len(s.instance.variantsOf(g)) > 0:
		for i, x := range s.instance.variantsOf(g) {
			p := float64(x.value) - float64(s.at.lambda*float64(x.cost)) - float64(s.at.mu*float64(x.nodes))
			f.add(s, choice{nodes: x.nodes, variant: int32(i), cost: x.cost, value: x.value,
				availability: x.availability,
				deficit:      peak - p}, limit)
		}
	case s.instance.nodeWorth != nil:
		s.subsets(&f, from, to, peak, limit)
	default:
		s.counts(&f, from, to, peak, limit)
	}
	f.trim(s.instance.tolerance)
	f.minDeficit = math.Inf(1)
	for i := range f.alternatives {
		f.minDeficit = min(f.minDeficit, f.alternatives[i].deficit)
	}
	if f.minDeficit < s.slack/1024 { // equal, so that ties are in the order of the groups
		f.minDeficit = 0
	}
	return f
}

// leading returns the best way to use a group.
func (s *search) leading(g int) choice {
	in, l := s.instance, &s.leads[g]
	c := choice{nodes: l.nodes, variant: l.variant, cost: l.cost, value: in.setup[g], availability: in.availability[g]}
	from, to := in.members(g)
	if lots := in.variantsOf(g); len(lots) > 0 {
		c.value, c.availability = lots[l.variant].value, lots[l.variant].availability
	} else if in.nodeWorth != nil {
		c.from = int32(len(s.taken))
		single, first := math.Inf(-1), from
		for i := from; i < to; i++ {
			x := s.gain(i)
			if x > 0 {
				s.taken = append(s.taken, int32(i))
				c.value += in.nodeWorth[i]
			}
			if x > single {
				single, first = x, i
			}
		}
		if int(c.from) == len(s.taken) {
			s.taken = append(s.taken, int32(first))
			c.value += in.nodeWorth[first]
		}
		c.upto = int32(len(s.taken))
	}
	return c
}

// gain returns the contribution of member i to the profit of its group, if that
// is used.
func (s *search) gain(i int) float64 {
	return float64(s.instance.nodeWorth[i]) - float64(s.at.lambda*float64(s.instance.price[i])) - s.at.mu
}

// add appends a choice to the others unless its deficit exceeds the limit or it equals the best
// one. A negative deficit becomes 0.
func (f *free) add(s *search, c choice, limit float64) {
	c.deficit = math.Max(c.deficit, 0)
	if c.deficit > limit || f.best.nodes > 0 && s.equalChoices(&c, &f.best) {
		return
	}
	f.alternatives = append(f.alternatives, c)
}

func (s *search) equalChoices(a, b *choice) bool {
	return a.nodes == b.nodes && a.variant == b.variant && a.cost == b.cost && a.value == b.value &&
		slices.Equal(s.taken[a.from:a.upto], s.taken[b.from:b.upto])
}

// counts adds a choice for each number of cheapest members whose deficit is within the limit, for a
// group of equivalent members. Profit is concave in the number. So the search goes from the best
// number in both directions, until the first one beyond the limit.
func (s *search) counts(f *free, from, to int, peak, limit float64) {
	in, g := s.instance, f.group
	top := int(s.leads[g].nodes)
	try := func(k int) bool {
		cost := in.prefix[from+k-1]
		p := float64(in.setup[g]) - float64(s.at.lambda*float64(cost)) - float64(s.at.mu*float64(k))
		f.add(s, choice{nodes: int32(k), cost: cost, value: in.setup[g], availability: in.availability[g],
			deficit: peak - p}, limit)
		return peak-p <= limit
	}
	for k := top; k >= 1 && try(k); k-- {
	}
	for k := top + 1; k <= min(in.n, to-from) && try(k); k++ {
	}
}

// subsets adds sets of members with their own availabilities. Leaving out a member that pays, or
// taking one that does not, adds |gain| to the deficit. So a depth-first search in the order of
// |gain| finds exactly the sets within the limit.
//
// If there are too many, dominated sets are skipped; then the limit is repeatedly divided by four
// and recorded as lost. After 50 such steps the first sets found are kept.
func (s *search) subsets(f *free, from, to int, peak, limit float64) {
	e := &enumeration{s: s, f: f, from: from, taken: make([]bool, to-from), limit: limit}
	sum := float64(s.instance.setup[f.group])
	for i := from; i < to; i++ {
		gain := s.gain(i)
		e.taken[i-from] = gain > 0
		e.swing = append(e.swing, math.Abs(gain))
		e.order = append(e.order, i-from)
		sum += math.Max(gain, 0)
	}
	sorting.Stable(e.order, func(a, b int) int {
		switch {
		case e.swing[a] < e.swing[b]:
			return -1
		case e.swing[a] > e.swing[b]:
			return 1
		}
		return 0
	})
	others, taken := len(f.alternatives), len(s.taken)
	if e.maxCount = max(min(maxSubsets, maxMembers/(to-from)), minSubsets); s.subsetsMet > maxTotalSubsets {
		e.maxCount = minSubsets
	}
	for try := 0; ; try++ {
		e.visit(0, peak-sum)
		s.subsetsMet += e.count
		s.work += e.count * (4 + (to-from)/4)
		if e.count <= e.maxCount {
			return
		}
		// First without dominated sets; then fewer within a smaller limit, and finally the
		// first ones found.
		if try == 0 && e.siftable() {
			e.sift()
			f.alternatives, s.taken, e.count = f.alternatives[:others], s.taken[:taken], 0
			continue
		}
		if e.limit /= 4; try == 50 {
			e.limit = 0
		}
		s.lose(e.limit)
		if try == 50 {
			return
		}
		f.alternatives, s.taken, e.count = f.alternatives[:others], s.taken[:taken], 0
	}
}

// An enumeration visits sets of members depth first.
type enumeration struct {
	s               *search
	f               *free
	from            int
	swing           []float64
	order           []int
	taken           []bool
	limit           float64
	count, maxCount int
	// Set while sifting:
	sifting bool
	nodes   int   // number of nodes taken
	leaving []int // number of initially taken members from each position of the order on
}

// visit writes the current set and all sets that differ by flips from position next of the order
// on. Sets beyond the limit are skipped. It ends when more than e.most sets are visited.
func (e *enumeration) visit(next int, deficit float64) {
	if e.count++; e.count > e.maxCount {
		return
	}
	if deficit <= e.limit {
		e.write(deficit)
	}
	for k := next; k < len(e.order); k++ {
		i := e.order[k]
		more := deficit + e.swing[i]
		if more > e.limit || e.count > e.maxCount {
			return
		}
		if e.sifting && !e.canFlip(i, k) {
			continue
		}
		e.flip(i)
		e.visit(k+1, more)
		e.flip(i)
	}
}

// flip takes a member, or leaves it out if it is taken.
func (e *enumeration) flip(i int) {
	if e.taken[i] = !e.taken[i]; e.taken[i] {
		e.nodes++
	} else {
		e.nodes--
	}
}

// siftable reports whether many members dominate others: half of all pairs.
func (e *enumeration) siftable() bool {
	n, pairs := len(e.taken), 0
	if n > maxSifted {
		return false
	}
	for x := range n {
		for y := range x {
			if e.worth(y) >= e.worth(x) {
				pairs++
			}
		}
	}
	return 4*pairs >= n*(n-1)
}

// sift skips sets that take a member without one that dominates it, which is no
// more expensive and worth no less: the exchange would cost no more and be
// worth no less. Of twelve equivalent members 13 sets remain of 4,096. Sets
// with too many nodes are skipped too.
//
// A member that dominates another gains no less. So among
// members that do not pay the dominating one is taken first, and among members
// that pay the dominated one is left out first, with ties in the same order. Hence every undominated
// set is reached through undominated sets.
func (e *enumeration) sift() {
	e.sifting = true
	sorting.Stable(e.order, func(a, b int) int {
		switch {
		case e.swing[a] != e.swing[b]:
			return cmp.Compare(e.swing[a], e.swing[b])
		case e.taken[a] && e.taken[b]:
			return b - a
		case e.taken[a]:
			return -1
		case e.taken[b]:
			return 1
		}
		return a - b
	})
	e.nodes, e.leaving = 0, make([]int, len(e.order)+1)
	for k := len(e.order) - 1; k >= 0; k-- {
		if e.leaving[k] = e.leaving[k+1]; e.taken[e.order[k]] {
			e.leaving[k]++
			e.nodes++
		}
	}
}

// canFlip reports whether member i, the k-th of the order, may be flipped. It may
// be taken if all members that dominate it are taken and there may be room, and
// left out if all members that it dominates are left out.
func (e *enumeration) canFlip(i, k int) bool {
	in := e.s.instance
	if !e.taken[i] && e.nodes+1-e.leaving[k+1] > in.n {
		return false
	}
	e.s.work += len(e.taken) / 8
	worth := e.worth(i)
	if e.taken[i] {
		for x := i + 1; x < len(e.taken); x++ {
			if e.taken[x] && worth >= e.worth(x) {
				return false
			}
		}
		return true
	}
	for y := range i {
		if !e.taken[y] && e.worth(y) >= worth {
			return false
		}
	}
	return true
}

// worth returns the worth of a member by the document, without rounding.
// Members are ordered by price.
func (e *enumeration) worth(i int) float64 {
	in := e.s.instance
	node := in.node[e.from+i]
	if in.sums {
		return in.p.Nodes[node].Value
	}
	return in.odds.Nodes[node]
}

// write adds the current set to the choices of the group, unless it is empty, too large or above
// the budget. The members of a set that is not added are removed from search.taken.
func (e *enumeration) write(deficit float64) {
	s, in := e.s, e.s.instance
	c := choice{value: in.setup[e.f.group], availability: in.availability[e.f.group], deficit: deficit,
		from: int32(len(s.taken))}
	for i, is := range e.taken {
		if is {
			c.nodes++
			c.cost += in.price[e.from+i]
			c.value += in.nodeWorth[e.from+i]
			s.taken = append(s.taken, int32(e.from+i))
		}
	}
	c.upto = int32(len(s.taken))
	before := len(e.f.alternatives)
	if c.nodes > 0 && int(c.nodes) <= in.n && c.cost <= in.budget {
		e.f.add(s, c, e.limit)
	}
	if len(e.f.alternatives) == before {
		s.taken = s.taken[:c.from]
	}
}

// minKeptChoices is the minimum number of choices of a group that are kept.
const minKeptChoices = 8

// narrow keeps the nearest choices of a group and drops the others.
func (s *search) narrow(f *free, most int) {
	if len(f.alternatives) <= most {
		return
	}
	sorting.Stable(f.alternatives, func(a, b choice) int { return cmp.Compare(a.deficit, b.deficit) })
	s.lose(f.alternatives[most].deficit)
	f.alternatives = f.alternatives[:most]
}

// trim removes choices that another one with as many nodes dominates in cost
// and, beyond the tolerance, in value.
func (f *free) trim(tolerance int64) {
	if len(f.alternatives) < 8 {
		return
	}
	sorting.Stable(f.alternatives, func(a, b choice) int {
		switch {
		case a.nodes != b.nodes:
			return int(a.nodes - b.nodes)
		case a.cost != b.cost && a.cost < b.cost:
			return -1
		case a.cost != b.cost:
			return 1
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	kept, best := f.alternatives[:0], int64(0)
	for i := range f.alternatives {
		c := f.alternatives[i]
		if len(kept) > 0 && kept[len(kept)-1].nodes == c.nodes && c.value < best-tolerance {
			continue
		}
		if len(kept) == 0 || kept[len(kept)-1].nodes != c.nodes || c.value > best {
			best = c.value
		}
		kept = append(kept, c)
	}
	f.alternatives = kept
}
