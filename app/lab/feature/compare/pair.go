package compare

import (
	"slices"

	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/draw/layout"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A Pair is the comparison within the state of the laboratory. Its methods take a side: 0 for the left one, or 1.
type Pair struct {
	*State
	s *state.State
}

// Of returns the comparison of a state.
func Of(s *state.State) Pair { return Pair{Slot.Get(s), s} }

// isViewShown reports whether the comparison is shown.
func isViewShown(s *state.State) bool { return s.Layout.View == viewID }

// Draft returns the document of a side.
func (p Pair) Draft(side int) *scenario.Scenario {
	if d := p.Sides[side].Draft; d != nil {
		return d
	}
	return p.s.Draft
}

// Run returns the run of a side, the last one if the document has fewer.
func (p Pair) Run(side int) scenario.Run {
	if x := &p.Sides[side]; x.CheckedAnswer != nil {
		return scenario.Run{Algorithm: x.Answer.Algorithm, Label: x.Answer.Label}
	}
	runs := state.Runs(p.Draft(side))
	if len(runs) == 0 {
		return scenario.Run{}
	}
	return runs[p.number(side)]
}

// number returns the index of a side's run in its document.
func (p Pair) number(side int) int {
	return max(0, min(p.Sides[side].Run, len(state.Runs(p.Draft(side)))-1))
}

// Answer returns the answer of a side with its problem; nil while there is none.
func (p Pair) Answer(side int) (*scenario.Scenario, *scenario.Answer) {
	switch x := &p.Sides[side]; {
	case x.CheckedAnswer != nil:
		return x.Problem, x.Answer
	case x.Draft != nil:
		if x.Answer == nil || x.RunKey != state.RunKey(p.Run(side)) {
			return x.Problem, nil
		}
		return x.Problem, x.Answer
	}
	for _, a := range p.s.All() {
		if a.Index == p.number(side) {
			if p.s.IsFresh(*a) { // an old answer is of another problem
				return a.Problem, a.Answer
			}
			break
		}
	}
	return p.s.Problem, nil
}

// Colour returns the colour of a side's run.
func (p Pair) Colour(side int) int {
	d := p.Draft(side)
	colours := catalog.Colours(d.Kind, state.Runs(d))
	if p.Sides[side].CheckedAnswer != nil { // a colour that no run has
		free := 1
		for slices.Contains(colours, free) {
			free++
		}
		return free
	}
	if len(colours) == 0 {
		return 0
	}
	return colours[p.number(side)]
}

// colours returns the colours of both sides. Of the same run of two documents, the second has the next colour.
func (p Pair) colours() [2]int {
	c := [2]int{p.Colour(0), p.Colour(1)}
	if c[0] == c[1] {
		c[1] = c[1]%catalog.Hues + 1
	}
	return c
}

// SideState returns a state with one side only, so that the functions that explain one answer also work in a
// comparison.
func (p Pair) SideState(side int) state.State {
	h, x, run := *p.s, &p.Sides[side], p.Run(side)
	problem, answer := p.Answer(side)
	h.Draft, h.Problem, h.PosedDraft, h.ProblemOf = p.Draft(side), problem, problem, problem
	if h.Draft != p.s.Draft {
		h.Programs = nil
	}
	h.Answers = []state.Answer{{ID: run.Algorithm, Index: p.number(side), Name: p.runName(side),
		Colour: p.Colour(side), Run: run, Answer: answer, To: problem, Key: h.KeyOf(run), Problem: problem,
		Status: state.Done}}
	h.HiddenAnswers, h.Focus, h.Explanation, h.Positions, h.Replay = nil, run.Algorithm, x.Explanation, x.Positions,
		state.Replay{}
	h.Select = nil
	if p.At != (state.Ref{}) {
		h.Select = []state.Ref{p.At}
	}
	return h
}

// Compare compares the two current answers; nil if one is missing. It is pure, and takes time proportional to the
// size of the answers.
func (p Pair) Compare(number func(float64) string) *Difference {
	c := &Difference{Metric: p.Metric, Divergence: -1}
	var sides [2]diff.Side
	for i := range sides {
		problem, answer := p.Answer(i)
		if problem == nil || answer == nil {
			return nil
		}
		c.Answers[i], c.Logs[i] = answer, p.log(i, answer)
		sides[i] = diff.Side{Scenario: problem, Answer: answer, Name: p.name(i)}
	}
	if sides[0].Scenario.Kind != sides[1].Scenario.Kind {
		return nil
	}
	var err error
	if c.Report, err = diff.Answers(sides[0], sides[1], p.Metric, number); err != nil {
		c.Report, _ = diff.Answers(sides[0], sides[1], "", number) // the metric was chosen for another kind
	}
	c.Decisions, c.Divergence = diff.Replays(&sides[0], &sides[1], c.Logs[0], c.Logs[1])
	if before, after := p.Draft(0), p.Draft(1); before != after {
		c.Fields = diff.Documents(before, after)
	}
	return c
}

// Current reports whether the difference found belongs to the current answers.
func (p Pair) Current() bool {
	f := p.Difference
	if f == nil || f.Metric != p.Metric {
		return false
	}
	for i := range f.Answers {
		if _, answer := p.Answer(i); f.Answers[i] != answer || f.Logs[i] != p.log(i, answer) {
			return false
		}
	}
	return true
}

// log returns the recorded steps of a side's answer, nil while there are none.
func (p Pair) log(side int, answer *scenario.Answer) *trace.Log {
	if x := &p.Sides[side]; x.LogOf == answer {
		return x.Log
	}
	return nil
}

// name returns the name of a side in sentences: its run, or its document if the runs have equal names.
func (p Pair) name(side int) string {
	name, other := p.runName(side), p.runName(1-side)
	if name != other {
		return name
	}
	title := p.Sides[side].Title
	if title == "" {
		title = "now"
	}
	if p.Sides[0].Title == p.Sides[1].Title {
		return name + []string{" (left)", " (right)"}[side]
	}
	return name + " (" + title + ")"
}

// runName returns the name of a side's run in its document.
func (p Pair) runName(side int) string {
	if x := &p.Sides[side]; x.CheckedAnswer != nil {
		return x.Answer.Label
	}
	d := p.Draft(side)
	names := catalog.Names(d.Kind, state.Runs(d))
	if len(names) == 0 {
		return ""
	}
	return names[p.number(side)]
}

// Next returns the difference that is by positions after the selected one, cyclically.
func (p Pair) Next(by int) state.Ref {
	if p.Difference == nil || len(p.Difference.Report.Differences) == 0 {
		return state.Ref{}
	}
	list, at := p.Difference.Report.Differences, p.Difference.indexOf(p.At)
	if at < 0 && by < 0 {
		at = 0
	}
	return state.Ref(list[(at+by+len(list))%len(list)].Ref)
}

// clusterPositions returns the positions of a side's clusters in its picture; nil for problems without clusters.
func (p Pair) clusterPositions(side int) []layout.Point {
	problem, _ := p.Answer(side)
	switch x := &p.Sides[side]; {
	case problem == nil || problem.Placement == nil:
		return nil
	case problem == p.s.Problem && len(p.s.Positions) == len(problem.Placement.Clusters):
		return p.s.Positions
	case problem == x.Problem && len(x.Positions) == len(problem.Placement.Clusters):
		return x.Positions
	}
	return layout.Clusters(&problem.Placement.Problem)
}

// formerTitle is the title of the draft before the last change.
const formerTitle = "before the last change"

// formerDraft returns the draft before the last change, nil if that was another document.
func formerDraft(s *state.State) *scenario.Scenario {
	if n := len(s.Past); n > 0 && s.Past[n-1].Sheet == s.Sheet && s.Past[n-1].Draft.Kind == s.Draft.Kind {
		return s.Past[n-1].Draft
	}
	return nil
}
