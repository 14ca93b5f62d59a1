package verify

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
	"gridbox/core/sorting"
)

// A ScaledProblem is a problem in the form used by the proofs: money in whole steps of a power of ten,
// worth as natural logarithms, or as plain values if values are summed. Prices are the decimals
// of the document if their sum is below maxMoney. Otherwise they are rounded down, which only
// admits more windows, and Exact is false.
type ScaledProblem struct {
	N      int // requested nodes
	Sums   bool
	Digits int // decimals of a price
	Exact  bool
	Budget int64
	// Uniform is set if no node has worth by itself, so that the cheapest nodes of a group are its
	// best and no window needs more than its n cheapest.
	Uniform bool
	Units   []Unit // groups in the order of the document, then nodes without a group

	// Nodes and Groups have what each node and group contributes to a window.
	Nodes, Groups []Element
	p             *group.Problem
}

// An Element is the contribution of a node or of a group to a window.
type Element struct {
	Odds        float64 // availability
	Worth       float64
	Fingerprint Fingerprint
}

// A Unit is used independently of others: a group with variants, a group of nodes, or a node. The
// nodes of a group without worth by itself are separate units unless Uniform is set.
type Unit struct {
	Group       int       // -1 for a node alone
	Setup       float64   // worth of using it
	Items       []Item    // its nodes that a window can have, cheapest first
	Variants    []Variant // its variants that a window can have
	Fingerprint Fingerprint
}

// An Item is a node of a unit.
type Item struct {
	Node        int
	Price       int64
	Worth       float64
	Fingerprint Fingerprint
}

// A Variant is a variant of a group.
type Variant struct {
	Nodes, Index int
	Cost         int64
	Worth        float64
	Fingerprint  Fingerprint
}

const (
	maxMoney = 1 << 61 // bound of the sum of all prices in steps
	// unreachable is the cost of impossible numbers of nodes.
	unreachable = math.MaxInt64 / 4
)

// newScaled converts a problem to whole prices and worths. Nodes that no window can have are left
// out: above the budget, never available, or in a group with variants. groupOf returns the group of
// a node, or -1.
func newScaled(p *group.Problem, o odds, groupOf func(node int) int) *ScaledProblem {
	s := &ScaledProblem{N: p.Request.Nodes, Sums: p.Sums(), Exact: true, Uniform: true, p: p}
	s.scale()
	for i := range p.Nodes {
		s.Nodes = append(s.Nodes, s.element(o.nodes[i], p.Nodes[i].Value))
	}
	for g := range p.Groups {
		s.Groups = append(s.Groups, s.element(o.groups[g], p.Groups[g].Value))
	}
	members, alone := make([][]Item, len(p.Groups)), []Item{}
	for i := range p.Nodes {
		x, g := &s.Nodes[i], groupOf(i)
		s.Uniform = s.Uniform && x.Worth == 0
		if p.Nodes[i].Price > p.Request.Budget || x.Odds == 0 ||
			g >= 0 && (s.Groups[g].Odds == 0 || len(p.Groups[g].Variants) > 0) {
			continue // no window can have it
		}
		item := Item{i, s.Steps(p.Nodes[i].Price), x.Worth, x.Fingerprint}
		if g >= 0 {
			members[g] = append(members[g], item)
		} else {
			alone = append(alone, item)
		}
	}
	for g := range p.Groups {
		s.addGroup(g, members[g])
	}
	s.addSingles(alone)
	if d := s.divisor(); d > 1 {
		s.Budget -= s.Budget % d
	}
	return s
}

// addGroup adds the units of a group.
func (s *ScaledProblem) addGroup(g int, items []Item) {
	x := &s.p.Groups[g]
	u := Unit{Group: g, Setup: s.Groups[g].Worth, Fingerprint: s.Groups[g].Fingerprint}
	for k := range x.Variants {
		v := &x.Variants[k]
		if s.Groups[g].Odds == 0 || v.Cost > s.p.Request.Budget || v.Nodes > s.N {
			continue
		}
		x := s.element(v.Value, v.Value)
		u.Variants = append(u.Variants, Variant{v.Nodes, k, s.Steps(v.Cost), x.Worth, x.Fingerprint})
	}
	sorting.Sort(items, func(a, b Item) int { return cmp.Or(cmp.Compare(a.Price, b.Price), a.Node-b.Node) })
	switch {
	case len(u.Variants) > 0:
		s.Units = append(s.Units, u)
	case s.Uniform && len(items) > 0:
		u.Items = items[:min(len(items), s.N)]
		s.Units = append(s.Units, u)
	case u.Setup == 0:
		sorting.Sort(items, func(a, b Item) int { return a.Node - b.Node })
		s.addSingles(items)
	case len(items) > 0:
		u.Items = items
		s.Units = append(s.Units, u)
	}
}

// addSingles adds each item as a unit.
func (s *ScaledProblem) addSingles(items []Item) {
	for k := range items {
		s.Units = append(s.Units, Unit{Group: -1, Items: items[k : k+1]})
	}
}

// element returns the contribution of a value, or of an availability unless values are summed.
func (s *ScaledProblem) element(odds, value float64) Element {
	switch {
	case s.Sums:
		return Element{odds, value, FingerprintOf(value, 0)}
	case odds >= 1 || odds <= 0: // elements that are never available are in no window
		return Element{odds, 0, FingerprintOf(odds, 1)}
	}
	return Element{odds, rng.Ln(odds), FingerprintOf(odds, 1)}
}

