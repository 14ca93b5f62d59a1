package verify

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// The proof of a bound is a Lagrangian relaxation. With a price lambda >= 0 on money and any
// price mu on nodes, no window is worth more than
//
//	L = lambda C + mu n + sum over units of max(0, profit)
//
// where a unit's profit is the greatest worth of any way of using it, minus lambda times its cost
// and mu times its nodes. The deficit of a way is the difference of its profit from that of the
// best way of its unit. A window's worth is L minus the sum of its deficits, minus lambda times
// its unspent money. So in a window worth more than the bound no deficit exceeds L minus the
// bound, which leaves one way for most units. The others are searched by labels (see label).
// Every pair of multipliers gives a valid proof; good ones make it short.
//
// Sums are compensated. The slip exceeds the remaining rounding errors and is always added in
// favour of the windows.

// maxWork is the work limit of one proof: ways listed, entries of tables and labels.
const maxWork = 24_000_000

// An Outcome is the result of a proof.
type Outcome int

const (
	Proven    Outcome = iota // no window is better
	Passed                   // there is a window worth more
	Cheaper                  // a window composed of the same values costs less
	Exhausted                // work limit reached, or invalid multipliers
)

// A Goal is to prove that no window is worth more than MaxWorth and, if there is a Holding, that no
// window composed of the same values costs less.
type Goal struct {
	MaxWorth float64
	Work     int
	Holding  *Holding
}

// A Holding is the window with which others are compared.
type Holding struct {
	Worth       float64
	Cost        int64
	Fingerprint Fingerprint
}

// sumTolerance is the greatest relative difference of sums of the same terms, relative to the greater
// of them and 1.
const sumTolerance = 1e-11

// floor returns the worth up to which windows are irrelevant.
func (g *Goal) floor() float64 {
	if g.Holding == nil {
		return g.MaxWorth
	}
	return math.Min(g.MaxWorth, g.Holding.Worth-sumTolerance*max(1, math.Abs(g.Holding.Worth)))
}

// A way is one use of a unit, or none, or of several units.
type way struct {
	nodes       int
	cost        int64
	worth       float64
	deficit     float64
	fingerprint Fingerprint
}

// A stage is a unit with more than one remaining way.
type stage struct {
	ways []way
	gap  float64 // the second least deficit
	peak float64 // profit of the best way
}

// A proof is the state of one proof.
type proof struct {
	*ScaledProblem
	goal       Goal
	lambda, mu float64 // per step of money, per node
	work       int     // remaining work
	slip       float64
	allow      float64 // ways of a greater deficit are irrelevant

	// Totals of the units with one remaining way.
	nodes       int
	cost        int64
	worth       Sum
	fingerprint Fingerprint

	stages  []stage
	ceiling ceilings
}

// A Sum is a compensated sum (Neumaier) with the size of its terms.
type Sum struct{ sum, compensation, size float64 }

// Add adds x.
func (t *Sum) Add(x float64) {
	s := t.sum + x
	if math.Abs(t.sum) >= math.Abs(x) {
		t.compensation += (t.sum - s) + x
	} else {
		t.compensation += (x - s) + t.sum
	}
	t.sum = s
	t.size += math.Abs(x)
}

// Value returns the compensated sum.
func (t *Sum) Value() float64 { return t.sum + t.compensation }

// Follow runs the proof with two multipliers: worth per unit of money, and per node.
func (s *ScaledProblem) Follow(multipliers []float64, g Goal) Outcome {
	if len(multipliers) != 2 || !(multipliers[0] >= 0) || math.IsInf(multipliers[0], 1) ||
		math.IsNaN(multipliers[1]) || math.IsInf(multipliers[1], 0) {
		return Exhausted
	}
	p := &proof{ScaledProblem: s, goal: g, lambda: multipliers[0] / math.Pow10(s.Digits), mu: multipliers[1],
		work: g.Work}
	p.allow = p.relaxedValue() - g.floor()
	switch {
	case p.allow < 0:
		return Proven
	case math.IsInf(p.allow, 1) || math.IsNaN(p.allow):
		return Exhausted
	}
	for k := range s.Units {
		if p.leave(p.ways(&s.Units[k])); p.work <= 0 {
			return Exhausted
		}
	}
	if p.nodes > s.N || p.cost > s.Budget {
		return Proven
	}
	sorting.Stable(p.stages, func(a, b stage) int { return cmp.Compare(a.gap, b.gap) })
	return p.label()
}

