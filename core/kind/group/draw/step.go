package draw

import (
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/trace"
)

// Step draws the groups with what the search has decided about them; at the end, with the
// window of the answer.
func (Drawer) Step(v picture.View) *scene.Node {
	view := PoolsView{Problem: &v.Scenario.Group.Problem, Name: i18n.T("Groups of {}", v.Name), Colour: v.Colour,
		Selected: v.Selected, Width: v.Width, Height: v.Height - 26, Static: v.Static}
	if v.HasEnded() {
		view.SetAnswer(v.Answer)
		view.Choices = []Choice{{Name: catalog.Label("group", v.Answer), Colour: v.Colour, Window: view.Window}}
	} else {
		view.States = StepStates(view.Problem, v.Trace, v.Step)
	}
	return Pools(view)
}

// StepStates returns the state of each group of the last step: in, out or next.
func StepStates(p *group.Problem, log *trace.Log, steps int) map[string]string {
	out := map[string]string{}
	events := log.First(steps)
	if len(events) == 0 {
		return out
	}
	switch e := &events[len(events)-1]; e.Kind {
	case "node", "branch":
		pathStates(out, events, e.Ref("node"))
		if g := e.Ref("branch"); g != "" {
			out[g] = "next"
		}
	case "group", "cell":
		for i := range events {
			if g := events[i].Ref("group"); g != "" {
				out[g] = "in"
			}
		}
		out[e.Ref("group")] = "next"
	case "free", "label":
		free := map[string]bool{}
		for i := range log.Events {
			if x := &log.Events[i]; x.Kind == "free" {
				free[x.Ref("group")] = true
			}
		}
		for g := range p.Groups {
			if !free[p.Groups[g].ID] {
				out[p.Groups[g].ID] = "out"
			}
		}
		out[e.Ref("group")] = "next"
	}
	return out
}

// pathStates sets the states of the groups that are included and excluded on
// the path from a node of the search tree to the root.
func pathStates(out map[string]string, events []trace.Event, node string) {
	for i := len(events) - 1; i >= 0; i-- {
		x := &events[i]
		if x.Kind != "node" || x.Ref("node") != node {
			continue
		}
		if g := x.Ref("included"); g != "" {
			out[g] = "in"
		}
		if g := x.Ref("excluded"); g != "" {
			out[g] = "out"
		}
		node = x.Ref("parent")
	}
}
