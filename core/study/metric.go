package study

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/schedmetrics"
)

// Metrics of every kind in addition to its own.
const (
	Elapsed = "elapsedMs" // time of the run; depends on the machine and is in no digest
	Gap     = "gap"       // relative distance to the run's proven bound
	stats   = "stats."    // counter of the run: stats.windowsExamined
	lengths = "instance." // length of a list of the instance: instance.jobs
)

// MachineDependent reports whether a metric differs from machine to machine.
func MachineDependent(metric string) bool { return metric == Elapsed }

// LowerIsBetter reports whether lower values of a metric are better. Counters and
// lengths count as such.
func LowerIsBetter(kind, metric string) bool {
	k, _ := catalog.ByID(kind)
	if less, known := schedmetrics.LowerIsBetter(metric); known {
		return less
	}
	m, ok := k.Metric(metric)
	return !ok || m.Less
}

// metricsOf returns the metrics of a study, or all metrics of the kind if it
// names none. It returns faults for unknown or repeated metrics and for an
// unsuitable metric of the stopping rule.
func metricsOf(s *scenario.Scenario) (metrics []string, faults doc.Faults) {
	kind, _ := catalog.ByID(s.Kind)
	known := []string{}
	for _, m := range kind.Metrics {
		known = append(known, m.ID)
	}
	if metrics = s.Study.Metrics; len(metrics) == 0 {
		metrics = known
	}
	known = append(known, Elapsed, Gap)
	if s.Kind == "farm" {
		known = append(known, schedmetrics.Names()...)
	}
	seen := map[string]bool{}
	for i, m := range metrics {
		here := "study.metrics[" + strconv.Itoa(i) + "]"
		if why := unknownReason(s, m, known); why != "" {
			faults = append(faults, doc.Fault{Path: here, Value: strconv.Quote(m), Reason: why})
		} else if seen[m] {
			faults = append(faults, doc.Fault{Path: here, Value: strconv.Quote(m), Reason: "is named twice"})
		}
		seen[m] = true
	}
	if stop := s.Study.Stop; stop != nil && !seen[stop.Metric] {
		faults = append(faults, doc.Fault{Path: "study.stop.metric", Value: strconv.Quote(stop.Metric),
			Reason: "is not one of the study's metrics, " +
				strings.Join(metrics, ", ") + doc.Suggest(stop.Metric, metrics)})
	} else if stop != nil && MachineDependent(stop.Metric) {
		faults = append(faults, doc.Fault{Path: "study.stop.metric", Value: strconv.Quote(stop.Metric),
			Reason: "differs from machine to machine, and so would the end of the study; stop by another metric"})
	}
	return metrics, faults
}

// unknownReason returns the reason why there is no such metric, or "". The counters
// of an algorithm are only known after a run.
func unknownReason(s *scenario.Scenario, metric string, known []string) string {
	if name, ok := strings.CutPrefix(metric, stats); ok && name != "" {
		return ""
	}
	listed := known
	if name, ok := strings.CutPrefix(metric, lengths); ok {
		listed = nil
		for _, l := range Lengths(s) {
			if l.Name == name {
				return ""
			}
			listed = append(listed, lengths+l.Name)
		}
	}
	for _, k := range known {
		if k == metric {
			return ""
		}
	}
	return "is not a metric of kind " + s.Kind + "; there are " + strings.Join(listed, ", ") +
		" and the counters stats.NAME" + doc.Suggest(metric, listed)
}

// A Reader returns the value of one metric of an answer.
type Reader func(s *scenario.Scenario, a *scenario.Answer) (value float64, ok bool)

// NewReader returns the reader of a metric, which must exist.
func NewReader(metric string) Reader {
	if metric == Elapsed {
		return func(_ *scenario.Scenario, a *scenario.Answer) (float64, bool) { return a.ElapsedMs, true }
	}
	if metric == Gap {
		return func(_ *scenario.Scenario, a *scenario.Answer) (float64, bool) { return a.Relative() }
	}
	if name, ok := strings.CutPrefix(metric, stats); ok {
		return func(_ *scenario.Scenario, a *scenario.Answer) (float64, bool) { x, ok := a.Stats[name]; return x, ok }
	}
	if name, ok := strings.CutPrefix(metric, lengths); ok {
		return func(s *scenario.Scenario, _ *scenario.Answer) (float64, bool) { return lengthOf(s, name) }
	}
	if read := schedmetrics.Reader(metric); read != nil && strings.HasPrefix(metric, schedmetrics.Prefix) {
		return func(s *scenario.Scenario, a *scenario.Answer) (float64, bool) {
			solution, some := a.Solution.(*farm.Solution)
			if !some || s.Farm == nil {
				return 0, false
			}
			return read(&s.Farm.Problem, solution)
		}
	}
	return func(_ *scenario.Scenario, a *scenario.Answer) (float64, bool) {
		x, ok := a.Metrics[metric]
		return x, ok
	}
}

func lengthOf(s *scenario.Scenario, name string) (float64, bool) {
	for _, l := range Lengths(s) {
		if l.Name == name {
			return float64(l.Count), true
		}
	}
	return 0, false
}

// Lengths returns the number of elements of each list of an explicit scenario.
func Lengths(s *scenario.Scenario) []doc.Length { return doc.Lengths(scenario.Problem(s)) }
