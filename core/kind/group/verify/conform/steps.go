package conform

import (
	"math"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
)

// GKA in coarse cells and the tree searches decide by integers: logarithms in steps of a power of
// two, values in steps of a power of ten. Their decisions between nearly equal numbers can only
// be repeated with the same integers.

// A stepUnit is a unit with its worth in steps.
type stepUnit struct {
	group    int // -1 for a node alone
	setup    int64
	items    []stepItem
	variants []stepVariant
}

// A stepItem is a node with its worth in steps.
type stepItem struct {
	node         int
	price, worth int64
}

// A stepVariant is a variant with its worth in steps.
type stepVariant struct {
	nodes, index int
	cost, worth  int64
}

// steps returns the units of the problem.
func (c *checker) steps() []stepUnit {
	s := c.ScaledProblem()
	per := logSteps(c)
	if s.Sums {
		per, _ = valueSteps(c.Problem)
	}
	round := func(x float64) int64 {
		if s.Sums {
			return int64(math.Floor(float64(x*per) + 0.5))
		}
		return int64(math.Round(float64(x * per)))
	}
	var list []stepUnit
	for _, u := range s.Units {
		unit := stepUnit{group: u.Group, setup: round(u.Setup)}
		for _, x := range u.Items {
			unit.items = append(unit.items, stepItem{x.Node, x.Price, round(x.Worth)})
		}
		for _, l := range u.Variants {
			unit.variants = append(unit.variants, stepVariant{l.Nodes, l.Index, l.Cost, round(l.Worth)})
		}
		list = append(list, unit)
	}
	return list
}

// logSteps returns the number of steps of a unit of logarithm: 2^50, or fewer if the sum over n
// groups and nodes could overflow.
func logSteps(c *checker) float64 {
	s, p := c.ScaledProblem(), c.Problem
	leastGroup, leastNode := 1.0, 1.0
	for g := range p.Groups {
		if x := s.Groups[g].Odds; x > 0 {
			leastGroup = min(leastGroup, x)
		}
	}
	for i := range p.Nodes {
		if x := s.Nodes[i].Odds; x > 0 {
			leastNode = min(leastNode, x)
		}
	}
	worst := -rng.Ln(leastGroup) - rng.Ln(leastNode)
	for g := range p.Groups {
		for _, v := range p.Groups[g].Variants {
			worst = max(worst, -rng.Ln(v.Value))
		}
	}
	most, power := float64(min(s.N, len(p.Nodes)))*(worst+1), 50
	for power > 10 && math.Ldexp(most, power) > 1<<60 {
		power--
	}
	return math.Ldexp(1, power)
}

// valueSteps returns the number of steps of a unit of value: 10 to the least number of decimals
// for all values, at most six, or more while sums stay below 2^50 steps. Exact is false if some
// values have more decimals.
func valueSteps(p *group.Problem) (per float64, exact bool) {
	var values []float64
	for i := range p.Nodes {
		values = append(values, math.Abs(p.Nodes[i].Value))
	}
	for g := range p.Groups {
		values = append(values, math.Abs(p.Groups[g].Value))
		for _, v := range p.Groups[g].Variants {
			values = append(values, math.Abs(v.Value))
		}
	}
	most, per := 0.0, 1.0
	for _, x := range values {
		most = max(most, x)
	}
	most *= 2 * float64(p.Request.Nodes)
	holds := func(x float64) bool { return math.Floor(float64(x*per)+0.5)/per == x }
	exact = true
	for _, x := range values {
		for !holds(x) && (per < 1e6 || most*(per*10) <= 1<<50) {
			per *= 10
		}
		exact = exact && holds(x)
	}
	for ; most*per > 1<<60; per /= 10 {
		exact = false
	}
	return per, exact
}
