package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
	"gridbox/core/sorting"
)

// An instance is a problem in integers, group by group. There may be a million
// nodes, so all data are in flat arrays: the members of group g are start[g] to
// start[g+1], cheapest first. A node without a group is a group of one. Nodes
// that are in no useful window are left out: those more expensive than the
// budget or never available, and beyond the n cheapest of a group of equivalent
// nodes.
type instance struct {
	p      *group.Problem
	odds   group.Odds
	n      int
	budget int64
	sums   bool

	start        []int32
	group        []int32   // document's group, or -1
	setup        []int64   // worth of using the group
	availability []float64 // the group's availability, for exact products

	price     []int64
	prefix    []int64 // prefix[i] is the sum of the prices of the group's members up to i
	node      []int32 // document's node
	nodeWorth []int64 // worth of the node itself; nil if it is 0 for all

	variantStart []int32 // like start, for variants; nil if there are none
	variants     []variant

	digits            int     // decimals of a price in steps
	perCost, perValue float64 // integers per unit
	roundingStep      float64
	down              bool    // prices are rounded down, for a bound
	rounding          float64 // rounding error of values in steps
	tolerance         int64   // two windows may swap their order within this
}

// A variant is a variant of a group.
type variant struct {
	nodes        int32
	index        int32
	cost         int64
	value        int64
	availability float64
}

func newInstance(p *group.Problem, down bool) *instance {
	in := &instance{p: p, n: p.Request.Nodes, sums: p.Sums(), odds: p.Odds(), down: down}
	in.scaleCosts()
	in.scaleValues()
	in.fill()
	in.budget -= in.budget % in.common()
	return in
}

// common returns the greatest common divisor of all prices, 1 if all are 0. A budget beyond a
// multiple of it buys nothing.
func (in *instance) common() int64 {
	by := int64(0)
	divide := func(x int64) bool {
		for x != 0 {
			by, x = x, by%x
		}
		return by == 1
	}
	for _, x := range in.price {
		if divide(x) {
			return 1
		}
	}
	for i := range in.variants {
		if divide(in.variants[i].cost) {
			return 1
		}
	}
	return max(by, 1)
}

func (in *instance) size() int { return len(in.setup) }

func (in *instance) members(g int) (from, to int) { return int(in.start[g]), int(in.start[g+1]) }

func (in *instance) variantsOf(g int) []variant {
	if in.variantStart == nil {
		return nil
	}
	return in.variants[in.variantStart[g]:in.variantStart[g+1]]
}

// maxNodes returns the greatest number of nodes that can be taken of a group.
func (in *instance) maxNodes(g int) int {
	if lots := in.variantsOf(g); len(lots) > 0 {
		most := 0
		for i := range lots {
			most = max(most, int(lots[i].nodes))
		}
		return most
	}
	return min(in.n, int(in.start[g+1]-in.start[g]))
}

// belongs returns the group of every node of the document, or -1. Nodes of a
// group are often adjacent and in the order of the groups; otherwise an index
// of the groups is built.
func belongs(p *group.Problem) []int32 {
	var index map[string]int32
	find := func(id string, last int32) int32 {
		if next := int(last) + 1; next < len(p.Groups) && p.Groups[next].ID == id {
			return int32(next)
		}
		if index == nil {
			index = make(map[string]int32, len(p.Groups))
			for i := range p.Groups {
				index[p.Groups[i].ID] = int32(i)
			}
		}
		return index[id]
	}
	of := make([]int32, len(p.Nodes))
	last := int32(-1)
	for i := range p.Nodes {
		switch id := p.Nodes[i].Group; {
		case id == "":
			of[i] = -1
			continue
		case last < 0 || p.Groups[last].ID != id:
			last = find(id, last)
		}
		of[i] = last
	}
	return of
}

// fill sorts the usable nodes into groups by counting, then each group by
// price.
func (in *instance) fill() {
	p, of := in.p, belongs(in.p)
	withLots := false
	count := make([]int32, len(p.Groups)+1)
	alone := 0
	for i := range p.Nodes {
		if of[i] < 0 {
			alone++
		} else {
			count[of[i]]++
		}
	}
	for g := range p.Groups {
		withLots = withLots || len(p.Groups[g].Variants) > 0
	}
	first := make([]int32, len(p.Groups)+1)
	for g := range p.Groups {
		first[g+1] = first[g] + count[g]
	}
	sorted, singles := make([]int32, len(p.Nodes)-alone), make([]int32, 0, alone)
	at := slices.Clone(first)
	for i := range p.Nodes {
		if g := of[i]; g >= 0 {
			sorted[at[g]] = int32(i)
			at[g]++
		} else {
			singles = append(singles, int32(i))
		}
	}
	in.reserve(len(p.Groups)+alone, withLots)
	for g := range p.Groups {
		in.addGroup(int32(g), sorted[first[g]:first[g+1]])
	}
	for _, i := range singles {
		in.addGroup(-1, []int32{i})
	}
}

