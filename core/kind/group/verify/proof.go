package verify

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// The argument for a bound is a Lagrangian relaxation. With a price lambda >= 0 on money
// and any price mu on nodes, no window is worth more than
//
//	L = lambda C + mu n + sum over units of max(0, profit)
//
// where a unit's profit is the most that any way of using it is worth, less lambda times
// its cost and mu times its nodes. The deficit of a way is what it lacks to the best way of
// its unit. A window lies below L by the sum of its deficits and by lambda times the money
// that it leaves. So a window worth more than the bound has no deficit above L less the
// bound, which leaves most units one way. The others are searched by labels (labels.go).
// Every pair of multipliers gives a valid argument, and good ones a short one.
//
// Sums are compensated. Slip is more than the rounding errors that are left; it is always
// added in favour of the windows.

// maxWork bounds the work of one proof: ways listed, entries of tables and labels.
const maxWork = 24_000_000

// An Outcome of a proof.
type Outcome int

const (
	Proven    Outcome = iota // no window is better
	Passed                   // there is a window worth more
	Cheaper                  // there is one composed of the same values for less money
	Exhausted                // the proof would take too much work, or has no valid multipliers
)

// A Goal is to prove that no window is worth more than Most and, if there is a Holding,
// that none composed of the same values costs less.
type Goal struct {
	Most    float64
	Work    int
	Holding *Holding
}

// A Holding is the window that others are compared with.
type Holding struct {
	Worth float64
	Cost  int64
	made  fingerprint
}

// Hold returns the holding of a window of nodes and variants of groups, nil if it is never
// available.
func (s *Scaled) Hold(nodes []int, lots map[int]int, groupOf func(node int) int) *Holding {
	h, worth, used := &Holding{}, sum{}, map[int]bool{}
	for _, i := range nodes {
		g := groupOf(i)
		if s.odds.nodes[i] == 0 || g >= 0 && s.odds.groups[g] == 0 {
			return nil
		}
		if _, variant := lots[g]; variant {
			continue
		}
		h.Cost += s.Steps(s.p.Nodes[i].Price)
		worth.add(s.NodeWorth(i))
		h.made += s.nodeFingerprint(i)
		if g >= 0 && !used[g] {
			used[g] = true
			worth.add(s.GroupWorth(g))
			h.made += s.groupFingerprint(g)
		}
	}
	for _, u := range s.Units {
		for _, l := range u.Lots {
			if k, ok := lots[u.Group]; ok && k == l.Index {
				h.Cost += l.Cost
				worth.add(l.Worth)
				h.made += l.made
			}
		}
	}
	h.Worth = worth.value()
	return h
}

// Singles returns the problem in which every node is alone, worth what it and its group are,
// and the holding of a window in it.
func (s *Scaled) Singles(window []int, groupOf func(node int) int) (*Scaled, *Holding) {
	alone := *s
	alone.Sums, alone.Alike, alone.Units = true, false, nil
	for _, u := range s.Units {
		for _, x := range u.Items {
			x.Worth = u.Setup + x.Worth
			x.made = alone.fingerprint(x.Worth)
			alone.Units = append(alone.Units, Unit{Group: -1, Items: []Item{x}})
		}
	}
	h, worth := &Holding{}, sum{}
	for _, i := range window {
		x := s.NodeWorth(i)
		if g := groupOf(i); g >= 0 {
			x = s.GroupWorth(g) + x
		}
		h.Cost += s.Steps(s.p.Nodes[i].Price)
		worth.add(x)
		h.made += alone.fingerprint(x)
	}
	h.Worth = worth.value()
	return &alone, h
}

// sameSum is how far sums of the same terms can be apart, relative to the greater of them
// and 1.
const sameSum = 1e-11

// floor returns the worth up to which windows do not matter.
func (g *Goal) floor() float64 {
	if g.Holding == nil {
		return g.Most
	}
	return math.Min(g.Most, g.Holding.Worth-sameSum*max(1, math.Abs(g.Holding.Worth)))
}

// A way is one way to treat a unit, not using it included.
type way struct {
	nodes   int
	cost    int64
	worth   float64
	deficit float64
	made    fingerprint
}

// A stage is a unit with more than one way left.
type stage struct {
	ways []way
	gap  float64 // the least deficit but the best way's
	peak float64 // the best way's profit
}

// A proof is the state of one argument.
type proof struct {
	*Scaled
	goal       Goal
	lambda, mu float64 // for a step of money, for a node
	work       int     // that is left
	slip       float64
	allow      float64 // ways of a greater deficit do not matter

	// The units with one way left, together.
	nodes int
	cost  int64
	worth sum
	made  fingerprint

	stages  []stage
	ceiling ceilings
}

// A sum is compensated (Neumaier) and has the size of its terms.
type sum struct{ plain, lost, size float64 }

