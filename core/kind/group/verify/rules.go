package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Limits of what is followed of an algorithm's rule. Beyond them an answer is
// valid and its bound verified, but whether it is this algorithm's is not seen.
const (
	mostCellWork   = 20_000_000 // cells times ways, of GKA's table in coarse cells
	mostTreeVisits = 4_000_000  // nodes that Tree Greedy looks at
	mostRefuted    = 500_000    // looks at labels that refute an answer that says it was stopped
)

// A groupPromise is what an algorithm says of its windows.
type groupPromise int

const (
	noPromise groupPromise = iota
	ofOptimum
	ofCheapest // and none of the same values is cheaper
)

// promised is that of the answer's algorithm.
func (c *groupCheck) promised() groupPromise {
	switch c.Answer.Algorithm {
	case "tree":
		return ofOptimum
	case "frontier", "brute-force":
		return ofCheapest
	case "gka":
		if !c.coarse() {
			return ofCheapest
		}
	}
	return noPromise
}

// coarse tells whether GKA's cells are larger than the steps of prices.
func (c *groupCheck) coarse() bool {
	cells := c.options.Cells
	return cells > 0 && float64(cells) < math.Pow10(c.market().digits)
}

// market reads the problem when it is first asked for.
func (c *groupCheck) market() *groupMarket {
	if c.read == nil {
		c.read = newGroupMarket(c)
	}
	return c.read
}

// rules holds a window to what its algorithm promises, or to how it decides.
func (c *groupCheck) rules(t *groupTaking, value *verify.Metric) {
	if c.refused() {
		c.Violation("solution", "is there although "+c.Answer.Algorithm+" refuses such a problem")
		return
	}
	if c.promised() != noPromise {
		c.exact(value)
	}
	switch c.Answer.Algorithm {
	case "tree":
		if c.options.Bound == group.Relaxed && c.market().alike {
			c.grow(t) // its choices are the cheapest nodes
		}
	case policy.Own:
		if c.policy != nil {
			c.byPolicy(t)
		}
	case "knapsack-single":
		c.blind(t)
	case "tree-greedy":
		c.grow(t)
	case "gka":
		if c.coarse() {
			c.inCells(t)
		}
	}
}

// exact holds an exact algorithm to a proof, which is that of its bound. An
// answer may say that a limit of effort stopped it, or that the prices have more
// digits than are kept; then no better window may be within easy reach. Values that
// are added up and have more digits than are kept stop the proof of any tree.
func (c *groupCheck) exact(m *verify.Metric) {
	b := c.Answer.Bound
	if b == nil {
		c.Violation("bound", "is missing: "+c.Answer.Algorithm+" shows that nothing is better, or what may be")
		return
	}
	if verify.Same(b.Value, m.Is, m.Of) || b.Metric != "value" && (c.p.Sums() || b.Metric != "availability") {
		return // what is to be said of it is said elsewhere
	}
	switch money := c.market(); {
	case c.Answer.Stats["stopped"] != 1 && money.exact && !c.fine():
		c.Violation("bound.value", "is "+verify.Number(b.Value)+" and not the "+b.Metric+" "+verify.Number(m.Is)+
			", and nothing says what stopped "+c.Answer.Algorithm)
	case c.Answer.Algorithm == "tree" && c.Answer.Stats["stopped"] == 1 && !c.fine() && !c.grown():
		c.Violation("stats.treeNodes",
			"are "+verify.Number(c.Answer.Stats["treeNodes"])+", at which no limit stops a tree")
	case c.Answer.Algorithm == "tree":
	case b.Certificate != nil:
		g := groupGoal{most: c.above(m.Is, m.Of), looks: mostRefuted}
		if money.exact && money.follow(c.multipliers(), g) == passed {
			c.Violation("solution", "is not the best: one of more than "+verify.Number(m.Is)+" is within reach")
		}
	}
}

// fine tells whether values that are added up have more digits than are kept.
func (c *groupCheck) fine() bool {
	_, exact := valueSteps(c.p)
	return c.p.Sums() && !exact
}

