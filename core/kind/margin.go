package kind

import (
	"math"
	"strconv"

	"gridbox/core/i18n"
)

// Margin returns the distance of a from b in percent: "37 %", or from tenfold
// on the ratio: "12 times". It reports equal if they differ by at most 0.05 %.
func Margin(a, b float64) (text string, equal bool) {
	if math.Abs(a-b) <= 0.0005*math.Abs(b) {
		return "", true
	}
	percent := 100 * math.Abs(a-b) / math.Abs(b)
	switch {
	case IsMultiple(a, b):
		return i18n.T("{} times", strconv.FormatFloat(a/b, 'f', 0, 64)), false
	case percent >= 10:
		return strconv.FormatFloat(percent, 'f', 0, 64) + " %", false
	}
	return strconv.FormatFloat(percent, 'f', 1, 64) + " %", false
}

// IsMultiple reports whether the margin of a and b is a multiple instead of a percentage.
func IsMultiple(a, b float64) bool { return 100*math.Abs(a-b)/math.Abs(b) >= 1000 }

// MarginText returns the margin between two numbers with the words for less and
// more. The word times follows a multiple: "12 times the cost".
func MarginText(a, b float64, less, more, times string) string {
	text, equal := Margin(a, b)
	switch {
	case equal || b == 0:
		return i18n.T("as much")
	case a < b:
		return text + " " + less
	case IsMultiple(a, b):
		return text + " " + times
	}
	return text + " " + more
}

// Ends returns a sentence that compares the end times a and b of two answers.
func Ends(nameA, nameB string, a, b float64) string {
	text, equal := Margin(a, b)
	switch {
	case equal:
		return i18n.T("{} ends when {} does", nameA, nameB)
	case a < b:
		return i18n.T("{} ends {} earlier than {}", nameA, text, nameB)
	case IsMultiple(a, b):
		return i18n.T("{} takes {} as long as {}", nameA, text, nameB)
	}
	return i18n.T("{} ends {} later than {}", nameA, text, nameB)
}

// InfeasibleText returns a sentence if one of two answers is infeasible, or "".
// Noun is the solution of a feasible answer, such as placement.
func InfeasibleText[S any](a, b *Answer[S], noun string) string {
	switch {
	case !a.Feasible && !b.Feasible:
		return i18n.T("Neither {} nor {} finds a {}.", a.Name, b.Name, noun)
	case !a.Feasible:
		return i18n.T("{} finds no {} where {} finds one.", a.Name, noun, b.Name)
	case !b.Feasible:
		return i18n.T("{} finds a {} where {} finds none.", a.Name, noun, b.Name)
	}
	return ""
}
