package verify

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// maxCeilings bounds the entries of each table of completions. Beyond it labels are bounded
// by L alone.
const maxCeilings = 2_000_000

// moneyFactors are the prices of money, relative to lambda, for which completions are
// tabulated: labels that have spent little are bounded best by a small one, others by a
// great one.
var moneyFactors = [...]float64{1, 0.5, 1.6, 0.75, 1.25, 0}

// A label is a choice of ways for the first stages. Its number of nodes is that of the list
// that it is in.
type label struct {
	cost  int64
	worth float64
	made  fingerprint
}

// ceilings bound what the stages from each on can add with so many nodes: the least cost,
// and the most worth less a price for money.
type ceilings struct {
	width  int // numbers of nodes; 0 if the tables would be too large
	lambda []float64
	worth  [][]float64 // by price of money, [stage * width + nodes]
	cost   []int64     // [stage * width + nodes]
	rest   []float64   // the sum of the best profits from each stage on
}

// tabulate makes the ceilings.
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

// complete enters one way of stage i into the ceilings.
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

// A limit bounds the labels after a stage with so many nodes: one that costs more than room
// is in no window, and one of cost c and worth w ends in no window worth more than the
// least of base[j] - lambda[j] c + w.
type limit struct {
	room int64
	base [len(moneyFactors)]float64
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
		l.room = money
		l.base[0] = p.worth.value() + float64(p.lambda*float64(money)) + float64(p.mu*float64(left)) +
			c.rest[i] + p.slip
		return l, true
	}
	at := i*c.width + left
	l.room = money - c.cost[at]
	for j, lambda := range c.lambda {
		l.base[j] = p.worth.value() + float64(lambda*float64(money)) + c.worth[j][at] + p.slip
	}
	return l, c.cost[at] < unreachable && l.room >= 0
}

// passes reports whether a label may end in a window that matters.
func (p *proof) passes(l *limit, x *label, floor float64) bool {
	for j, lambda := range p.ceiling.lambda {
		if l.base[j]-float64(lambda*float64(x.cost))+x.worth <= floor {
			return false
		}
	}
	return x.cost <= l.room
}

// label goes through the stages. Of the labels with as many nodes, those that cost no less
// and are worth no more than another are dropped.
func (p *proof) label() Outcome {
	p.tabulate()
	need, floor := p.N-p.nodes, p.goal.floor()
	lists := make([][]label, need+1)
	lists[0] = []label{{}}
	for i, stage := range p.stages {
		next := make([][]label, need+1)
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
					x = label{x.cost + w.cost, x.worth + w.worth, x.made + w.made}
					if p.passes(&l, &x, floor) {
						next[nodes] = append(next[nodes], x)
					}
				}
			}
			next[nodes] = undominated(next[nodes])
		}
		lists = next
	}
	return p.judge(lists[need])
}

// undominated returns the labels that no other dominates, by their cost.
func undominated(list []label) []label {
	sorting.By(list, func(a, b label) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(b.worth, a.worth))
	})
	kept := list[:0]
	for _, x := range list {
		if k := len(kept) - 1; k < 0 || x.worth > kept[k].worth {
			kept = append(kept, x)
		}
	}
	return kept
}

// judge inspects the windows that are left.
func (p *proof) judge(list []label) Outcome {
	for _, x := range list {
		worth, cost := p.worth.value()+x.worth, p.cost+x.cost
		switch h := p.goal.Holding; {
		case cost > p.Budget:
		case worth > p.goal.Most:
			return Passed
		case h != nil && p.Exact && cost < h.Cost && p.made+x.made == h.made:
			return Cheaper
		}
	}
	return Proven
}