// reserve allocates the lists for a number of groups and all nodes. Worths of members are only
// allocated if some node has one, and lots only with withLots.
func (in *instance) reserve(groups int, withLots bool) {
	nodes := len(in.p.Nodes)
	in.start = append(make([]int32, 0, groups+1), 0)
	in.group, in.setup, in.availability = make([]int32, 0, groups), make([]int64, 0, groups), make([]float64, 0, groups)
	in.price, in.prefix, in.node = make([]int64, 0, nodes), make([]int64, 0, nodes), make([]int32, 0, nodes)
	for i := range in.p.Nodes {
		if in.ownWorth(int32(i)) != 0 {
			in.nodeWorth = make([]int64, 0, nodes)
			break
		}
	}
	if withLots {
		in.variantStart = append(make([]int32, 0, groups+1), 0)
	}
}

// ownWorth returns the worth of a node by itself. A node that is never
// available counts as absent.
func (in *instance) ownWorth(i int32) int64 {
	if in.sums {
		return in.valueSteps(in.p.Nodes[i].Value)
	}
	return in.logSteps(in.odds.Nodes[i])
}

// addGroup appends a group, unless none of it is usable.
func (in *instance) addGroup(g int32, nodes []int32) {
	odd, setup := 1.0, int64(0)
	if g >= 0 {
		odd = in.odds.Groups[g]
		setup = in.logSteps(odd)
		if in.sums {
			setup = in.valueSteps(in.p.Groups[g].Value)
		}
		if odd == 0 {
			return
		}
		if v := in.p.Groups[g].Variants; len(v) > 0 {
			in.addVariants(g, v, nodes)
			return
		}
	}
	if in.nodeWorth != nil && (in.sums || odd == 1) && setup == 0 && len(nodes) > 1 {
		for k := range nodes { // nothing in common: each member is a group of one
			in.addGroup(-1, nodes[k:k+1])
		}
		return
	}
	from := len(in.node)
	for _, i := range nodes {
		if cost := in.costSteps(in.p.Nodes[i].Price); cost <= in.budget && in.odds.Nodes[i] > 0 {
			in.node, in.price = append(in.node, i), append(in.price, cost)
		}
	}
	if len(in.node) == from {
		return
	}
	in.sortMembers(from)
	if in.nodeWorth == nil && len(in.node)-from > in.n {
		in.node, in.price = in.node[:from+in.n], in.price[:from+in.n]
	}
	sum := int64(0)
	for k := from; k < len(in.node); k++ {
		sum += in.price[k]
		in.prefix = append(in.prefix, sum)
		if in.nodeWorth != nil {
			in.nodeWorth = append(in.nodeWorth, in.ownWorth(in.node[k]))
		}
	}
	in.close(g, setup, odd)
}

func (in *instance) close(g int32, setup int64, odd float64) {
	in.group, in.setup, in.availability = append(in.group, g), append(in.setup, setup), append(in.availability, odd)
	in.start = append(in.start, int32(len(in.node)))
	if in.variantStart != nil {
		in.variantStart = append(in.variantStart, int32(len(in.variants)))
	}
}

// addVariants appends a group with variants. Its nodes are equivalent and stay in
// the order of the document.
func (in *instance) addVariants(g int32, variants []group.Variant, nodes []int32) {
	from := len(in.variants)
	for k := range variants {
		v := &variants[k]
		cost := in.costSteps(v.Cost)
		if cost > in.budget || v.Nodes > in.n {
			continue
		}
		l := variant{nodes: int32(v.Nodes), index: int32(k), cost: cost, availability: v.Value}
		if l.value = in.logSteps(v.Value); in.sums {
			l.value = in.valueSteps(v.Value)
		}
		in.variants = append(in.variants, l)
	}
	if len(in.variants) == from {
		return
	}
	for _, i := range nodes {
		in.node, in.price, in.prefix = append(in.node, i), append(in.price, 0), append(in.prefix, 0)
		if in.nodeWorth != nil {
			in.nodeWorth = append(in.nodeWorth, 0)
		}
	}
	in.close(g, 0, 1)
}

// sortMembers sorts the members from the given one on by price, then by the
// document: by insertion for small groups, by merging for large ones.
func (in *instance) sortMembers(from int) {
	price, node := in.price[from:], in.node[from:]
	if len(price) > 64 {
		order := make([]int32, len(price))
		for i := range order {
			order[i] = int32(i)
		}
		sorting.Sort(order, func(a, b int32) int {
			switch {
			case price[a] != price[b] && price[a] < price[b]:
				return -1
			case price[a] != price[b]:
				return 1
			}
			return int(node[a] - node[b])
		})
		oldPrice, oldNode := slices.Clone(price), slices.Clone(node)
		for i, k := range order {
			price[i], node[i] = oldPrice[k], oldNode[k]
		}
		return
	}
	for i := 1; i < len(price); i++ {
		for k := i; k > 0 && price[k] < price[k-1]; k-- {
			price[k], price[k-1] = price[k-1], price[k]
			node[k], node[k-1] = node[k-1], node[k]
		}
	}
}

// logSteps returns a logarithm in steps; it is 0 for certainty.
func (in *instance) logSteps(odd float64) int64 {
	if odd >= 1 || odd <= 0 {
		return 0
	}
	return int64(math.Round(float64(rng.Ln(odd) * in.perValue)))
}