// scale determines the least number of decimals for all prices within the budget, and converts
// the budget into steps.
func (s *ScaledProblem) scale() {
	total, budget := 0.0, s.p.Request.Budget
	add := func(price float64) {
		if price <= budget {
			_, digits := decimal(price)
			total, s.Digits = total+price, max(s.Digits, digits)
		}
	}
	for i := range s.p.Nodes {
		add(s.p.Nodes[i].Price)
	}
	for g := range s.p.Groups {
		for _, v := range s.p.Groups[g].Variants {
			add(v.Cost)
		}
	}
	for s.Digits > -300 && total*math.Pow10(s.Digits) > maxMoney {
		s.Digits, s.Exact = s.Digits-1, false
	}
	s.Budget = maxMoney
	if budget*math.Pow10(s.Digits) < maxMoney {
		s.Budget = s.Steps(budget)
	}
}

// Steps returns an amount of money in steps, rounded down, at most maxMoney.
func (s *ScaledProblem) Steps(x float64) int64 {
	whole, digits := decimal(x)
	for ; digits < s.Digits && whole > 0; digits++ {
		if whole > maxMoney/10 {
			return maxMoney
		}
		whole *= 10
	}
	for ; digits > s.Digits && whole > 0; digits-- {
		whole /= 10
	}
	return min(whole, maxMoney)
}

// decimal returns the shortest decimal of a non-negative number as whole / 10^digits.
func decimal(x float64) (whole int64, digits int) {
	text := strconv.AppendFloat(make([]byte, 0, 32), x, 'e', -1, 64)
	mantissa, exponent := text[:slices.Index(text, 'e')], 0
	exponent, _ = strconv.Atoi(string(text[len(mantissa)+1:]))
	for k, digit := range mantissa {
		if digit != '.' {
			whole = whole*10 + int64(digit-'0')
		} else {
			digits = len(mantissa) - k - 1
		}
	}
	return whole, digits - exponent
}

// divisor returns the greatest common divisor of all prices, 0 if all are 0. The part of a budget
// beyond a multiple of it buys nothing.
func (s *ScaledProblem) divisor() int64 {
	d := int64(0)
	for _, u := range s.Units {
		for _, item := range u.Items {
			d = gcd(d, item.Price)
		}
		for _, l := range u.Variants {
			d = gcd(d, l.Cost)
		}
	}
	return d
}

// gcd returns the greatest common divisor.
func gcd(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// minCost returns the least cost of n nodes: the cheapest nodes, and a knapsack over the
// numbers of nodes of the variants.
func (s *ScaledProblem) minCost() int64 {
	var prices []int64
	least := make([]int64, s.N+1) // of k nodes by variants
	for k := 1; k <= s.N; k++ {
		least[k] = unreachable
	}
	for _, u := range s.Units {
		for _, item := range u.Items {
			prices = append(prices, item.Price)
		}
		for k := s.N; k > 0; k-- {
			for _, l := range u.Variants {
				if l.Nodes <= k {
					least[k] = min(least[k], least[k-l.Nodes]+l.Cost)
				}
			}
		}
	}
	slices.Sort(prices)
	best, sum := int64(unreachable), int64(0)
	for k := 0; k <= s.N; k++ { // k nodes without variants
		best = min(best, least[s.N-k]+sum)
		if k == len(prices) {
			break
		}
		sum = min(sum+prices[k], unreachable)
	}
	return best
}

// A Fingerprint is the sum of a hash for each value of a window. Windows with equal fingerprints
// have the same values and equal worth, which sums of rounded logarithms cannot show.
type Fingerprint uint64

// FingerprintOf returns the hash of a value, or 0 for a neutral one.
func FingerprintOf(x, neutral float64) Fingerprint {
	if x == neutral {
		return 0
	}
	h := math.Float64bits(x) + 0x9e3779b97f4a7c15 // splitmix64, Steele and others 2014
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return Fingerprint(h ^ h>>31)
}

// odds are the availabilities of groups and nodes: given, or the product over the events that
// concern them. They are computed without the code of package group.
type odds struct{ groups, nodes []float64 }

// oddsOf computes the availabilities.
func oddsOf(p *group.Problem, nodes, groups map[string]int) odds {
	o := odds{make([]float64, len(p.Groups)), make([]float64, len(p.Nodes))}
	for g := range o.groups {
		o.groups[g] = 1
	}
	for i := range o.nodes {
		o.nodes[i] = 1
	}
	for k := range p.Events {
		e := &p.Events[k]
		if e.Node != "" {
			o.nodes[nodes[e.Node]] *= survivalProbability(e, p.Request)
		} else {
			o.groups[groups[e.Group]] *= survivalProbability(e, p.Request)
		}
	}
	for g := range o.groups {
		if x := p.Groups[g].Availability; x != nil {
			o.groups[g] = *x
		}
	}
	for i := range o.nodes {
		if x := p.Nodes[i].Availability; x != nil {
			o.nodes[i] = *x
		}
	}
	return o
}

// survivalProbability returns the probability that an event does not affect the job.
func survivalProbability(e *group.Event, r *group.Request) float64 {
	happens := 1.0
	if e.Chance != nil {
		happens = *e.Chance
	}
	away := 1 - cdf(&e.Start, r.End)
	if e.End != nil {
		away = math.Min(1, away+cdf(e.End, r.Start))
	}
	return 1 - float64(happens*(1-away))
}

// cdf returns the distribution function of a moment at t.
func cdf(m *group.RandomTime, t float64) float64 {
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

// decay returns e^-x by the series at x/2^k, squared k times. From 800 on the result is less than
// the smallest float64.
func decay(x float64) float64 {
	if x > 800 {
		return 0
	}
	halvings := 0
	for ; x > 0.25; halvings++ {
		x /= 2
	}
	sum, term := 1.0, 1.0
	for k := 1.0; k < 16; k++ {
		term *= -x / k
		sum += term
	}
	for range halvings {
		sum *= sum
	}
	return sum
}
