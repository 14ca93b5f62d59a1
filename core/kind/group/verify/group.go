package verify

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/group"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit group problem:
//
//   - the window has as many different nodes as are requested, all of them in
//     the problem, in the order of the document;
//   - a group with variants is used by one of them, with just its number of
//     nodes, the first of the group;
//   - cost, availability and value are what the window makes them, and the cost
//     is within the budget;
//   - no bound is below the value, the gap is right, and no window can pass the
//     bound: see proof.go for the argument, which mostGroupLooks limits;
//   - the window is what its algorithm promises, or what its rule leads to; see
//     rules.go for how far that is followed;
//   - what is said to have no window has none, or the algorithm refuses the problem.
//
// Availabilities from events are computed again with the standard library's
// error function instead of the nouns' own. The work is one of a few passes over
// the document, n log n, besides the limits named above.
//
// The answer of a policy is checked by its formulas, which are nil for other answers.
func Answer(p *group.Problem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := newGroupCheck(p, a)
	c.policy = by
	return verify.Judge(&c.Verdict, c)
}

func newGroupCheck(p *group.Problem, a *scenario.Answer) *groupCheck {
	c := &groupCheck{Verdict: verify.Verdict{Kind: "group", Answer: a}, p: p, nodes: map[string]int{}}
	c.ReadOptions(&c.options)
	return c
}

// group is the place of a group. Most are found beside one another (belongs), so
// that few checks need the map.
func (c *groupCheck) group(id string) (at int, ok bool) {
	if c.groups == nil {
		c.groups = verify.Places(c.p.Groups, func(x *group.Group) string { return x.ID })
	}
	at, ok = c.groups[id]
	return at, ok
}

// groupCheck is the state of one check. Of the nodes it knows those of the answer
// alone, for there may be a million.
type groupCheck struct {
	verify.Verdict
	options       group.Options
	p             *group.Problem
	policy        *policy.Formulas // of an answer by own
	groups, nodes map[string]int
	of            []int32 // the group of every node, -1 for none
	given         bool    // some node has an availability
	read          *groupMarket
	held          *groupHolding // what the answer's window is worth and costs
}

// A groupTaking is the window of an answer.
type groupTaking struct {
	nodes []int32
	has   map[int32]bool
	lots  map[int]int // the variant of a group
}

// locate looks for the nodes of an answer, first in the order in which they must
// stand.
func (c *groupCheck) locate(ids []string) {
	next := 0
	for i := range c.p.Nodes {
		if next < len(ids) && c.p.Nodes[i].ID == ids[next] {
			c.nodes[ids[next]] = i
			next++
		}
	}
	if next == len(ids) {
		return
	}
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	for i := range c.p.Nodes {
		if id := c.p.Nodes[i].ID; wanted[id] {
			c.nodes[id] = i
		}
	}
}

// Solution checks the nodes and the variants, then what they amount to.
func (c *groupCheck) Solution(s *group.Solution) []verify.Metric {
	c.locate(s.Nodes)
	if want := c.p.Request.Nodes; len(s.Nodes) != want {
		c.Violation("solution.nodes", "has "+strconv.Itoa(len(s.Nodes))+" nodes, must have "+strconv.Itoa(want))
	}
	used := make([][]int, len(c.p.Groups))
	alone := []int{}
	last := -1
	of, _ := c.belongs()
	for k, id := range s.Nodes {
		at := "solution.nodes[" + strconv.Itoa(k) + "]"
		i, ok := c.nodes[id]
		switch {
		case !ok:
			c.Violation(at, strconv.Quote(id)+" is not a node")
			continue
		case i == last:
			c.Violation(at, strconv.Quote(id)+" is there twice")
			continue
		case i < last:
			c.Violation(at, strconv.Quote(id)+" stands after "+strconv.Quote(c.p.Nodes[last].ID)+
				", which comes later in the document")
		}
		last = max(last, i)
		if g := of[i]; g >= 0 {
			used[g] = append(used[g], i)
		} else {
			alone = append(alone, i)
		}
	}
	lots := c.lots(s, used)
	if len(c.Found) > 0 {
		return nil
	}
	list := c.amounts(used, alone, lots)
	if len(c.Found) == 0 {
		t := c.taking(s)
		c.hold(t)
		c.rules(t, verify.Find(list, "value"))
	}
	return list
}

// taking reads a window that is in order.
func (c *groupCheck) taking(s *group.Solution) *groupTaking {
	t := &groupTaking{has: map[int32]bool{}, lots: map[int]int{}}
	for _, id := range s.Nodes {
		i := int32(c.nodes[id])
		t.nodes, t.has[i] = append(t.nodes, i), true
	}
	for _, x := range s.Variants {
		g, _ := c.group(x.Group)
		t.lots[g] = x.Variant
	}
	return t
}

