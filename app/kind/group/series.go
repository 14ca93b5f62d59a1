package group

import (
	"math"
	"slices"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/chart"
	"gridbox/core/i18n"
	solvers "gridbox/core/kind/group/solve"
)

// series are the paper's charts for the scenario at hand, and one over budgets.
var series = []screen.Series{
	{ID: "availability", Name: "Availability over the number of nodes", Direction: "higher"},
	{ID: "budget", Name: "Availability over the budget", Direction: "higher"},
	{ID: "time", Name: "Time over the number of nodes", Direction: "lower"},
	{ID: "tree", Name: "Growth of the search tree", Direction: "lower"},
}

// patience is the time of one run, in milliseconds, above which its curve is drawn only on
// request. A curve takes a few dozen runs, most of them smaller.
const patience = 400

// drawable reports whether the curve of an answer's algorithm is computed, and otherwise the
// reason. The reason is empty while there is no answer.
func drawable(a *state.Answer) (ok bool, why string) {
	switch {
	case a.Answer == nil:
		return false, ""
	case a.Answer.Stats["refused"] == 1:
		return false, "it does not solve problems of this form"
	case a.Answer.ElapsedMs > patience:
		return false, i18n.T("one run takes {} s, and a curve takes dozens",
			ui.Num(math.Round(a.Answer.ElapsedMs/100)/10))
	}
	return true, ""
}

// curves returns the parameters for the curves of the compared algorithms over the number of
// nodes and over the budget. It returns nil while they are not shown.
func curves(s *state.State) map[string]string {
	if s.Layout.Answers != "compare" {
		return nil
	}
	var ids []string
	for i := range s.Answers {
		if ok, _ := drawable(&s.Answers[i]); ok {
			if id := s.Answers[i].Run.Algorithm; !slices.Contains(ids, id) { // curves are per algorithm, not per run
				ids = append(ids, id)
			}
		}
	}
	if ids == nil {
		return nil
	}
	return map[string]string{"curves": strings.Join(ids, " ")}
}

// chartOf returns the chart with an id: "budget", "time", "tree", or by default the availability or value over the
// number of nodes. It has no series until the curves are computed. Points without a solution are omitted; a
// logarithmic axis also omits zeros.
func chartOf(s *state.State, id string) chart.Chart {
	c := chart.Chart{ID: "availability-over-nodes", Title: "Availability over the number of nodes",
		X: chart.Axis{Title: "nodes (the budget grows with them)"}, Y: chart.Axis{Title: "availability"}}
	p := problemOf(s.Problem)
	if p != nil && p.Sums() {
		c.Y.Title, c.Title = "value", "Value over the number of nodes"
	}
	x := func(p solvers.Point) float64 { return float64(p.Nodes) }
	y := func(p solvers.Point) float64 { return p.Value }
	points := func(c *solvers.Curve) []solvers.Point { return c.Points }
	switch id {
	case "budget":
		c.ID, c.Title = "availability-over-budget", strings.Replace(c.Title, "number of nodes", "budget", 1)
		if c.X.Title = "budget"; p != nil && p.Request != nil {
			c.X.Title = i18n.T("budget for {} nodes", ui.Integer(p.Request.Nodes))
		}
		x = func(p solvers.Point) float64 { return p.Budget }
		points = func(c *solvers.Curve) []solvers.Point { return c.Budgets }
	case "time":
		c.ID, c.Title, c.Y, c.Log = "time-over-nodes", "Time over the number of nodes",
			chart.Axis{Title: "time in this browser", Unit: "ms"}, true
		y = func(p solvers.Point) float64 { return p.Elapsed }
	case "tree":
		c.ID, c.Title, c.Y, c.Log = "tree-over-nodes", "Growth of the search tree",
			chart.Axis{Title: "nodes of the tree"}, true
		y = func(p solvers.Point) float64 { return float64(p.TreeNodes) }
	}
	var found solvers.Curves
	if !screen.Read(s.Matrix.Detail, &found) {
		return c
	}
	for i := range found.Curves {
		curve := &found.Curves[i]
		alg, _ := catalog.Find("group", string(curve.Algorithm))
		line := chart.Series{Name: alg.Name, Colour: alg.Colour, Steps: id == "budget" && curve.Steps}
		for _, p := range points(curve) {
			if y := y(p); p.Feasible && (y > 0 || !c.Log) {
				line.Points = append(line.Points, chart.Point{X: x(p), Y: y})
			}
		}
		if len(line.Points) > 0 {
			c.Series = append(c.Series, line)
		}
	}
	c.Note = curveNote(s, found.Curves, id)
	return c
}

// curveNote describes how the curves were made, and which are left out and why.
func curveNote(s *state.State, found []solvers.Curve, id string) string {
	var parts []string
	for i := range found {
		if about := found[i].About; about != "" && (id == "availability" || id == "budget") &&
			found[i].Algorithm == solvers.AlgorithmGKA {
			parts = append(parts, i18n.T("GKA: {}.", about))
		} else if about != "" && len(found[i].Points) > 0 &&
			found[i].Points[len(found[i].Points)-1].Nodes > len(found[i].Points) {
			if sampled := i18n.T("Others: {}.", about); !slices.Contains(parts, sampled) {
				parts = append(parts, sampled)
			}
		}
	}
	for i := range s.Answers {
		a := &s.Answers[i]
		if ok, why := drawable(a); !ok && why != "" {
			parts = append(parts, i18n.T("{} is left out: {}.", screen.Algorithm(s, a).Name, why))
		}
	}
	return strings.Join(parts, " ")
}
