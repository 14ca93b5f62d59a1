package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/window"
	"gridbox/core/kind/window/solve/knapsack"
)

// subsets is Max Sum, the paper's MaxQ: at each start it chooses the best n of the m candidates
// by the sum of an attribute, within the budget.
//
// A start is skipped without solving that problem if
//
//   - the n greatest values, or the n cheapest nodes, cannot improve on the best window;
//   - the Lagrangian bound cannot: with the group's multiplier u >= 0 no choice has more value
//     than u C + the n greatest of value - u cost. Since a choice of candidates that were all
//     present before was examined before, one of the n must be new at this start, and the bound
//     includes the best new one.
//
// The problem itself is solved only for values above the best (package knapsack). A group is
// skipped by the same bound over all of its nodes. Bounds are increased by more than their
// rounding errors, and only choices that cannot be strictly better are skipped, so the answer is
// the same without them.
func (s *search) subsets() error {
	x := newSums(s)
	walk := x.walk
	if s.usesPlane(minPlaneVisits) && s.o.Subset != window.Dense {
		walk = x.plane
	}
	err := walk()
	if s.stats.Stopped {
		s.bound, s.gap = x.outermost(), true
	}
	if s.gap {
		s.bound, s.stats.Stopped = x.metric(s.bound), true
	}
	return err
}

