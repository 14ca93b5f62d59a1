package proof

import (
	"errors"
	"math"
	"math/big"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

const (
	tolerance = 1e-9 // of a bound, as in the verifier
	logDigits = 1e12 // a logarithm is a whole number of this fraction
)

// windowsOfGroups returns the proof for nodes in groups, nil for an answer of another kind.
func windowsOfGroups(s *scenario.Scenario, a *scenario.Answer) (*Pseudo, error) {
	if s.Group == nil {
		return nil, nil
	}
	return groupPseudo(&s.Group.Problem, a.Bound.Value, multipliers(a))
}

// groupPseudo returns the proof that no window that can be available is worth more than a bound, plus the tolerance
// of certificates. Under the objective availability worth is the logarithm of the availability in units of 1e-12,
// rounded up. The first two multipliers are those of the certificate: worth for a unit of money, and worth for a
// node.
func groupPseudo(p *group.Problem, bound float64, multipliers []float64) (*Pseudo, error) {
	if len(multipliers) < 2 || !(multipliers[0] >= 0) {
		return nil, errors.New("the certificate has no multipliers")
	}
	if len(p.Nodes)+len(p.Groups) > maxVariables {
		return nil, errLarge
	}
	g := &choosing{p: p, odds: p.Odds(), worthUnit: big.NewInt(logDigits), priceUnit: big.NewInt(1)}
	g.units()
	s := &Pseudo{Claim: "a window whose sum of values is above " + doc.Exact(bound) + ", plus 1e-9 of it"}
	worth := bound + float64(tolerance*max(1, math.Abs(bound)))
	if !p.Sums() {
		if !(bound > 0) {
			return nil, errors.New("a bound of 0 has no pseudo-Boolean proof")
		}
		s.Claim = "a window whose availability is above " + doc.Exact(bound) + " times 1 + 1e-9"
		worth = rng.Ln(bound) + tolerance
	}
	g.minWorth = g.floor(worth)
	g.minWorth.Add(g.minWorth, big.NewInt(1))
	g.number()
	rows := g.rows()
	g.prepare(multipliers[0], multipliers[1])
	s.Formula = formula(s.Claim+"\n"+g.about, g.count, rows)
	if s.Proof = refutation(g.count, rows, g, maxStates); s.Proof == nil {
		return nil, errSearch
	}
	return s, nil
}

// A choice is a variable: a node, a group, or a variant of a group.
type choice struct {
	nodes       int64
	cost, worth *big.Int
	gain        *big.Int // contribution to the sum of the constraints
}

// A part is a group with its nodes, a node without a group, or a group with its variants, by the numbers of their
// variables.
type part struct {
	group        int // -1 without
	nodes        []int
	variants     []int
	implies      []int // the constraints that a node needs its group; then the one that a group needs a node
	variantLimit int   // the constraint that at most one variant is taken
}

// A choosing is the formula of a window.
type choosing struct {
	p                    *group.Problem
	odds                 group.Odds
	worthUnit, priceUnit *big.Int
	choices              []choice
	parts                []part
	count                int
	minWorth             *big.Int // the least worth
	about                string
	uses                 []use
}

// units sets the units of money and values, so that all are whole.
func (g *choosing) units() {
	each := func(unit *big.Int, x float64) *big.Int { return multiple(unit, rational(x).Denom()) }
	g.priceUnit = each(g.priceUnit, g.p.Request.Budget)
	for i := range g.p.Nodes {
		g.priceUnit = each(g.priceUnit, g.p.Nodes[i].Price)
		g.worthUnit = each(g.worthUnit, g.p.Nodes[i].Value)
	}
	for i := range g.p.Groups {
		g.worthUnit = each(g.worthUnit, g.p.Groups[i].Value)
		for _, v := range g.p.Groups[i].Variants {
			g.priceUnit = each(g.priceUnit, v.Cost)
			if g.p.Sums() {
				g.worthUnit = each(g.worthUnit, v.Value)
			}
		}
	}
}

// scaleUp returns a number in a unit, rounded up.
func scaleUp(x float64, unit *big.Int) *big.Int {
	r := new(big.Rat).Mul(rational(x), new(big.Rat).SetInt(unit))
	up := new(big.Int).Neg(r.Num())
	return up.Neg(up.Div(up, r.Denom()))
}

// floor returns a worth in whole units, rounded down.
func (g *choosing) floor(worth float64) *big.Int {
	down := scaleUp(-worth, g.worthUnit)
	return down.Neg(down)
}

// worth returns what something adds: its value, or the logarithm of its availability.
func (g *choosing) worth(value, availability float64) *big.Int {
	if g.p.Sums() {
		return scaleUp(value, g.worthUnit)
	}
	return scaleUp(rng.Ln(availability), g.worthUnit)
}

// number assigns variables to the nodes, groups and variants that can be in an available window.
func (g *choosing) number() {
	add := func(name string, c choice) int {
		g.choices = append(g.choices, c)
		g.count++
		g.about += literal(2*(g.count-1)).String() + " is " + name + "\n"
		return g.count - 1
	}
	of := map[string]int{}
	for i := range g.p.Groups {
		x := &g.p.Groups[i]
		of[x.ID] = -1
		if g.odds.Groups[i] == 0 {
			continue
		}
		of[x.ID] = len(g.parts)
		u := part{group: -1}
		for k, v := range x.Variants {
			if g.p.Sums() || v.Value > 0 {
				u.variants = append(u.variants, add("variant "+decimal(k)+" of group "+x.ID,
					choice{int64(v.Nodes), scaleUp(v.Cost, g.priceUnit), g.worth(v.Value, v.Value), nil}))
			}
		}
		if len(x.Variants) == 0 {
			u.group = add("group "+x.ID, choice{0, new(big.Int), g.worth(x.Value, g.odds.Groups[i]), nil})
		}
		g.parts = append(g.parts, u)
	}
	for i := range g.p.Nodes {
		x, at := &g.p.Nodes[i], len(g.parts)
		if g.odds.Nodes[i] == 0 {
			continue
		}
		if x.Group != "" {
			if at = of[x.Group]; at < 0 || g.parts[at].group < 0 {
				continue
			}
		} else {
			g.parts = append(g.parts, part{group: -1})
		}
		g.parts[at].nodes = append(g.parts[at].nodes, add("node "+x.ID,
			choice{1, scaleUp(x.Price, g.priceUnit), g.worth(x.Value, g.odds.Nodes[i]), nil}))
	}
}

// The places of the constraints that concern all variables.
const (
	rowMost   = iota // at most the requested nodes
	rowFewest        // at least the requested nodes
	rowCost
	rowWorth
)

// rows returns the constraints of the formula: the number of nodes, the budget, the least worth,
// and at most one variant per part. Others tie each group to its nodes. It records the places of
// the constraints in g.parts.
func (g *choosing) rows() []linear {
	most, fewest, cost, worth := map[int]*big.Int{}, map[int]*big.Int{}, map[int]*big.Int{}, map[int]*big.Int{}
	for v, c := range g.choices {
		most[v], fewest[v] = big.NewInt(-c.nodes), big.NewInt(c.nodes)
		cost[v], worth[v] = new(big.Int).Neg(c.cost), c.worth
	}
	n := big.NewInt(int64(g.p.Request.Nodes))
	budget := scaleUp(g.p.Request.Budget, g.priceUnit)
	list := []linear{newLinear(most, new(big.Int).Neg(n)), newLinear(fewest, n), newLinear(cost, budget.Neg(budget)),
		newLinear(worth, g.minWorth)}
	plus, minus := big.NewInt(1), big.NewInt(-1)
	for k := range g.parts {
		u := &g.parts[k]
		if len(u.variants) > 1 {
			by := map[int]*big.Int{}
			for _, v := range u.variants {
				by[v] = minus
			}
			u.variantLimit = len(list)
			list = append(list, newLinear(by, minus))
		}
		if u.group < 0 {
			continue
		}
		used := map[int]*big.Int{u.group: minus}
		for _, v := range u.nodes {
			u.implies = append(u.implies, len(list))
			list = append(list, newLinear(map[int]*big.Int{u.group: plus, v: minus}, new(big.Int)))
			used[v] = plus
		}
		u.implies = append(u.implies, len(list))
		list = append(list, newLinear(used, new(big.Int)))
	}
	return list
}

// prepare sets the multiples of the constraints. The slack of their sum for an empty window is L
// minus the bound, with the L of the certificate. A variable adds the loss of its choice against
// the best choice for its part.
func (g *choosing) prepare(price, place float64) {
	scale := big.NewInt(1e6)
	ratio := func(x float64, unit *big.Int) *big.Int {
		r := new(big.Rat).Mul(rational(x), new(big.Rat).SetFrac(new(big.Int).Mul(scale, g.worthUnit), unit))
		return new(big.Int).Quo(r.Num(), r.Denom())
	}
	money, node := ratio(price, g.priceUnit), ratio(place, big.NewInt(1))
	g.use(rowWorth, scale)
	g.use(rowCost, money)
	if node.Sign() > 0 {
		g.use(rowMost, node)
	} else {
		g.use(rowFewest, new(big.Int).Neg(node))
	}
	for v := range g.choices {
		c := &g.choices[v]
		c.gain = new(big.Int).Mul(scale, c.worth)
		c.gain.Sub(c.gain, new(big.Int).Mul(money, c.cost))
		c.gain.Sub(c.gain, new(big.Int).Mul(node, big.NewInt(c.nodes)))
	}
	for k := range g.parts {
		u := &g.parts[k]
		if len(u.variants) > 1 {
			g.use(u.variantLimit, g.maxGain(u.variants))
		}
		if u.group < 0 || len(u.nodes) == 0 {
			continue
		}
		best := g.maxGain(u.nodes)
		for i, v := range u.nodes {
			if gain := g.choices[v].gain; gain.Sign() > 0 {
				g.use(u.implies[i], gain)
			}
		}
		if best.Sign() < 0 {
			g.use(u.implies[len(u.nodes)], best.Neg(best))
		}
	}
}

// maxGain returns the greatest gain of some variables.
func (g *choosing) maxGain(list []int) *big.Int {
	best := g.choices[list[0]].gain
	for _, v := range list[1:] {
		if g.choices[v].gain.Cmp(best) > 0 {
			best = g.choices[v].gain
		}
	}
	return new(big.Int).Set(best)
}

func (g *choosing) use(row int, by *big.Int) {
	if by.Sign() > 0 {
		g.uses = append(g.uses, use{row, by})
	}
}

// sum adds the constraints up once, at the root; the sum holds everywhere.
func (g *choosing) sum([]int8) []use {
	uses := g.uses
	g.uses = nil
	return uses
}

// branch splits on the open variable that costs most: a variant, or a group, before a node.
func (g *choosing) branch(values []int8) []literal {
	best := -1
	for v := range g.choices {
		if values[v] == 0 && (best < 0 || g.choices[v].gain.CmpAbs(g.choices[best].gain) > 0) {
			best = v
		}
	}
	if best < 0 {
		return nil
	}
	return []literal{literal(2 * best), literal(2*best + 1)}
}
