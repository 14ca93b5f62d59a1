package report

import (
	"math"

	"gridbox/core/study"
)

// defaultFirst is how many replications there are before the first look.
const defaultFirst = 100

// Looks lists after how many replications a study with a stop rule looks
// whether it may end: first, twice as many and so on, and at the last. A study
// without a rule only ever looks at the last.
func Looks(plan *study.Plan) []int {
	asked, stop := plan.Replications(), plan.Scenario.Study.Stop
	if stop == nil {
		return []int{asked}
	}
	first := stop.First
	if first == 0 {
		first = defaultFirst
	}
	var looks []int
	for n := first; n < asked; n *= 2 {
		looks = append(looks, n)
	}
	return append(looks, asked)
}

// End says which replications count: those below limit. A study with a stop
// rule ends at its first look at which every mean of the metric is known well
// enough. A look uses replications from 0 in order and nothing else, so that
// neither the division of the work nor what was computed beyond it matters.
func End(plan *study.Plan, part study.Values) (limit int, stopped bool) {
	if plan.Scenario.Study.Stop == nil {
		return plan.Replications(), false
	}
	have := part.Prefix()
	for _, n := range Looks(plan) {
		if n < plan.Replications() && n <= have && narrow(plan, part, n) {
			return n, true
		}
	}
	return plan.Replications(), false
}

// fewestToStop is how many values a cell must have for a study to end by it.
const fewestToStop = 20

// narrow looks at the first n replications of every cell of the rule's metric.
// Only a cell with values enough that vary, and are not too skewed for Student's
// interval, can be narrow: where the first few are all alike, or the rare large
// ones have not come yet, an interval is narrow because it knows nothing.
func narrow(plan *study.Plan, part study.Values, n int) bool {
	stop, level := plan.Scenario.Study.Stop, confidence(plan)
	metric := -1
	for m, name := range plan.Metrics {
		if name == stop.Metric {
			metric = m
		}
	}
	for point := range plan.Points {
		for run := range plan.Points[point].Runs {
			c := part.Column(point, run, metric, n)
			s := NewSample(c.Values)
			if len(c.Values) < fewestToStop || !s.Normal() {
				return false
			}
			low, high := s.Student(level)
			if (high-low)/2 > float64(stop.Width*math.Abs(s.Mean)) {
				return false
			}
		}
	}
	return true
}
