package verify

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// The argument for a bound of groups. With a price lambda >= 0 on money and any
// price mu on nodes, no window is worth more than
//
//	L = lambda C + mu n + sum over groups of max(0, profit)
//
// where a group's profit is the most that any way of using it is worth, less
// lambda times its cost and mu times its nodes. A window lies below L by the sum
// of its deficits, group by group, against the best way of each, and by lambda
// times the money that it leaves; no term of that is below 0. So a window worth
// more than the bound has no deficit of L less the bound: most groups have one
// way left. The few others are gone through by labels (count, cost, worth), of
// which one that costs no more and is worth no less replaces another, and one
// that cannot pass the bound ends. If none is left the bound is proven. The
// multipliers are all that the certificate has to say; every pair gives a valid
// argument, and good ones a short one.
//
// Sums of terms are compensated, and slip is more than what is left of their
// rounding; it is always added to the side of the windows.

// mostGroupLooks bounds the work of one proof: ways listed, entries of tables, and
// labels looked at. The search that finds the bound may take more.
const mostGroupLooks = 24_000_000

// mostCeilings bounds the entries of each table of completions; beyond it labels
// are bounded by L alone.
const mostCeilings = 2_000_000

// The outcomes of a proof.
type groupOutcome int

const (
	proven    groupOutcome = iota // no window passes
	passed                        // there is a window worth more
	cheaper                       // there is one made up of the same values for less money
	exhausted                     // the proof would take too many looks
)

// A goal is what a proof shows: that no window is worth more than most, and,
// where there is a holding, that none is worth as much as it for less.
type groupGoal struct {
	most    float64
	looks   int
	holding *groupHolding
}

// A holding is a window whose equals are looked for.
type groupHolding struct {
	worth float64
	cost  int64
	made  groupPrint
}

// groupDust is how far apart sums of the same terms can be.
const groupDust = 1e-11

// floor is the worth up to which windows do not matter.
func (g *groupGoal) floor() float64 {
	if g.holding == nil {
		return g.most
	}
	return math.Min(g.most, g.holding.worth-groupDust*max(1, math.Abs(g.holding.worth)))
}

// A way is one way to treat a group, not using it included.
type groupWay struct {
	nodes   int
	cost    int64
	worth   float64
	deficit float64
	made    groupPrint
}

// A stage is a group that the multipliers leave open.
type groupStage struct {
	ways []groupWay
	near float64 // the least deficit but the best way's
	peak float64 // the best way's profit
}

// A proof is the state of one argument.
type groupProof struct {
	m          *groupMarket
	goal       groupGoal
	lambda, mu float64 // for a step of money, for a node
	looks      int
	top        float64 // L
	slip       float64
	allow      float64 // deficits from here on do not matter

	// By group: the sum of what pays of its members, the best of them, and the
	// least that a change of one costs.
	sum, single, swing []float64

	stages  []groupStage
	count   int // of the groups that have one way left
	cost    int64
	worth   groupTotal
	made    groupPrint
	ceiling groupCeilings
}

// A total adds up with compensation (Neumaier), and knows the size of its terms.
type groupTotal struct{ sum, lost, size float64 }

func (t *groupTotal) add(x float64) {
	s := t.sum + x
	if math.Abs(t.sum) >= math.Abs(x) {
		t.lost += (t.sum - s) + x
	} else {
		t.lost += (x - s) + t.sum
	}
	t.sum = s
	t.size += math.Abs(x)
}

func (t *groupTotal) is() float64 { return t.sum + t.lost }

// follow goes through the argument for two multipliers: worth for a unit of
// money, worth for a node.
func (m *groupMarket) follow(multipliers []float64, g groupGoal) groupOutcome {
	if len(multipliers) != 2 || !(multipliers[0] >= 0) || math.IsInf(multipliers[0], 1) ||
		math.IsNaN(multipliers[1]) || math.IsInf(multipliers[1], 0) {
		return exhausted
	}
	s := &groupProof{m: m, goal: g, lambda: multipliers[0] / math.Pow10(m.digits), mu: multipliers[1], looks: g.looks}
	s.relax()
	s.allow = s.top + s.slip - g.floor()
	switch {
	case s.allow < 0:
		return proven
	case math.IsInf(s.allow, 1) || math.IsNaN(s.allow):
		return exhausted
	case !s.fix():
		return exhausted
	case s.count > m.n || s.cost > m.budget:
		return proven
	}
	sorting.Stable(s.stages, func(a, b groupStage) int { return cmp.Compare(a.near, b.near) })
	return s.label()
}

