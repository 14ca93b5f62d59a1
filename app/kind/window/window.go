// Package window is the laboratory's screen of the window kind: the node rows over time with every algorithm's
// window, the request as sliders, the metrics side by side, the front of cost and value, and the steps of each
// search.
package window

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/kind/window/draw"
	"gridbox/core/scenario"
)

// Screen is the screen of the window kind.
var Screen = screen.Screen{
	Kind:             "window",
	Tools:            screen.RowTools,
	Keys:             screen.RowKeys,
	Picture:          rows,
	Filter:           filters,
	StepFilter:       scroll,
	Question:         question,
	Hint:             hint,
	Begin:            begin,
	Adds:             []string{"node"},
	Problem:          problem,
	Form:             form,
	Answers:          []screen.AnswerTab{{ID: "slots", Name: "Slots", View: slots}},
	Metrics:          5,
	Series:           series,
	Chart:            chartOf,
	Say:              stepText,
	Verdict:          verdict,
	Scores:           candidates,
	ExplainedElement: anything,
	LectureQuestion:  lectureQuestion,
	Table:            front,
	ExplanationHint:  "The steps of the search appear with the answer.",
	Versus:           screen.Versus,
	Weight:           weight, RunWeight: runWeight,
}

// Steps describes recorded steps of window searches.
var Steps = screen.Steps{Say: stepText, Verdict: verdict, Scores: candidates}

// anything returns the empty Thing: the steps are of the whole search, whatever is selected.
func anything(*state.State) (state.Ref, bool) { return state.Ref{}, true }

// problemOf returns the explicit problem of a scenario, nil for none.
func problemOf(s *scenario.Scenario) *window.WindowProblem {
	if s == nil || s.Window == nil || s.Window.Request == nil {
		return nil
	}
	return &s.Window.WindowProblem
}

// weight returns the work of the heaviest run.
func weight(s *state.State) float64 {
	most := 0.0
	for _, a := range s.Answers {
		most = max(most, runWeight(s, a.Run))
	}
	return most
}

// runWeight estimates the work of one run in millions of steps.
func runWeight(s *state.State, r scenario.Run) float64 {
	p := problemOf(s.Problem)
	if p == nil {
		return 0
	}
	return p.Steps(r.Algorithm, r.Options) / 1_000_000
}

// solutionOf returns the window of an answer, nil unless the current problem has the nodes that it answers.
func solutionOf(s *state.State, a *state.Answer) *window.Solution {
	return screen.Solution[window.Solution](s, a, func(now, then *scenario.Scenario) bool {
		p, q := problemOf(now), problemOf(then)
		return p != nil && q != nil && screen.SameNodes(&p.Environment, &q.Environment)
	})
}

// thinnest is the minimal height of a row in pixels; rows that do not fit are scrolled.
const thinnest = 5.0

// flagLines is the number of lines of flags that are reserved, so that the rows stay in place
// while windows move.
const flagLines = 4

// pictureCache caches parts of the latest picture.
var pictureCache picture.Cache

// rows draws the nodes with the windows of all algorithms, the focused one on
// top, or the step that is replayed.
func rows(s *state.State) *scene.Node {
	v := noderows.View{}
	p := problemOf(s.Problem)
	if p != nil {
		v = draw.Rows(p)
	}
	v.Name = i18n.T("Nodes of {}", screen.Title(s))
	v.From, v.To, v.RowHeight = s.Part.From, s.Part.To, 60
	v.Width, v.Height = screen.RowsSize(s)
	if p == nil {
		return noderows.Draw(v)
	}
	v.Cache = &pictureCache
	if v.FlagLines = min(flagLines, len(s.Answers)); s.Lecture.On {
		v.FlagLines = 1 // so that rows are high enough for names
	}
	if list := questionWindows(s); s.Asking() || len(list) > 0 {
		v.Windows = list
	} else if screen.Replaying(s) {
		v.Windows, v.States, v.Marks = replayView(s)
	} else {
		v.Windows = foundWindows(s)
		v.Marks = draw.RequestMarks(p)
	}
	v.Selected = append(screen.Marks(s), picture.Ref{Kind: picture.Window, ID: s.Focus})
	if s.Lecture.On {
		v.Selected = nil
	}
	r := visibleRows(s, v.Windows)
	v.Rows, v.First, v.TotalRows = r.ShownNodes(), r.First, len(r.Order)
	return noderows.Draw(v)
}

