// Package draw draws grids, placements of jobs on them and what a step of an
// algorithm says of clusters.
package draw

import (
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// crowded is the number of clusters from which on a topology needs room.
const crowded = 16

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) string {
	p := &v.Scenario.Placement.Problem
	view := TopologyView{Problem: p, Static: v.Static, Width: v.Width, Height: v.Height, Name: v.Name,
		Colour: v.Colour, Selected: v.Selected}
	if v.Answer != nil {
		if solution, ok := v.Answer.Solution.(*placement.Solution); ok {
			view.Jobs, view.Routes = JobsOn(p, solution), RoutesOf(p, solution, v.Subject)
		}
	}
	return Topology(view)
}

// Thumb draws them small.
func (Drawer) Thumb(v picture.View) string {
	return GridThumb(&v.Scenario.Placement.Problem, v.Name)
}

// Size says how large a problem is.
func (Drawer) Size(s *scenario.Scenario) string {
	return picture.Count(len(s.Placement.Clusters), "cluster") + ", " + picture.Count(len(s.Placement.Jobs), "job")
}

// Wide reports whether a picture wants the whole width of a page.
func (Drawer) Wide(s *scenario.Scenario) bool {
	return len(s.Placement.Clusters) >= crowded
}

// Mini draws the grid, and the clusters that compute in colour.
func (Drawer) Mini(m *mini.Builder, s *scenario.Scenario, solution any, places []picture.Point) {
	taken, _ := solution.(*placement.Solution)
	miniGrid(m, &s.Placement.Problem, taken, places)
}

// miniGrid draws clusters as discs, those that compute in colour, and their links.
func miniGrid(m *mini.Builder, p *placement.Problem, s *placement.Solution, places []picture.Point) {
	if len(places) != len(p.Clusters) {
		return
	}
	at := func(i int) (x, y float64) { return 5 + places[i].X*(mini.Width-10), 5 + places[i].Y*(mini.Height-10) }
	index := clusterIndex(p)
	for k := 0; k < len(p.Links); k += mini.Every(len(p.Links), mini.Max) {
		a, b := index[p.Links[k].A], index[p.Links[k].B]
		x, y := at(a)
		u, v := at(b)
		m.Line('l', x, y, u, v)
	}
	jobs := JobsOn(p, s)
	for i := 0; i < len(p.Clusters); i += mini.Every(len(p.Clusters), mini.Max) {
		x, y := at(i)
		if jobs != nil && jobs[i] > 0 {
			m.Dot('a', x, y)
		} else {
			m.Dot('d', x, y)
		}
	}
}
