package draw

import (
	"slices"

	"gridbox/core/catalog"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// Step draws the nodes with the candidates and the best window so far; at the end, the
// window of the answer.
func (Drawer) Step(v picture.View) *scene.Node {
	p := &v.Scenario.Window.WindowProblem
	rows := Rows(p)
	rows.Name = i18n.T("Nodes of {}", v.Name)
	rows.RowHeight, rows.Static = 60, v.Static
	rows.Width, rows.Height = v.Width, max(120, v.Height)
	rows.FlagLines = min(4, len(catalog.Runs(v.Scenario)))
	rows.Selected = append(v.Selected, picture.Ref{Kind: picture.Window, ID: v.Answer.Algorithm})
	if v.HasEnded() {
		rows.Windows = AnswerWindows(v.Answer, catalog.Label(v.Scenario.Kind, v.Answer), v.Colour)
		rows.Marks = RequestMarks(p)
	} else {
		search := SearchAt(v.Trace, v.Step)
		rows.Windows, rows.Marks = search.FoundWindows(v.Answer.Algorithm, v.Colour), search.Marks()
		rows.States = search.States
	}
	rows.Fit(5, slices.DeleteFunc(slices.Clone(rows.Windows), func(f noderows.WindowMark) bool { return f.Pale }))
	return noderows.Draw(rows)
}

// RequestMarks returns the earliest start and the deadline of a request.
func RequestMarks(p *window.WindowProblem) (marks []timeline.Mark) {
	if at := p.Request.EarliestStart; at > 0 {
		marks = append(marks, timeline.Mark{At: at, Class: "bound", Label: "earliest start"})
	}
	if at := p.Request.Deadline; at != nil {
		marks = append(marks, timeline.Mark{At: *at, Class: "bound", Label: "deadline"})
	}
	return marks
}

// A Search is the state of a window search after some of its recorded steps.
type Search struct {
	Log            *trace.Log
	Step           int
	States         []noderows.State // of the slots of the current group of nodes
	Open           map[string]int   // index in States of the candidate on each node
	Best           *trace.Event
	KeptWindows    []*trace.Event // windows kept by Multiple Best
	runtime, start float64        // runtime of the group and start of the last slot
	begun          bool           // start is set
}

// SearchAt returns the state of a search after some steps. It skips the candidates of
// earlier groups of nodes, so its cost does not grow with them.
func SearchAt(log *trace.Log, steps int) *Search {
	s := &Search{Log: log, Step: steps, Open: map[string]int{}}
	events := log.First(steps)
	from := 0
	for i := range events {
		if events[i].Kind == "group" {
			from = i
		}
	}
	for i := range events {
		switch kind := events[i].Kind; {
		case i >= from, kind == "improve", kind == "found", kind == "window":
			s.apply(&events[i])
		}
	}
	return s
}

// apply updates the state by one recorded step. A new group drops the states of the earlier one. A
// window kept by Multiple Best drops them too, because the search then starts on the remaining free
// time.
func (s *Search) apply(e *trace.Event) {
	number := func(name string) float64 { x, _ := e.Value(name); return x }
	state := func(class string) noderows.State {
		return noderows.State{Node: e.Ref("node"), Start: number("start"), End: number("end"), Class: class}
	}
	if start, ok := e.Value("start"); ok && e.Kind != "improve" && e.Kind != "window" {
		s.start, s.begun = start, true
	}
	switch e.Kind {
	case "group":
		s.runtime = number("runtime")
		s.States, s.Open, s.begun = nil, map[string]int{}, false
	case "add", "take":
		s.Open[e.Ref("node")] = len(s.States)
		s.States = append(s.States, state("open"))
	case "skip", "reject":
		s.States = append(s.States, state("rejected"))
	case "expire":
		if k, ok := s.Open[e.Ref("node")]; ok {
			s.States[k].Class = "done"
			delete(s.Open, e.Ref("node"))
		}
	case "improve", "found":
		s.Best = e
	case "window": // the search starts again on the remaining free time
		s.KeptWindows = append(s.KeptWindows, e)
		s.States, s.Open = nil, map[string]int{}
	}
}

// FoundWindows returns the windows kept so far and the best one, whose mark has the id of the run.
func (s *Search) FoundWindows(id string, colour int) (found []noderows.WindowMark) {
	for _, e := range s.KeptWindows {
		found = append(found, noderows.WindowMark{Colour: colour, Parts: eventParts(e), Pale: true, Bare: true})
	}
	if s.Best != nil {
		from, _ := s.Best.Value("start")
		cost, _ := s.Best.Value("cost")
		found = append(found, noderows.WindowMark{Ref: picture.Ref{Kind: picture.Window, ID: id}, Colour: colour,
			Parts: eventParts(s.Best),
			Text:  i18n.T("best so far: start {}, cost {}", picture.Number(from), picture.Number(cost)),
			Say:   "The best window so far"})
	}
	return found
}

// Marks returns the current start of the search on the axis, and the end of a
// window from there.
func (s *Search) Marks() (marks []timeline.Mark) {
	if s.begun {
		marks = append(marks, timeline.Mark{At: s.start, Class: "now", Label: i18n.T("start {}",
			picture.Number(s.start))})
		if s.runtime > 0 {
			marks = append(marks, timeline.Mark{At: s.start + s.runtime, Class: "bound"})
		}
	}
	return marks
}

// eventParts returns the slots that the window of an event takes.
func eventParts(e *trace.Event) (list []window.Allocation) {
	from, _ := e.Value("start")
	to, _ := e.Value("finish")
	for _, r := range e.Refs {
		list = append(list, window.Allocation{Node: r.ID, Start: from, End: to})
	}
	return list
}
