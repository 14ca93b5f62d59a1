package solve

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/formula"
	"gridbox/core/kind/window"
	"gridbox/core/kind/window/solve/knapsack"
)

// Names of the numbers of a custom criterion. A node also has its attributes.
// Outside of a sum, cost is that of the window.
var (
	windowNames = []string{"start", "runtime", "finish", "nodes", "volume", "budget", "horizon"}
	nodeNames   = []string{"price", "performance", "cost"}
)

// A custom criterion is an expression (package formula). It is evaluated in
// every group at every start of a slot, since any window can be moved to the
// left up to one. If the expression may improve when start and finish grow
// together, windows that end where a slot ends are evaluated too. So the answer
// is the best of all windows if the expression only worsens or only improves
// with the start. If it may do both, it is the best of the windows that start
// or end with a slot.
//
// A window in a group has a node of the group's own performance, since it would
// otherwise be shorter.
//
// If the expression is additive over the nodes, the subset is chosen exactly at
// every start. Otherwise up to 3000 subsets are enumerated. Among more, a local
// search exchanges one node at a time, from the cheapest window on, until no
// exchange improves it. Stats.Searched counts these starts and is 0 if the
// answer is exact.
//
// Terms and values that are not finite (a division by zero) exclude the node or
// the window.
type custom struct {
	*search
	expression, rest, term *formula.Expression
	additive               bool
	sign                   float64 // -1 to minimise
	set                    []float64
	rows                   [][]float64 // by node
	nodes                  []int32
	values                 []float64
	weights                []int64
}

// compile returns the criterion of the options with the attributes of the nodes as names. The
// formula of a policy replaces the expression and is minimised. A missing attribute is NaN. A
// faulty expression gives doc.Faults.
func (s *search) compile() (*custom, error) {
	c := &custom{search: s, sign: 1, set: make([]float64, len(windowNames)),
		rows: make([][]float64, len(s.instance.p.Nodes))}
	if s.o.Minimise {
		c.sign = -1
	}
	names := append([]string(nil), nodeNames...)
	names = append(names, s.instance.attributes()...)
	for i := range c.rows {
		n := &s.instance.p.Nodes[i]
		row := []float64{n.Price, n.Performance, 0}
		for _, name := range names[len(nodeNames):] {
			x, ok := n.Attributes[name]
			if !ok {
				x = math.NaN() // a node without the attribute is excluded
			}
			row = append(row, x)
		}
		c.rows[i] = row
	}
	if f := s.o.Formulas; f != nil {
		c.sign, c.expression = -1, f.Criterion()
		c.rest, c.term, c.additive = c.expression.Split(s.instance.n)
		return c, nil
	}
	var err error
	if c.expression, err = formula.Compile(s.o.Expression, windowNames, names); err != nil {
		return nil, doc.Faults{{Path: "run.options.expression", Value: string(doc.Canonical(s.o.Expression)),
			Reason: err.Error()}}
	}
	c.rest, c.term, c.additive = c.expression.Split(s.instance.n)
	return c, nil
}

// attributes returns the sorted names of all attributes.
func (in *instance) attributes() []string {
	var list []string
	for i := range in.p.Nodes {
		for name := range in.p.Nodes[i].Attributes {
			at := 0
			for at < len(list) && list[at] < name {
				at++
			}
			if at < len(list) && list[at] == name {
				continue
			}
			list = append(list, "")
			copy(list[at+1:], list[at:])
			list[at] = name
		}
	}
	return list
}

// solveCustom searches for the best window by a custom criterion. It sweeps the
// starts of slots. If a later start may be better, it also evaluates windows that
// end with a slot. It searches a large problem with an additive criterion as a
// plane.
func (s *search) solveCustom() error {
	c, err := s.compile()
	if err != nil {
		return err
	}
	walk := c.walk
	switch {
	case c.improvesLater():
		walk = c.walkEnds
	case c.additive && s.usesPlane(minPlaneChoices):
		walk = c.plane
	}
	err = walk()
	if s.have {
		s.stats.Criterion = -c.sign * s.best.score
	}
	return err
}

// eachGroup calls visit for the groups that may have a better window.
func (c *custom) eachGroup(visit func(k int) error) error {
	s := c.search
	for k := range s.instance.groups {
		s.progress(k, len(s.instance.groups))
		if s.stats.Stopped {
			break
		}
		if s.passes(k, lowest()) {
			continue
		}
		s.maxWeight = unlimitedCapacity // a node that is too expensive still makes a start
		c.setGroup(k)
		if err := visit(k); err != nil {
			return err
		}
	}
	s.progress(len(s.instance.groups), len(s.instance.groups))
	return s.ctx.Err()
}

// walk evaluates the starts of slots.
func (c *custom) walk() error {
	return c.eachGroup(func(k int) error {
		c.widen()
		return c.sweep(k, 0, true, func(start float64) bool {
			c.examine(k, start)
			return false
		})
	})
}

