// Package draw draws groups of nodes, the chosen nodes, and the steps of
// searches.
package draw

import (
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// SetAnswer sets the window of the view to that of an answer.
func (v *PoolsView) SetAnswer(a *scenario.Answer) {
	if a == nil || !a.Feasible {
		return
	}
	if window, ok := a.Solution.(*group.Solution); ok {
		v.Window, v.Cost = window, a.Metrics["cost"]
		v.Worth = i18n.T("available with {}", Probability(a.Metrics["availability"]))
		if v.Problem.Sums() {
			v.Worth = i18n.T("worth {}", picture.Number(a.Metrics["value"]))
		}
	}
}

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) *scene.Node {
	view := PoolsView{Problem: &v.Scenario.Group.Problem, Colour: v.Colour, Selected: v.Selected,
		Width: v.Width, Height: v.Height, Static: v.Static, Name: v.Name}
	view.SetAnswer(v.Answer)
	if v.Answer != nil {
		view.Name += i18n.T(", the answer of {}", catalog.Label("group", v.Answer))
	}
	return Pools(view)
}

// Thumb draws a scenario and an answer as a thumbnail.
func (Drawer) Thumb(v picture.View) *scene.Node {
	view := PoolsView{Problem: &v.Scenario.Group.Problem, Small: true, Static: true, Width: v.Width,
		Height: v.Height, Name: v.Name, Colour: v.Colour}
	view.SetAnswer(v.Answer)
	return Pools(view)
}

// Size returns the size of a problem in words.
func (Drawer) Size(s *scenario.Scenario) string {
	return picture.Count(len(s.Group.Nodes), "node") + ", " + picture.Count(len(s.Group.Groups), "group")
}

// IsWide reports whether a picture needs the whole width of a page.
func (Drawer) IsWide(s *scenario.Scenario) bool {
	return len(s.Group.Nodes) > 40
}
