package check_test

import (
	"gridbox/core/scenario"
)

// bounded gives an answer a bound with its gap.
func bounded(a *scenario.Answer, metric string, value float64) *scenario.Answer {
	a.Bound = &scenario.Bound{Metric: metric, Value: value}
	a.Bound.Gap, _ = a.Relative()
	return a
}
