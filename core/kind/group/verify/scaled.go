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

// A Scaled is a problem as its proofs read it: money in whole steps of a power of ten,
// worth as natural logarithms, or as plain values if those are added up. Prices are the
// decimals of the document as long as all of them together stay below maxMoney. Otherwise
// they are rounded down, which only admits more windows, and Exact is false.
type Scaled struct {
	N      int // requested nodes
	Sums   bool
	Digits int // of a price behind the point
	Exact  bool
	Budget int64
	// Alike reports that no node is worth anything by itself, so that the cheapest nodes of
	// a group are its best and no window needs more than its n cheapest.
	Alike bool
	Units []Unit // groups in the order of the document, then nodes without a group

	p    *group.Problem
	odds odds
}

// A Unit is used independently of others: a group with variants, a group of nodes, or a
// node. The nodes of a group that is worth nothing by itself are units of their own,
// unless they are alike.
type Unit struct {
	Group int     // -1 for a node alone
	Setup float64 // worth of using it
	Items []Item  // its nodes that a window can have, the cheapest first
	Lots  []Lot   // its variants that a window can have
	made  fingerprint
}

// An Item is a node of a unit.
type Item struct {
	Node  int
	Price int64
	Worth float64
	made  fingerprint
}

// A Lot is a variant of a group.
type Lot struct {
	Nodes, Index int
	Cost         int64
	Worth        float64
	made         fingerprint
}

const (
	maxMoney = 1 << 61 // bound of the sum of all prices in steps
	// unreachable is the cost of numbers of nodes that cannot be had.
	unreachable = math.MaxInt64 / 4
)

func newScaled(p *group.Problem, o odds, groupOf func(node int) int) *Scaled {
	s := &Scaled{N: p.Request.Nodes, Sums: p.Sums(), Exact: true, Alike: true, p: p, odds: o}
	s.scale()
	members, alone := make([][]Item, len(p.Groups)), []Item{}
	for i := range p.Nodes {
		if worth := s.NodeWorth(i); worth != 0 {
			s.Alike = false
		}
		g := groupOf(i)
		if p.Nodes[i].Price > p.Request.Budget || o.nodes[i] == 0 ||
			g >= 0 && (o.groups[g] == 0 || len(p.Groups[g].Variants) > 0) {
			continue // no window can have it
		}
		item := Item{i, s.Steps(p.Nodes[i].Price), s.NodeWorth(i), s.nodeFingerprint(i)}
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
func (s *Scaled) addGroup(g int, items []Item) {
	x := &s.p.Groups[g]
	u := Unit{Group: g, Setup: s.GroupWorth(g), made: s.groupFingerprint(g)}
	for k := range x.Variants {
		v := &x.Variants[k]
		if s.odds.groups[g] == 0 || v.Cost > s.p.Request.Budget || v.Nodes > s.N {
			continue
		}
		l := Lot{v.Nodes, k, s.Steps(v.Cost), s.worth(v.Value, v.Value), s.fingerprint(v.Value)}
		u.Lots = append(u.Lots, l)
	}
	sorting.By(items, func(a, b Item) int { return cmp.Or(cmp.Compare(a.Price, b.Price), a.Node-b.Node) })
	switch {
	case len(u.Lots) > 0:
		s.Units = append(s.Units, u)
	case s.Alike && len(items) > 0:
		u.Items = items[:min(len(items), s.N)]
		s.Units = append(s.Units, u)
	case u.Setup == 0:
		sorting.By(items, func(a, b Item) int { return a.Node - b.Node })
		s.addSingles(items)
	case len(items) > 0:
		u.Items = items
		s.Units = append(s.Units, u)
	}
}

func (s *Scaled) addSingles(items []Item) {
	for k := range items {
		s.Units = append(s.Units, Unit{Group: -1, Items: items[k : k+1]})
	}
}

// NodeWorth returns what a node is worth by itself.
func (s *Scaled) NodeWorth(i int) float64 { return s.worth(s.odds.nodes[i], s.p.Nodes[i].Value) }

// GroupWorth returns what using a group is worth.
func (s *Scaled) GroupWorth(g int) float64 { return s.worth(s.odds.groups[g], s.p.Groups[g].Value) }

// GroupOdds returns the availability of a group, NodeOdds that of a node.
func (s *Scaled) GroupOdds(g int) float64 { return s.odds.groups[g] }

func (s *Scaled) NodeOdds(i int) float64 { return s.odds.nodes[i] }

func (s *Scaled) worth(odds, value float64) float64 {
	switch {
	case s.Sums:
		return value
	case odds >= 1 || odds <= 0: // what is never available is in no window
		return 0
	}
	return rng.Ln(odds)
}

// scale finds the fewest digits behind the point that hold all prices within the budget,
// and writes the budget in steps of them.
func (s *Scaled) scale() {
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
func (s *Scaled) Steps(x float64) int64 {
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

// decimal returns the shortest decimal of a number that is not below 0, whole / 10^digits.
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

// divisor returns the greatest common divisor of all prices: the part of a budget beyond a
// multiple of it buys nothing.
func (s *Scaled) divisor() int64 {
	d := int64(0)
	for _, u := range s.Units {
		for _, item := range u.Items {
			d = gcd(d, item.Price)
		}
		for _, l := range u.Lots {
			d = gcd(d, l.Cost)
		}
	}
	return d
}

func gcd(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// leastCost returns the least cost of n nodes: the cheapest nodes, and a knapsack over the
// numbers of nodes of the variants.
func (s *Scaled) leastCost() int64 {
	var prices []int64
	least := make([]int64, s.N+1) // of so many nodes by variants
	for k := 1; k <= s.N; k++ {
		least[k] = unreachable
	}
	for _, u := range s.Units {
		for _, item := range u.Items {
			prices = append(prices, item.Price)
		}
		for k := s.N; k > 0; k-- {
			for _, l := range u.Lots {
				if l.Nodes <= k {
					least[k] = min(least[k], least[k-l.Nodes]+l.Cost)
				}
			}
		}
	}
	slices.Sort(prices)
	best, sum := int64(unreachable), int64(0)
	for k := 0; k <= s.N; k++ { // so many nodes without variants
		best = min(best, least[s.N-k]+sum)
		if k == len(prices) {
			break
		}
		sum = min(sum+prices[k], unreachable)
	}
	return best
}

// A fingerprint is the sum of a hash for each value that a window is composed of. Windows
// with the same values are worth the same, which sums of rounded logarithms cannot tell.
type fingerprint uint64

func (s *Scaled) nodeFingerprint(i int) fingerprint {
	if s.Sums {
		return s.fingerprint(s.p.Nodes[i].Value)
	}
	return s.fingerprint(s.odds.nodes[i])
}

func (s *Scaled) groupFingerprint(g int) fingerprint {
	if s.Sums {
		return s.fingerprint(s.p.Groups[g].Value)
	}
	return s.fingerprint(s.odds.groups[g])
}

// fingerprint returns the hash of a value, 0 for one that changes nothing.
func (s *Scaled) fingerprint(x float64) fingerprint {
	if s.Sums && x == 0 || !s.Sums && x == 1 {
		return 0
	}
	h := math.Float64bits(x) + 0x9e3779b97f4a7c15 // splitmix64, Steele and others 2014
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return fingerprint(h ^ h>>31)
}
