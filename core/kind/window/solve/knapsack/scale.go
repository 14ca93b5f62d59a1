package knapsack

import "math"

// Digits is up to how many decimals numbers are made whole without loss.
const Digits = 6

// exactWhole is up to where every whole number is a float64.
const exactWhole = 1 << 53

// Decimals gives the least d <= Digits such that every number times 10^d is
// whole and, summed, stays exact; ok is false where there is none.
func Decimals(numbers []float64) (d int, ok bool) {
	factor := 1.0
	for d = 0; d <= Digits; d++ {
		if allWhole(numbers, factor) {
			return d, true
		}
		factor *= 10
	}
	return 0, false
}

func allWhole(numbers []float64, factor float64) bool {
	total := 0.0
	for _, x := range numbers {
		w, ok := Whole(x, factor)
		total += math.Abs(w)
		if !ok || total >= exactWhole {
			return false
		}
	}
	return true
}

// Whole is x times factor where x is a decimal number with that many places: the
// whole number w for which w/factor reads as x.
func Whole(x, factor float64) (w float64, ok bool) {
	w = math.Round(x * factor)
	return w, math.Abs(w) < exactWhole && w/factor == x
}

// Scale makes weights of prices. Decimal prices of up to Digits places become
// whole numbers without loss: price = weight / unit. Others are rounded up to a
// multiple of a power of two that is as fine as 2^52 steps for their sum allow,
// so that a choice never costs more than it is said to; rounding is then the
// most that one price is rounded by, else 0.
func Scale(prices []float64) (weights []int64, unit, rounding float64) {
	weights = make([]int64, len(prices))
	if d, ok := Decimals(prices); ok {
		unit = 1
		for range d {
			unit *= 10
		}
		for i, x := range prices {
			w, _ := Whole(x, unit)
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
