package verify

import "math"

// A label is a set of ways for the first stages: its nodes by the list it stands
// in, its cost and worth, and what it is worth in fingerprints.
type groupLabel struct {
	cost  int64
	worth float64
	made  groupPrint
}

// moneyFactors are the prices of money, relative to the proof's, for which
// completions are tabulated: what has spent little is bounded best by a small
// one, what has spent much by a great one.
var moneyFactors = [...]float64{1, 0.5, 1.6, 0.75, 1.25, 0}

// ceilings bound what the stages from each on can add, when they take so many
// nodes together: least costs, and most worth less a price for money.
type groupCeilings struct {
	wide   int // numbers of nodes; 0 where there are too many
	lambda []float64
	worth  [][]float64 // by price, [stage][nodes]
	cost   []int64
	rest   []float64 // the sum of the best profits from each stage on
}

// outOfReach is the cost of numbers of nodes that stages cannot take.
const outOfReach = math.MaxInt64 / 4

func (s *groupProof) tabulate() {
	c, stages := &s.ceiling, len(s.stages)
	c.rest = make([]float64, stages+1)
	for i := stages - 1; i >= 0; i-- {
		c.rest[i] = c.rest[i+1] + s.stages[i].peak
	}
	c.wide = s.m.n - s.count + 1
	if c.wide > mostCeilings/(stages+1) {
		c.wide = 0
		return
	}
	for _, f := range moneyFactors {
		if f == 1 || s.lambda > 0 {
			c.lambda = append(c.lambda, f*s.lambda)
			c.worth = append(c.worth, make([]float64, (stages+1)*c.wide))
		}
	}
	c.cost = make([]int64, (stages+1)*c.wide)
	for r := range c.cost {
		c.cost[r] = outOfReach
		for j := range c.lambda {
			c.worth[j][r] = math.Inf(-1)
		}
	}
	last := stages * c.wide
	c.cost[last] = 0
	for j := range c.lambda {
		c.worth[j][last] = 0
	}
	for i := stages - 1; i >= 0; i-- {
		for k := range s.stages[i].ways {
			s.complete(i, &s.stages[i].ways[k])
		}
	}
}

// complete lets stage i treat its group in one way.
func (s *groupProof) complete(i int, w *groupWay) {
	c := &s.ceiling
	if w.nodes >= c.wide {
		return
	}
	s.looks -= c.wide
	here, next := i*c.wide+w.nodes, (i+1)*c.wide
	n := c.wide - w.nodes
	cost, later := c.cost[here:here+n], c.cost[next:next+n]
	for r := range cost {
		if later[r] < outOfReach {
			cost[r] = min(cost[r], later[r]+w.cost)
		}
	}
	for j, lambda := range c.lambda {
		gain := w.worth - float64(lambda*float64(w.cost))
		worth, later := c.worth[j][here:here+n], c.worth[j][next:next+n]
		for r := range worth {
			worth[r] = max(worth[r], later[r]+gain)
		}
	}
}

// A limit bounds the labels after a stage with so many nodes: what costs more
// than room is in no window, and one of cost c and worth w ends in no window
// worth more than the least of base[j] - lambda[j] c + w.
type groupLimit struct {
	room int64
	base [len(moneyFactors)]float64
}

// limit of the labels with nodes taken by the stages before i; ok is false when
// the number of nodes cannot be made right any more.
func (s *groupProof) limit(i, nodes int) (l groupLimit, ok bool) {
	c, left := &s.ceiling, s.m.n-s.count-nodes
	money := s.m.budget - s.cost
	if c.wide == 0 {
		l.room = money
		l.base[0] = s.worth.is() + float64(s.lambda*float64(money)) + float64(s.mu*float64(left)) + c.rest[i] + s.slip
		return l, left >= 0
	}
	if left < 0 || c.cost[i*c.wide+left] >= outOfReach {
		return l, false
	}
	l.room = money - c.cost[i*c.wide+left]
	for j, lambda := range c.lambda {
		l.base[j] = s.worth.is() + float64(lambda*float64(money)) + c.worth[j][i*c.wide+left] + s.slip
	}
	return l, l.room >= 0
}

// passes tells whether a label may end in a window that matters.
func (s *groupProof) passes(l *groupLimit, x *groupLabel, floor float64) bool {
	if s.ceiling.wide == 0 {
		return l.base[0]-float64(s.lambda*float64(x.cost))+x.worth > floor
	}
	for j, lambda := range s.ceiling.lambda {
		if l.base[j]-float64(lambda*float64(x.cost))+x.worth <= floor {
			return false
		}
	}
	return true
}

// label goes through the stages.
func (s *groupProof) label() groupOutcome {
	s.tabulate()
	need := s.m.n - s.count
	lists := make([][]groupLabel, need+1)
	lists[0] = []groupLabel{{}}
	floor := s.goal.floor()
	for i := range s.stages {
		next := make([][]groupLabel, need+1)
		for nodes := range next {
			l, ok := s.limit(i+1, nodes)
			if !ok {
				continue
			}
			for k := range s.stages[i].ways {
				w := &s.stages[i].ways[k]
				if w.nodes > nodes || len(lists[nodes-w.nodes]) == 0 {
					continue
				}
				from := lists[nodes-w.nodes]
				shifted := make([]groupLabel, 0, len(from))
				for _, x := range from {
					x.cost, x.worth, x.made = x.cost+w.cost, x.worth+w.worth, x.made+w.made
					if x.cost > l.room {
						break
					}
					if s.passes(&l, &x, floor) {
						shifted = append(shifted, x)
					}
				}
				next[nodes] = s.merge(next[nodes], shifted)
				if s.looks -= 1 + len(from) + len(next[nodes]); s.looks <= 0 {
					return exhausted
				}
			}
		}
		lists = next
	}
	return s.judge(lists[need])
}

// merge joins lists by cost, each of them ever more worth, into one such list.
func (s *groupProof) merge(a, b []groupLabel) []groupLabel {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	out := make([]groupLabel, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		x := &a
		if len(a) == 0 || len(b) > 0 && (b[0].cost < a[0].cost || b[0].cost == a[0].cost && b[0].worth > a[0].worth) {
			x = &b
		}
		if k := len(out) - 1; k < 0 || (*x)[0].worth > out[k].worth {
			out = append(out, (*x)[0])
		}
		*x = (*x)[1:]
	}
	return out
}

// judge looks at the windows that were not ruled out.
func (s *groupProof) judge(list []groupLabel) groupOutcome {
	for k := range list {
		x := &list[k]
		worth, cost := s.worth.is()+x.worth, s.cost+x.cost
		switch h := s.goal.holding; {
		case cost > s.m.budget:
		case worth > s.goal.most:
			return passed
		case h != nil && s.m.exact && cost < h.cost && s.made+x.made == h.made:
			return cheaper
		}
	}
	return proven
}

// A groupPrint tells what a window is made up of: the sum of one for each of its
// values. Windows made up of the same values are worth the same, which sums of
// rounded logarithms could not tell.
type groupPrint uint64

// printed is the fingerprint of a value; one that changes nothing has none.
func (m *groupMarket) printed(x float64) groupPrint {
	if m.sums && x == 0 || !m.sums && x == 1 {
		return 0
	}
	h := math.Float64bits(x) + 0x9e3779b97f4a7c15 // splitmix64, Steele and others 2014
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return groupPrint(h ^ h>>31)
}
