package window

import (
	"math"

	"gridbox/core/doc"
	"gridbox/core/formula"
	"gridbox/core/knapsack"
)

// The numbers that a custom criterion may read. A node has besides its
// attributes; cost outside a sum is that of the window.
var (
	windowNames = []string{"start", "runtime", "finish", "nodes", "volume", "budget", "horizon"}
	nodeNames   = []string{"price", "performance", "cost"}
)

// enumerated is up to how many subsets of the candidates at a start all are
// tried, for criteria that do not add up.
const enumerated = 3000

// A custom criterion is an expression (package formula). It is judged on every
// start of every group, and the window of the best value is taken; a window in
// a group holds a node of the group's own performance, since it would otherwise
// be a shorter one.
//
// Where the expression adds up over the nodes the subset is chosen exactly, at
// every start. Anything else is searched: up to 3000 subsets are all tried;
// among more, nodes are exchanged one at a time, starting from the cheapest
// window, as long as that gains. What is guaranteed then is that exchanging one
// node at that start gains nothing; Stats.Searched counts these starts and is 0
// when the answer is exact.
//
// Terms and values that are not finite (a division by zero) rule out the node
// or the window.
type custom struct {
	*search
	whole, rest, term *formula.Expression
	additive          bool
	sign              float64 // -1 to minimise
	set               []float64
	rows              [][]float64 // by node
	nodes             []int32
	values            []float64
	weights           []int64
}

// compile reads the expression, with the attributes that the nodes have.
func (s *search) compile() (*custom, error) {
	c := &custom{search: s, sign: 1, set: make([]float64, len(windowNames)), rows: make([][]float64, len(s.in.p.Nodes))}
	if s.o.Minimise {
		c.sign = -1
	}
	names := append([]string(nil), nodeNames...)
	names = append(names, s.in.attributes()...)
	for i := range c.rows {
		n := &s.in.p.Nodes[i]
		row := []float64{n.Price, n.Performance, 0}
		for _, name := range names[len(nodeNames):] {
			x, ok := n.Attributes[name]
			if !ok {
				x = math.NaN() // a node without the attribute is ruled out
			}
			row = append(row, x)
		}
		c.rows[i] = row
	}
	var err error
	if c.whole, err = formula.Compile(s.o.Expression, windowNames, names); err != nil {
		return nil, doc.Faults{{Path: "run.options.expression", Value: string(doc.Canonical(s.o.Expression)), Why: err.Error()}}
	}
	c.rest, c.term, c.additive = c.whole.Split(s.in.n)
	return c, nil
}

// attributes lists the names of all attributes in the order of the alphabet.
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

func (s *search) custom() error {
	c, err := s.compile()
	if err != nil {
		return err
	}
	for k := range s.in.groups {
		s.progress(k, len(s.in.groups))
		if s.passes(k, lowest()) {
			continue
		}
		s.widen()
		s.room = unlimited // a node too dear to be taken still makes a start to look at
		c.enter(k)
		err := s.sweep(k, 0, true, func(start float64) bool {
			c.examine(k, start)
			return false
		})
		if err != nil {
			return err
		}
	}
	s.progress(len(s.in.groups), len(s.in.groups))
	if s.have {
		s.stats.Criterion = -c.sign * s.best.score
	}
	return s.ctx.Err()
}

// enter sets what depends on the group alone.
func (c *custom) enter(k int) {
	r, runtime := c.in.p.Request, c.in.groups[k].runtime
	budget := math.Inf(1)
	if r.Budget != nil {
		budget = *r.Budget
	}
	copy(c.set, []float64{0, runtime, 0, float64(c.in.n), r.Volume, budget, c.in.p.Horizon})
	for i, row := range c.rows {
		row[2] = c.in.p.Nodes[i].Price * runtime
	}
}

func (c *custom) examine(k int, start float64) {
	runtime := c.in.groups[k].runtime
	c.set[0], c.set[2] = start, start+runtime
	c.nodes = c.byPrice.first(len(c.rows), c.end, start+runtime, c.nodes[:0])
	switch {
	case len(c.nodes) < c.in.n:
		c.tellPruned(start, "count", float64(len(c.nodes)))
	case c.additive:
		c.choose(k, start)
	default:
		c.explore(k, start)
	}
}

// choose finds the best subset of a criterion that adds up.
func (c *custom) choose(k int, start float64) {
	rest := c.sign * c.rest.Evaluate(c.set, nil)
	kept := c.nodes[:0]
	c.values, c.weights = c.values[:0], c.weights[:0]
	for _, i := range c.nodes {
		if v := c.sign * c.term.EvaluateMember(c.set, c.rows[i]); finite(v) {
			kept = append(kept, i)
			c.values, c.weights = append(c.values, v), append(c.weights, c.in.weights[i])
		}
	}
	c.nodes = kept
	if !finite(rest) || len(kept) < c.in.n {
		c.tellPruned(start, "undefined", float64(len(kept)))
		return
	}
	c.pick(k, start, rest, -1)
}

