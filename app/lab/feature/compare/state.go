package compare

import (
	"slices"

	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/diff"
	"gridbox/core/draw/layout"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// State is the comparison of two answers: of the current draft, of an earlier state of it, or of any other document.
type State struct {
	Sides [2]Side
	Arrangement
	At state.Ref // the selected difference
	// Step is the number of decisions of the replays shown; all of them if
	// Whole is set.
	Step    int
	Whole   bool
	Playing bool
	// Difference is the difference of the two answers; nil until both are there.
	Difference *Difference
}

// An Arrangement selects the parts of the difference that are shown, and their order. It is also the action that sets
// it.
type Arrangement struct {
	Metric string // metric of the effects; empty for the metric of the bounds
	Way    string // "", over or list
	ByTime bool   // how causes are ordered
}

// Slot has the comparison.
var Slot = state.NewSlot[State](nil)

// A Side is one of the two sides.
type Side struct {
	Title string             // of a document other than the current draft
	Draft *scenario.Scenario // that document, nil for the current draft
	Run   int                // the place among the document's runs
	// Problem and Answer are set for another document; see Draft.
	Problem       *scenario.Scenario
	Answer        *scenario.Answer
	RunKey        string // the run as [state.RunKey] that Answer belongs to
	Positions     []layout.Point
	CheckedAnswer *feature.CheckedAnswer // how Answer was judged if it comes from another program
	Large         bool                   // too much work to be solved without a request
	Failure       string                 // why there is no answer
	Log           *trace.Log
	LogOf         *scenario.Answer
	Explanation   state.Explanation // explanation of the selection
}

// A Difference is the difference of two answers.
type Difference struct {
	Answers    [2]*scenario.Answer
	Metric     string
	Logs       [2]*trace.Log
	Report     *diff.Report
	Fields     []diff.Field
	Decisions  []diff.Pair
	Divergence int // the first decision in which they differ, -1 for none
}

// Further actions.
type (
	// Set compares two sides.
	Set [2]Side
	// ShowDecisions shows the first decisions of both replays.
	ShowDecisions int
	// Play starts or stops both replays.
	Play bool
	// Select selects one difference.
	Select struct{ Element state.Ref }
	// SideDataArrived has data that a side lacked; empty fields are ignored.
	SideDataArrived struct {
		Side    int
		Draft   *scenario.Scenario // the document of the data
		Problem *scenario.Scenario
		Answer  *scenario.Answer
		RunKey  string
		Large   bool
		Failure string
	}
	// ExplanationArrived has the events of a side's run, or an explanation.
	ExplanationArrived struct {
		Side        int
		Answer      *scenario.Answer
		Log         *trace.Log
		Explanation *state.Explanation
	}
	// DifferenceArrived has the difference.
	DifferenceArrived struct{ Difference *Difference }
)

// Change implements [state.Change].
func (a Set) Change(_ *state.State, own State) State {
	own.Sides = a
	own.At, own.Whole, own.Playing, own.Difference = state.Ref{}, true, false, nil
	return own
}

// Change implements [state.Change].
func (a Arrangement) Change(_ *state.State, own State) State {
	own.Arrangement = a
	return own
}

// turns returns the number of decisions of both replays.
func (own *State) turns() int {
	if own.Difference == nil {
		return 0
	}
	return len(own.Difference.Decisions)
}

// Change implements [state.Change].
func (a ShowDecisions) Change(_ *state.State, own State) State {
	turns := own.turns()
	own.Step = max(0, min(int(a), turns))
	own.Whole = own.Step == turns
	parts := turns > 0 && own.Step == own.Difference.Divergence+1
	own.Playing = own.Playing && !own.Whole && !parts // it stops where the decisions differ
	return own
}

// Change implements [state.Change].
func (a Play) Change(_ *state.State, own State) State {
	own.Playing = bool(a) && own.turns() > 0
	if own.Playing && own.Whole {
		own.Step, own.Whole = 0, false
	}
	return own
}

// Change implements [state.Change].
func (a Select) Change(_ *state.State, own State) State {
	if own.At != a.Element {
		own.At = a.Element
		own.Sides[0].Explanation, own.Sides[1].Explanation = state.Explanation{}, state.Explanation{}
	}
	return own
}

// Change implements [state.Change].
func (a SideDataArrived) Change(_ *state.State, own State) State {
	x := &own.Sides[a.Side]
	if x.Draft != a.Draft {
		return own
	}
	x.Large, x.Failure = a.Large, a.Failure
	if a.Problem != nil {
		x.Problem = a.Problem
		x.Positions = nil
		if p := a.Problem.Placement; p != nil {
			x.Positions = layout.Clusters(&p.Problem)
		}
	}
	if a.Answer != nil {
		x.Answer, x.RunKey = a.Answer, a.RunKey
	}
	return own
}

// Change implements [state.Change].
func (a ExplanationArrived) Change(s *state.State, own State) State {
	if _, answer := Of(s).Answer(a.Side); answer != a.Answer {
		return own
	}
	x := &own.Sides[a.Side]
	if a.Log != nil {
		x.Log, x.LogOf = a.Log, a.Answer
	}
	if a.Explanation != nil {
		x.Explanation = *a.Explanation
	}
	return own
}

// Change implements [state.Change].
func (a DifferenceArrived) Change(_ *state.State, own State) State {
	own.Difference = a.Difference
	if a.Difference == nil {
		return own
	}
	own.Step = min(own.Step, len(a.Difference.Decisions))
	if own.Whole {
		own.Step = len(a.Difference.Decisions)
	}
	if list := a.Difference.Report.Differences; a.Difference.indexOf(own.At) < 0 && own.At.Kind != "field" {
		own.At = state.Ref{}
		if len(list) > 0 {
			own.At = state.Ref(list[0].Ref)
		}
	}
	return own
}

// indexOf returns the index of a thing among the differences, -1 if it is equal in both answers.
func (d *Difference) indexOf(t state.Ref) int {
	return slices.IndexFunc(d.Report.Differences, func(x diff.Difference) bool { return state.Ref(x.Ref) == t })
}