// visibleRows returns the visible rows for the given windows.
func visibleRows(s *state.State, windows []noderows.WindowMark) screen.NodeRows {
	p := problemOf(s.Problem)
	if p == nil {
		return screen.NodeRows{}
	}
	_, height := screen.RowsSize(s)
	return screen.RowsOf(s, p.Nodes, nil, height, thinnest, usedNodes(s, windows))
}

// currentRows returns the visible rows.
func currentRows(s *state.State) screen.NodeRows {
	if list := questionWindows(s); s.Asking() || len(list) > 0 {
		return visibleRows(s, list)
	}
	if screen.Replaying(s) {
		windows, _, _ := replayView(s)
		return visibleRows(s, windows)
	}
	return visibleRows(s, foundWindows(s))
}

// filters returns the controls that choose which of many nodes the picture shows.
func filters(s *state.State) ui.Node {
	r := currentRows(s)
	parts := r.Filters(s)
	if len(parts) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("filters"), ui.A("role", "group"), ui.A("aria-label", "Filters"), parts)
}

// scroll scrolls the rows.
func scroll(s *state.State, _ string, by int) string {
	r := currentRows(s)
	return r.Scroll(by)
}

// foundWindows returns the windows of all answers, the focused one last, preceded by its alternatives.
func foundWindows(s *state.State) []noderows.WindowMark {
	var list, top []noderows.WindowMark
	for i := range s.Answers {
		a := &s.Answers[i]
		if solutionOf(s, a) == nil || s.Lecture.On && a.ID != s.Focus {
			continue
		}
		alg := screen.Algorithm(s, a)
		one := draw.AnswerWindows(a.Answer, alg.Name, alg.Colour)
		for k := range one {
			if one[k].Ref.Kind == picture.Window { // a mark selects a run, not an algorithm
				one[k].Ref.ID = a.ID
			}
		}
		if a.ID == s.Focus {
			top = one
		} else {
			list = append(list, one[len(one)-1])
		}
	}
	return append(list, top...)
}

// usedNodes returns the nodes that must be visible: those of windows and of the selection.
func usedNodes(s *state.State, found []noderows.WindowMark) map[string]bool {
	used := map[string]bool{}
	for i := range found {
		for k := range found[i].Parts {
			if !found[i].Pale {
				used[found[i].Parts[k].Node] = true
			}
		}
	}
	for _, t := range s.Select {
		switch t.Kind {
		case "node":
			used[t.ID] = true
		case "busy":
			if b, ok := busyOf(s, t.ID); ok {
				used[b.Node] = true
			}
		}
	}
	return used
}

// busyOf returns the busy time with an id.
func busyOf(s *state.State, id string) (window.Slot, bool) {
	for i, b := range problemOf(s.Problem).BusyTime() {
		if markid.BusyID(i) == id {
			return b, true
		}
	}
	return window.Slot{}, false
}

