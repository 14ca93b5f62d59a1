package catalog

import (
	"math"
	"strconv"
)

// margin says how a lies from b in percent: "37 %". Above tenfold it says how
// many times as much. Equal is what rounds to equal.
func margin(a, b float64) (text string, equal bool) {
	if math.Abs(a-b) <= 0.0005*math.Abs(b) {
		return "", true
	}
	percent := 100 * math.Abs(a-b) / math.Abs(b)
	switch {
	case percent >= 1000:
		return strconv.FormatFloat(a/b, 'f', 0, 64) + " times", false
	case percent >= 10:
		return strconv.FormatFloat(percent, 'f', 0, 64) + " %", false
	}
	return strconv.FormatFloat(percent, 'f', 1, 64) + " %", false
}
