package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
)

// A window is the choice of an algorithm: nodes and variants of the document.
type window struct {
	nodes    []int32
	variants []group.ChosenVariant
}

// addMembers adds the k first members of a group, or one of its lots.
func (w *window) addMembers(in *instance, g, k, lot int) {
	from, _ := in.members(g)
	w.nodes = append(w.nodes, in.node[from:from+k]...)
	if lots := in.variantsOf(g); len(lots) > 0 {
		w.variants = append(w.variants, group.ChosenVariant{Group: in.p.Groups[in.group[g]].ID,
			Variant: int(lots[lot].index)})
	}
}

// result returns the result of a window, with metrics computed from the
// document's own numbers in the order of the document.
//
// The nodes of a group have single prices and values in addition to those of
// the group, unless they are one of its variants, which has a total price and
// value.
func (in *instance) result(w window) Result {
	p := in.p
	slices.Sort(w.nodes)
	variants := make(map[string]group.ChosenVariant, len(w.variants))
	for _, c := range w.variants {
		variants[c.Group] = c
	}
	solution := &group.Solution{Nodes: make([]string, 0, len(w.nodes))}
	t := totals{instance: in}
	nodesLast, groupsLast := 1.0, 1.0 // the probability that none of them fails
	for _, i := range w.nodes {
		n := &p.Nodes[i]
		solution.Nodes = append(solution.Nodes, n.ID)
		_, together := variants[n.Group]
		if !together {
			t.add(n.Price, n.Value)
		}
		if !together || in.sums { // under sums, a variant does not determine failures
			nodesLast *= in.odds.Nodes[i]
		}
	}
	for _, g := range in.usedGroups(w.nodes) {
		c, together := variants[p.Groups[g].ID]
		if !together {
			t.add(0, p.Groups[g].Value)
			groupsLast *= in.odds.Groups[g]
			continue
		}
		v := &p.Groups[g].Variants[c.Variant]
		solution.Variants = append(solution.Variants, c)
		t.add(v.Cost, v.Value)
		if in.sums {
			groupsLast *= in.odds.Groups[g]
		} else {
			groupsLast *= v.Value
		}
	}
	return Result{Feasible: true, Solution: solution, Metrics: t.metrics(groupsLast * nodesLast)}
}

// usedGroups returns the groups of some nodes, in the order of the document.
func (in *instance) usedGroups(nodes []int32) []int {
	names := make(map[string]bool, len(nodes))
	for _, i := range nodes {
		names[in.p.Nodes[i].Group] = true
	}
	var list []int
	for g := range in.p.Groups {
		if names[in.p.Groups[g].ID] {
			list = append(list, g)
		}
	}
	return list
}

// totals are the sums of prices and values: in steps, which is exact, and in
// the document's numbers, in case these are finer than a step.
type totals struct {
	*instance
	cost, value         int64
	trueCost, trueValue float64
}

func (t *totals) add(price, value float64) {
	t.cost += t.costSteps(price)
	t.value += t.valueSteps(value)
	t.trueCost += price
	t.trueValue += value
}

// metrics returns the metrics of a window with an availability.
func (t *totals) metrics(odds float64) group.Metrics {
	m := group.Metrics{Availability: odds, Cost: t.amount(t.cost), Value: odds}
	if t.roundingStep > 0 {
		m.Cost = t.trueCost
	}
	switch {
	case t.sums && t.roundingStep > 0:
		m.Value = t.trueValue
	case t.sums:
		m.Value = float64(t.value) / t.perValue
	}
	return m
}

// worth converts a sum of steps into a value or an availability.
func (in *instance) worth(steps float64) float64 {
	if in.sums {
		return steps / in.perValue
	}
	return math.Min(rng.Exp(steps/in.perValue), 1)
}

// window returns the best window, or a makeshift if the limits left none.
func (s *search) window() window {
	if s.incumbent == nil {
		return s.instance.makeshift()
	}
	return s.incumbent.window
}

