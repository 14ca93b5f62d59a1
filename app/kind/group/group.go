// Package group is the laboratory's screen of the group kind: fields of nodes
// as picture and editor, the request as sliders, tables of groups, nodes and
// events, availability and time over the number of nodes, and the steps of
// each search.
package group

import (
	"math"
	"slices"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
	"gridbox/core/scenario"
)

// Screen is the screen of the group kind.
var Screen = screen.Screen{
	Kind:             "group",
	Tools:            func() []screen.Tool { return tools },
	Picture:          fields,
	Question:         question,
	Hint:             hint,
	Begin:            begin,
	Adds:             []string{"group", "node", "event"},
	Problem:          problem,
	Form:             form,
	Answers:          []screen.AnswerTab{{ID: "window", Name: "Window", View: window}},
	Series:           series,
	Chart:            chartOf,
	ExplainedElement: anything,
	LectureQuestion:  lectureQuestion,
	Table:            curves,
	ExplanationHint:  "The steps of the search appear with the answer.",
	Say:              stepText,
	Verdict:          verdict,
	Scores:           steps,
	Versus:           screen.Versus,
	Weight:           weight,
	RunWeight:        runWeight,
}

var tools = []screen.Tool{
	{ID: "select", Icon: "select", Name: "Select, and drag nodes to other groups", Key: "v"},
	screen.Several,
	{ID: "node", Icon: "add", Name: "Add a node to the selected group", Act: "add"},
	{ID: "group", Icon: "cluster", Name: "Add a group", Act: "add"},
}

// Steps describes recorded steps of group problems.
var Steps = screen.Steps{Say: stepText, Verdict: verdict, Scores: steps}

// anything returns the empty Thing: the steps are of the whole search, whatever is selected.
func anything(*state.State) (state.Ref, bool) { return state.Ref{}, true }

func problemOf(s *scenario.Scenario) *group.Problem {
	if s == nil || s.Group == nil {
		return nil
	}
	return &s.Group.Problem
}

// weight returns the work of the heaviest run.
func weight(s *state.State) float64 {
	most := 0.0
	for _, a := range s.Answers {
		most = math.Max(most, runWeight(s, a.Run))
	}
	return most
}

// runWeight estimates the work of one run in tenths of a second of a worker.
func runWeight(s *state.State, r scenario.Run) float64 {
	p := problemOf(s.Problem)
	if p == nil {
		return 0
	}
	o := group.Options{}
	doc.Fill(&o, r.Options)
	return p.Work(r.Algorithm, o) / 100
}

// shownAnswer returns the answer that the picture shows: the focused one, if it answers a problem with the same nodes.
func shownAnswer(s *state.State) (*group.Solution, *state.Answer) {
	a := s.FocusedAnswer()
	return screen.Solution[group.Solution](s, a, sameNodes), a
}

func sameNodes(now, then *scenario.Scenario) bool {
	p, q := problemOf(now), problemOf(then)
	return p != nil && q != nil && slices.EqualFunc(p.Nodes, q.Nodes,
		func(a, b group.Node) bool { return a.ID == b.ID })
}

// pictureCache caches parts of the latest picture.
var pictureCache picture.Cache

// fields draws the groups with the window of the focused answer.
func fields(s *state.State) *scene.Node {
	window, run := shownAnswer(s)
	v := draw.PoolsView{Problem: problemOf(s.Problem), Name: i18n.T("Groups of {}", screen.Title(s)),
		Width: state.PictureWidth, Height: state.PictureHeight, Colour: screen.Algorithm(s, run).Colour}
	if s.Layout.Width > 0 {
		v.Width, v.Height = s.Layout.Width, s.Layout.Height
	}
	if v.Problem == nil {
		return draw.Pools(v)
	}
	v.Cache = &pictureCache
	if s.Lecture.On {
		v.Numbers = lectureQuestion(s).Numbers()
	} else {
		v.Height -= 26 // room for the hint below
	}
	if screen.Replaying(s) || s.Asking() {
		// No result shows before its step.
		v.States, window = draw.StepStates(v.Problem, s.Explanation.Trace, s.Explanation.Step), nil
	} else if !s.Lecture.On {
		v.Choices = choices(s)
	}
	if window != nil {
		v.SetAnswer(run.Answer)
	}
	if !s.Lecture.On {
		v.Selected = screen.Marks(s)
	}
	return draw.Pools(v)
}

// choices returns the windows of all answers to the current problem.
func choices(s *state.State) []draw.Choice {
	var list []draw.Choice
	for _, a := range screen.SolvedAnswers(s) {
		if w, ok := a.Answer.Solution.(*group.Solution); ok && !s.IsStale(*a) {
			alg := screen.Algorithm(s, a)
			list = append(list, draw.Choice{Name: alg.Name, Colour: alg.Colour, Window: w})
		}
	}
	return list
}

// hint describes the picture.
func hint(s *state.State) string {
	p := problemOf(s.Problem)
	if p == nil {
		return ""
	}
	window, run := shownAnswer(s)
	if window == nil || screen.Replaying(s) {
		return i18n.T("{} in {}; drag a node to another group, or move it with Shift and the arrows.",
			picture.Count(len(p.Nodes), "node"), picture.Count(len(p.Groups), "group"))
	}
	return i18n.T("{} takes {}.", screen.AnswerName(s, run), groupCounts(p, window))
}

// groupCounts lists the groups of a window, with the number of nodes it takes from each.
func groupCounts(p *group.Problem, w *group.Solution) string {
	taken, alone := count(p, w)
	var parts []string
	for g := range p.Groups {
		if n := taken[p.Groups[g].ID]; n > 0 {
			if len(parts) == 6 {
				parts = append(parts, "others")
				break
			}
			parts = append(parts, i18n.T("{} of {}", ui.Integer(n), p.Groups[g].ID))
		}
	}
	if alone > 0 {
		parts = append(parts, i18n.T("{} on their own", ui.Integer(alone)))
	}
	if n := len(parts); n > 1 {
		return i18n.T("{} and {}", strings.Join(parts[:n-1], ", "), parts[n-1])
	}
	return strings.Join(parts, "")
}

// count returns the number of nodes that a window takes from each group, and without a group.
func count(p *group.Problem, w *group.Solution) (taken map[string]int, alone int) {
	in := make(map[string]bool, len(w.Nodes))
	for _, id := range w.Nodes {
		in[id] = true
	}
	taken = map[string]int{}
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; {
		case !in[n.ID]:
		case n.Group == "":
			alone++
		default:
			taken[n.Group]++
		}
	}
	return taken, alone
}
