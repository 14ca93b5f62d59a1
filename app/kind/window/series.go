package window

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/draw/chart"
	"gridbox/core/i18n"
	solvers "gridbox/core/kind/window/solve"
)

// series are the front, then the metrics of the paper's figures.
var series = []screen.Series{
	{ID: "front", Name: "Value over cost", Direction: "higher"},
	{ID: "start", Name: "Start", Direction: "lower"},
	{ID: "runtime", Name: "Runtime", Direction: "lower"},
	{ID: "finish", Name: "Finish", Direction: "lower"},
	{ID: "cost", Name: "Cost", Direction: "lower"},
	{ID: "value", Name: "Value", Direction: "higher"},
}

// shownSeries returns the id of the series to show, the first for an id of another kind.
func shownSeries(id string) string {
	for _, c := range series {
		if c.ID == id {
			return id
		}
	}
	return series[0].ID
}

// front returns the parameters for the front of cost and value while it is shown, nil otherwise.
func front(s *state.State) map[string]string {
	if s.Layout.Answers != "compare" || shownSeries(s.Layout.Chart) != "front" {
		return nil
	}
	return map[string]string{"front": "cost"}
}

// chartOf returns the chart with an id: the plane of cost and value, or one bar per run of a metric. An unknown id
// means the first series. The line of the best possible value comes from the last current answer that has a bound of
// this metric.
func chartOf(s *state.State, id string) chart.Chart {
	if id = shownSeries(id); id == "front" {
		return plane(s)
	}
	k, _ := catalog.ByID("window")
	metric, _ := k.Metric(id)
	var scores []chart.Score
	var bound *chart.Bound
	for _, a := range screen.SolvedAnswers(s) {
		alg := screen.Algorithm(s, a)
		scores = append(scores, chart.Score{Name: alg.Name, Colour: alg.Colour, Value: a.Answer.Metrics[id]})
		if b := a.Answer.Bound; b != nil && b.Metric == id && s.IsFresh(*a) {
			bound = &chart.Bound{Value: b.Value, Label: "best possible"}
		}
	}
	return chart.MetricBars(chart.Axis{Title: metric.Name}, scores, bound)
}

// plane returns the front as a line of steps, and every algorithm's window as a dot on or below
// it. The windows of ALP and AMP, whose nodes do not all end at the same time, may lie above.
func plane(s *state.State) chart.Chart {
	c := chart.Chart{ID: "value-over-cost", Title: "Value over cost", X: chart.Axis{Title: "cost"},
		Y: chart.Axis{Title: "value"}}
	if p := problemOf(s.Problem); p != nil && p.ValueAttribute() != "" {
		c.Y.Title = i18n.T("value, the sum of {}", p.ValueAttribute())
	}
	var f solvers.Front
	if screen.Read(s.Matrix.Detail, &f) && len(f.Points) > 0 {
		line := chart.Series{Name: "best at each cost", Steps: true}
		if !f.Exact {
			line.Name = "best, sampled"
		}
		for _, at := range f.Points {
			line.Points = append(line.Points, chart.Point{X: at.Cost, Y: at.Value})
		}
		c.Series = append(c.Series, line)
	}
	for _, a := range screen.SolvedAnswers(s) {
		alg := screen.Algorithm(s, a)
		c.Series = append(c.Series, chart.Series{Name: alg.Name, Colour: alg.Colour, Dots: true,
			Points: []chart.Point{{X: a.Answer.Metrics["cost"], Y: a.Answer.Metrics["value"]}}})
	}
	return c
}