// gain is what a node adds to the profit of its group once that is used.
func (s *groupProof) gain(i int) float64 {
	x := -float64(s.lambda*float64(s.m.price[i])) - s.mu
	if s.m.own != nil {
		x += s.m.own[i]
	}
	return x
}

func (s *groupProof) profitOf(l *groupLot) float64 {
	return l.worth - float64(s.lambda*float64(l.cost)) - float64(s.mu*float64(l.nodes))
}

// relax works out L and the profits.
func (s *groupProof) relax() {
	m := s.m
	s.sum, s.single, s.swing = make([]float64, len(m.setup)), make([]float64, len(m.setup)),
		make([]float64, len(m.setup))
	for g := range m.setup {
		s.single[g], s.swing[g] = math.Inf(-1), math.Inf(1)
	}
	t := groupTotal{}
	t.add(s.lambda * float64(m.budget))
	t.add(s.mu * float64(m.n))
	most := 0.0
	// Nodes of a group mostly stand together, so what they add up to is at hand.
	last, sum, single, swing := int32(-1), 0.0, 0.0, 0.0
	for i, price := range m.price {
		if price == notForSale {
			continue
		}
		x := s.gain(i)
		if m.loose(i) {
			if x > 0 {
				t.add(x)
			}
			continue
		}
		if g := m.of[i]; g != last {
			if last >= 0 {
				s.sum[last], s.single[last], s.swing[last] = sum, single, swing
			}
			last, sum, single, swing = g, s.sum[g], s.single[g], s.swing[g]
		}
		if x > 0 {
			sum += x
		}
		if x > single {
			single = x
		}
		if x = math.Abs(x); x < swing {
			swing = x
		}
	}
	if last >= 0 {
		s.sum[last], s.single[last], s.swing[last] = sum, single, swing
	}
	for g := range m.setup {
		for k := range m.lots[g] {
			s.single[g] = max(s.single[g], s.profitOf(&m.lots[g][k]))
		}
		if x := s.profit(g); x > 0 {
			t.add(x)
			most = max(most, s.sum[g])
		}
	}
	s.top = t.is()
	// Each profit is a plain sum of at most N terms, of which few groups have many.
	s.slip = math.Ldexp(t.size, -46) + math.Ldexp(most*float64(min(len(m.price), 1<<20)), -51)
}

// profit of the best way to use a group, used it must be.
func (s *groupProof) profit(g int) float64 {
	switch {
	case s.m.lots[g] != nil || math.IsInf(s.single[g], -1):
		return s.single[g]
	case s.single[g] > 0:
		return s.m.setup[g] + s.sum[g]
	}
	return s.m.setup[g] + s.single[g]
}

// fix tells the groups that have one way left from the others, and lists the
// ways of these; false where they are too many.
func (s *groupProof) fix() bool {
	m := s.m
	const used, open = 1, 2
	state := make([]int8, len(m.setup))
	members := map[int32][]int32{}
	for g := range m.setup {
		switch x := s.profit(g); {
		case math.Abs(x) <= s.allow || x > 0 && (m.lots[g] != nil || s.swing[g] <= s.allow || s.single[g] <= 0):
			state[g] = open
		case x > 0:
			state[g] = used
			s.worth.add(m.setup[g])
			s.made += m.printed(m.valueOf(g))
		}
	}
	for i, price := range m.price {
		if price == notForSale {
			continue
		}
		switch g := m.of[i]; {
		case m.loose(i):
			if x := s.gain(i); math.Abs(x) <= s.allow {
				s.alone(i, x)
			} else if x > 0 {
				s.take(i)
			}
		case state[g] == open:
			members[g] = append(members[g], int32(i))
		case state[g] == used && s.gain(i) > 0:
			s.take(i)
		}
	}
	for g := range m.setup {
		if state[g] == open && s.looks > 0 {
			s.list(g, members[int32(g)])
		}
	}
	return s.looks > 0
}

// take adds a node to what every window has.
func (s *groupProof) take(i int) {
	s.count++
	s.cost = min(s.cost+s.m.price[i], mostMoney)
	if s.m.own != nil {
		s.worth.add(s.m.own[i])
		s.made += s.m.printed(s.m.valueOfNode(i))
	}
}

// alone leaves a node open that depends on no other.
func (s *groupProof) alone(i int, profit float64) {
	s.looks -= 2
	w := groupWay{nodes: 1, cost: s.m.price[i], deficit: max(0, -profit)}
	if s.m.own != nil {
		w.worth, w.made = s.m.own[i], s.m.printed(s.m.valueOfNode(i))
	}
	s.leave([]groupWay{{deficit: max(0, profit)}, w}, max(0, profit))
}

