package picture

import "math"

// Ticks returns round numbers from low to high, about count of them: multiples of 1, 2 or 5 times
// a power of ten. It returns nil for an empty or infinite range.
func Ticks(low, high float64, count int) []float64 {
	if !(high > low) || math.IsInf(high-low, 0) || count < 1 {
		return nil
	}
	if high-low < 1e-12*max(math.Abs(low), math.Abs(high)) {
		return nil // the difference is a rounding error; steps would be lost in the numbers
	}
	step := Step((high - low) / float64(count))
	var out []float64
	for k := math.Ceil(low/step - 1e-9); k*step <= high+step*1e-9; k++ {
		out = append(out, clean(k*step))
	}
	return out
}

// TicksOver returns round numbers from 0 to the first one that is at least high.
func TicksOver(high float64, count int) []float64 {
	if !(high > 0) || math.IsInf(high, 0) || count < 1 {
		return []float64{0, 1}
	}
	step := Step(high / float64(count))
	out := []float64{0}
	for k := 1.0; out[len(out)-1] < high; k++ {
		out = append(out, clean(k*step))
	}
	return out
}

// Step returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least
// raw, except for rounding. It needs raw above 0. The power of ten is found by multiplying,
// because math.Pow differs between machines.
func Step(raw float64) float64 {
	power := 1.0
	for power > raw {
		power /= 10
	}
	for power*10 <= raw {
		power *= 10
	}
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw*(1-1e-9) {
			return f * power
		}
	}
	return 10 * power
}

// clean removes the rounding error of a product such as 3 x 0.1.
func clean(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := 1e12
	for a := math.Abs(v); a >= 10; a /= 10 {
		scale /= 10
	}
	return math.Round(v*scale) / scale
}

// Clamp01 returns v limited to the range from 0 to 1, and 0 for NaN.
func Clamp01(v float64) float64 {
	if !(v > 0) { // also NaN
		return 0
	}
	return math.Min(v, 1)
}