// pick solves the subset problem, with node number held taken where it is not
// negative. A subset without a node of the group's own is a window of a faster
// group; then each of those nodes is held in turn.
func (c *custom) pick(k int, start, rest float64, held int) {
	p := knapsack.Problem{Values: c.values, Weights: c.weights, Count: c.in.n, Capacity: c.in.groups[k].capacity}
	if c.have {
		p.Floor, p.Floored = -c.best.score-rest, true
	}
	if held >= 0 {
		p = without(p, held)
	}
	r := c.solver.Solve(p)
	c.stats.Labels += r.Labels
	if r.Outcome != knapsack.None && r.Bound > max(r.Value, p.Floor) {
		c.stats.Searched++ // the state limit was met: not proven
	}
	if r.Outcome != knapsack.Found {
		if held < 0 {
			c.tellPruned(start, "bound", c.sign*(r.Bound+rest))
		}
		return
	}
	c.picks = c.picks[:0]
	own := false
	for _, at := range r.Items {
		if held >= 0 && int(at) >= held {
			at++
		}
		c.picks = append(c.picks, c.nodes[at])
		own = own || int(c.in.group[c.nodes[at]]) == k
	}
	if held >= 0 {
		c.picks = append(c.picks, c.nodes[held])
	} else if !own {
		for at, i := range c.nodes {
			if int(c.in.group[i]) == k {
				c.pick(k, start, rest, at)
			}
		}
		return
	}
	c.offer(k, start, c.picks)
}

// without is a problem with one item taken already.
func without(p knapsack.Problem, held int) knapsack.Problem {
	p.Count--
	p.Capacity -= p.Weights[held]
	p.Floor -= p.Values[held]
	p.Values = append(append([]float64(nil), p.Values[:held]...), p.Values[held+1:]...)
	p.Weights = append(append([]int64(nil), p.Weights[:held]...), p.Weights[held+1:]...)
	return p
}

// value is the criterion of a window, to be made as great as can be.
func (c *custom) value(nodes []int32) float64 {
	members := make([][]float64, len(nodes))
	for at, i := range nodes {
		members[at] = c.rows[i]
	}
	return c.sign * c.whole.Evaluate(c.set, members)
}

// offer takes a window if it is better than the best.
func (c *custom) offer(k int, start float64, nodes []int32) {
	sortNodes(nodes, func(a, b int32) bool { return a < b })
	value := c.value(nodes)
	c.stats.Examined++
	c.tellExamined(start, c.weight(nodes))
	if finite(value) && (!c.have || value > -c.best.score) {
		c.take(-value, k, start, nodes)
	}
}

// explore is for criteria that do not add up.
func (c *custom) explore(k int, start float64) {
	if combinations(len(c.nodes), c.in.n) <= enumerated {
		c.enumerate(k, start, make([]int32, 0, c.in.n), 0, 0)
		return
	}
	c.stats.Searched++
	first := c.cheapestOwn(k)
	if first == nil {
		c.tellPruned(start, "budget", 0)
		return
	}
	c.exchange(k, start, first)
}

// combinations is m over n, or a number above enumerated.
func combinations(m, n int) int {
	n = min(n, m-n)
	x := 1
	for i := 1; i <= n; i++ {
		if x = x * (m - n + i) / i; x > enumerated {
			return x
		}
	}
	return x
}

// enumerate tries every subset within the budget.
func (c *custom) enumerate(k int, start float64, chosen []int32, from int, weight int64) {
	if weight > c.in.groups[k].capacity {
		return
	}
	if len(chosen) == c.in.n {
		if c.owned(k, chosen) {
			c.offer(k, start, append([]int32(nil), chosen...))
		}
		return
	}
	for at := from; at <= len(c.nodes)-(c.in.n-len(chosen)); at++ {
		i := c.nodes[at]
		c.enumerate(k, start, append(chosen, i), at+1, weight+c.in.weights[i])
	}
}

func (c *custom) owned(k int, nodes []int32) bool {
	for _, i := range nodes {
		if int(c.in.group[i]) == k {
			return true
		}
	}
	return false
}

// cheapestOwn is the cheapest subset with a node of the group's own, nil where
// none is within the budget. The candidates are in the order of their prices.
func (c *custom) cheapestOwn(k int) []int32 {
	nodes := append([]int32(nil), c.nodes[:c.in.n]...)
	for _, i := range c.nodes[c.in.n:] {
		if c.owned(k, nodes) {
			break
		}
		if int(c.in.group[i]) == k {
			nodes[c.in.n-1] = i
		}
	}
	if !c.owned(k, nodes) || c.weight(nodes) > c.in.groups[k].capacity {
		return nil
	}
	return nodes
}

// exchange improves a subset one node at a time, by the best exchange of all,
// until none gains.
func (c *custom) exchange(k int, start float64, nodes []int32) {
	value, weight := c.value(nodes), c.weight(nodes)
	trial := append([]int32(nil), nodes...)
	for range 10 * c.in.n {
		to, from, best := int32(-1), 0, value
		for at := range nodes {
			for _, i := range c.nodes {
				if contains(nodes, i) || weight-c.in.weights[nodes[at]]+c.in.weights[i] > c.in.groups[k].capacity {
					continue
				}
				copy(trial, nodes)
				trial[at] = i
				if v := c.value(trial); finite(v) && (v > best || !finite(best)) && c.owned(k, trial) {
					to, from, best = i, at, v
				}
			}
		}
		if to < 0 || c.ctx.Err() != nil {
			break
		}
		weight += c.in.weights[to] - c.in.weights[nodes[from]]
		nodes[from], value = to, best
	}
	c.offer(k, start, nodes)
}

func contains(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