// valueOf is what using a group is worth in the document's own numbers.
func (m *groupMarket) valueOf(g int) float64 {
	if m.sums {
		return m.setup[g]
	}
	return m.groupOdds[g]
}

func (m *groupMarket) valueOfNode(i int) float64 {
	if m.sums {
		return m.own[i]
	}
	return m.oddsOf(i)
}

// list writes down the ways of a group whose deficit matters.
func (s *groupProof) list(g int, members []int32) {
	m := s.m
	peak := max(0, s.profit(g))
	ways := []groupWay{}
	add := func(w groupWay) {
		s.looks--
		if w.deficit <= s.allow {
			ways = append(ways, w)
		}
	}
	add(groupWay{deficit: peak})
	for k := range m.lots[g] {
		l := &m.lots[g][k]
		add(groupWay{l.nodes, l.cost, l.worth, peak - s.profitOf(l), m.printed(l.value)})
	}
	switch {
	case m.own != nil:
		s.sets(g, members, peak, add)
	default:
		m.byPrice(members)
		cost, made := int64(0), m.printed(m.valueOf(g))
		for k, i := range members {
			if cost += m.price[i]; cost > m.budget {
				break
			}
			profit := m.setup[g] - float64(s.lambda*float64(cost)) - float64(s.mu*float64(k+1))
			add(groupWay{k + 1, cost, m.setup[g], peak - profit, made})
		}
	}
	s.leave(ways, peak)
}

// sets lists sets of nodes that are worth something by themselves. A node that
// pays and is left out, or does not and is taken, adds its gain to the deficit,
// so that in the order of those only sets are met that matter.
func (s *groupProof) sets(g int, members []int32, peak float64, add func(groupWay)) {
	sorting.By(members, func(a, b int32) int {
		return cmp.Or(cmp.Compare(math.Abs(s.gain(int(a))), math.Abs(s.gain(int(b)))), int(a-b))
	})
	taken := make([]bool, len(members))
	base := s.m.setup[g]
	for k, i := range members {
		x := s.gain(int(i))
		taken[k] = x > 0
		base += max(0, x)
	}
	var visit func(next int, deficit float64)
	visit = func(next int, deficit float64) {
		if s.looks -= len(members); s.looks <= 0 {
			return
		}
		s.write(g, members, taken, deficit, add)
		for k := next; k < len(members); k++ {
			more := deficit + math.Abs(s.gain(int(members[k])))
			if more > s.allow {
				return
			}
			taken[k] = !taken[k]
			visit(k+1, more)
			taken[k] = !taken[k]
		}
	}
	visit(0, peak-base)
}

func (s *groupProof) write(g int, members []int32, taken []bool, deficit float64, add func(groupWay)) {
	w := groupWay{worth: s.m.setup[g], deficit: deficit, made: s.m.printed(s.m.valueOf(g))}
	for k, i := range members {
		if taken[k] {
			w.nodes++
			w.cost = min(w.cost+s.m.price[i], mostMoney)
			w.worth += s.m.own[i]
			w.made += s.m.printed(s.m.valueOfNode(int(i)))
		}
	}
	if w.nodes > 0 && w.nodes <= s.m.n && w.cost <= s.m.budget {
		add(w)
	}
}

// leave puts a group down as open, or as fixed where one way is left.
func (s *groupProof) leave(ways []groupWay, peak float64) {
	sorting.Stable(ways, func(a, b groupWay) int {
		return cmp.Or(cmp.Compare(a.nodes, b.nodes), cmp.Compare(a.cost, b.cost), cmp.Compare(b.worth, a.worth))
	})
	kept := ways[:0]
	for _, w := range ways { // of as many nodes, what costs no less and is worth no more goes
		if k := len(kept) - 1; k < 0 || kept[k].nodes != w.nodes || w.worth > kept[k].worth {
			kept = append(kept, w)
		}
	}
	switch len(kept) {
	case 0: // no window makes the group's sum right
		s.count = s.m.n + 1
		return
	case 1:
		s.count += kept[0].nodes
		s.cost = min(s.cost+kept[0].cost, mostMoney)
		s.worth.add(kept[0].worth)
		s.made += kept[0].made
		return
	}
	best := 0
	for k := range kept {
		if kept[k].deficit < kept[best].deficit {
			best = k
		}
	}
	near := math.Inf(1)
	for k := range kept {
		if k != best {
			near = min(near, kept[k].deficit)
		}
	}
	s.stages = append(s.stages, groupStage{kept, near, peak})
}