// hold works out what a proof compares other windows with.
func (c *groupCheck) hold(t *groupTaking) {
	if c.promised() != ofCheapest {
		return
	}
	m, h, worth := c.market(), groupHolding{}, groupTotal{}
	used := map[int32]bool{}
	for _, i := range t.nodes {
		g := m.of[i]
		if m.oddsOf(int(i)) == 0 || g >= 0 && m.groupOdds[g] == 0 {
			return // a window that is never available
		}
		if _, together := t.lots[int(g)]; together {
			continue
		}
		h.cost += inSteps(c.p.Nodes[i].Price, m.digits)
		if m.own != nil {
			worth.add(m.own[i])
			h.made += m.printed(m.valueOfNode(int(i)))
		}
		if g >= 0 && !used[g] {
			used[g] = true
			worth.add(m.setup[g])
			h.made += m.printed(m.valueOf(int(g)))
		}
	}
	for g, k := range t.lots {
		for at := range m.lots[g] {
			if l := &m.lots[g][at]; l.index == k {
				h.cost += l.cost
				worth.add(l.worth)
				h.made += m.printed(l.value)
			}
		}
	}
	h.worth = worth.is()
	c.held = &h
}

// lots checks the variants chosen and gives that of each group, or nil.
func (c *groupCheck) lots(s *group.Solution, used [][]int) []*group.Variant {
	lots := make([]*group.Variant, len(c.p.Groups))
	for k, x := range s.Variants {
		at := "solution.variants[" + strconv.Itoa(k) + "]"
		g, ok := c.group(x.Group)
		switch {
		case !ok:
			c.Violation(at+".group", strconv.Quote(x.Group)+" is not a group")
		case x.Variant < 0 || x.Variant >= len(c.p.Groups[g].Variants):
			c.Violation(at+".variant", strconv.Itoa(x.Variant)+" is not a variant of "+x.Group)
		case lots[g] != nil:
			c.Violation(at+".group", x.Group+" has two variants")
		case c.p.Groups[g].Variants[x.Variant].Nodes != len(used[g]):
			c.Violation(at+".variant", "takes "+strconv.Itoa(c.p.Groups[g].Variants[x.Variant].Nodes)+" nodes of "+
				x.Group+", the window has "+strconv.Itoa(len(used[g])))
		default:
			lots[g] = &c.p.Groups[g].Variants[x.Variant]
		}
	}
	for g := range used {
		if len(used[g]) == 0 || len(c.p.Groups[g].Variants) == 0 {
			continue
		}
		if lots[g] == nil {
			c.Violation("solution.variants", "lack the variant of group "+c.p.Groups[g].ID+", of which nodes are taken")
			continue
		}
		first := 0
		for i := range c.p.Nodes {
			if c.p.Nodes[i].Group == c.p.Groups[g].ID && first < len(used[g]) {
				if used[g][first] != i {
					c.Violation("solution.nodes", "has "+strconv.Quote(c.p.Nodes[used[g][first]].ID)+" of group "+
						c.p.Groups[g].ID+", must have its first nodes")
					break
				}
				first++
			}
		}
	}
	return lots
}

// amounts works out cost, availability and value.
func (c *groupCheck) amounts(used [][]int, alone []int, lots []*group.Variant) []verify.Metric {
	cost, odds, value, values := 0.0, 1.0, 0.0, 0.0
	sums := c.p.Sums()
	worth := func(x float64) {
		value += x
		values += math.Abs(x)
	}
	add := func(i int) {
		n := &c.p.Nodes[i]
		cost += n.Price
		worth(n.Value)
		odds *= c.odds(n.Availability, func(e *group.Event) bool { return e.Node == n.ID })
	}
	for g := range used {
		if len(used[g]) == 0 {
			continue
		}
		x := &c.p.Groups[g]
		common := c.odds(x.Availability, func(e *group.Event) bool { return e.Group == x.ID })
		if lot := lots[g]; lot != nil {
			cost += lot.Cost
			worth(lot.Value)
			if !sums {
				odds *= lot.Value
				continue
			}
			odds *= common
			for _, i := range used[g] {
				n := &c.p.Nodes[i]
				odds *= c.odds(n.Availability, func(e *group.Event) bool { return e.Node == n.ID })
			}
			continue
		}
		odds *= common
		worth(x.Value)
		for _, i := range used[g] {
			add(i)
		}
	}
	for _, i := range alone {
		add(i)
	}
	availability := verify.Metric{Name: "availability", Is: odds}
	if !sums {
		value, values = odds, odds
		availability.Bound = verify.Above
	}
	if cost > c.p.Request.Budget && !verify.Near(cost, c.p.Request.Budget) {
		c.Violation("solution.nodes",
			"cost "+verify.Number(cost)+", more than the budget of "+verify.Number(c.p.Request.Budget))
	}
	return []verify.Metric{availability, {Name: "cost", Is: cost}, {Name: "value", Is: value, Of: values,
		Bound: verify.Above}}
}

