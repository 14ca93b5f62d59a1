package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/group"
	"gridbox/core/scenario"
)

// Group checks an answer to a valid, explicit group problem:
//
//   - the window has as many different nodes as are requested, all of them in
//     the problem, in the order of the document;
//   - a group with variants is used by one of them, with just its number of
//     nodes, the first of the group;
//   - cost, availability and value are what the window makes them, and the cost
//     is within the budget;
//   - no bound is below the value, and the gap is right;
//   - what is said to have no window has none, unless the algorithm refused.
//
// Availabilities from events are computed again with the standard library's
// error function instead of the nouns' own.
func Group(p *group.Problem, a *scenario.Answer) scenario.Check {
	c := &groupCheck{verdict: verdict{kind: "group", answer: a, lenient: true}, p: p, nodes: map[string]int{}}
	c.groups = places(p.Groups, func(x *group.Group) string { return x.ID })
	return judge(&c.verdict, c)
}

// mostSets is up to how many sets of nodes brute force has to value.
const mostSets = 40_000_000

// groupCheck is the state of one check. Of the nodes it knows those of the answer
// alone, for there may be a million.
type groupCheck struct {
	verdict
	p             *group.Problem
	groups, nodes map[string]int
}

// locate looks for the nodes of an answer.
func (c *groupCheck) locate(ids []string) {
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

// solution checks the nodes and the variants, then what they amount to.
func (c *groupCheck) solution(s *group.Solution) []metric {
	c.locate(s.Nodes)
	if want := c.p.Request.Nodes; len(s.Nodes) != want {
		c.violation("solution.nodes", "has "+strconv.Itoa(len(s.Nodes))+" nodes, must have "+strconv.Itoa(want))
	}
	used := make([][]int, len(c.p.Groups))
	alone := []int{}
	last := -1
	for k, id := range s.Nodes {
		at := "solution.nodes[" + strconv.Itoa(k) + "]"
		i, ok := c.nodes[id]
		switch {
		case !ok:
			c.violation(at, strconv.Quote(id)+" is not a node")
			continue
		case i == last:
			c.violation(at, strconv.Quote(id)+" is there twice")
			continue
		case i < last:
			c.violation(at, strconv.Quote(id)+" stands after "+strconv.Quote(c.p.Nodes[last].ID)+
				", which comes later in the document")
		}
		last = max(last, i)
		if g, ok := c.groups[c.p.Nodes[i].Group]; ok {
			used[g] = append(used[g], i)
		} else {
			alone = append(alone, i)
		}
	}
	lots := c.lots(s, used)
	if len(c.found) > 0 {
		return nil
	}
	return c.amounts(used, alone, lots)
}

// lots checks the variants chosen and gives that of each group, or nil.
func (c *groupCheck) lots(s *group.Solution, used [][]int) []*group.Variant {
	lots := make([]*group.Variant, len(c.p.Groups))
	for k, x := range s.Variants {
		at := "solution.variants[" + strconv.Itoa(k) + "]"
		g, ok := c.groups[x.Group]
		switch {
		case !ok:
			c.violation(at+".group", strconv.Quote(x.Group)+" is not a group")
		case x.Variant < 0 || x.Variant >= len(c.p.Groups[g].Variants):
			c.violation(at+".variant", strconv.Itoa(x.Variant)+" is not a variant of "+x.Group)
		case lots[g] != nil:
			c.violation(at+".group", x.Group+" has two variants")
		case c.p.Groups[g].Variants[x.Variant].Nodes != len(used[g]):
			c.violation(at+".variant", "takes "+strconv.Itoa(c.p.Groups[g].Variants[x.Variant].Nodes)+" nodes of "+
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
			c.violation("solution.variants", "lack the variant of group "+c.p.Groups[g].ID+", of which nodes are taken")
			continue
		}
		first := 0
		for i := range c.p.Nodes {
			if c.p.Nodes[i].Group == c.p.Groups[g].ID && first < len(used[g]) {
				if used[g][first] != i {
					c.violation("solution.nodes", "has "+strconv.Quote(c.p.Nodes[used[g][first]].ID)+" of group "+
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
func (c *groupCheck) amounts(used [][]int, alone []int, lots []*group.Variant) []metric {
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
	availability := metric{name: "availability", is: odds}
	if !sums {
		value, values = odds, odds
		availability.bound = above
	}
	if cost > c.p.Request.Budget && !near(cost, c.p.Request.Budget) {
		c.violation("solution.nodes", "cost "+number(cost)+", more than the budget of "+number(c.p.Request.Budget))
	}
	return []metric{availability, {name: "cost", is: cost}, {name: "value", is: value, of: values, bound: above}}
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
			happens := 1.0
			if e.Chance != nil {
				happens = *e.Chance
			}
			away := 1 - before(&e.Start, c.p.Request.End)
			if e.End != nil {
				away = math.Min(1, away+before(e.End, c.p.Request.Start))
			}
			free *= 1 - happens*(1-away)
		}
	}
	return free
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

// infeasible checks the claim that there is no window, by the least cost of so
// many nodes.
func (c *groupCheck) infeasible() bool {
	if c.answer.Stats["refused"] == 1 && c.refusable() {
		return false // nothing is said about windows
	}
	if least := c.leastCost(); least <= c.p.Request.Budget && !near(least, c.p.Request.Budget) {
		c.violation("feasible", "is false although "+strconv.Itoa(c.p.Request.Nodes)+" nodes can be had for "+
			number(least))
	}
	return false
}

// refusable tells whether the algorithm may have refused the problem instead of
// having looked for a window: brute force where there are too many sets, the
// blind knapsack and the trees where nodes cannot be taken one by one. GKA may
// always have found its table too large, or too coarse.
func (c *groupCheck) refusable() bool {
	lots, gains := 0, false
	for g := range c.p.Groups {
		lots += len(c.p.Groups[g].Variants)
		gains = gains || c.p.Sums() && c.p.Groups[g].Value > 0
	}
	switch c.answer.Algorithm {
	case "brute-force":
		return selections(len(c.p.Nodes)+lots, c.p.Request.Nodes) > mostSets
	case "knapsack-single":
		return lots > 0
	case "tree", "tree-greedy":
		return lots > 0 || gains
	}
	return c.answer.Algorithm == "gka"
}

// selections is how many ways there are to take up to k of n things, or mostSets
// and more.
func selections(n, k int) float64 {
	sum, ways := 0.0, 1.0
	for i := 1; i <= min(k, n) && sum <= mostSets; i++ {
		ways *= float64(n-i+1) / float64(i)
		sum += ways
	}
	return sum
}

// leastCost is a knapsack over counts: least[k] is what k nodes cost at least,
// the groups so far taken together.
func (c *groupCheck) leastCost() float64 {
	n := c.p.Request.Nodes
	if n > len(c.p.Nodes) {
		return math.Inf(1)
	}
	prices := make([][]float64, len(c.p.Groups))
	var alone []float64
	for i := range c.p.Nodes {
		x := &c.p.Nodes[i]
		g, ok := c.groups[x.Group]
		switch {
		case c.odds(x.Availability, func(e *group.Event) bool { return e.Node == x.ID }) == 0: // never available
		case !ok:
			alone = append(alone, x.Price)
		case len(c.p.Groups[g].Variants) == 0 &&
			c.odds(c.p.Groups[g].Availability, func(e *group.Event) bool { return e.Group == x.Group }) == 0:
		case len(c.p.Groups[g].Variants) == 0:
			alone = append(alone, x.Price)
		default:
			prices[g] = append(prices[g], x.Price)
		}
	}
	slices.Sort(alone)
	least := make([]float64, n+1)
	for k := 1; k <= n; k++ {
		least[k] = math.Inf(1)
		if k <= len(alone) {
			least[k] = least[k-1] + alone[k-1]
		}
	}
	for g := range prices {
		for k := n; len(prices[g]) > 0 && k > 0; k-- {
			for _, v := range c.p.Groups[g].Variants {
				if v.Nodes <= k {
					least[k] = math.Min(least[k], least[k-v.Nodes]+v.Cost)
				}
			}
		}
	}
	return least[n]
}

// proves knows no argument yet.
func (c *groupCheck) proves(*scenario.Bound, *metric) bool { return false }
