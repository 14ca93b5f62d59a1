// Package verifytest provides helpers for the tests of all verifiers.
package verifytest

import (
	"strings"

	"gridbox/core/scenario"
)

// SetBound sets the bound of an answer with its gap, and returns the answer.
func SetBound(a *scenario.Answer, metric string, value float64) *scenario.Answer {
	a.Bound = &scenario.Bound{Metric: metric, Value: value}
	a.Bound.Gap, _ = a.Relative()
	return a
}

// Has reports whether the explanation of a violation contains a text, or, for the
// empty text, whether there is no violation.
func Has(violations []scenario.Violation, text string) bool {
	for _, v := range violations {
		if text != "" && strings.Contains(v.Reason, text) {
			return true
		}
	}
	return text == "" && len(violations) == 0
}

// HasPath reports whether the path of a violation contains a text.
func HasPath(violations []scenario.Violation, path string) bool {
	for _, v := range violations {
		if strings.Contains(v.Path, path) {
			return true
		}
	}
	return false
}