// odds is an availability that is given, or the product over the events that
// concern a thing.
func (c *groupCheck) odds(given *float64, concerns func(e *group.Event) bool) float64 {
	if given != nil {
		return *given
	}
	free := 1.0
	for i := range c.p.Events {
		if e := &c.p.Events[i]; concerns(e) {
			free *= c.spared(e)
		}
	}
	return free
}

// spared is the probability that an event leaves the job alone.
func (c *groupCheck) spared(e *group.Event) float64 {
	happens := 1.0
	if e.Chance != nil {
		happens = *e.Chance
	}
	away := 1 - before(&e.Start, c.p.Request.End)
	if e.End != nil {
		away = math.Min(1, away+before(e.End, c.p.Request.Start))
	}
	return 1 - float64(happens*(1-away))
}

// before is the distribution function of a moment.
func before(m *group.Moment, t float64) float64 {
	switch {
	case m.Law == "exponential" && m.Mean > 0:
		return 1 - decay(math.Max(t, 0)/m.Mean)
	case m.Law == "normal" && m.Spread > 0:
		return math.Erfc((m.Mean-t)/m.Spread/math.Sqrt2) / 2
	case m.Law == "uniform" && m.Spread > 0:
		return math.Max(0, math.Min(1, (t-(m.Mean-m.Spread))/(2*m.Spread)))
	case m.Mean <= t:
		return 1
	}
	return 0
}

// decay is e^-x by its series at x/2^k, squared k times; from 800 on it is less
// than the least number.
func decay(x float64) float64 {
	if x > 800 {
		return 0
	}
	times := 0
	for ; x > 0.25; times++ {
		x /= 2
	}
	sum, term := 1.0, 1.0
	for k := 1.0; k < 16; k++ {
		term *= -x / k
		sum += term
	}
	for range times {
		sum *= sum
	}
	return sum
}

// Infeasible checks the claim that there is no window, by the least cost of so
// many nodes, or that the algorithm refuses such a problem.
func (c *groupCheck) Infeasible() bool {
	m := c.market()
	least := m.least()
	if least > m.budget {
		// What was rounded down is dearer still.
		return true
	}
	if c.Answer.Stats["refused"] == 1 {
		if !c.refused() {
			c.Violation("stats.refused", c.Answer.Algorithm+" does not refuse such a problem")
		}
		return false // nothing is said about windows
	}
	if !m.exact && verify.Near(float64(least), float64(m.budget)) {
		return false
	}
	c.Violation("feasible", "is false although "+strconv.Itoa(m.n)+" nodes can be had for "+
		verify.Number(float64(least)/math.Pow10(m.digits)))
	return false
}

// cheapest are the prices of the n cheapest nodes in order, or of all where there
// are fewer. Twice as many are kept at a time, so that few are ever sorted.
func (m *groupMarket) cheapest() []int64 {
	kept, most := make([]int64, 0, 2*m.n), int64(math.MaxInt64)
	for _, price := range m.price {
		if price == notForSale || price >= most {
			continue
		}
		if kept = append(kept, price); len(kept) == 2*m.n {
			slices.Sort(kept)
			kept = kept[:m.n]
			most = kept[m.n-1]
		}
	}
	slices.Sort(kept)
	return kept[:min(len(kept), m.n)]
}

// least is what n nodes cost at least: the cheapest without a lot, and a knapsack
// over counts of the lots.
func (m *groupMarket) least() int64 {
	alone := m.cheapest()
	most := 0
	for g := range m.lots {
		most = min(most+m.mostOf(g), m.n)
	}
	least := make([]int64, most+1)
	for k := 1; k <= most; k++ {
		least[k] = outOfReach
	}
	for g := range m.lots {
		for k := most; k > 0 && len(m.lots[g]) > 0; k-- {
			for _, l := range m.lots[g] {
				if l.nodes <= k {
					least[k] = min(least[k], least[k-l.nodes]+l.cost)
				}
			}
		}
	}
	best, sum := int64(outOfReach), int64(0)
	for k := 0; k <= min(len(alone), m.n); k++ {
		if lots := m.n - k; lots <= most && least[lots] < outOfReach {
			best = min(best, least[lots]+sum)
		}
		if k < len(alone) {
			sum = min(sum+alone[k], outOfReach)
		}
	}
	return best
}
