package study

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// EquidistantValues returns n equidistant values from a to b, both included, with few
// digits. If the path leads to whole numbers they are rounded, and duplicates
// are removed.
func EquidistantValues(path string, a, b float64, n int) []any {
	way, why := doc.WayTo(scenario.Scenario{}, path)
	whole := why == "" && way.IsInteger()
	var values []any
	for i := range n {
		x := a
		if n > 1 {
			x = a + float64((b-a)*(float64(i)/float64(n-1)))
		}
		switch {
		case whole:
			x = math.Floor(x + 0.5)
		case i == n-1:
			x = b
		case i > 0:
			x = roundToStep(x, (b-a)/float64(n-1))
		}
		if !slices.Contains(values, any(x)) {
			values = append(values, x)
		}
	}
	return values
}

// roundToStep rounds x to two digits more than a step has, so that 0.1, 0.2, 0.3 are
// exact as written.
func roundToStep(x, step float64) float64 {
	if step == 0 {
		return x
	}
	digits := 2 - math.Floor(float64(rng.Ln(math.Abs(step))/math.Ln10))
	scale := 1.0
	for range int(min(max(digits, 0), 15)) {
		scale *= 10
	}
	if rounded := math.Floor(float64(x*scale)+0.5) / scale; !math.IsInf(rounded, 0) {
		return rounded
	}
	return x
}
