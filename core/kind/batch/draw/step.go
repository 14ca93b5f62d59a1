package draw

import (
	"slices"
	"strconv"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Step draws the nodes with the slots that the search has met and the windows found
// before; at the end, with the windows of the answer.
func (Drawer) Step(v picture.View) *scene.Node {
	p := &v.Scenario.Batch.Problem
	solution, _ := v.Answer.Solution.(*batch.Solution)
	rows := Rows(p)
	rows.Name, rows.Static = i18n.T("Nodes of {}", v.Name), v.Static
	rows.RowHeight, rows.Width, rows.Height = 84, v.Width, max(120, v.Height)
	rows.Selected = v.Selected
	cycle, family := 1, familyOf(solution, v.Subject)
	if !v.HasEnded() {
		rows.States, rows.Marks = StepStates(v.Trace, v.Step)
	}
	switch {
	case v.HasEnded():
		rows.Windows = Windows(solution, cycle, v.Subject, v.Colour)
	case v.Whole:
		cycle = CycleAt(v.Trace, v.Step)
		rows.Windows = Windows(PartialSolution(solution, v.Trace, v.Step), cycle, v.Subject, v.Colour)
	default:
		rows.Windows = Cut(solution, cycle, family, v.Subject, v.Colour)
	}
	if v.Subject != "" && (v.HasEnded() || !v.Whole) {
		rows.Selected = append(rows.Selected,
			picture.Ref{Kind: markid.Alternative, ID: markid.WindowID(cycle, family, v.Subject)})
	}
	if rows.From, rows.To = Span(p, solution, cycle); rows.To > rows.From {
		rows.Rows = FreeWithin(p, rows.Rows, rows.From, rows.To)
	}
	rows.Fit(2, rows.Windows)
	return noderows.Draw(rows)
}

// Question returns the question how the window of a job was found in the first
// cycle.
func (Drawer) Question(v picture.View) (map[string]string, bool) {
	solution, _ := v.Answer.Solution.(*batch.Solution)
	i := slices.IndexFunc(v.Scenario.Batch.Jobs, func(j batch.Job) bool { return j.ID == v.Subject })
	if i < 0 || v.Scenario.Batch.Jobs[i].Arrives() > 1 {
		return nil, false
	}
	family := familyOf(solution, v.Subject)
	return map[string]string{picture.Job: v.Subject, "cycle": "1", "family": strconv.Itoa(family)}, true
}

// familyOf returns the family of the window that a job is given in the first cycle, 1 if none.
func familyOf(s *batch.Solution, job string) int {
	_, chosen := Alternatives(s, job, 1)
	return max(1, chosen+1)
}

// Alternatives returns the windows of a job in a cycle and the index of the chosen one, -1
// for none.
func Alternatives(s *batch.Solution, job string, cycle int) (windows []window.Window, chosen int) {
	chosen = -1
	if s == nil {
		return nil, chosen
	}
	for _, c := range s.Chosen {
		if c.Job == job && max(1, c.Cycle) == cycle {
			chosen = c.Window
		}
	}
	for i := range s.Alternatives {
		if a := &s.Alternatives[i]; a.Job == job && max(1, a.Cycle) == cycle {
			return a.Windows, chosen
		}
	}
	return nil, chosen
}

// Span returns the part of the time that a cycle sees; both 0 for all of it.
func Span(p *batch.Problem, s *batch.Solution, cycle int) (from, to float64) {
	if p.Rounds() == 1 || p.Sight == nil || s == nil || cycle > len(s.Cycles) {
		return 0, 0
	}
	start := s.Cycles[cycle-1].Start
	return start, min(p.Horizon, start+*p.Sight)
}

// Windows returns the windows of a cycle. Where there are too many to tell apart, it
// returns those of one job and the chosen ones of the others.
func Windows(s *batch.Solution, cycle int, job string, colour int) []noderows.WindowMark {
	if !IsCrowded(s, cycle) {
		return AnswerWindows(s, Filter{Cycle: cycle}, colour)
	}
	var found []noderows.WindowMark
	if job != "" {
		found = AnswerWindows(s, Filter{Cycle: cycle, Job: job}, colour)
	}
	for _, w := range AnswerWindows(s, Filter{Cycle: cycle, Chosen: true}, colour) {
		if JobOf(w.Ref) != job {
			found = append(found, w)
		}
	}
	return found
}

// maxWindows is the number of windows up to which all of a cycle are drawn.
const maxWindows = 1500

// IsCrowded reports whether a cycle has more windows than can be told apart.
func IsCrowded(s *batch.Solution, cycle int) bool {
	n := 0
	if s != nil {
		for i := range s.Alternatives {
			if max(1, s.Alternatives[i].Cycle) == cycle {
				n += len(s.Alternatives[i].Windows)
			}
		}
	}
	return n > maxWindows
}

// Cut returns the windows that were cut from the free time before the search for a window
// of a family for a job: those of earlier families, and of this one for earlier jobs.
func Cut(s *batch.Solution, cycle, family int, job string, colour int) []noderows.WindowMark {
	var found []noderows.WindowMark
	passed := false
	if s == nil {
		return nil
	}
	for i := range s.Alternatives {
		a := &s.Alternatives[i]
		if max(1, a.Cycle) != cycle {
			continue
		}
		passed = passed || a.Job == job
		for _, w := range AnswerWindows(&batch.Solution{Alternatives: s.Alternatives[i : i+1]}, Filter{}, colour) {
			if _, n, _, _ := markid.ReadWindowID(w.Ref.ID); n < family || n == family && !passed {
				w.Bare = true
				found = append(found, w)
			}
		}
	}
	return found
}

// StepStates returns the states of the slots that the current search has visited in the first steps
// of a log. The class is open for a slot taken, done for one that has expired, and rejected. The
// mark is the start that the search has reached; there is none before the first one.
func StepStates(log *trace.Log, steps int) (states []noderows.State, marks []timeline.Mark) {
	set := func(e *trace.Event, class string) {
		start, _ := e.Value("start")
		end, _ := e.Value("end")
		states = append(states, noderows.State{Node: e.Ref("node"), Start: start, End: end, Class: class})
	}
	at := -1.0
	events := CurrentSearch(log, steps)
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case "take":
			set(e, "open")
		case "reject":
			set(e, "rejected")
		case "expire":
			node := e.Ref("node")
			for k := range states {
				if end, _ := e.Value("end"); states[k].Node == node && states[k].End == end {
					states[k].Class = "done"
				}
			}
			continue // it starts at the slot before
		}
		if start, ok := e.Value("start"); ok {
			at = start
		}
	}
	if at >= 0 {
		marks = []timeline.Mark{{At: at, Class: "now", Label: i18n.T("start {}", picture.Number(at))}}
	}
	return states, marks
}

