// Package batch is the laboratory's screen of the batch kind: the node rows over time with the windows of all jobs,
// tables of jobs and nodes, the plane of time and cost with the limit on it, and the search behind every window.
package batch

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
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/draw"
	"gridbox/core/scenario"
)

// Screen is the screen of the batch kind.
var Screen = screen.Screen{
	Kind:       "batch",
	Tools:      screen.RowTools,
	Keys:       screen.RowKeys,
	Picture:    rows,
	Filter:     filters,
	StepFilter: scroll,
	Question:   question,
	Hint:       hint,
	Begin:      begin,
	Adds:       []string{"node", "job"},
	Problem:    problem,
	Form:       form,
	RunsFooter: plane,
	ServedJobs: countServed,
	Answers: []screen.AnswerTab{
		{ID: "windows", Name: "Windows", View: windows},
		{ID: "cycles", Name: "Cycles", View: cycles},
	},
	Series:            series,
	Chart:             chartOf,
	Say:               stepText,
	Verdict:           verdict,
	Scores:            eventCounts,
	ExplainedElement:  subject,
	LectureQuestion:   lectureQuestion,
	Wholes:            true,
	ExplanationParams: explainParams,
	ExplanationHint:   "Select a job or a window to see how it was found.",
	Versus:            screen.Versus,
	Weight:            weight,
}

// Steps describes recorded steps of batches.
var Steps = screen.Steps{Say: stepText, Verdict: verdict, Scores: eventCounts}

// weight estimates the work of one run in tenths of a second of a worker.
func weight(s *state.State) float64 {
	if s.Problem == nil || s.Problem.Batch == nil {
		return 0
	}
	return s.Problem.Batch.Work() / 100
}

// shownAnswer returns the answer that the picture shows with the problem: the focused one, if it answers a problem with
// the same nodes.
func shownAnswer(s *state.State) (*batch.Solution, *state.Answer) {
	a := s.FocusedAnswer()
	return solutionOf(s, a), a
}

func solutionOf(s *state.State, a *state.Answer) *batch.Solution {
	return screen.Solution[batch.Solution](s, a, func(now, then *scenario.Scenario) bool {
		return now.Batch != nil && then.Batch != nil && screen.SameNodes(&now.Batch.Environment,
			&then.Batch.Environment)
	})
}

// A selection is the selected part of the answer.
type selection struct {
	cycle  int
	job    string // the selected one
	family int    // of the selected job's window
	show   string // "" for all, "job", "family" or "chosen"
}

// selectionOf returns the selected part of the answer. During a replay of the whole run, the step determines the cycle.
// Values outside the problem's range are clamped. The window of the chosen alternative is the default.
func selectionOf(s *state.State) selection {
	l := selection{cycle: 1, show: s.Layout.Find["show"]}
	if n, err := strconv.Atoi(s.Layout.Find["cycle"]); err == nil {
		l.cycle = n
	}
	if s.Problem != nil && s.Problem.Batch != nil {
		l.cycle = max(1, min(l.cycle, s.Problem.Batch.Rounds()))
	}
	if t := s.Main(); t.Kind == "job" {
		l.job = t.ID
	}
	if s.Lecture.On {
		l.cycle = cycleOf(s, l.job)
	}
	if s.Explanation.Whole && s.Replaying() {
		l.cycle, l.show = draw.CycleAt(s.Explanation.Trace, s.Explanation.Step), ""
	}
	sol, _ := shownAnswer(s)
	list, chosen := draw.Alternatives(sol, l.job, l.cycle)
	if n, err := strconv.Atoi(s.Layout.Find["family"]); err == nil {
		l.family = max(1, min(n, len(list)+1)) // the search after the last window fails
	} else {
		l.family = max(1, chosen+1)
	}
	if s.Explanation.Whole && s.Replaying() {
		l.family = 1 // the chosen window shows only at the step that chooses it
	}
	return l
}

// cycleOf returns the cycle in which a job got a window, otherwise the first in which it waits.
func cycleOf(s *state.State, job string) int {
	if sol, _ := shownAnswer(s); sol != nil {
		for _, c := range sol.Chosen {
			if c.Job == job {
				return max(1, c.Cycle)
			}
		}
	}
	if j := jobOf(s, job); j != nil {
		return j.Arrives()
	}
	return 1
}

