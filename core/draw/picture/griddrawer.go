package picture

import (
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// crowded is the number of clusters from which on a topology needs room.
const crowded = 16

// placementDrawer draws scenarios of this kind and answers to them.
type placementDrawer struct{}

// Draw draws a scenario and an answer.
func (placementDrawer) Draw(v View) string {
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
func (placementDrawer) Thumb(v View) string {
	return Thumb(&v.Scenario.Placement.Problem, v.Name)
}

// Size says how large a problem is.
func (placementDrawer) Size(s *scenario.Scenario) string {
	return Count(len(s.Placement.Clusters), "cluster") + ", " + Count(len(s.Placement.Jobs), "job")
}

// Wide reports whether a picture wants the whole width of a page.
func (placementDrawer) Wide(s *scenario.Scenario) bool {
	return len(s.Placement.Clusters) >= crowded
}

// Mini draws the grid, and the clusters that compute in colour.
func (placementDrawer) Mini(m *mini, s *scenario.Scenario, solution any, places []Point) {
	taken, _ := solution.(*placement.Solution)
	miniGrid(m, &s.Placement.Problem, taken, places)
}

// miniGrid draws clusters as discs, those that compute in colour, and their links.
func miniGrid(m *mini, p *placement.Problem, s *placement.Solution, places []Point) {
	if len(places) != len(p.Clusters) {
		return
	}
	at := func(i int) (x, y float64) { return 5 + places[i].X*(miniWidth-10), 5 + places[i].Y*(miniHeight-10) }
	index := clusterIndex(p)
	for k := 0; k < len(p.Links); k += every(len(p.Links), miniMost) {
		a, b := index[p.Links[k].A], index[p.Links[k].B]
		x, y := at(a)
		u, v := at(b)
		m.line('l', x, y, u, v)
	}
	jobs := JobsOn(p, s)
	for i := 0; i < len(p.Clusters); i += every(len(p.Clusters), miniMost) {
		x, y := at(i)
		if jobs != nil && jobs[i] > 0 {
			m.dot('a', x, y)
		} else {
			m.dot('d', x, y)
		}
	}
}