// relaxedValue returns the sum of L and the slip, and sets the slip.
func (p *proof) relaxedValue() float64 {
	t, largest, items := Sum{}, 0.0, 0
	t.Add(p.lambda * float64(p.Budget))
	t.Add(p.mu * float64(p.N))
	for k := range p.Units {
		u := &p.Units[k]
		items += len(u.Items)
		if x := p.profit(u); x > 0 {
			t.Add(x)
			largest = max(largest, x-u.setup())
		}
	}
	// The contribution of items to a profit is a plain sum of at most as many terms as there are
	// items.
	p.slip = math.Ldexp(t.size, -46) + math.Ldexp(largest*float64(min(items, 1<<20)), -51)
	return t.Value() + p.slip
}

// profitOf returns the profit of a use: its worth without the prices of its money and nodes.
func (p *proof) profitOf(nodes int, cost int64, worth float64) float64 {
	return worth - float64(p.lambda*float64(cost)) - float64(p.mu*float64(nodes))
}

// gain returns the contribution of an item to the profit of its unit.
func (p *proof) gain(x *Item) float64 { return p.profitOf(1, x.Price, x.Worth) }

// profit returns the profit of the best way to use a unit.
func (p *proof) profit(u *Unit) float64 {
	best, positive := math.Inf(-1), 0.0
	for k := range u.Variants {
		best = max(best, p.profitOf(u.Variants[k].Nodes, u.Variants[k].Cost, u.Variants[k].Worth))
	}
	for k := range u.Items {
		x := p.gain(&u.Items[k])
		positive += max(0, x)
		best = max(best, x)
	}
	if len(u.Items) > 0 && best > 0 {
		best = positive
	}
	return u.setup() + best
}

// setup returns the worth of using a unit by its items.
func (u *Unit) setup() float64 {
	if len(u.Variants) > 0 {
		return 0
	}
	return u.Setup
}

// ways returns the ways of a unit with a relevant deficit, and the profit of the best.
func (p *proof) ways(u *Unit) (list []way, peak float64) {
	peak = max(0, p.profit(u))
	add := func(w way) {
		p.work--
		if w.deficit <= p.allow {
			list = append(list, w)
		}
	}
	add(way{deficit: peak})
	for k := range u.Variants {
		l := &u.Variants[k]
		add(way{l.Nodes, l.Cost, l.Worth, peak - p.profitOf(l.Nodes, l.Cost, l.Worth), l.Fingerprint})
	}
	if !p.Uniform {
		p.sets(u, peak, add)
		return list, peak
	}
	cost := int64(0)
	for k := range u.Items {
		if cost += u.Items[k].Price; cost > p.Budget {
			break
		}
		add(way{k + 1, cost, u.Setup, peak - p.profitOf(k+1, cost, u.Setup), u.Fingerprint})
	}
	return list, peak
}

