package picture

import (
	"gridbox/core/catalog"
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

// SomeOf keeps the order of rows and as many as there is room for: the nodes
// that must show, then the others from the top.
func SomeOf(nodes []window.Node, order []int, room int, must map[string]bool) []int {
	if len(order) <= room {
		return order
	}
	for _, n := range order {
		if must[nodes[n].ID] {
			room--
		}
	}
	var rows []int
	for _, n := range order {
		switch {
		case must[nodes[n].ID]:
			rows = append(rows, n)
		case room > 0:
			room--
			rows = append(rows, n)
		}
	}
	return rows
}

var windowDrawing = drawing{
	draw: func(v View) string {
		rows := WindowRows(&v.Scenario.Window.WindowProblem)
		rows.Width, rows.Height, rows.Static, rows.Selected, rows.Name = v.Width, v.Height, v.Static, v.Selected, v.Name
		if v.Answer != nil {
			rows.Found = FoundWindow(v.Answer, catalog.Label("window", v.Answer), v.Colour)
		}
		rows.Rows = SomeRows(rows, windowRowsShown)
		return NodeRows(rows)
	},
	thumb: func(v View) string {
		rows := WindowRows(&v.Scenario.Window.WindowProblem)
		rows.Width, rows.Height, rows.Small, rows.Name = v.Width, v.Height, true, v.Name
		if v.Answer != nil {
			rows.Found = unlabelled(FoundWindow(v.Answer, "", v.Colour))
		}
		rows.Rows = SomeRows(rows, thumbRows)
		return NodeRows(rows)
	},
	step: windowStep,
	size: func(s *scenario.Scenario) string {
		size := Count(len(s.Window.Nodes), "node")
		if r := s.Window.Request; r != nil {
			size += ", a job of " + Number(float64(r.Nodes))
		}
		return size
	},
	wide: func(s *scenario.Scenario) bool { return len(s.Window.Nodes) > 40 },
}

// unlabelled takes the words off windows.
func unlabelled(found []Found) []Found {
	for i := range found {
		found[i].Text, found[i].Label = "", ""
	}
	return found
}

// thumbRows is the number of rows that a small picture shows.
const thumbRows = 24
