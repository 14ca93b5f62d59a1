package figure

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/i18n"
)

// thinSpace is the narrow no-break space before a unit.
const thinSpace = "\u202f"

// num rounds a number for readers and groups thousands. A whole number has no decimals, any other as many as ui.Num
// writes.
func num(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	decimals := 0
	switch a := math.Abs(x); {
	case a == math.Trunc(a) || a >= 1000:
	case a >= 100:
		decimals = 1
	case a >= 1:
		decimals = 2
	default:
		decimals = 3
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && len(whole) > 4; i -= 3 {
		whole = whole[:i] + i18n.Group() + whole[i:]
	}
	if rest != "" {
		whole += i18n.Decimal() + rest
	}
	if x < 0 && strings.Trim(text, "0.") != "" {
		return "−" + whole
	}
	return whole
}

// count writes "1 job", "3 jobs".
func count(n int, one, many string) string {
	if noun, ok := i18n.Noun(n, one); ok {
		return num(float64(n)) + " " + noun
	}
	if n == 1 {
		return "1 " + one
	}
	return num(float64(n)) + " " + many
}