// hint describes the focused answer, or the selection.
func hint(s *state.State) string {
	p := problemOf(s.Problem)
	if p == nil {
		return ""
	}
	if s.Layout.Tool == "add" {
		return screen.DrawBusy
	}
	if t := s.Main(); t.Kind == "busy" {
		if b, ok := busyOf(s, t.ID); ok {
			return i18n.T("{} is busy from {} to {}: drag to move it, or an end to stretch it.",
				b.Node, picture.Number(b.Start), picture.Number(b.End))
		}
	}
	a := s.FocusedAnswer()
	name := screen.AnswerName(s, a)
	switch {
	case a != nil && a.Answer != nil && !a.Answer.Feasible:
		return i18n.T("{} finds no window: {}.", name, a.Answer.Reason.String())
	case solutionOf(s, a) != nil:
		m := a.Answer.Metrics
		text := i18n.T("{} takes {} from {} to {} for {}",
			name, picture.Count(len(solutionOf(s, a).Slots), "node"),
			picture.Number(m["start"]), picture.Number(m["finish"]),
			picture.Number(m["cost"]))
		if n := len(solutionOf(s, a).Alternatives); n > 1 {
			text += i18n.T(", the best of {} windows", strconv.Itoa(n))
		}
		if r := currentRows(s); r.Say() != "" {
			text += ". " + r.Say()
		}
		return text + "."
	}
	return i18n.T("{}, a job of {}", picture.Count(len(p.Nodes), "node"), strconv.Itoa(p.Request.Nodes))
}

// slots shows the focused window slot by slot, and its alternatives.
func slots(s *state.State) ui.Node {
	a := s.FocusedAnswer()
	sol := solutionOf(s, a)
	if sol == nil {
		return screen.Lacking(a, "window")
	}
	p := problemOf(a.Problem)
	value := p.ValueAttribute()
	var lines []ui.Node
	for i := range sol.Slots {
		t := &sol.Slots[i]
		n := nodeOf(p, t.Node)
		lines = append(lines, ui.El("tr", ui.If(s.IsSelected("node", t.Node), ui.Class("sel")),
			ui.RowHead(screen.Pick("node", t.Node, t.Node)),
			screen.Cell(ui.Num(n.Performance)), screen.Cell(ui.Num(n.Price)), screen.Cell(attribute(n, value)),
			screen.Cell(ui.Num(t.End)), screen.Cell(ui.Num(t.Cost))))
	}
	m := a.Answer.Metrics
	lines = append(lines, ui.El("tr", ui.Class("sum"), ui.RowHead("total"), screen.Cell(""), screen.Cell(""),
		screen.Cell(ui.Num(m["value"])), screen.Cell(ui.Num(m["finish"])), screen.Cell(ui.Num(m["cost"]))))
	parts := []ui.Node{screen.Table("Slots of the window",
		[]string{"node", "performance", "price", dash(value), "finish", "cost"}, lines)}
	if len(sol.Alternatives) > 1 {
		parts = append(parts, alternatives(sol))
	}
	return ui.El("div", parts)
}

// maxAlternatives is the greatest number of windows in the table.
const maxAlternatives = 60

// alternatives returns the table of the windows from which a solution was chosen, at most maxAlternatives. The chosen
// one is highlighted.
func alternatives(sol *window.Solution) ui.Node {
	var lines []ui.Node
	for i := range sol.Alternatives {
		if i == maxAlternatives {
			break
		}
		w := &sol.Alternatives[i]
		lines = append(lines, ui.El("tr", ui.If(i == sol.Chosen, ui.Class("sel")), ui.RowHead(strconv.Itoa(i+1)),
			screen.Cell(ui.Num(w.Start)), screen.Cell(ui.Num(w.End-w.Start)), screen.Cell(ui.Num(w.Cost))))
	}
	return ui.El("section", ui.A("aria-label", "Alternatives"),
		ui.El("h2", i18n.T("Chosen from {} windows", ui.Integer(len(sol.Alternatives)))),
		screen.Table("Alternatives", []string{"window", "start", "runtime", "cost"}, lines))
}

func nodeOf(p *window.WindowProblem, id string) *window.Node {
	for i := range p.Nodes {
		if p.Nodes[i].ID == id {
			return &p.Nodes[i]
		}
	}
	return &window.Node{}
}

// attribute formats an attribute of a node; a missing one is a dash.
func attribute(n *window.Node, name string) string {
	if x, ok := n.Attributes[name]; ok {
		return ui.Num(x)
	}
	return "–"
}

func dash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}