// sets adds sets of items that have worth by themselves. An item with a gain that is left out, or
// with a loss that is taken, adds its amount to the deficit. Sets are visited in the order of
// these amounts, so that only relevant ones are.
func (p *proof) sets(u *Unit, peak float64, add func(way)) {
	items := append([]Item{}, u.Items...)
	sorting.Stable(items, func(a, b Item) int { return cmp.Compare(math.Abs(p.gain(&a)), math.Abs(p.gain(&b))) })
	taken, best := make([]bool, len(items)), u.setup()
	for k := range items {
		x := p.gain(&items[k])
		taken[k] = x > 0
		best += max(0, x)
	}
	var visit func(next int, deficit float64)
	visit = func(next int, deficit float64) {
		if p.work -= len(items); p.work <= 0 {
			return
		}
		w := way{worth: u.Setup, deficit: deficit, fingerprint: u.Fingerprint}
		for k := range items {
			if taken[k] {
				w.nodes++
				w.cost = min(w.cost+items[k].Price, maxMoney)
				w.worth += items[k].Worth
				w.fingerprint += items[k].Fingerprint
			}
		}
		if w.nodes > 0 && w.nodes <= p.N && w.cost <= p.Budget {
			add(w)
		}
		for k := next; k < len(items); k++ {
			more := deficit + math.Abs(p.gain(&items[k]))
			if more > p.allow {
				return
			}
			taken[k] = !taken[k]
			visit(k+1, more)
			taken[k] = !taken[k]
		}
	}
	visit(0, peak-best)
}

// leave adds a unit to the stages, or to the fixed ones if one way remains. Among ways with the
// same number of nodes, dominated ones are dropped.
func (p *proof) leave(ways []way, peak float64) {
	kept := undominatedWays(ways)
	switch len(kept) {
	case 0: // no window is relevant
		p.nodes = p.N + 1
		return
	case 1:
		p.nodes += kept[0].nodes
		p.cost = min(p.cost+kept[0].cost, maxMoney)
		p.worth.Add(kept[0].worth)
		p.fingerprint += kept[0].fingerprint
		return
	}
	least, gap := math.Inf(1), math.Inf(1)
	for _, w := range kept {
		gap = min(gap, max(least, w.deficit))
		least = min(least, w.deficit)
	}
	p.stages = append(p.stages, stage{kept, gap, peak})
}

// maxCeilings is the greatest size of each table of completions. Beyond it labels are bounded by
// L alone.
const maxCeilings = 2_000_000

// moneyFactors are the prices of money, relative to lambda, for which completions are tabulated.
// Labels with little cost are bounded best by a small price, others by a great one.
var moneyFactors = [...]float64{1, 0.5, 1.6, 0.75, 1.25, 0}

// ceilings are bounds of the contributions of the stages from each on, by number of nodes: the
// least cost, and the greatest worth minus a price of money.
type ceilings struct {
	width  int // numbers of nodes; 0 if the tables would be too large
	lambda []float64
	worth  [][]float64 // by price of money, [stage * width + nodes]
	cost   []int64     // [stage * width + nodes]
	rest   []float64   // sums of the best profits from each stage on
}

// tabulate computes the ceilings.
func (p *proof) tabulate() {
	c, stages := &p.ceiling, len(p.stages)
	c.rest = make([]float64, stages+1)
	for i := stages - 1; i >= 0; i-- {
		c.rest[i] = c.rest[i+1] + p.stages[i].peak
	}
	if c.width = p.N - p.nodes + 1; c.width > maxCeilings/(stages+1) {
		c.width, c.lambda = 0, []float64{p.lambda}
		return
	}
	c.cost = make([]int64, (stages+1)*c.width)
	for r := range c.cost {
		c.cost[r] = unreachable
	}
	c.cost[stages*c.width] = 0
	for _, f := range moneyFactors {
		if f != 1 && p.lambda == 0 {
			continue
		}
		worth := make([]float64, (stages+1)*c.width)
		for r := range worth {
			worth[r] = math.Inf(-1)
		}
		worth[stages*c.width] = 0
		c.lambda, c.worth = append(c.lambda, f*p.lambda), append(c.worth, worth)
	}
	for i := stages - 1; i >= 0; i-- {
		for _, w := range p.stages[i].ways {
			p.complete(i, w)
		}
	}
}

// complete updates the ceilings by one way of stage i.
func (p *proof) complete(i int, w way) {
	c := &p.ceiling
	p.work -= c.width
	for later := 0; later+w.nodes < c.width; later++ {
		here, next := i*c.width+later+w.nodes, (i+1)*c.width+later
		if c.cost[next] >= unreachable {
			continue
		}
		c.cost[here] = min(c.cost[here], c.cost[next]+w.cost)
		for j, lambda := range c.lambda {
			c.worth[j][here] = max(c.worth[j][here], c.worth[j][next]+(w.worth-float64(lambda*float64(w.cost))))
		}
	}
}