// improvesLater reports whether the criterion may be better for a later start.
func (c *custom) improvesLater() bool {
	some := formula.Span{Low: 0, High: math.Inf(1)}
	set, member := make([]formula.Span, len(windowNames)), make([]formula.Span, 0, len(nodeNames))
	for i := range set {
		set[i] = some
	}
	for range nodeNames {
		member = append(member, some)
	}
	for range c.instance.attributes() {
		member = append(member, formula.Span{Low: math.Inf(-1), High: math.Inf(1)})
	}
	rises, falls := c.expression.Moves(set, member, 0, 2)
	return rises && c.sign > 0 || falls && c.sign < 0
}

// walkEnds is walk for a criterion that may be better for a later start: it
// also evaluates starts from which a window ends with a slot.
func (c *custom) walkEnds() error {
	s := c.search
	return c.eachGroup(func(k int) error {
		s.begin(k)
		at, runtime := 0, s.instance.groups[k].runtime
		for _, start := range c.starts(k) {
			if s.spend(1) {
				break
			}
			if err := s.ctx.Err(); err != nil {
				return err
			}
			s.recordExpired(start, start+runtime)
			for ; at < len(s.slots) && s.slots[at].Start <= start; at++ {
				s.admit(&s.slots[at], k, s.slots[at].Start+runtime, 0)
			}
			c.examine(k, start)
		}
		return nil
	})
}