// nodeLimit returns the number of nodes at which the answer's search tree stops.
func (c *groupCheck) nodeLimit() int {
	switch n := c.options.Nodes; {
	case n > 0:
		return min(n, 1<<30)
	case c.Answer.Algorithm == "tree-greedy":
		return group.MostGreedy
	}
	return group.MostTree
}

// grown tells whether a limit may have stopped a search tree of as many nodes as
// the answer says: its limit of nodes, which come two at a time, or that of its
// effort, of which a node takes at most so many times the least, where nodes to
// take are few.
func (c *groupCheck) grown() bool {
	most, count, nodes := float64(c.nodeLimit()), c.Answer.Stats["treeNodes"], 0
	for _, price := range c.market().price {
		if price != notForSale {
			nodes++
		}
	}
	if count == most || count == most+1 {
		return true
	}
	each := float64((group.EachVisited + group.EachSorted) * nodes)
	times := 100.0
	if nodes > 30 {
		times = 1000
	}
	return count > 0 && count < most &&
		(nodes > 300 || times*each*count > float64(group.TreeEffort(c.nodeLimit())))
}

// multipliers are those of the bound's certificate.
func (c *groupCheck) multipliers() []float64 {
	if b := c.Answer.Bound; b != nil && b.Certificate != nil && b.Certificate.By == "multipliers" {
		if list := b.Certificate.Multipliers; len(list) >= 2 {
			return list[:2]
		}
	}
	return nil
}

// above is what a worth must exceed to be more than a value, beyond tolerance;
// of are the terms that the value may have been added up from.
// Availabilities too small to be divided count as equal.
func (c *groupCheck) above(value, of float64) float64 {
	switch {
	case c.p.Sums():
		return value + verify.Tolerance*max(math.Abs(value), of)
	case value < 1e-290:
		return math.Max(math.Log(value), -745) + 1
	}
	return math.Log(value) + verify.Tolerance
}

// Proves follows the multipliers of a certificate, see proof.go.
func (c *groupCheck) Proves(b *scenario.Bound, m *verify.Metric) bool {
	k := b.Certificate
	if k == nil || k.By != "multipliers" || len(k.Multipliers) != 2 && len(k.Multipliers) != 4 {
		return false
	}
	g := groupGoal{most: c.above(b.Value, m.Of), looks: mostGroupLooks}
	if c.promised() == ofCheapest && verify.Same(b.Value, m.Is, m.Of) && c.held != nil {
		g.holding = c.held
	}
	switch c.market().follow(c.multipliers(), g) {
	case proven:
		return true
	case cheaper:
		c.Violation("solution", "is not the cheapest window of its groups and availabilities")
		return true
	}
	return false
}

// blind holds Knapsack Single to its own problem, in which every node fails
// alone, with the probabilities of its group.
func (c *groupCheck) blind(t *groupTaking) {
	m := c.market()
	if !m.exact {
		return
	}
	alone := m.apart()
	h := groupHolding{}
	values := groupTotal{}
	for _, i := range t.nodes {
		h.cost += inSteps(c.p.Nodes[i].Price, m.digits)
		values.add(alone.own[i])
		h.made += alone.printed(alone.own[i])
	}
	h.worth = values.is()
	g := groupGoal{most: h.worth + verify.Tolerance*max(1, math.Abs(h.worth)), looks: mostGroupLooks, holding: &h}
	var multipliers []float64
	if b := c.Answer.Bound; b != nil && b.Certificate != nil && len(b.Certificate.Multipliers) == 4 {
		multipliers = b.Certificate.Multipliers[2:]
	} else {
		multipliers = alone.weigh()
	}
	if c.Answer.Stats["stopped"] == 1 {
		g.looks = mostRefuted
	}
	switch alone.follow(multipliers, g) {
	case passed:
		c.Violation("solution", "is not that of knapsack-single: taken one by one, other nodes are worth more")
	case cheaper:
		c.Violation("solution", "is not that of knapsack-single: nodes worth as much one by one cost less")
	}
}