// A limit bounds the labels after a stage with a number of nodes. A label that costs more than
// room is in no window. A label of cost c and worth w ends in no window worth more than the least
// of base[j] - lambda[j] c + w.
type limit struct {
	maxCost int64
	base    [len(moneyFactors)]float64
}

// limitOf returns the limit of the labels with so many nodes before stage i. It reports
// false if no completion has the right number of nodes.
func (p *proof) limitOf(i, nodes int) (l limit, ok bool) {
	c, left := &p.ceiling, p.N-p.nodes-nodes
	money := p.Budget - p.cost
	if left < 0 {
		return l, false
	}
	if c.width == 0 {
		l.maxCost = money
		l.base[0] = p.worth.Value() + float64(p.lambda*float64(money)) + float64(p.mu*float64(left)) +
			c.rest[i] + p.slip
		return l, true
	}
	at := i*c.width + left
	l.maxCost = money - c.cost[at]
	for j, lambda := range c.lambda {
		l.base[j] = p.worth.Value() + float64(lambda*float64(money)) + c.worth[j][at] + p.slip
	}
	return l, c.cost[at] < unreachable && l.maxCost >= 0
}

// passes reports whether a label may end in a window that matters.
func (p *proof) passes(l *limit, x *way, floor float64) bool {
	for j, lambda := range p.ceiling.lambda {
		if l.base[j]-float64(lambda*float64(x.cost))+x.worth <= floor {
			return false
		}
	}
	return x.cost <= l.maxCost
}

// label runs the dynamic program over the stages. A label is a choice of ways for the first
// stages, itself a way to use so many nodes. Dominated ones (no cheaper and worth no more) are
// dropped.
func (p *proof) label() Outcome {
	p.tabulate()
	need, floor := p.N-p.nodes, p.goal.floor()
	lists := make([][]way, need+1)
	lists[0] = []way{{}}
	for i, stage := range p.stages {
		next := make([][]way, need+1)
		for nodes := range next {
			l, ok := p.limitOf(i+1, nodes)
			if !ok {
				continue
			}
			for _, w := range stage.ways {
				if w.nodes > nodes {
					continue
				}
				from := lists[nodes-w.nodes]
				if p.work -= 1 + len(from); p.work <= 0 {
					return Exhausted
				}
				for _, x := range from {
					x = way{nodes, x.cost + w.cost, x.worth + w.worth, 0, x.fingerprint + w.fingerprint}
					if p.passes(&l, &x, floor) {
						next[nodes] = append(next[nodes], x)
					}
				}
			}
			next[nodes] = undominatedWays(next[nodes])
		}
		lists = next
	}
	return p.judge(lists[need])
}

// undominatedWays returns the ways that no other with as many nodes dominates, by nodes, then by cost.
// It sorts and overwrites the list.
func undominatedWays(list []way) []way {
	sorting.Sort(list, func(a, b way) int {
		return cmp.Or(cmp.Compare(a.nodes, b.nodes), cmp.Compare(a.cost, b.cost), cmp.Compare(b.worth, a.worth))
	})
	kept := list[:0]
	for _, x := range list {
		if k := len(kept) - 1; k < 0 || kept[k].nodes != x.nodes || x.worth > kept[k].worth {
			kept = append(kept, x)
		}
	}
	return kept
}

// judge inspects the remaining windows.
func (p *proof) judge(list []way) Outcome {
	for _, x := range list {
		worth, cost := p.worth.Value()+x.worth, p.cost+x.cost
		switch h := p.goal.Holding; {
		case cost > p.Budget:
		case worth > p.goal.MaxWorth:
			return Passed
		case h != nil && p.Exact && cost < h.Cost && p.fingerprint+x.fingerprint == h.Fingerprint:
			return Cheaper
		}
	}
	return Proven
}