// rows draws the nodes with the selected windows.
func rows(s *state.State) *scene.Node {
	v, _ := view(s)
	return noderows.Draw(v)
}

// view returns the content of the picture and the arrangement of its rows.
func view(s *state.State) (noderows.View, screen.NodeRows) {
	v := noderows.View{Name: i18n.T("Nodes of {}", screen.Title(s)), RowHeight: 84}
	v.Width, v.Height = screen.RowsSize(s)
	if s.Problem == nil || s.Problem.Batch == nil {
		return v, screen.NodeRows{}
	}
	base := draw.Rows(&s.Problem.Batch.Problem)
	v.Nodes, v.Busy, v.Horizon, v.Rows = base.Nodes, base.Busy, base.Horizon, base.Rows
	l := selectionOf(s)
	sol, a := shownAnswer(s)
	colour := screen.Algorithm(s, a).Colour
	choices := questionWindows(s)
	switch {
	case s.Asking() || len(choices) > 0:
		v.Windows = choices
	case s.Explanation.Whole && s.Replaying():
		v.Windows = windowsFor(s, draw.PartialSolution(sol, s.Explanation.Trace, s.Explanation.Step), l, colour)
		v.States, v.Marks = draw.StepStates(s.Explanation.Trace, s.Explanation.Step)
	case replaying(s):
		v.Windows = draw.Cut(sol, l.cycle, l.family, l.job, colour)
		v.States, v.Marks = draw.StepStates(s.Explanation.Trace, s.Explanation.Step)
	default:
		v.Windows = windowsFor(s, sol, l, colour)
	}
	if l.show != "chosen" && l.show != "answers" {
		v.From, v.To = draw.Span(&s.Problem.Batch.Problem, sol, l.cycle)
	}
	if v.To > v.From {
		v.Rows = draw.FreeWithin(&s.Problem.Batch.Problem, v.Rows, v.From, v.To)
	}
	if s.Part.To > s.Part.From {
		v.From, v.To = s.Part.From, s.Part.To
	}
	r := screen.RowsOf(s, v.Nodes, v.Rows, v.Height, thinnest, noderows.UsedNodes(v.Windows))
	v.Rows, v.First, v.TotalRows = r.ShownNodes(), r.First, len(r.Order)
	v.Selected = screen.Marks(s)
	if l.job != "" && !(s.Explanation.Whole && s.Replaying()) && !s.Lecture.On {
		v.Selected = append(v.Selected, picture.Ref{Kind: markid.Alternative,
			ID: markid.WindowID(l.cycle, l.family, l.job)})
	}
	return v, r
}

// windowsFor returns the windows of the focused answer that pass the filter and, if requested, the windows that the
// other answers chose.
func windowsFor(s *state.State, sol *batch.Solution, l selection, colour int) []noderows.WindowMark {
	f := draw.Filter{Cycle: l.cycle}
	switch l.show {
	case "job":
		f.Job = l.job
	case "family":
		f.Family = l.family
	case "chosen", "answers":
		f.Chosen, f.Cycle = true, 0
	}
	if l.show == "" {
		return draw.Windows(sol, l.cycle, l.job, colour)
	}
	found := draw.AnswerWindows(sol, f, colour)
	if l.show != "answers" {
		return found
	}
	for i := range s.Answers {
		if a := &s.Answers[i]; a.ID != s.Focus {
			others := draw.AnswerWindows(solutionOf(s, a), draw.Filter{Chosen: true, Unlabelled: true},
				screen.Algorithm(s, a).Colour)
			for k := range others {
				others[k].Ref.ID = "" // marks refer to the focused answer only
			}
			found = append(found, others...)
		}
	}
	return found
}

// thinnest is the minimal height of a row, in pixels.
const thinnest = 2.0

