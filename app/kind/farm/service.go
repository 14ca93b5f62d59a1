package farm

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/schedmetrics"
)

var series = []screen.Series{
	{ID: "slots", Name: "Slots in use over time", Direction: "neither"},
	{ID: "waits", Name: "Waits of the jobs, the shortest first", Direction: "lower"},
	{ID: "used", Name: "Utilization over time", Direction: "higher"},
	{ID: "queue", Name: "Length of the queue over time", Direction: "lower"},
	{ID: "cdf", Name: "Share of jobs over their wait", Direction: "higher"},
	{ID: "users", Name: "Mean slowdown of each user", Direction: "lower"},
}

// measureSeries are the charts of the measures that a worker computes for the focused answer.
var measureSeries = series[2:]

// isMeasured reports whether a chart is in measureSeries.
func isMeasured(id string) bool {
	for _, c := range measureSeries {
		if c.ID == id {
			return true
		}
	}
	return false
}

// measuring returns the parameters for measures of the schedule. It returns nil while they are
// not shown.
func measuring(s *state.State) map[string]string {
	looked := s.Layout.Answers == "service" ||
		(s.Layout.Answers == "" || s.Layout.Answers == "compare") && isMeasured(s.Layout.Chart)
	if !looked || s.Problem == nil || s.Problem.Farm == nil {
		return nil
	}
	return map[string]string{"service": cutOf(s)}
}

// cuts are the shares of jobs that can be cut off at both ends.
var cuts = []string{"0", "0.05", "0.1", "0.2"}

// longTrace is the number of jobs from which on jobs at both ends are cut off by default.
const longTrace = 1000

func cutOf(s *state.State) string {
	for _, c := range cuts {
		if s.Layout.Find["cut"] == c {
			return c
		}
	}
	if p := s.Problem.Farm; len(p.Jobs) >= longTrace && p.Jobs[len(p.Jobs)-1].Submitted > 0 {
		return "0.05"
	}
	return "0"
}

// serviceMeasures returns the measures of the focused answer, nil until they arrive.
func serviceMeasures(s *state.State) *schedmetrics.PageData {
	var found schedmetrics.PageData
	if !screen.Read(s.Matrix.Detail, &found) ||
		found.Format != "gridbox-service" {
		return nil
	}
	return &found
}

// serviceView shows the measures of the schedule as a table.
func serviceView(s *state.State) ui.Node {
	a, found := s.FocusedAnswer(), serviceMeasures(s)
	switch {
	case a == nil || a.Answer == nil || !a.Answer.Feasible:
		return screen.Lacking(a, "schedule to measure")
	case !s.IsFresh(*a):
		return screen.Empty("The measures appear with the answer to the current problem.")
	case s.Matrix.Text != "":
		return screen.Empty(s.Matrix.Text)
	case found == nil:
		return ui.El("p", ui.Class("empty"), ui.A("role", "status"), "Measuring the schedule.")
	}
	m := &found.Measures
	names := make([]string, len(cuts))
	for i, c := range cuts {
		names[i] = i18n.T("{} left out at both ends", percent(c))
	}
	names[0] = "all jobs count"
	parts := []ui.Node{
		ui.El("div", ui.Class("pad"), screen.Choice("cut", "Jobs that count", cutOf(s), cuts, names)),
		ui.El("p", ui.Class("note"), rule(m)), spreads(m), rates(m)}
	if len(m.Users) > 0 {
		parts = append(parts, userTable(m))
	}
	return ui.El("div", parts)
}

// percent formats a share, written as a decimal number, in percent.
func percent(share string) string {
	v, _ := strconv.ParseFloat(share, 64)
	return picture.Number(100*v) + " %"
}

// rule describes which jobs count and why.
func rule(m *schedmetrics.Measures) string {
	text := i18n.T("Of {} {} count, from {} to {} s. ",
		picture.Count(m.Jobs+m.Excluded, "job"), ui.Integer(m.Jobs), picture.Number(m.From),
		picture.Number(m.To))
	if m.Cut.Warm > 0 {
		text += "The first jobs are left out because they meet an empty farm, and the last because no jobs follow " +
			"them; time ends at the last counted submission. "
	}
	return i18n.T("{}Slowdown is response time divided by run time, and at least 1; run times below 10 s count "+
		"as 10 s.",
		text)
}

