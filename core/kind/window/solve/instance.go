package solve

import (
	"math"
	"math/bits"

	"gridbox/core/kind/window"
	"gridbox/core/kind/window/solve/knapsack"
)

// An instance is a problem in numbers: suitable nodes in groups, prices as
// integer weights, and for each group the greatest weight within the budget.
type instance struct {
	p             *window.WindowProblem
	n             int
	eligibleCount int          // number of nodes that meet the request, whatever their price
	list          *window.List // free time between the earliest start and the deadline
	groups        []group
	// group is each node's own group, -1 for an unsuitable node.
	group    []int32
	weights  []int64
	unit     float64 // price = weight / unit
	rounding float64
	value    string    // the attribute of the metric value
	values   []float64 // by node, 0 without the attribute
}

// A group is the set of nodes with at least its performance.
type group struct {
	performance, runtime float64
	capacity             int64 // greatest sum of weights within the budget
	ownNodes             []int32
}

// unlimitedCapacity is a capacity above all sums of weights.
const unlimitedCapacity = 1 << 53

// newInstance returns the instance of a problem. A value attribute other than "" replaces the one
// of the request. The groups are fastest first, and their capacities are computed.
func newInstance(p *window.WindowProblem, attribute string) *instance {
	r := p.Request
	in := &instance{p: p, n: r.Nodes, list: p.Free(), value: p.ValueAttribute()}
	if attribute != "" {
		in.value = attribute
	}
	to := p.Horizon
	if r.Deadline != nil {
		to = min(to, *r.Deadline)
	}
	in.list.Clip(r.EarliestStart, to)
	in.values = make([]float64, len(p.Nodes))
	for i := range p.Nodes {
		in.values[i] = p.Nodes[i].Attributes[in.value]
	}
	in.group = in.suitability()
	in.bar()
	in.weigh()
	in.form()
	for k := range in.groups {
		in.groups[k].capacity = in.capacity(in.groups[k].performance)
	}
	return in
}

// suitability returns 0 for each node that meets the request and -1 for the others.
func (in *instance) suitability() []int32 {
	r := in.p.Request
	excluded := make(map[string]bool, len(r.Exclude))
	for _, id := range r.Exclude {
		excluded[id] = true
	}
	mark := make([]int32, len(in.p.Nodes))
	for i := range in.p.Nodes {
		n := &in.p.Nodes[i]
		ok := n.Performance >= r.MinPerformance && !excluded[n.ID]
		for c := range r.Require {
			ok = ok && r.Require[c].Holds(n)
		}
		if !ok {
			mark[i] = -1
		}
	}
	return mark
}

// bar excludes the nodes whose part alone costs more than the budget, beyond
// rounding. They are in no window, and their prices would coarsen the scale of
// the others.
func (in *instance) bar() {
	r := in.p.Request
	for i := range in.group {
		if in.group[i] < 0 {
			continue
		}
		in.eligibleCount++
		n := &in.p.Nodes[i]
		if r.Budget != nil && n.Price*(r.Volume/n.Performance) > *r.Budget*(1+0x1p-30) {
			in.group[i] = -1
		}
	}
}

// weigh computes the weights of the remaining nodes from their prices.
func (in *instance) weigh() {
	var prices []float64
	for i := range in.group {
		if in.group[i] >= 0 {
			prices = append(prices, in.p.Nodes[i].Price)
		}
	}
	var weights []int64
	weights, in.unit, in.rounding = knapsack.Scale(prices)
	in.weights = make([]int64, len(in.group))
	for i := range in.group {
		if in.group[i] >= 0 {
			in.weights[i], weights = weights[0], weights[1:]
		}
	}
}

// form builds the groups, fastest first.
func (in *instance) form() {
	nodes := in.p.Nodes
	order := make([]int32, 0, len(nodes))
	for _, i := range in.p.FastestFirst() {
		if in.group[i] == 0 {
			order = append(order, i)
		}
	}
	for from := 0; from < len(order); {
		performance := nodes[order[from]].Performance
		to := from
		for to < len(order) && nodes[order[to]].Performance == performance {
			in.group[order[to]] = int32(len(in.groups))
			to++
		}
		in.groups = append(in.groups, group{performance: performance, runtime: in.p.Request.Volume / performance,
			ownNodes: order[from:to]})
		from = to
	}
}

// hasAttribute reports whether any node has the value attribute.
func (in *instance) hasAttribute() bool {
	for i := range in.p.Nodes {
		if _, ok := in.p.Nodes[i].Attributes[in.value]; ok {
			return true
		}
	}
	return false
}

// capacity returns the greatest weight w with cost w/unit V/P <= C, or unlimitedCapacity without a budget.
// It compares w V 10^6 <= C P unit exactly in integers of 128 bits if budget, volume and
// performance have at most six decimals.
func (in *instance) capacity(performance float64) int64 {
	r := in.p.Request
	if r.Budget == nil {
		return unlimitedCapacity
	}
	guess := math.Floor(*r.Budget * performance / r.Volume * in.unit)
	if !(guess < unlimitedCapacity) {
		return unlimitedCapacity
	}
	w := int64(guess)
	fits := func(w int64) bool { return in.cost(w, r.Volume/performance) <= *r.Budget }
	c, okC := knapsack.ScaleToInteger(*r.Budget, 1e6)
	v, okV := knapsack.ScaleToInteger(r.Volume, 1e6)
	p, okP := knapsack.ScaleToInteger(performance, 1e6)
	if okC && okV && okP && in.rounding == 0 && in.unit <= 1e6 {
		fits = func(w int64) bool {
			return !isGreater(product(uint64(w), uint64(v), 1e6), product(uint64(c), uint64(p), uint64(in.unit)))
		}
	}
	for w > 0 && !fits(w) {
		w--
	}
	for w < unlimitedCapacity && fits(w+1) {
		w++
	}
	return w
}

// cost returns the cost of a weight for a runtime.
func (in *instance) cost(weight int64, runtime float64) float64 {
	return float64(weight) / in.unit * runtime
}

// product returns a b c for a, b below 2^53 and c up to 2^20.
func product(a, b, c uint64) [2]uint64 {
	hi, lo := bits.Mul64(a, b)
	over, low := bits.Mul64(lo, c)
	return [2]uint64{hi*c + over, low}
}

func isGreater(a, b [2]uint64) bool { return a[0] > b[0] || a[0] == b[0] && a[1] > b[1] }
