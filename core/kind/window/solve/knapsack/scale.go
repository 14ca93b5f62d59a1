package knapsack

import "math"

// Digits is the maximum number of decimals that are scaled without loss.
const Digits = 6

// exactWhole is the limit below which every integer is a float64.
const exactWhole = 1 << 53

// Decimals returns the least d <= Digits such that every number times 10^d is
// whole and their sum exact. It reports false if there is none.
func Decimals(numbers []float64) (d int, ok bool) {
	factor := 1.0
	for d = 0; d <= Digits; d++ {
		if allIntegers(numbers, factor) {
			return d, true
		}
		factor *= 10
	}
	return 0, false
}

func allIntegers(numbers []float64, factor float64) bool {
	total := 0.0
	for _, x := range numbers {
		w, ok := ScaleToInteger(x, factor)
		total += math.Abs(w)
		if !ok || total >= exactWhole {
			return false
		}
	}
	return true
}

// ScaleToInteger returns x times factor if x is a decimal number with that many places:
// the integer w for which w/factor reads as x.
func ScaleToInteger(x, factor float64) (w float64, ok bool) {
	w = math.Round(x * factor)
	return w, math.Abs(w) < exactWhole && w/factor == x
}

// Scale returns integer weights of prices. Decimal prices of up to Digits
// places are scaled without loss: price = weight / unit. Others are rounded up
// to a multiple of a power of two, as fine as 2^52 steps for their sum allow,
// so that a choice never costs more than stated. The value rounding is the
// maximum rounding of a price, or 0.
func Scale(prices []float64) (weights []int64, unit, rounding float64) {
	weights = make([]int64, len(prices))
	if d, ok := Decimals(prices); ok {
		unit = 1
		for range d {
			unit *= 10
		}
		for i, x := range prices {
			w, _ := ScaleToInteger(x, unit)
			weights[i] = int64(w)
		}
		return weights, unit, 0
	}
	total := 0.0
	for _, x := range prices {
		total += x
	}
	_, exponent := math.Frexp(total)
	if math.IsInf(total, 1) {
		exponent = 1024 + 31 // fewer than 2^31 prices
	}
	unit = math.Ldexp(1, min(51-exponent, 1000))
	for i, x := range prices {
		w := math.Ceil(x * unit)
		weights[i] = int64(w)
		rounding = max(rounding, w/unit-x)
	}
	return weights, unit, rounding
}
