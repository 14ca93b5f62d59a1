// Package draw draws windows on the rows of nodes.
package draw

import (
	"gridbox/core/catalog"
	"gridbox/core/draw/compare"
	"gridbox/core/draw/mini"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// Rows returns the view of a window problem on its nodes. The caller sets
// Found, Selected, States and sizes.
func Rows(p *window.WindowProblem) noderows.View {
	return noderows.View{Nodes: p.Nodes, Busy: p.BusyTime(), Horizon: p.Horizon, Source: p,
		Name: "Nodes over time"}
}

// AnswerWindows returns the window of an answer, with its alternatives behind it. It
// returns nil for an infeasible answer.
func AnswerWindows(a *scenario.Answer, name string, colour int) []noderows.WindowMark {
	s, ok := solutionOf(a)
	if !ok || len(s.Slots) == 0 {
		return nil
	}
	var all []noderows.WindowMark
	for i := range s.Alternatives {
		if i != s.Chosen {
			all = append(all, noderows.WindowMark{Colour: colour, Parts: s.Alternatives[i].Slots, Pale: true,
				Bare: true})
		}
	}
	start, finish := spanOf(s.Slots)
	text := i18n.T("{}  {} + {}, cost {}",
		name, picture.Number(start), picture.Number(finish-start),
		picture.Number(a.Metrics["cost"]))
	label := i18n.T("Window of {}: {} from {} to {} for {}",
		name, picture.Count(len(s.Slots), "node"), picture.Number(start),
		picture.Number(finish), picture.Number(a.Metrics["cost"]))
	return append(all, noderows.WindowMark{Ref: picture.Ref{Kind: picture.Window, ID: a.Algorithm}, Colour: colour,
		Parts: s.Slots, Text: text, Say: label})
}

func solutionOf(a *scenario.Answer) (*window.Solution, bool) {
	if a == nil || !a.Feasible {
		return nil, false
	}
	s, ok := a.Solution.(*window.Solution)
	return s, ok && s != nil
}

// spanOf returns the start and the end of taken slots.
func spanOf(parts []window.Allocation) (start, end float64) {
	for i := range parts {
		if i == 0 || parts[i].Start < start {
			start = parts[i].Start
		}
		end = max(end, parts[i].End)
	}
	return start, end
}

// windowRowsShown is the maximum number of rows of a figure.
const windowRowsShown = 120

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) *scene.Node {
	rows := Rows(&v.Scenario.Window.WindowProblem)
	rows.Width, rows.Height, rows.Static, rows.Selected, rows.Name = v.Width, v.Height, v.Static, v.Selected, v.Name
	if v.Answer != nil {
		rows.Windows = AnswerWindows(v.Answer, catalog.Label("window", v.Answer), v.Colour)
	}
	rows.Rows = noderows.SelectViewRows(rows, windowRowsShown)
	return noderows.Draw(rows)
}

// Thumb draws a scenario and an answer as a thumbnail.
func (Drawer) Thumb(v picture.View) *scene.Node {
	rows := Rows(&v.Scenario.Window.WindowProblem)
	rows.Width, rows.Height, rows.Small, rows.Name = v.Width, v.Height, true, v.Name
	if v.Answer != nil {
		rows.Windows = noderows.RemoveLabels(AnswerWindows(v.Answer, "", v.Colour))
	}
	rows.Rows = noderows.SelectViewRows(rows, noderows.ThumbRows)
	return noderows.Draw(rows)
}

// Size returns the size of a problem in words.
func (Drawer) Size(s *scenario.Scenario) string {
	size := picture.Count(len(s.Window.Nodes), "node")
	if r := s.Window.Request; r != nil {
		size += i18n.T(", a job of {}", picture.Number(float64(r.Nodes)))
	}
	return size
}

// IsWide reports whether a picture needs the whole width of a page.
func (Drawer) IsWide(s *scenario.Scenario) bool {
	return len(s.Window.Nodes) > 40
}

// Mini draws the nodes as rows with the slots of the window.
func (Drawer) Mini(m *mini.Builder, s *scenario.Scenario, solution any, _ []picture.Point) {
	var found []window.Allocation
	if taken, ok := solution.(*window.Solution); ok {
		found = taken.Slots
	}
	noderows.Mini(m, &s.Window.Environment, found)
}

// DrawSide draws one side of a comparison.
func (Drawer) DrawSide(v *compare.View, side int) compare.SidePicture {
	p := &v.Sides[side].Scenario.Window.WindowProblem
	rows, used := Rows(p), map[string]bool{}
	for i := range v.Sides {
		rows.Horizon = max(rows.Horizon, v.Sides[i].Scenario.Window.Horizon) // a common axis
		s, ok := v.Sides[i].Answer.Solution.(*window.Solution)
		for k := 0; ok && k < len(s.Slots); k++ {
			t := s.Slots[k]
			used[t.Node] = true
			if i == side && v.HasDecided(side, t.Node) {
				rows.Windows = append(rows.Windows, noderows.WindowMark{Ref: picture.Ref{Kind: picture.Node,
					ID: t.Node},
					Colour: v.Colours[side], Bare: true,
					Parts: []window.Allocation{t}, Strength: string(v.Report.ClassOf(kind.Ref{Kind: picture.Node,
						ID: t.Node})),
					Say: i18n.T("Node {} from {} to {} for {}",
						t.Node, picture.Number(t.Start), picture.Number(t.End), picture.Number(t.Cost))})
			}
		}
	}
	return noderows.DrawSide(v, side, rows, used)
}
