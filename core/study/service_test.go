package study

import (
	"slices"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/schedmetrics"
)

// Studies of farms may have the measures of service, other kinds may not. A study without metrics
// has those of the answers only.
func TestServiceMetrics(t *testing.T) {
	s := scenario.NewGenerated("farm", "farm-stream", 1)
	s.Study = &scenario.Study{Replications: 2, Metrics: []string{"makespan", "service.slowdown.p90"}}
	if _, faults := metricsOf(s); faults != nil {
		t.Error(faults)
	}
	s.Study.Metrics = nil
	if metrics, _ := metricsOf(s); slices.ContainsFunc(metrics, func(m string) bool {
		_,
			is := schedmetrics.LowerIsBetter(m)
		return is
	}) {
		t.Errorf("default metrics: got %v, want none of service", metrics)
	}
	w := scenario.NewGenerated("window", "square-2018", 1)
	w.Study = &scenario.Study{Replications: 2, Metrics: []string{"service.slowdown.p90"}}
	if _, faults := metricsOf(w); faults == nil {
		t.Error("a study of windows with a measure of service is accepted")
	}
	if LowerIsBetter("farm", "service.fairness") || !LowerIsBetter("farm", "service.wait.mean") {
		t.Error("LowerIsBetter: want false for fairness, true for waits")
	}
	p := &scenario.Scenario{Farm: &scenario.Farm{}}
	p.Farm.Machines = []farm.Machine{{ID: "m", Slots: 1}}
	p.Farm.Jobs = []farm.Job{{ID: "a", Slots: 1, Duration: 30}}
	a := &scenario.Answer{Solution: &farm.Solution{Reservations: []farm.Reservation{{Job: "a", Part: 1, Machine: "m",
		Slots: 1, Start: 30, Finish: 60}}}}
	if x, ok := NewReader("service.slowdown.mean")(p, a); !ok || x != 2 {
		t.Errorf("service.slowdown.mean: got %v, %t; want 2", x, ok)
	}
	if _, ok := NewReader("service.slowdown.mean")(p, &scenario.Answer{}); ok {
		t.Error("an answer without a schedule has a slowdown")
	}
}
