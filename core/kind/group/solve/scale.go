package solve

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/rng"
)

// decimals is the number of decimals up to which availabilities are multiplied
// as integers, see exact.go.
const decimals = 6

// maxCostSum limits the sum of all prices in steps, so that no sum overflows;
// maxValueSum does the same for values.
const (
	maxCostSum  = 1 << 61
	maxValueSum = 1 << 50
)

// scaleCosts finds the fewest decimals that represent all prices within the
// budget. Prices are the decimals of the document: 0.1 is a tenth.
func (in *instance) scaleCosts() {
	exact, top, everything := true, in.p.Request.Budget, 0.0
	see := func(x float64) {
		if x > top {
			return
		}
		everything += x
		if x != math.Trunc(x) {
			if _, digits := decimal(x); digits > in.digits {
				in.digits = digits
			}
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
	// If even the sum of all prices is too large, digits are lost.
	for in.perCost = math.Pow10(in.digits); everything*in.perCost > maxCostSum; in.perCost = math.Pow10(in.digits) {
		in.digits--
		exact = false
	}
	if !exact {
		in.roundingStep = 1 / in.perCost
	}
	in.budget = in.affordable(top)
}

// affordable returns a budget in steps, rounded down and limited to largest.
func (in *instance) affordable(budget float64) int64 {
	if budget*in.perCost >= maxCostSum {
		return maxCostSum
	}
	steps, _ := stepsOf(budget, in.digits)
	return steps
}

// costSteps returns a price in steps, rounded up (or down, with down). For a price
// beyond the budget it returns more than the budget.
func (in *instance) costSteps(price float64) int64 {
	if price*in.perCost >= 2*maxCostSum {
		return 2 * maxCostSum
	}
	steps, between := stepsOf(price, in.digits)
	if between && !in.down {
		steps++
	}
	return steps
}

// amount returns a number of steps in units of money.
func (in *instance) amount(steps int64) float64 {
	if steps < 1<<53 && in.digits <= 22 || in.digits < 0 {
		return float64(steps) / in.perCost
	}
	x, _ := strconv.ParseFloat(strconv.FormatInt(steps, 10)+"e"+strconv.Itoa(-in.digits), 64)
	return x
}

// stepsOf returns a non-negative number in units of 10^-digits, rounded down,
// and whether it was rounded. The result must be below 2^63.
func stepsOf(x float64, digits int) (steps int64, between bool) {
	steps, has := decimal(x)
	for ; has < digits && steps > 0; has++ {
		steps *= 10
	}
	for ; has > digits && steps > 0; has-- {
		between = between || steps%10 > 0
		steps /= 10
	}
	return steps, between
}

// decimal returns a non-negative number as its shortest decimal, whole /
// 10^digits. Digits are negative for numbers with more trailing zeros than
// float64 represents.
func decimal(x float64) (whole int64, digits int) {
	if x < 1e15 && x == math.Trunc(x) { // most prices are whole
		return int64(x), 0
	}
	for digits, s := 1, 10.0; digits <= decimals; digits, s = digits+1, s*10 {
		// No two decimals of 15 digits are the same float64.
		if y := math.Floor(float64(x*s) + 0.5); y < 1e15 && y/s == x {
			return int64(y), digits
		}
	}
	text := strconv.FormatFloat(x, 'e', -1, 64) // d.ddde-dd
	mantissa, exponent, _ := strings.Cut(text, "e")
	first, rest, _ := strings.Cut(mantissa, ".")
	whole, _ = strconv.ParseInt(first+rest, 10, 64)
	e, _ := strconv.Atoi(exponent)
	return whole, len(rest) - e
}

// isDecimal reports whether x is the float64 nearest to a decimal with that many
// digits.
func isDecimal(x float64, digits int) bool {
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

// scaleValues chooses the steps of logarithms or of values so that no sum
// overflows, and the tolerance within which sums do not decide the order of two
// windows. Ln is accurate to two units in the last place, and each of at most n
// groups and n nodes is rounded by half a step.
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

// scaleSums finds the fewest decimals that represent all values: six, or more
// while no sum exceeds the integers of float64.
func (in *instance) scaleSums() {
	top := 0.0
	each := func(visit func(x float64)) {
		for i := range in.p.Groups {
			visit(in.p.Groups[i].Value)
			for k := range in.p.Groups[i].Variants {
				visit(in.p.Groups[i].Variants[k].Value)
			}
		}
		for i := range in.p.Nodes {
			visit(in.p.Nodes[i].Value)
		}
	}
	each(func(x float64) { top = math.Max(top, math.Abs(x)) })
	most := 2 * float64(in.n) * top
	digits, exact := 0, true
	each(func(x float64) {
		for !isDecimal(x, digits) && (digits < decimals || most*ten(digits+1) <= maxValueSum) {
			digits++
		}
		exact = exact && isDecimal(x, digits)
	})
	in.perValue = ten(digits)
	for most*in.perValue > 1<<60 {
		in.perValue /= 10
		exact = false
	}
	if !exact {
		in.roundingStep = math.Max(in.roundingStep, 1/in.perValue)
		in.rounding = float64(2 * in.n) // half a step for each group and node, and as much for the value found
	}
}

// valueSteps returns a value in steps.
func (in *instance) valueSteps(x float64) int64 {
	return int64(math.Floor(float64(x*in.perValue) + 0.5))
}
