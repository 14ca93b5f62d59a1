package window

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/sorting"
)

// lectureQuestion returns the question which window the focused algorithm takes: one of the answers of all
// algorithms and its own alternatives. If all are equal, it asks for nodes of the window.
func lectureQuestion(s *state.State) *screen.LectureQuestion {
	a := s.FocusedAnswer()
	sol := solutionOf(s, a)
	if sol == nil {
		return nil
	}
	p := problemOf(a.Problem)
	q := &screen.LectureQuestion{Does: "takes a window. Which one?", Facts: requirements(p), Reason: reason(s, a)}
	list := choosable(s, sol)
	if len(list) < 2 {
		return nodeQuestion(p, sol, q)
	}
	for i := range list {
		w := &list[i]
		right := sameWindow(w.Slots, sol.Slots)
		name := i18n.T("{} to {}", picture.Number(w.Start), picture.Number(w.End))
		q.Options = append(q.Options, screen.Option{Mark: state.Ref{Kind: picture.Window, ID: optionID(i)},
			Name: name, Score: picture.Number(w.Cost), Right: right})
		if right {
			q.Answer = i18n.T("From {}.", name)
		}
	}
	q.Unit = "cost"
	return q
}

// optionID returns the id of the mark of the window with an index among the answers.
func optionID(i int) string { return "option" + ui.Integer(i+1) }

// choosable returns the windows offered as answers, sorted by start: the right one, the windows of
// other algorithms, and the alternatives, at most screen.MaxOptions.
func choosable(s *state.State, sol *window.Solution) []window.Window {
	all := []window.Window{windowOf(sol.Slots)}
	add := func(slots []window.Allocation) {
		same := func(w window.Window) bool { return sameWindow(w.Slots, slots) }
		if len(all) < screen.MaxOptions && len(slots) > 0 && !slices.ContainsFunc(all, same) {
			all = append(all, windowOf(slots))
		}
	}
	for i := range s.Answers {
		if other := solutionOf(s, &s.Answers[i]); other != nil && s.IsFresh(s.Answers[i]) {
			add(other.Slots)
		}
	}
	for i := range sol.Alternatives {
		add(sol.Alternatives[i].Slots)
	}
	sorting.Stable(all, func(a, b window.Window) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Cost, b.Cost))
	})
	return all
}

func windowOf(slots []window.Allocation) window.Window {
	w := window.Window{Start: math.Inf(1), Slots: slots}
	for i := range slots {
		w.Start, w.End = min(w.Start, slots[i].Start), max(w.End, slots[i].End)
		w.Cost += slots[i].Cost
	}
	return w
}

// sameWindow reports whether two windows have the same slots on the same nodes.
func sameWindow(a, b []window.Allocation) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x window.Allocation) bool {
		return !slices.ContainsFunc(b, func(y window.Allocation) bool {
			return x.Node == y.Node && x.Start == y.Start && x.End == y.End
		})
	})
}

// nodeQuestion completes q as a question for nodes of the window.
func nodeQuestion(p *window.WindowProblem, sol *window.Solution, q *screen.LectureQuestion) *screen.LectureQuestion {
	order := window.RankByPerformance(p.Nodes)
	taken := make([]bool, len(order))
	for k, i := range order {
		taken[k] = slices.ContainsFunc(sol.Slots, func(t window.Allocation) bool { return t.Node == p.Nodes[i].ID })
	}
	var right []string
	for _, k := range screen.MixedOptions(taken) {
		id := p.Nodes[order[k]].ID
		q.Options = append(q.Options, screen.Option{Mark: state.Ref{Kind: picture.Node, ID: id}, Name: id,
			Right: taken[k]})
		if taken[k] {
			right = append(right, id)
		}
	}
	q.Does, q.Answer = "takes a window. Which of these nodes are in it?", strings.Join(right, ", ")+"."
	return q
}

// requirements describes the request of the job.
func requirements(p *window.WindowProblem) []ui.Node {
	r := p.Request
	text := i18n.T("The job needs {} at the same time, each for a volume of {}",
		picture.Count(r.Nodes, "node"), picture.Number(r.Volume))
	if r.MinPerformance > 0 {
		text += i18n.T(", of performance {} or more", picture.Number(r.MinPerformance))
	}
	if r.Budget != nil {
		text += i18n.T(", for at most {}", picture.Number(*r.Budget))
	}
	if r.Deadline != nil {
		text += i18n.T(", by {}", picture.Number(*r.Deadline))
	}
	return []ui.Node{ui.Text(text + ".")}
}

// reason describes the start, the end and the cost of the window, and what is proven of it.
func reason(s *state.State, a *state.Answer) string {
	m := a.Answer.Metrics
	text := i18n.T("It starts at {}, ends at {} and costs {}.",
		picture.Number(m["start"]), picture.Number(m["finish"]),
		picture.Number(m["cost"]))
	if b := a.Answer.Bound; b != nil && b.Gap < 1e-9 && proofs[b.Metric] != "" {
		text += i18n.T(" Proven: {}.", proofs[b.Metric])
	}
	return text
}

// questionWindows returns the numbered windows offered as answers, for the picture. Once the answer is shown,
// the wrong ones are pale. It returns nil while no question is presented.
func questionWindows(s *state.State) (list []noderows.WindowMark) {
	if !s.Asking() && !s.IsRevealed() {
		return nil
	}
	q := lectureQuestion(s)
	if q == nil {
		return nil
	}
	sol := solutionOf(s, s.FocusedAnswer())
	colour := screen.Algorithm(s, s.FocusedAnswer()).Colour
	windows := choosable(s, sol)
	for i := range q.Options {
		if q.Options[i].Mark.Kind != picture.Window {
			break
		}
		number := ui.Integer(i + 1)
		list = append(list, noderows.WindowMark{Ref: picture.Ref{Kind: picture.Window, ID: optionID(i)}, Colour: colour,
			Parts: windows[i].Slots, Text: number, Label: number, Say: i18n.T("Answer {}: {}",
				number, q.Options[i].Name),
			Pale: s.IsRevealed() && !q.Options[i].Right})
	}
	return list
}