// foundWindow returns the window of the best label of this round.
func (s *search) foundWindow() window {
	other := make([]int32, len(s.frees))
	for i := range other {
		other[i] = -1
	}
	for k := s.best.step; k >= 0; k = s.steps[k].previous {
		other[s.steps[k].stage] = s.steps[k].alternative
	}
	free := make(map[int32]bool, len(s.frees))
	w := window{}
	for i := range s.frees {
		f := &s.frees[i]
		free[f.group] = true
		c := &f.best
		if other[i] >= 0 {
			c = &f.alternatives[other[i]]
		}
		s.pick(&w, int(f.group), c)
	}
	for g := range s.leads {
		if s.leads[g].profit > 0 && !free[int32(g)] {
			c := s.leading(g)
			s.pick(&w, g, &c)
		}
	}
	return w
}

func (s *search) pick(w *window, g int, c *choice) {
	switch {
	case c.nodes == 0:
	case c.upto > c.from:
		for _, i := range s.taken[c.from:c.upto] {
			w.nodes = append(w.nodes, s.instance.node[i])
		}
	default:
		w.addMembers(s.instance, g, int(c.nodes), int(c.variant))
	}
}

// makeshift returns some window: that of the greedy choice at the root of the
// search tree, or the cheapest one if there are variants.
func (in *instance) makeshift() window {
	if in.variantStart != nil {
		w, _ := in.cheapestWindow()
		return w
	}
	shared := in.singletonInstance(func(g, i int) int64 { return in.setup[g]/int64(in.maxNodes(g)) + in.ownOf(i) },
		nothing)
	nodes, _ := shared.greedy()
	return window{nodes: nodes}
}

// partial returns the best window so far of a cancelled search.
func (s *search) partial() Result {
	if s.incumbent == nil {
		return Result{Stats: s.stats}
	}
	r := s.instance.result(s.window())
	r.Stats = s.stats
	return r
}

// cheapestWindow returns the window of least cost, and its worth in steps. There must be a window.
func (in *instance) cheapestWindow() (window, int64) {
	w, value := window{}, int64(0)
	for g, k := range in.cheapestCounts() {
		if k.nodes == 0 {
			continue
		}
		w.addMembers(in, g, k.nodes, k.variant)
		if lots := in.variantsOf(g); len(lots) > 0 {
			value += lots[k.variant].value
			continue
		}
		value += in.setup[g]
		from, _ := in.members(g)
		for i := from; in.nodeWorth != nil && i < from+k.nodes; i++ {
			value += in.nodeWorth[i]
		}
	}
	return w, value
}

type groupWay struct{ nodes, variant int }

// cheapestCounts returns the number of cheapest members of each group in the
// cheapest window. Without variants that is a threshold on prices.
func (in *instance) cheapestCounts() []groupWay {
	counts := make([]groupWay, in.size())
	if in.variantStart != nil {
		in.cheapestVariants(in.n, counts)
		return counts
	}
	_, threshold := sumSmallest(in.price, in.n)
	left := in.n
	for pass := range 2 { // first all below the threshold, then as many at it as are needed
		for g := range counts {
			from, to := in.members(g)
			for k := from + counts[g].nodes; k < to && left > 0 && in.price[k] < threshold+int64(pass); k++ {
				counts[g].nodes++
				left--
			}
		}
	}
	return counts
}

// looser sets the bound from the same problem with prices rounded down: no
// window at the true prices is worth more than its optimum or bound.
func (in *instance) looser(ctx context.Context, o Options, r Result) (Result, error) {
	o.Log = nil
	relaxed := newInstance(in.p, true)
	s, err := relaxed.search(ctx, o)
	if err != nil {
		r.HasBound = false
		return r, err
	}
	least := relaxed.result(s.window())
	r.Bound, r.Multipliers = math.Max(r.Metrics.Value, s.bound(&least)), s.multipliers()
	r.Stopped = r.Stopped || !s.exhaustive()
	return r, nil
}
