package solve

import (
	"context"
	"math"

	"gridbox/core/trace"
)

// frontier finds the best window by bounds. Its steps:
//
//  1. The Lagrangian dual gives multipliers for budget and count and the bound
//     L (dual.go). For any window, L minus its value is the sum of the deficits
//     of its choices, group by group, plus lambda times the unspent budget:
//     every term is >= 0. So a window that loses at most s against L uses no
//     choice of a deficit above s.
//  2. For a small s most groups have one choice left, and are fixed. The few
//     free ones are searched by label setting, those nearest to another choice
//     first: a label is a set of choices for the groups so far, and one is
//     dominated by another of the same count that costs no more and is worth
//     no less. Tables over the remaining groups have its least loss and cost
//     to reach the count; labels that then lose more than s, or
//     more than the best window found, are pruned.
//  3. If that finds a window that loses at most s it is optimal, since no
//     such window was left out. Otherwise s is raised, to the loss of the best
//     window found if that is less than twice s.
//
// If prices and values are strongly correlated, hundreds of groups are free together.
// Then a core of them is searched first, for a window that is worth L itself or
// lets the bounds fix more (core.go).
//
// The bound equals the value, unless labels were dropped at the limit of effort
// or prices were rounded. Then the bound is that of the best dropped label, or
// the optimum for prices rounded down.
//
// The time is O(N log N) for the sorting and a few passes over the groups, plus
// the labels, whose number depends on the gap and not on N. The worst case is
// exponential in the number of free groups and limited by the effort (caps.go).
func (in *instance) frontier(ctx context.Context, o Options) (Result, error) {
	s, err := in.search(ctx, o)
	if err != nil {
		return s.partial(), err
	}
	r := in.result(s.window())
	r.Stats = s.stats
	r.Bound, r.HasBound, r.Multipliers, r.Stopped = s.bound(&r), true, s.multipliers(), !s.exhaustive()
	if in.roundingStep > 0 {
		return in.looser(ctx, o, r)
	}
	return r, nil
}

// A search is the state of a run of frontier.
type search struct {
	instance *instance
	ctx      context.Context
	o        Options
	at       plane
	leads    []bestUse
	stats    Stats

	frees          []free
	taken          []int32
	tables         tables
	need           int   // nodes to add to the best choices
	budgetLeft     int64 // money left after the best choices
	limit          float64
	slack          float64
	minDroppedLoss float64 // least loss of dropped labels
	work           int     // effort so far
	share          int     // effort at which this round should end
	rest           []int   // effort of the stages from each on per label
	rise           []int   // and the steps that they may store
	subsetsMet     int
	incumbent      *incumbent

	steps   []step
	pool    [][]label
	sources []source
	heads   heads
	bases   []float64
	found   bool
	best    label
	a, b    exact
}

// search runs steps 1 to 3 and returns the search with its best window, if there is one. It ends
// early if three rounds dropped labels or most of the effort is spent. A cancelled search is
// returned with the error.
func (in *instance) search(ctx context.Context, o Options) (*search, error) {
	s := &search{instance: in, ctx: ctx, o: o, minDroppedLoss: math.Inf(1)}
	s.at, s.leads = in.relax()
	s.slack = 0.5 + 2*float64(in.tolerance) +
		math.Ldexp(math.Abs(s.at.value)+math.Abs(s.at.lambda*float64(in.budget))+math.Abs(s.at.mu*float64(in.n)), -44)
	s.settle()
	most, capped := s.cheapestLoss(), 0
	for limit := s.first(); ; limit *= 2 {
		s.stats.Rounds++
		if o.Progress != nil {
			o.Progress(min(s.stats.Rounds, 40), 41)
		}
		limit = math.Min(limit, most)
		err := s.round(limit)
		s.stats.DualBound, s.stats.Effort = in.worth(s.at.value), s.work
		if err != nil || limit >= most || s.incumbent != nil && s.incumbentGap() <= limit {
			return s, err
		}
		if s.incumbent != nil {
			most = math.Min(most, s.incumbentGap()+s.slack)
		}
		if !math.IsInf(s.minDroppedLoss, 1) { // labels were dropped, so another round is expensive
			if capped++; capped == 3 || s.work > s.effort()/8*7 {
				return s, nil
			}
			limit *= 8
		}
	}
}

// first returns a limit at which some groups become free.
func (s *search) first() float64 {
	const groups = 24
	near := make([]float64, 0, groups)
	for g := range s.leads {
		x := math.Abs(s.leads[g].profit)
		if len(near) == groups && x >= near[groups-1] {
			continue
		}
		if len(near) < groups {
			near = append(near, x)
		}
		k := len(near) - 1
		for ; k > 0 && near[k-1] > x; k-- {
			near[k] = near[k-1]
		}
		near[k] = x
	}
	return math.Max(near[len(near)-1], math.Max(s.slack, math.Abs(s.at.value)/(1<<30)))
}

// cheapestLoss returns the loss of some window: that of the cheapest nodes.
func (s *search) cheapestLoss() float64 {
	_, value := s.instance.cheapestWindow()
	return math.Max(s.at.value-float64(value), 0) + s.slack
}