// spreads returns the table of the measures per job.
func spreads(m *schedmetrics.Measures) ui.Node {
	var rows []ui.Node
	row := func(name string, x *schedmetrics.Distribution) {
		cells := []ui.Node{ui.RowHead(screen.Term(name))}
		for _, v := range []float64{x.Mean, x.Median, x.P90, x.P99, x.Max} {
			cells = append(cells, screen.Cell(picture.Number(v)))
		}
		rows = append(rows, ui.El("tr", cells))
	}
	row("wait, s", &m.Wait)
	row("response, s", &m.Response)
	row("bounded slowdown", &m.Slowdown)
	return screen.Table("How jobs were served", []string{"time", "mean", "median", "90 %", "99 %", "most"}, rows)
}

// rates returns the numbers of the whole farm.
func rates(m *schedmetrics.Measures) ui.Node {
	var rows []ui.Node
	row := func(name, value string) {
		rows = append(rows, ui.El("tr", ui.RowHead(screen.Term(name)), screen.Cell(value)))
	}
	row("utilization", picture.Number(100*m.Utilization)+" %")
	row("throughput, jobs an hour", picture.Number(m.Throughput))
	row("jobs that wait, on average", picture.Number(m.MeanQueue))
	row("jobs that wait, at most", ui.Integer(m.MaxQueue))
	if m.Fairness != nil {
		row("fairness among users, of 1", picture.Number(*m.Fairness))
	}
	return screen.Table("How the farm was used", []string{"measure", "value"}, rows)
}

func userTable(m *schedmetrics.Measures) ui.Node {
	var rows []ui.Node
	for i := range m.Users {
		u := &m.Users[i]
		rows = append(rows, ui.El("tr", ui.RowHead(u.Name), screen.Cell(ui.Integer(u.Jobs)),
			screen.Cell(picture.Number(u.SlotHours)), screen.Cell(picture.Number(u.MeanWait)),
			screen.Cell(picture.Number(u.MeanSlowdown))))
	}
	return screen.Table("How the users with the most jobs were served",
		[]string{"user", "jobs", "slot hours", "mean wait, s", "mean slowdown"}, rows)
}

// drawMeasured returns one of the charts of measures.
func drawMeasured(s *state.State, id string) chart.Chart {
	c := chart.Chart{ID: "service-" + id, X: chart.Axis{Title: "time", Unit: "s"}}
	for i := range measureSeries {
		if measureSeries[i].ID == id {
			c.Title = measureSeries[i].Name
		}
	}
	a, found := s.FocusedAnswer(), serviceMeasures(s)
	if a == nil || a.Answer == nil || !a.Answer.Feasible || found == nil {
		if a != nil && s.Matrix.Pending {
			c.Note = "The schedule is being measured."
		}
		return c
	}
	m, alg := &found.Measures, screen.Algorithm(s, a)
	line := chart.Series{Name: alg.Name, Colour: alg.Colour, Steps: true}
	points := found.Utilization
	switch c.Note = i18n.T("Of {}. {}", alg.Name, rule(m)); id {
	case "used":
		c.Y.Title = "share of all slots"
	case "queue":
		c.Y.Title, points = "jobs that wait", found.Queue
	case "cdf":
		c.X, c.Y.Title, c.LogX, points = chart.Axis{Title: "wait", Unit: "s"}, "share of jobs", true, nil
		c.Note = i18n.T("Waits below 1 s are drawn at 1 s. {}", c.Note)
		line.Points = waitPoints(found.Waits)
	case "users":
		points, line.Steps, c.Bars = nil, false, true
		c.X, c.Y.Title = chart.Axis{Title: "user"}, "mean bounded slowdown"
		for i := range m.Users {
			line.Points = append(line.Points, chart.Point{Label: m.Users[i].Name, Y: m.Users[i].MeanSlowdown})
		}
	}
	for _, p := range points {
		line.Points = append(line.Points, chart.Point{X: p.Time, Y: p.Value})
	}
	if len(line.Points) > 0 {
		c.Series = []chart.Series{line}
	}
	return c
}

// waitPoints returns the points of a distribution, with all waits under a second as one point.
func waitPoints(list []schedmetrics.Point) (points []chart.Point) {
	for _, p := range list {
		x := max(1, p.Time)
		if n := len(points); n > 0 && points[n-1].X == x {
			points[n-1].Y = p.Value
			continue
		}
		points = append(points, chart.Point{X: x, Y: p.Value})
	}
	return points
}
