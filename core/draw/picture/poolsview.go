package picture

import (
	"gridbox/core/catalog"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// Take puts an answer to a group problem into the view.
func (v *PoolView) Take(a *scenario.Answer) {
	if a == nil || !a.Feasible {
		return
	}
	if window, ok := a.Solution.(*group.Solution); ok {
		v.Window, v.Cost = window, a.Metrics["cost"]
		v.Worth = "available with " + Odd(a.Metrics["availability"])
		if v.Problem.Sums() {
			v.Worth = "worth " + Number(a.Metrics["value"])
		}
	}
}

var groupDrawing = drawing{
	draw: func(v View) string {
		view := PoolView{Problem: &v.Scenario.Group.Problem, Colour: v.Colour, Selected: v.Selected,
			Width: v.Width, Height: v.Height, Static: v.Static, Name: v.Name}
		view.Take(v.Answer)
		if v.Answer != nil {
			view.Name += ", the answer of " + catalog.Label("group", v.Answer)
		}
		return Pools(view)
	},
	thumb: func(v View) string {
		view := PoolView{Problem: &v.Scenario.Group.Problem, Small: true, Static: true, Width: v.Width,
			Height: v.Height, Name: v.Name, Colour: v.Colour}
		view.Take(v.Answer)
		return Pools(view)
	},
	step: groupStep,
	size: func(s *scenario.Scenario) string {
		return Count(len(s.Group.Nodes), "node") + ", " + Count(len(s.Group.Groups), "group")
	},
	wide: func(s *scenario.Scenario) bool { return len(s.Group.Nodes) > 40 },
}
