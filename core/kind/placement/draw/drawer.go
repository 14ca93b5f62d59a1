// Package draw draws the placements of jobs in a grid. [Topology] draws
// clusters and links as a map, with the data of a job and the notes of an
// algorithm's step. [Timeline] draws the jobs of each cluster over time. [Heat]
// draws matrices of scores. [Drawer] has the methods that package
// core/draw/kinds and comparisons of two answers need. Parts of a map that are
// the same in the next picture are kept in a [Cache].
package draw

import (
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// minWideClusters is the number of clusters from which on a topology needs the whole width of a page.
const minWideClusters = 16

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) *scene.Node {
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

// Thumb draws the grid as a thumbnail.
func (Drawer) Thumb(v picture.View) *scene.Node {
	return GridThumb(&v.Scenario.Placement.Problem, v.Name)
}

// Size returns the size of a problem in words.
func (Drawer) Size(s *scenario.Scenario) string {
	return picture.Count(len(s.Placement.Clusters), "cluster") + ", " + picture.Count(len(s.Placement.Jobs), "job")
}

// IsWide reports whether a picture needs the whole width of a page.
func (Drawer) IsWide(s *scenario.Scenario) bool {
	return len(s.Placement.Clusters) >= minWideClusters
}

// Mini draws the grid. Clusters that run jobs are coloured.
func (Drawer) Mini(m *mini.Builder, s *scenario.Scenario, solution any, places []picture.Point) {
	taken, _ := solution.(*placement.Solution)
	miniGrid(m, &s.Placement.Problem, taken, places)
}

// miniGrid draws links, and clusters as discs. Clusters that run jobs are coloured.
func miniGrid(m *mini.Builder, p *placement.Problem, s *placement.Solution, places []picture.Point) {
	if len(places) != len(p.Clusters) {
		return
	}
	at := func(i int) (x, y float64) { return 5 + places[i].X*(mini.Width-10), 5 + places[i].Y*(mini.Height-10) }
	index := clusterIndex(p)
	for k := 0; k < len(p.Links); k += mini.SampleStep(len(p.Links), mini.Max) {
		a, b := index[p.Links[k].A], index[p.Links[k].B]
		x, y := at(a)
		u, v := at(b)
		m.Line('l', x, y, u, v)
	}
	jobs := JobsOn(p, s)
	for i := 0; i < len(p.Clusters); i += mini.SampleStep(len(p.Clusters), mini.Max) {
		x, y := at(i)
		if jobs != nil && jobs[i] > 0 {
			m.Dot('a', x, y)
		} else {
			m.Dot('d', x, y)
		}
	}
}