// round searches the windows with a loss of at most limit.
func (s *search) round(limit float64) error {
	in := s.instance
	s.frees, s.taken = s.frees[:0], s.taken[:0]
	s.minDroppedLoss, s.limit, s.subsetsMet = math.Inf(1), limit+s.slack, 0
	if s.incumbent != nil {
		s.limit = math.Min(s.limit, s.incumbent.gap+s.slack)
	}
	count, cost, value, fixed := 0, int64(0), 0.0, int64(0)
	for g := range s.leads {
		l := &s.leads[g]
		if l.profit > 0 {
			count += int(l.nodes)
			cost += l.cost
		}
		if l.profit > 0 || -l.profit <= s.limit {
			if f := s.choices(g, s.limit); len(f.alternatives) > 0 {
				s.frees = append(s.frees, f)
				fixed -= f.best.cost
			} else {
				value += float64(f.best.value)
			}
		}
	}
	s.need, s.budgetLeft = in.n-count, in.budget-cost
	s.stats.FreeGroups = len(s.frees)
	sortFrees(s.frees)
	s.recordRound(limit)
	fixed += cost
	if len(s.frees) > coreThreshold {
		if err := s.core(value, fixed); err != nil || s.isOptimal() {
			return err
		}
	}
	s.share = s.work + (s.effort()-s.work)/2
	return s.labels(value, fixed)
}

// labels computes the labels of all free groups. The fixed groups have the
// given value and cost.
func (s *search) labels(value float64, cost int64) error {
	s.steps, s.found = s.steps[:0], false
	s.narrowAll()
	s.tabulate(value, cost)
	shelf := stageLabels{lists: [][]label{{{step: -1}}}, size: 1}
	s.complete(0, label{step: -1})
	for i := range s.frees {
		if err := s.ctx.Err(); err != nil {
			s.keepWindow()
			return err
		}
		next := s.stage(i, &shelf)
		for _, list := range shelf.lists {
			s.recycle(list)
		}
		shelf = next
		s.stats.Labels += shelf.size
		s.prune(i+1, &shelf)
		if s.found && s.instance.sums && s.foundGap() < s.gapTolerance() {
			break
		}
	}
	s.keepWindow()
	return nil
}

// incumbent is the best window of all rounds, with its distance from L.
type incumbent struct {
	window window
	gap    float64
}

// keepWindow keeps the window of this round unless an earlier one is better.
// Within the slack the later one is preferred, since its rounds search more.
func (s *search) keepWindow() {
	if !s.found {
		return
	}
	if b := s.foundGap(); s.incumbent == nil || b <= s.incumbent.gap+s.slack {
		s.incumbent = &incumbent{s.foundWindow(), b}
	}
}

// incumbentGap returns the distance of the best window from L.
func (s *search) incumbentGap() float64 { return s.incumbent.gap }

// isOptimal reports whether the best window found is worth L itself, so that
// there is no better one, and no cheaper one of equal worth. That stops
// searches of subset sums early.
func (s *search) isOptimal() bool {
	return s.instance.sums && s.incumbent != nil && s.incumbentGap() < s.gapTolerance()
}

// gapTolerance returns the distance from L up to which a window counts as reaching
// it, with rounding errors of the dual.
func (s *search) gapTolerance() float64 {
	return math.Min(0.5, s.at.lambda/2) - math.Ldexp(math.Abs(s.at.lambda*float64(s.instance.budget))+
		math.Abs(s.at.mu*float64(s.instance.n)), -50)
}

// exhaustive reports whether no better window can have been dropped.
func (s *search) exhaustive() bool {
	return s.incumbent != nil && s.minDroppedLoss > s.incumbentGap()+s.slack || s.isOptimal()
}

// multipliers returns those of the dual per unit of money and per node.
func (s *search) multipliers() []float64 {
	return []float64{s.at.lambda / s.instance.perValue * s.instance.perCost, s.at.mu / s.instance.perValue}
}

// sortFrees sorts the groups by their nearest other choice.
func sortFrees(list []free) {
	heapSort(len(list), func(a, b int) bool {
		if list[a].minDeficit != list[b].minDeficit {
			return list[a].minDeficit < list[b].minDeficit
		}
		return list[a].group < list[b].group
	}, func(a, b int) { list[a], list[b] = list[b], list[a] })
}

// heapSort sorts n elements in place.
func heapSort(n int, less func(a, b int) bool, swap func(a, b int)) {
	sink := func(at, n int) {
		for {
			child := 2*at + 1
			if child >= n {
				return
			}
			if child+1 < n && less(child, child+1) {
				child++
			}
			if !less(at, child) {
				return
			}
			swap(at, child)
			at = child
		}
	}
	for at := n/2 - 1; at >= 0; at-- {
		sink(at, n)
	}
	for end := n - 1; end > 0; end-- {
		swap(0, end)
		sink(0, end)
	}
}

// spare and recycle manage the lists of labels for reuse.
func (s *search) spare() []label {
	if n := len(s.pool); n > 0 {
		list := s.pool[n-1]
		s.pool = s.pool[:n-1]
		return list[:0]
	}
	return nil
}

func (s *search) recycle(list []label) {
	if cap(list) > 0 {
		s.pool = append(s.pool, list)
	}
}

func (s *search) shelve(list []label) []label {
	if len(list) == 0 {
		s.recycle(list)
		return nil
	}
	return list
}

// recordRound records the upper bound of a round, the lowest value within its limit, and the
// numbers of free and fixed groups. Then it records the number of choices of each free group.
func (s *search) recordRound(limit float64) {
	if !s.o.Log.Enabled() {
		return
	}
	s.o.Log.Add(trace.Event{Kind: "round", Values: []trace.Value{{Name: "bound", Num: s.instance.worth(s.at.value)},
		{Name: "floor", Num: s.instance.worth(s.at.value - limit)}, {Name: "free", Num: float64(len(s.frees))},
		{Name: "fixed", Num: float64(s.instance.size() - len(s.frees))}}})
	for i := range s.frees {
		f := &s.frees[i]
		s.o.Log.Add(trace.Event{Kind: "free", Refs: s.instance.groupRef(int(f.group)), Values: []trace.Value{
			{Name: "nodes", Num: float64(f.best.nodes)}, {Name: "choices", Num: float64(1 + len(f.alternatives))}}})
	}
}
