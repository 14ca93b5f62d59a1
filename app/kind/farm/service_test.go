package farm

import (
	"math"
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/chart"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/schedmetrics"
)

// showServiceChart returns the laboratory with a run of a preset and its measures.
func showServiceChart(t *testing.T, id string) state.State {
	t.Helper()
	d := state.FromPreset("farm", "farm-stream", 7)
	d.Runs = []scenario.Run{{Algorithm: "fcfs"}}
	s := labtest.Solve(t, labtest.Open(t, d))
	s = state.Reduce(s, state.Show{Field: "chart", To: id})
	return labtest.Explain(t, s, &Screen)
}

// The table and the charts show the measures of package service, and the rule behind them.
func TestMeasuresAreThoseOfTheService(t *testing.T) {
	s := showServiceChart(t, "cdf")
	solution, _ := shownAnswer(&s)
	want := schedmetrics.Measure(&s.Problem.Farm.Problem, solution, schedmetrics.Cut{})
	c := chartOf(&s, "cdf")
	points := c.Series[0].Points
	if last := points[len(points)-1]; !c.LogX || last.Y != 1 || last.X != max(1, want.Wait.Max) || points[0].X < 1 {
		t.Errorf("distribution of waits: got last point %+v, want 1 at %v", last, want.Wait.Max)
	}
	for i := range points[1:] {
		if points[i+1].X <= points[i].X || points[i+1].Y <= points[i].Y {
			t.Errorf("got point %+v before %+v, want rising ones", points[i], points[i+1])
		}
	}
	if used := chartOf(&s, "used").Series[0].Points; math.Abs(mean(used)-want.Utilization) > 1e-9 {
		t.Errorf("got mean utilization %v, want %v", mean(used), want.Utilization)
	}
	if waits := chartOf(&s, "queue").Series[0].Points; math.Abs(mean(waits)-want.MeanQueue) > 1e-6*want.MeanQueue {
		t.Errorf("got mean queue %v, want %v", mean(waits), want.MeanQueue)
	}
	s.Layout.Answers = "service"
	got := ui.PlainText(serviceView(&s))
	for _, part := range []string{"bounded slowdown", "run times below 10 s count as 10 s", ui.Integer(want.MaxQueue)} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in %s", part, got)
		}
	}
}

// mean returns the mean of a step function over its domain.
func mean(points []chart.Point) float64 {
	sum := 0.0
	for i := range points[1:] {
		sum += points[i].Y * (points[i+1].X - points[i].X)
	}
	return sum / (points[len(points)-1].X - points[0].X)
}

// Long traces are measured without both ends by default, and nothing is requested while the chart is closed.
func TestEndsAreCutOffLongTraces(t *testing.T) {
	s := showServiceChart(t, "used")
	if about := tableParams(&s); about["service"] != "0" {
		t.Errorf("got request %v for %d jobs, want no cut", about, len(s.Problem.Farm.Jobs))
	}
	s = state.Reduce(s, state.Show{Field: "find", List: "cut", To: "0.1"})
	if tableParams(&s)["service"] != "0.1" {
		t.Errorf("chosen cut: got request %v, want 0.1", tableParams(&s))
	}
	s.Layout.Find = nil
	p := *s.Problem
	p.Farm = &scenario.Farm{Problem: farm.Problem{Machines: p.Farm.Machines, Jobs: make([]farm.Job, longTrace)}}
	p.Farm.Jobs[longTrace-1].Submitted = 1
	s.Problem = &p
	if tableParams(&s)["service"] != "0.05" {
		t.Errorf("long trace: got request %v, want 0.05", tableParams(&s))
	}
	s.Layout.Chart = "slots"
	if tableParams(&s) != nil {
		t.Error("asked for the service while another chart is open")
	}
}