// walk searches the groups, fastest first, until the limit of effort. It returns the error of the
// context or of a subset problem.
func (x *sums) walk() error {
	s := x.search
	for k := range s.instance.groups {
		s.progress(k, len(s.instance.groups))
		if s.stats.Stopped {
			break
		}
		x.join(k)
		if x.passes(k) {
			continue
		}
		s.maxWeight = s.instance.groups[k].capacity - s.partialBase[k]
		x.rank(k)
		var failed error
		err := s.sweep(k, 0, true, func(start float64) bool {
			failed = x.examine(k, start)
			return failed != nil
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	s.progress(len(s.instance.groups), len(s.instance.groups))
	return s.ctx.Err()
}

// sums is the state of Max Sum. Values are whole if the attribute is a decimal
// number, so that sums and comparisons are exact.
type sums struct {
	*search
	sign     float64 // -1 to minimise
	unit     float64 // value = sign * attribute * unit
	value    []float64
	whole    bool
	members  []int32 // nodes of the groups so far
	byValue  *ranking
	byKey    *ranking
	key      []float64
	u        float64 // the multiplier of byKey
	slack    float64
	values   []float64 // of the candidates, for the solver
	weights  []int64
	nodes    []int32
	top      []int32
	relaxer  knapsack.Solver
	capacity int64
}

// newSums returns the state of Max Sum before the first group. Values are scaled to whole numbers
// if all are decimals, and negated to minimise. The search then also ranks its candidates by value
// and by key.
func newSums(s *search) *sums {
	x := &sums{search: s, sign: 1, unit: 1, value: make([]float64, len(s.instance.values)),
		key: make([]float64, len(s.instance.values))}
	if s.o.Minimise {
		x.sign = -1
	}
	digits, ok := knapsack.Decimals(s.instance.values)
	x.whole = ok
	for range digits {
		x.unit *= 10
	}
	most := 0.0
	for i, v := range s.instance.values {
		x.value[i] = x.sign * v
		if ok {
			w, _ := knapsack.ScaleToInteger(v, x.unit)
			x.value[i] = x.sign * w
		}
		most = max(most, math.Abs(x.value[i]))
	}
	x.slack = most * float64(s.instance.n+2) * 0x1p-46
	x.byValue = newRanking(len(x.value), func(a, b int32) bool {
		return x.value[a] > x.value[b] || x.value[a] == x.value[b] && s.byPrice.position[a] < s.byPrice.position[b]
	})
	x.byKey = identityRanking(len(x.value))
	s.otherRankings = []*ranking{x.byValue, x.byKey}
	return x
}

// metric returns a sum of values in the unit of the attribute.
func (x *sums) metric(sum float64) float64 { return x.sign * sum / x.unit }

// join adds the group's own nodes to the members.
func (x *sums) join(k int) { x.members = append(x.members, x.instance.groups[k].ownNodes...) }

// gains reports whether a bound allows more than the best.
func (x *sums) gains(bound float64) bool {
	if !x.have {
		return true
	}
	if x.whole {
		return math.Floor(bound+x.slack) > -x.best.score
	}
	return bound+x.slack > -x.best.score
}

// margin returns the rounding error of a bound with a multiplier.
func (x *sums) margin(u float64, capacity int64) float64 {
	return x.slack + float64(u*float64(capacity)*float64(x.instance.n+2)*0x1p-50)
}

// subsetProblem returns the subset problem of some nodes.
func (x *sums) subsetProblem(nodes []int32, capacity int64) knapsack.Problem {
	x.values, x.weights = x.values[:0], x.weights[:0]
	for _, i := range nodes {
		x.values, x.weights = append(x.values, x.value[i]), append(x.weights, x.instance.weights[i])
	}
	p := knapsack.Problem{Values: x.values, Weights: x.weights, Count: x.instance.n, Capacity: capacity}
	if x.have {
		p.Floor, p.Floored = -x.best.score, true
	}
	return p
}

// passes reports whether a group can be skipped; otherwise it sets its
// multiplier u.
func (x *sums) passes(k int) bool {
	capacity := x.instance.groups[k].capacity
	if x.search.passes(k, lowest()) {
		return true
	}
	p := x.subsetProblem(x.members, capacity)
	p.Hint = x.u
	bound, u := x.relaxer.Relax(p)
	if !x.gains(bound + x.margin(u, capacity)) {
		x.recordPassed(k, "multiplier", x.metric(bound))
		x.stats.GroupsPruned++
		return true
	}
	x.u, x.capacity = u, capacity
	return false
}

// rank orders the members by value minus price times multiplier. It restricts
// the sweep to the nodes that can improve by the Lagrangian bound together with
// the n-1 greatest keys.
func (x *sums) rank(k int) {
	for _, i := range x.members {
		x.key[i] = x.value[i] - float64(x.u*float64(x.instance.weights[i]))
	}
	x.byKey.sort(func(a, b int32) bool { return x.key[a] > x.key[b] || x.key[a] == x.key[b] && a < b })
	for _, i := range x.members {
		x.byKey.add(i)
	}
	x.top = x.byKey.first(x.instance.n-1, x.end, 0, x.top[:0])
	rest := x.sum(x.top, x.key) + float64(x.u*float64(x.capacity)) + x.margin(x.u, x.capacity)
	clear(x.byKey.words)
	x.narrow(k, func(i int32) bool { return x.gains(rest + x.key[i]) })
}

// examine accepts the best subset of the candidates of group k from one start, or records why none
// is better than the best. Bounds are tried first, from the cheapest on. It returns the error of
// solve.
func (x *sums) examine(k int, start float64) error {
	g := &x.instance.groups[k]
	until := start + g.runtime
	n := x.instance.n
	x.top = x.byValue.first(n, x.end, until, x.top[:0])
	if len(x.top) < n {
		x.recordPruned(start, "count", float64(len(x.top)))
		return nil
	}
	if sum := x.sum(x.top, x.value); !x.gains(sum) {
		x.recordPruned(start, "bound", x.metric(sum))
		return nil
	}
	if x.affords(k, x.top) {
		x.accept(k, start, x.top)
		return nil
	}
	if weight, _ := x.pickCheapest(until); weight > g.capacity {
		x.recordPruned(start, "budget", x.instance.cost(weight, g.runtime))
		return nil
	}
	if bound := x.relaxedBound(until); !x.gains(bound) {
		x.recordPruned(start, "multiplier", x.metric(bound))
		return nil
	}
	return x.solve(k, start, until)
}

func (x *sums) sum(nodes []int32, of []float64) float64 {
	total := 0.0
	for _, i := range nodes {
		total += of[i]
	}
	return total
}

// relaxedBound returns the Lagrangian bound of choices with a fresh candidate.
func (x *sums) relaxedBound(until float64) float64 {
	x.top = x.byKey.first(x.instance.n, x.end, until, x.top[:0])
	last := x.top[len(x.top)-1]
	bound := x.sum(x.top, x.key) + float64(x.u*float64(x.capacity))
	starter := x.newCandidates[0]
	for _, i := range x.newCandidates {
		if x.byKey.position[i] < x.byKey.position[starter] {
			starter = i
		}
	}
	if x.byKey.position[starter] > x.byKey.position[last] {
		bound += x.key[starter] - x.key[last]
	}
	return bound + x.margin(x.u, x.capacity)
}

// solve finds the best subset of the candidates by the selected method, and accepts it if it is
// better than the best. It returns an error if the table of the paper's recurrence is too large.
func (x *sums) solve(k int, start, until float64) error {
	x.nodes = x.byPrice.first(len(x.members), x.end, until, x.nodes[:0])
	var r knapsack.Result
	if x.o.Subset == window.Dense {
		p, err := x.coarse(k)
		if err != nil {
			return err
		}
		r = p
	} else {
		r = x.exactly(x.subsetProblem(x.nodes, x.capacity))
	}
	if r.Outcome != knapsack.Found || !x.gains(r.Value) {
		x.recordPruned(start, "bound", x.metric(r.Bound))
		return nil
	}
	x.picks = x.picks[:0]
	for _, at := range r.Items {
		x.picks = append(x.picks, x.nodes[at])
	}
	x.accept(k, start, x.picks)
	return nil
}

// maxLabels is the limit of states for all exact choices of a search.
const maxLabels = 1 << 25

// exactly makes an exact choice. Beyond the limit of states it returns the
// relaxation's choice and records the gap.
func (x *sums) exactly(p knapsack.Problem) knapsack.Result {
	if x.stats.Labels > maxLabels {
		p.Labels = -1
	}
	x.spend(len(p.Values))
	r := x.solver.Solve(p)
	x.stats.Labels += r.Labels
	x.miss(&r)
	return r
}

// outermost returns the greatest sum of n nodes, whatever they cost.
func (x *sums) outermost() float64 {
	values := slices.Clone(x.value)
	slices.Sort(values)
	sum := 0.0
	for _, v := range values[max(0, len(values)-x.instance.n):] {
		sum += v
	}
	return sum
}

// miss records by how much the bound of an incomplete choice exceeds the best.
func (x *sums) miss(r *knapsack.Result) {
	if r.Outcome == knapsack.None || r.Bound <= -x.best.score || r.Outcome == knapsack.Found && r.Bound <= r.Value {
		return
	}
	if !x.gap {
		x.bound, x.gap = r.Bound, true
	}
	x.bound = max(x.bound, r.Bound)
}

// affords reports whether a choice is within the budget, for the recurrence
// with rounded costs.
func (x *sums) affords(k int, nodes []int32) bool {
	budget := x.instance.p.Request.Budget
	if x.o.Subset != window.Dense || budget == nil {
		return x.weight(nodes) <= x.instance.groups[k].capacity
	}
	sum := int64(0)
	for _, i := range nodes {
		sum += x.cellCost(&x.instance.groups[k], i)
	}
	return float64(sum) <= math.Floor(*budget*float64(max(x.o.Cells, 1)))
}

// cellCost returns the cost of a node in cells of the recurrence, rounded up.
func (x *sums) cellCost(g *group, node int32) int64 {
	return int64(math.Ceil(min(x.instance.p.Nodes[node].Price*g.runtime*float64(max(x.o.Cells, 1)), 1<<40)))
}

// coarse solves by the paper's recurrence on costs rounded up to whole cells.
func (x *sums) coarse(k int) (knapsack.Result, error) {
	g := &x.instance.groups[k]
	cells := float64(max(x.o.Cells, 1))
	p := x.subsetProblem(x.nodes, 0)
	p.Floored = false
	total := int64(0)
	for at, i := range x.nodes {
		x.weights[at] = x.cellCost(g, i)
		total += x.weights[at]
	}
	p.Capacity = total
	if x.instance.p.Request.Budget != nil {
		p.Capacity = int64(min(math.Floor(*x.instance.p.Request.Budget*cells), float64(total)))
	}
	return knapsack.Dense(p)
}

// accept replaces the best subset with a better one.
func (x *sums) accept(k int, start float64, nodes []int32) {
	sum := x.sum(nodes, x.value)
	x.stats.Examined++
	x.recordExamined(start, x.weight(nodes))
	if !x.have || sum > -x.best.score {
		x.setBest(-sum, k, start, nodes)
	}
}
