package group

import (
	"math"

	"gridbox/core/rng"
)

// decimals is the greatest number of digits behind the point that prices and
// values keep, a promise of the document format.
const decimals = 6

// largest bounds sums: doubles count to 2^53, and so may scaled budgets.
const largest = 1 << 53

// scaleCosts finds the fewest decimals that hold all prices.
func (in *instance) scaleCosts() {
	digits, exact := 0, true
	top := in.p.Request.Budget
	see := func(x float64) {
		if x <= top {
			for !whole(x, digits) && digits < decimals {
				digits++
			}
			exact = exact && whole(x, digits)
		}
	}
	for i := range in.p.Nodes {
		see(in.p.Nodes[i].Price)
	}
	for i := range in.p.Groups {
		for k := range in.p.Groups[i].Variants {
			see(in.p.Groups[i].Variants[k].Cost)
		}
	}
	// No window costs more than n times the dearest thing in it; a budget
	// beyond what the scale can hold loses digits instead.
	in.perCost = ten(digits)
	for digits > 0 && top*in.perCost > largest {
		digits--
		in.perCost, exact = ten(digits), false
	}
	if !exact {
		in.rounded = 1 / in.perCost
	}
	in.budget = in.affordable(top)
}

// affordable is a budget in steps: what lies between two steps buys nothing.
func (in *instance) affordable(budget float64) int64 {
	steps := math.Floor(float64(budget * in.perCost))
	for (steps+1)/in.perCost <= budget && steps < largest {
		steps++
	}
	for steps/in.perCost > budget {
		steps--
	}
	return int64(math.Min(steps, largest))
}

// costed is a price in steps, rounded up (or down) where it lies between two.
func (in *instance) costed(price float64) int64 {
	steps := math.Floor(float64(price*in.perCost) + 0.5)
	if steps/in.perCost < price && !in.down {
		steps++
	}
	if steps/in.perCost > price && in.down {
		steps--
	}
	return int64(math.Min(steps, largest+1))
}

// whole tells whether x has so few decimals that the nearest number with them
// is x itself.
func whole(x float64, digits int) bool {
	s := ten(digits)
	return math.Floor(float64(x*s)+0.5)/s == x
}

func ten(digits int) float64 {
	s := 1.0
	for range digits {
		s *= 10
	}
	return s
}

// scaleValues fixes the steps of logarithms or of values so that no sum of
// them leaves the integers, and the tolerance within which the order of two
// windows is not settled by their sums. Ln is good to two units in the last
// place, and each of at most n groups and n nodes is rounded by half a step.
func (in *instance) scaleValues() {
	if in.sums {
		in.scaleSums()
		return
	}
	worst := 0.0
	deepest := func(odds []float64) {
		least := 1.0
		for _, x := range odds {
			if x > 0 && x < least {
				least = x
			}
		}
		worst += -rng.Ln(least)
	}
	deepest(in.odds.Groups)
	deepest(in.odds.Nodes)
	for i := range in.p.Groups {
		for k := range in.p.Groups[i].Variants {
			worst = math.Max(worst, -rng.Ln(in.p.Groups[i].Variants[k].Value))
		}
	}
	steps := 50
	most := float64(min(in.n, len(in.p.Nodes))) * (worst + 1)
	for steps > 10 && math.Ldexp(most, steps) > 1<<60 {
		steps--
	}
	in.perValue = math.Ldexp(1, steps)
	inexact := 1 + math.Ldexp(worst, steps-51)
	in.tolerance = int64(math.Ceil(4 * float64(min(in.n, len(in.p.Nodes))) * inexact))
}

func (in *instance) scaleSums() {
	digits, exact, top := 0, true, 0.0
	see := func(x float64) {
		top = math.Max(top, math.Abs(x))
		for !whole(x, digits) && digits < decimals {
			digits++
		}
		exact = exact && whole(x, digits)
	}
	for i := range in.p.Groups {
		see(in.p.Groups[i].Value)
		for k := range in.p.Groups[i].Variants {
			see(in.p.Groups[i].Variants[k].Value)
		}
	}
	for i := range in.p.Nodes {
		see(in.p.Nodes[i].Value)
	}
	in.perValue = ten(digits)
	most := 2 * float64(in.n) * top
	for most*in.perValue > 1<<60 {
		in.perValue /= 10
		exact = false
	}
	if !exact {
		in.rounded = math.Max(in.rounded, 1/in.perValue)
		in.blur = float64(2 * in.n) // half a step for each group and node, and as much for the value found
	}
}

// valued is a value in steps.
func (in *instance) valued(x float64) int64 {
	return int64(math.Floor(float64(x*in.perValue) + 0.5))
}
