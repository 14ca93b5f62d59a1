package report

import (
	"math"

	"gridbox/core/study"
)

// defaultFirst is the default number of replications before the first check.
const defaultFirst = 100

// Checkpoints returns the numbers of replications after which a study with a stop
// rule is checked: first, twice as many and so on, and the last. A study
// without a rule is only checked at the last.
func Checkpoints(plan *study.Plan) []int {
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

// End returns the limit of the replications that count. A study with a stop
// rule ends at the first check at which every mean of the metric is known well
// enough. A check uses the replications from 0 in order, so that neither the
// division of the work nor further replications matter.
func End(plan *study.Plan, part study.Values) (limit int, stopped bool) {
	if plan.Scenario.Study.Stop == nil {
		return plan.Replications(), false
	}
	have := part.Prefix()
	for _, n := range Checkpoints(plan) {
		if n < plan.Replications() && n <= have && narrow(plan, part, n) {
			return n, true
		}
	}
	return plan.Replications(), false
}

// minToStop is the least number of values of a cell for a study to stop.
const minToStop = 20

// narrow checks the first n replications of every cell of the rule's metric.
// Only a cell with enough values that vary, and are not too skewed for
// Student's interval, can be narrow. Otherwise the interval may be narrow
// because the first few values are equal, or because rare large ones have not
// occurred yet.
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
			if len(c.Values) < minToStop || !s.Normal() {
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
