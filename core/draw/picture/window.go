package picture

import (
	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// WindowRows is a window problem on its nodes. Set Found, Selected, States and
// sizes on what comes back.
func WindowRows(p *window.WindowProblem) NodeRowsView {
	return NodeRowsView{Nodes: p.Nodes, Busy: p.Taken(), Horizon: p.Horizon, Of: p,
		Name: "Nodes over time"}
}

// FoundWindow is the window of an answer by an algorithm, with the alternatives
// that it was chosen from behind it. There is none without a feasible answer.
func FoundWindow(a *scenario.Answer, name string, colour int) []Found {
	s, ok := solutionOf(a)
	if !ok || len(s.Slots) == 0 {
		return nil
	}
	var all []Found
	for i := range s.Alternatives {
		if i != s.Chosen {
			all = append(all, Found{Colour: colour, Parts: s.Alternatives[i].Slots, Pale: true, Bare: true})
		}
	}
	start, finish := spanOf(s.Slots)
	text := name + "  " + Number(start) + " + " + Number(finish-start) + ", cost " + Number(a.Metrics["cost"])
	say := "Window of " + name + ": " + Count(len(s.Slots), "node") + " from " + Number(start) + " to " +
		Number(finish) + " for " + Number(a.Metrics["cost"])
	return append(all, Found{Ref: Ref{Window, a.Algorithm}, Colour: colour, Parts: s.Slots, Text: text, Say: say})
}

func solutionOf(a *scenario.Answer) (*window.Solution, bool) {
	if a == nil || !a.Feasible {
		return nil, false
	}
	s, ok := a.Solution.(*window.Solution)
	return s, ok && s != nil
}

// spanOf is from when to when slots are taken.
func spanOf(parts []window.Taken) (start, end float64) {
	for i := range parts {
		if i == 0 || parts[i].Start < start {
			start = parts[i].Start
		}
		end = max(end, parts[i].End)
	}
	return start, end
}

// windowRowsShown is the number of rows that a figure has room for.
const windowRowsShown = 120

// windowDrawer draws scenarios of this kind and answers to them.
type windowDrawer struct{}

// Draw draws a scenario and an answer.
func (windowDrawer) Draw(v View) string {
	rows := WindowRows(&v.Scenario.Window.WindowProblem)
	rows.Width, rows.Height, rows.Static, rows.Selected, rows.Name = v.Width, v.Height, v.Static, v.Selected, v.Name
	if v.Answer != nil {
		rows.Found = FoundWindow(v.Answer, catalog.Label("window", v.Answer), v.Colour)
	}
	rows.Rows = SomeRows(rows, windowRowsShown)
	return NodeRows(rows)
}

// Thumb draws them small.
func (windowDrawer) Thumb(v View) string {
	rows := WindowRows(&v.Scenario.Window.WindowProblem)
	rows.Width, rows.Height, rows.Small, rows.Name = v.Width, v.Height, true, v.Name
	if v.Answer != nil {
		rows.Found = unlabelled(FoundWindow(v.Answer, "", v.Colour))
	}
	rows.Rows = SomeRows(rows, thumbRows)
	return NodeRows(rows)
}

// Size says how large a problem is.
func (windowDrawer) Size(s *scenario.Scenario) string {
	size := Count(len(s.Window.Nodes), "node")
	if r := s.Window.Request; r != nil {
		size += ", a job of " + Number(float64(r.Nodes))
	}
	return size
}

// Wide reports whether a picture wants the whole width of a page.
func (windowDrawer) Wide(s *scenario.Scenario) bool {
	return len(s.Window.Nodes) > 40
}

// Mini draws the nodes as rows with what the window takes.
func (windowDrawer) Mini(m *mini, s *scenario.Scenario, solution any, _ []Point) {
	var found []window.Taken
	if taken, ok := solution.(*window.Solution); ok {
		found = taken.Slots
	}
	MiniRows(m, &s.Window.Environment, found)
}

// Half draws a side of two answers.
func (windowDrawer) Half(v *PairView, side int) half {
	p := &v.Sides[side].Scenario.Window.WindowProblem
	rows, used := WindowRows(p), map[string]bool{}
	for i := range v.Sides {
		rows.Horizon = max(rows.Horizon, v.Sides[i].Scenario.Window.Horizon) // both have one axis
		s, ok := v.Sides[i].Answer.Solution.(*window.Solution)
		for k := 0; ok && k < len(s.Slots); k++ {
			t := s.Slots[k]
			used[t.Node] = true
			if i == side && v.shows(side, t.Node) {
				rows.Found = append(rows.Found, Found{Ref: Ref{Node, t.Node}, Colour: v.Colours[side], Bare: true,
					Parts: []window.Taken{t}, Strength: string(v.Report.ClassOf(diff.Thing{Kind: Node, ID: t.Node})),
					Say: "Node " + t.Node + " from " + Number(t.Start) + " to " + Number(t.End) + " for " +
						Number(t.Cost)})
			}
		}
	}
	return rowsHalf(v, side, rows, used)
}
