package figure

import (
	"math"
	"strconv"
	"strings"
)

// thin is the narrow no-break space that stands between groups of digits and
// before a unit.
const thin = "\u202f"

// num rounds a number to what matters to a reader, four digits or all digits
// of its whole part, and groups thousands.
func num(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	decimals := 0
	for limit := 1000.0; decimals < 4 && math.Abs(x) < limit && x != math.Trunc(x); limit /= 10 {
		decimals++
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && len(whole) > 4; i -= 3 {
		whole = whole[:i] + thin + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	if x < 0 && strings.Trim(text, "0.") != "" {
		return "−" + whole
	}
	return whole
}

// count writes "1 job", "3 jobs".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return num(float64(n)) + " " + many
}