// starts returns, in order, the starts of the slots of group k and the starts
// from which a window ends with one.
func (c *custom) starts(k int) (list []float64) {
	runtime := c.instance.groups[k].runtime
	for i := range c.slots {
		sl := &c.slots[i]
		if own := c.instance.group[sl.Node]; own < 0 || int(own) > k || sl.Start+runtime > sl.End {
			continue
		}
		last := sl.End - runtime
		for last+runtime > sl.End {
			last = math.Nextafter(last, 0) // the difference was rounded up
		}
		list = append(list, sl.Start, max(last, sl.Start))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// setGroup sets the numbers that depend on the group alone.
func (c *custom) setGroup(k int) {
	c.setWindow(k)
	for i, row := range c.rows {
		row[2] = c.instance.p.Nodes[i].Price * c.instance.groups[k].runtime
	}
}

// setWindow sets the numbers of a window in the group, except start and finish.
func (c *custom) setWindow(k int) {
	r, runtime := c.instance.p.Request, c.instance.groups[k].runtime
	budget := math.Inf(1)
	if r.Budget != nil {
		budget = *r.Budget
	}
	copy(c.set, []float64{0, runtime, 0, float64(c.instance.n), r.Volume, budget, c.instance.p.Horizon})
}

// examine offers the best subset of the nodes that are free at a start for the runtime of group k.
// It offers none if no node of the group's own performance is among them.
func (c *custom) examine(k int, start float64) {
	runtime := c.instance.groups[k].runtime
	c.set[0], c.set[2] = start, start+runtime
	if !c.hasOwnNode(k, start+runtime) {
		c.recordPruned(start, "count", 0)
		return
	}
	c.nodes = c.byPrice.first(len(c.rows), c.end, start+runtime, c.nodes[:0])
	c.spend(len(c.nodes))
	switch {
	case len(c.nodes) < c.instance.n:
		c.recordPruned(start, "count", float64(len(c.nodes)))
	case c.additive:
		c.chooseAdditive(k, start)
	default:
		c.explore(k, start)
	}
}

// hasOwnNode reports whether a candidate has the group's own performance.
func (c *custom) hasOwnNode(k int, until float64) bool {
	for _, i := range c.instance.groups[k].ownNodes {
		if c.byPrice.has(i) && c.end[i] >= until {
			return true
		}
	}
	return false
}

// chooseAdditive offers the best subset for an additive criterion.
func (c *custom) chooseAdditive(k int, start float64) {
	rest := c.sign * c.rest.Evaluate(c.set, nil)
	kept := c.nodes[:0]
	c.values, c.weights = c.values[:0], c.weights[:0]
	for _, i := range c.nodes {
		if v := c.sign * c.term.EvaluateMember(c.set, c.rows[i]); finite(v) {
			kept = append(kept, i)
			c.values, c.weights = append(c.values, v), append(c.weights, c.instance.weights[i])
		}
	}
	c.nodes = kept
	if !finite(rest) || len(kept) < c.instance.n {
		c.recordPruned(start, "undefined", float64(len(kept)))
		return
	}
	c.pick(k, start, rest)
}

// pick offers the best subset of the candidates at a start. If it has no node
// of the group's own performance, it is a window of a faster group and
// considered there; then the best subset with each of those nodes is offered.
func (c *custom) pick(k int, start, rest float64) {
	picks, ok := c.subset(k, start, rest, none)
	if !ok {
		return
	}
	own := func(i int32) bool { return int(c.instance.group[i]) == k }
	if slices.ContainsFunc(picks, own) {
		c.offer(k, start, picks)
		return
	}
	for at, i := range c.nodes {
		if !own(i) {
			continue
		}
		if picks, ok := c.subset(k, start, rest, at); ok {
			c.offer(k, start, picks)
		}
	}
}

// none is no index of a candidate.
const none = -1

// subset solves the subset problem in group k at a start, with the candidate at an index fixed
// unless that is none. rest is the part of the criterion outside the sum.
//
// It reports false if nothing beats the best window or the solver finds nothing within its limits.
// The list is valid until the next call.
func (c *custom) subset(k int, start, rest float64, fixed int) (picks []int32, ok bool) {
	p := knapsack.Problem{Values: c.values, Weights: c.weights, Count: c.instance.n,
		Capacity: c.instance.groups[k].capacity}
	if c.have {
		p.Floor, p.Floored = -c.best.score-rest, true
		if c.precedesBest(k, start) {
			p.Floor = math.Nextafter(p.Floor-c.tolerance(rest), math.Inf(-1)) // an equal value is preferred here
		}
	}
	if fixed != none {
		p = remainingProblem(p, fixed)
	}
	if c.stats.Labels > maxLabels {
		p.Labels = -1
	}
	r := c.solver.Solve(p)
	c.stats.Labels += r.Labels
	if r.Outcome != knapsack.None && r.Bound > max(r.Value, p.Floor) {
		c.stats.Searched++ // the state limit was reached: not proved
	}
	if r.Outcome != knapsack.Found {
		if fixed == none {
			c.recordPruned(start, "bound", c.sign*(r.Bound+rest))
		}
		return nil, false
	}
	c.picks = c.picks[:0]
	for _, at := range r.Items {
		if fixed != none && int(at) >= fixed {
			at++ // the items are numbered without the fixed one
		}
		c.picks = append(c.picks, c.nodes[at])
	}
	if fixed != none {
		c.picks = append(c.picks, c.nodes[fixed])
	}
	return c.picks, true
}

// remainingProblem returns the problem that remains after fixing one item.
func remainingProblem(p knapsack.Problem, fixed int) knapsack.Problem {
	p.Count--
	p.Capacity -= p.Weights[fixed]
	p.Floor -= p.Values[fixed]
	p.Values = append(append([]float64(nil), p.Values[:fixed]...), p.Values[fixed+1:]...)
	p.Weights = append(append([]int64(nil), p.Weights[:fixed]...), p.Weights[fixed+1:]...)
	return p
}

// value returns the criterion of a window, with the sign for maximisation.
func (c *custom) value(nodes []int32) float64 {
	members := make([][]float64, len(nodes))
	for at, i := range nodes {
		members[at] = c.rows[i]
	}
	return c.sign * c.expression.Evaluate(c.set, members)
}

// offer makes a window the best if it is better, or equal and in a faster group, or equal there and
// earlier. It sorts the nodes into the order of the document. A value that is not finite excludes
// the window.
func (c *custom) offer(k int, start float64, nodes []int32) {
	window.SortNodes(nodes, func(a, b int32) bool { return a < b })
	value := c.value(nodes)
	c.stats.Examined++
	c.recordExamined(start, c.weight(nodes))
	if !finite(value) {
		return
	}
	value = roundToSize(value, c.size(value, nodes))
	if !c.have || value > -c.best.score || value == -c.best.score && c.precedesBest(k, start) {
		c.setBest(-value, k, start, nodes)
	}
}

// size returns the greatest magnitude of the numbers whose sum is a value.
func (c *custom) size(value float64, nodes []int32) float64 {
	size := math.Abs(value)
	if !c.additive {
		return size
	}
	sum := math.Abs(c.rest.Evaluate(c.set, nil))
	for _, i := range nodes {
		sum += math.Abs(c.term.EvaluateMember(c.set, c.rows[i]))
	}
	return max(size, sum)
}

// tolerance returns by how much a value may seem to be below the best and still
// be equal after rounding.
func (c *custom) tolerance(rest float64) float64 {
	greatest := 0.0
	for _, v := range c.values {
		greatest = max(greatest, math.Abs(v))
	}
	return float64((float64(greatest*float64(c.instance.n+2)) + math.Abs(rest) +
		math.Abs(c.best.score)) * maxRoundingError)
}

// maxRoundingError is the relative change of a value by roundToSize, including the
// rounding errors of its sum.
const maxRoundingError = 0x1p-37

// roundToSize returns a value rounded to twelve digits of its size. Sums of
// decimals depend in the last bits on the order of addition: 0.1 + 0.2 is not
// 0.3. After rounding equal sums are equal, whichever search found them.
func roundToSize(value, size float64) float64 {
	unit := 1.0
	if size >= 1e12 {
		for size/unit >= 1e12 {
			unit *= 10
		}
		return float64(math.Round(value/unit) * unit)
	}
	for unit < 1e22 && size*(unit*10) < 1e12 {
		unit *= 10
	}
	return math.Round(value*unit) / unit
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
