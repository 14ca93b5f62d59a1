package group

import (
	"encoding/json"
	"strings"

	"gridbox/app/chart"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	solvers "gridbox/core/group"
)

// series are the paper's charts for the scenario at hand.
var series = []screen.Series{
	{ID: "availability", Name: "Availability over the number of nodes"},
	{ID: "time", Name: "Time over the number of nodes"},
	{ID: "tree", Name: "Growth of the search tree"},
}

// patience is how many milliseconds of one run make its curve too dear to be
// drawn unasked: it takes a few dozen runs, most of them smaller.
const patience = 400

// curves asks for what the algorithms of the comparison give and take over the
// number of nodes.
func curves(s *state.State) map[string]string {
	if s.Look.Answers != "compare" {
		return nil
	}
	var ids []string
	for _, a := range s.Answers {
		if a.Answer != nil && a.Answer.ElapsedMs <= patience && a.Answer.Stats["refused"] != 1 {
			ids = append(ids, a.Run.Algorithm)
		}
	}
	if ids == nil {
		return nil
	}
	return map[string]string{"curves": strings.Join(ids, " ")}
}

func draw(s *state.State, id string) chart.Chart {
	c := chart.Chart{ID: "availability-over-nodes", Title: "Availability over the number of nodes", X: chart.Axis{Title: "nodes, the budget growing with them"}, Y: chart.Axis{Title: "availability"}}
	if p := problemOf(s.Problem); p != nil && p.Sums() {
		c.Y.Title, c.Title = "value", "Value over the number of nodes"
	}
	of := func(p solvers.Point) float64 { return p.Value }
	switch id {
	case "time":
		c.ID, c.Title, c.Y, c.Log = "time-over-nodes", "Time over the number of nodes", chart.Axis{Title: "time in this browser", Unit: "ms"}, true
		of = func(p solvers.Point) float64 { return p.Elapsed }
	case "tree":
		c.ID, c.Title, c.Y, c.Log = "tree-over-nodes", "Growth of the search tree", chart.Axis{Title: "nodes of the tree"}, true
		of = func(p solvers.Point) float64 { return float64(p.TreeNodes) }
	}
	var found solvers.Curves
	if len(s.Matrix.Detail) == 0 || json.Unmarshal(s.Matrix.Detail, &found) != nil {
		return c
	}
	for _, curve := range found.Curves {
		alg, _ := catalog.Find("group", string(curve.Algorithm))
		line := chart.Series{Name: alg.Name, Colour: alg.Colour}
		for _, p := range curve.Points {
			if y := of(p); p.Feasible && (y > 0 || !c.Log) {
				line.Points = append(line.Points, chart.Point{X: float64(p.Nodes), Y: y})
			}
		}
		if len(line.Points) > 0 {
			c.Series = append(c.Series, line)
		}
	}
	return c
}