func (t *sum) add(x float64) {
	s := t.plain + x
	if math.Abs(t.plain) >= math.Abs(x) {
		t.lost += (t.plain - s) + x
	} else {
		t.lost += (x - s) + t.plain
	}
	t.plain = s
	t.size += math.Abs(x)
}

func (t *sum) value() float64 { return t.plain + t.lost }

// Follow follows the argument for two multipliers: worth for a unit of money, and for a
// node.
func (s *Scaled) Follow(multipliers []float64, g Goal) Outcome {
	if len(multipliers) != 2 || !(multipliers[0] >= 0) || math.IsInf(multipliers[0], 1) ||
		math.IsNaN(multipliers[1]) || math.IsInf(multipliers[1], 0) {
		return Exhausted
	}
	p := &proof{Scaled: s, goal: g, lambda: multipliers[0] / math.Pow10(s.Digits), mu: multipliers[1], work: g.Work}
	p.allow = p.relaxed() - g.floor()
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

// relaxed returns L and the slip together, and sets the slip.
func (p *proof) relaxed() float64 {
	t, largest, items := sum{}, 0.0, 0
	t.add(p.lambda * float64(p.Budget))
	t.add(p.mu * float64(p.N))
	for k := range p.Units {
		u := &p.Units[k]
		items += len(u.Items)
		if x := p.profit(u); x > 0 {
			t.add(x)
			largest = max(largest, x-u.setup())
		}
	}
	// What items add to a profit is a plain sum of at most as many terms as there are items.
	p.slip = math.Ldexp(t.size, -46) + math.Ldexp(largest*float64(min(items, 1<<20)), -51)
	return t.value() + p.slip
}

// gain returns what an item adds to the profit of its unit.
func (p *proof) gain(x *Item) float64 {
	return x.Worth - float64(p.lambda*float64(x.Price)) - p.mu
}

func (p *proof) lotProfit(l *Lot) float64 {
	return l.Worth - float64(p.lambda*float64(l.Cost)) - float64(p.mu*float64(l.Nodes))
}

// profit returns the profit of the best way to use a unit.
func (p *proof) profit(u *Unit) float64 {
	best, positive := math.Inf(-1), 0.0
	for k := range u.Lots {
		best = max(best, p.lotProfit(&u.Lots[k]))
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
	if len(u.Lots) > 0 {
		return 0
	}
	return u.Setup
}

// ways returns the ways of a unit whose deficit matters, and the profit of the best.
func (p *proof) ways(u *Unit) (list []way, peak float64) {
	peak = max(0, p.profit(u))
	add := func(w way) {
		p.work--
		if w.deficit <= p.allow {
			list = append(list, w)
		}
	}
	add(way{deficit: peak})
	for k := range u.Lots {
		l := &u.Lots[k]
		add(way{l.Nodes, l.Cost, l.Worth, peak - p.lotProfit(l), l.made})
	}
	if !p.Alike {
		p.sets(u, peak, add)
		return list, peak
	}
	cost := int64(0)
	for k := range u.Items {
		if cost += u.Items[k].Price; cost > p.Budget {
			break
		}
		profit := u.Setup - float64(p.lambda*float64(cost)) - float64(p.mu*float64(k+1))
		add(way{k + 1, cost, u.Setup, peak - profit, u.made})
	}
	return list, peak
}

// sets adds sets of items that are worth something by themselves. An item that has a gain
// and is left out, or has a loss and is taken, adds it to the deficit. The sets are
// visited in the order of these, so that only sets that matter are.
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
		w := way{worth: u.Setup, deficit: deficit, made: u.made}
		for k := range items {
			if taken[k] {
				w.nodes++
				w.cost = min(w.cost+items[k].Price, maxMoney)
				w.worth += items[k].Worth
				w.made += items[k].made
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

// leave adds a unit to the stages, or to the fixed ones if one way is left. Of ways with as
// many nodes, those that cost no less and are worth no more than another are dropped.
func (p *proof) leave(ways []way, peak float64) {
	sorting.By(ways, func(a, b way) int {
		return cmp.Or(cmp.Compare(a.nodes, b.nodes), cmp.Compare(a.cost, b.cost), cmp.Compare(b.worth, a.worth))
	})
	kept := ways[:0]
	for _, w := range ways {
		if k := len(kept) - 1; k < 0 || kept[k].nodes != w.nodes || w.worth > kept[k].worth {
			kept = append(kept, w)
		}
	}
	switch len(kept) {
	case 0: // no window matters
		p.nodes = p.N + 1
		return
	case 1:
		p.nodes += kept[0].nodes
		p.cost = min(p.cost+kept[0].cost, maxMoney)
		p.worth.add(kept[0].worth)
		p.made += kept[0].made
		return
	}
	least, gap := math.Inf(1), math.Inf(1)
	for _, w := range kept {
		gap = min(gap, max(least, w.deficit))
		least = min(least, w.deficit)
	}
	p.stages = append(p.stages, stage{kept, gap, peak})
}
