package picture

import (
	"strconv"

	"gridbox/core/catalog"
)

// Hue returns the CSS classes of a run's colour: c1 to c11 for its algorithm, followed by shade1
// to shade3 for further runs of the same algorithm (see catalog.Colours). For 0 it is the accent
// colour.
func Hue(n int) string {
	if n <= 0 {
		return "c0"
	}
	hue, shade := catalog.Shade(n)
	class := "c" + strconv.Itoa(hue)
	if shade > 0 {
		class += " shade" + strconv.Itoa(shade)
	}
	return class
}
