package picture

import (
	"strconv"

	"gridbox/core/catalog"
)

// Hue names the CSS classes of a run's colour: c1 to c11 for the algorithm's,
// and shade1 to shade3 behind it for runs that repeat one (see catalog.Colours).
// 0 leaves the accent colour.
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