// hint describes the selection.
func hint(s *state.State) string {
	if s.Problem == nil || s.Problem.Batch == nil {
		return ""
	}
	if s.Layout.Tool == "add" {
		return screen.DrawBusy
	}
	p, l := s.Problem.Batch, selectionOf(s)
	sol, a := shownAnswer(s)
	name := screen.AnswerName(s, a)
	if list, chosen := draw.Alternatives(sol, l.job, l.cycle); sol != nil && l.job != "" {
		if len(list) == 0 {
			return i18n.T("{} finds no window for job {}{}.", name, l.job, cycleSuffix(p, l.cycle))
		}
		text := i18n.T("{} offers job {} {}{}", name, l.job, picture.Count(len(list), "window"),
			cycleSuffix(p, l.cycle))
		if chosen >= 0 {
			w := list[chosen]
			text += i18n.T(" and chooses window {}: from {} for {}, cost {}",
				strconv.Itoa(chosen+1), picture.Number(w.Start), picture.Number(w.End-w.Start),
				picture.Number(w.Cost))
		}
		if draw.IsCrowded(sol, l.cycle) && l.show == "" {
			text += "; of other jobs, only chosen windows are shown"
		}
		return text + "."
	}
	return picture.Count(len(p.Nodes), "node") + ", " + picture.Count(len(p.Jobs), "job") + cycleSuffix(p, l.cycle)
}

// cycleSuffix names the cycle if there are several.
func cycleSuffix(p interface{ Rounds() int }, number int) string {
	if p.Rounds() == 1 {
		return ""
	}
	return i18n.T(" in cycle {}", strconv.Itoa(number))
}

// filters returns the controls that choose which windows the picture shows.
func filters(s *state.State) ui.Node {
	if s.Problem == nil || s.Problem.Batch == nil {
		return ui.Node{}
	}
	l := selectionOf(s)
	sol, _ := shownAnswer(s)
	list, _ := draw.Alternatives(sol, l.job, l.cycle)
	parts := []ui.Node{screen.Choice("show", "Windows shown", l.show,
		[]string{"", "job", "family", "chosen", "answers"},
		[]string{"all windows", i18n.T("of job {}", l.job), i18n.T("of family {}", strconv.Itoa(l.family)), "chosen",
			"chosen by all"})}
	if l.job != "" {
		place := i18n.T("family {} of {}", strconv.Itoa(l.family), strconv.Itoa(len(list)))
		if l.family > len(list) {
			place = i18n.T("no family {}", strconv.Itoa(l.family))
		}
		parts = append(parts, ui.El("span", ui.Class("stepper"), ui.A("role", "group"), ui.A("aria-label", "Family"),
			ui.IconButton("back", "Previous family", ui.Act("turn", "family", "-1"),
				ui.Flag("disabled", l.family <= 1)),
			ui.El("span", place),
			ui.IconButton("forward", "Next family", ui.Act("turn", "family", "1"),
				ui.Flag("disabled", l.family > len(list)))))
	}
	if n := s.Problem.Batch.Rounds(); n > 1 {
		values, names := make([]string, min(n, maxCycles)), make([]string, min(n, maxCycles))
		for i := range values {
			values[i] = strconv.Itoa(i + 1)
			names[i] = i18n.T("cycle {}", values[i])
		}
		parts = append(parts, screen.Choice("cycle", "Cycle", strconv.Itoa(l.cycle), values, names))
	}
	_, r := view(s)
	return ui.El("div", ui.Class("filters"), ui.A("role", "group"), ui.A("aria-label", "Filters"),
		append(parts, r.Filters(s)...))
}

// scroll moves through the families of the selected job's windows, up to the search that fails. It
// counts from the state and not from the picture, so quick clicks add up.
func scroll(s *state.State, of string, by int) string {
	if _, r := view(s); of == "rows" {
		return r.Scroll(by)
	}
	l := selectionOf(s)
	sol, _ := shownAnswer(s)
	list, _ := draw.Alternatives(sol, l.job, l.cycle)
	return strconv.Itoa(max(1, min(l.family+by, len(list)+1)))
}

// maxCycles is the greatest number of cycles in a list to choose from.
const maxCycles = 200

// countServed returns the number of jobs with a chosen window, and of all jobs. The others wait, and
// the totals are without them.
func countServed(a *state.Answer) (served, of int) {
	if sol, ok := a.Answer.Solution.(*batch.Solution); ok {
		served = len(sol.Chosen)
		of = served + len(sol.Postponed)
	}
	return served, of
}