// CurrentSearch returns the steps of the current search after some steps of a
// run.
func CurrentSearch(log *trace.Log, steps int) []trace.Event {
	events := log.First(steps)
	for i := len(events) - 1; i >= 0; i-- {
		switch events[i].Kind {
		case "search":
			return events[i:]
		case "cycle", "quota", "choose", "postpone":
			return events[i+1:]
		}
	}
	return events
}

// CycleAt returns the cycle of a run after some steps.
func CycleAt(log *trace.Log, steps int) int {
	events := log.First(steps)
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == "cycle" {
			number, _ := events[i].Value("number")
			return max(1, int(number))
		}
	}
	return 1
}

// PartialSolution returns the part of a solution that the first steps of its run have found and
// chosen.
func PartialSolution(whole *batch.Solution, log *trace.Log, steps int) *batch.Solution {
	if whole == nil {
		return nil
	}
	type spot struct {
		job   string
		cycle int
	}
	found, chosen, cycle := map[spot]int{}, 0, 1
	for i := range log.First(steps) {
		switch e := &log.Events[i]; e.Kind {
		case "cycle":
			number, _ := e.Value("number")
			cycle = max(1, int(number))
		case "found":
			found[spot{e.Ref("job"), cycle}]++
		case "choose":
			chosen++
		}
	}
	part := &batch.Solution{Chosen: whole.Chosen[:min(chosen, len(whole.Chosen))]}
	for _, a := range whole.Alternatives {
		if n := found[spot{a.Job, max(1, a.Cycle)}]; n > 0 {
			a.Windows = append([]window.Window(nil), a.Windows[:min(n, len(a.Windows))]...)
			part.Alternatives = append(part.Alternatives, a)
		}
	}
	return part
}

// Jobs returns the jobs in the order in which a run searches windows for them.
func (Drawer) Jobs(s *scenario.Scenario) (ids []string) {
	for i := range s.Batch.Jobs {
		ids = append(ids, s.Batch.Jobs[i].ID)
	}
	return ids
}