// apart is the market in which every node stands alone, worth what it and its
// group are.
func (m *groupMarket) apart() *groupMarket {
	out := *m
	out.alike, out.sums = false, true
	out.own, out.setup, out.lots = make([]float64, len(m.of)), nil, nil
	out.of = make([]int32, len(m.of))
	for i, g := range m.of {
		out.of[i] = -1
		if g >= 0 {
			out.own[i] = m.setup[g]
		}
		if m.own != nil {
			out.own[i] += m.own[i]
		}
	}
	return &out
}

// weigh finds multipliers for a market of single nodes: for a price on money the
// n nodes of the greatest gains say the price on nodes, and their cost whether
// money must be dearer.
func (m *groupMarket) weigh() []float64 {
	gains, order := []float64{}, []int32{}
	for i, price := range m.price {
		if price != notForSale {
			order = append(order, int32(i))
		}
	}
	if len(order) < m.n {
		return []float64{0, 0}
	}
	gains = make([]float64, len(m.of))
	at := func(lambda float64) (mu float64, cost float64) {
		for _, i := range order {
			gains[i] = m.own[i] - float64(lambda*float64(m.price[i]))
		}
		sorting.By(order, func(a, b int32) int {
			switch {
			case gains[a] > gains[b]:
				return -1
			case gains[a] < gains[b]:
				return 1
			}
			return int(m.price[a] - m.price[b])
		})
		for _, i := range order[:m.n] {
			cost += float64(m.price[i])
		}
		return gains[order[m.n-1]], cost
	}
	low, high := 0.0, 0.0
	mu, cost := at(0)
	for step := 1 / float64(m.budget+1); cost > float64(m.budget) && step < 1e6; step *= 4 {
		low, high = high, step
		mu, cost = at(step)
	}
	for range 40 {
		if high == 0 {
			break
		}
		middle := (low + high) / 2
		if u, cost := at(middle); cost > float64(m.budget) {
			low = middle
		} else {
			high, mu = middle, u
		}
	}
	return []float64{high * math.Pow10(m.digits), mu}
}

// refused checks that an algorithm may refuse the problem instead of having
// looked for a window.
func (c *groupCheck) refused() bool {
	m := c.market()
	lots := slices.ContainsFunc(c.p.Groups, func(g group.Group) bool { return len(g.Variants) > 0 })
	switch c.Answer.Algorithm {
	case "brute-force":
		return m.selections() > group.MostSets
	case "knapsack-single", "own":
		return lots
	case "tree", "tree-greedy":
		return lots || slices.ContainsFunc(m.units(), func(u groupUnit) bool { return u.setup > 0 })
	case "gka":
		t := c.table()
		return t.large || c.coarse() && t.least() > t.budget
	}
	return false
}

// selections is how many windows of n nodes there are, whatever they cost, or
// more than brute force values.
func (m *groupMarket) selections() float64 {
	nodes, lots, most := 0, 0, 0
	for _, price := range m.price {
		if price != notForSale {
			nodes++
		}
	}
	for g := range m.lots {
		largest := 0
		for _, l := range m.lots[g] {
			lots++
			largest = max(largest, l.nodes)
		}
		most = min(most+largest, m.n)
	}
	if float64(lots)*float64(most) > group.MostSets {
		return math.Inf(1)
	}
	ways := make([]float64, most+1) // of taking so many nodes in lots
	ways[0] = 1
	for g := range m.lots {
		for k := most; k > 0; k-- {
			for _, l := range m.lots[g] {
				if l.nodes <= k {
					ways[k] += ways[k-l.nodes]
				}
			}
		}
	}
	sum := 0.0
	for k, w := range ways {
		if w > 0 {
			sum += w * choose(nodes, m.n-k)
		}
	}
	return sum
}

// choose is how many sets of k there are of n things, or more than brute force
// values.
func choose(n, k int) float64 {
	if k > n {
		return 0
	}
	sets := 1.0
	for i := 1; i <= min(k, n-k) && sets <= group.MostSets; i++ {
		sets = sets * float64(n-i+1) / float64(i)
	}
	return math.Round(sets)
}
