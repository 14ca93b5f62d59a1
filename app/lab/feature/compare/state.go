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
	// Turn is the number of decisions of the replays shown; all of them if
	// Whole is set.
	Turn    int
	Whole   bool
	Playing bool
	// Found is the difference of the two answers; nil until both are there.
	Found *Difference
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
	Problem *scenario.Scenario
	Answer  *scenario.Answer
	RunOf   string // the run as [state.RunKey] that Answer belongs to
	Places  []layout.Point
	Judged  *feature.CheckedAnswer // how Answer was judged if it comes from another program
	Large   bool                   // too much work to be solved without a request
	Failed  string                 // why there is no answer
	Log     *trace.Log
	LogOf   *scenario.Answer
	Why     state.Explanation // explanation of the selection
}

// A Difference is the difference of two answers.
type Difference struct {
	Answers [2]*scenario.Answer
	Metric  string
	Logs    [2]*trace.Log
	Report  *diff.Report
	Fields  []diff.Field
	Turns   []diff.Pair
	Parted  int // the first decision in which they differ, -1 for none
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
	Select struct{ Thing state.Ref }
	// SideDataArrived has data that a side lacked; empty fields are ignored.
	SideDataArrived struct {
		Side    int
		Draft   *scenario.Scenario // the document of the data
		Problem *scenario.Scenario
		Answer  *scenario.Answer
		RunOf   string
		Large   bool
		Failed  string
	}
	// ExplanationArrived has the events of a side's run, or an explanation.
	ExplanationArrived struct {
		Side int
		Of   *scenario.Answer
		Log  *trace.Log
		Why  *state.Explanation
	}
	// DifferenceArrived has the difference.
	DifferenceArrived struct{ Found *Difference }
)

// Change implements [state.Change].
func (a Set) Change(_ *state.State, own State) State {
	own.Sides = a
	own.At, own.Whole, own.Playing, own.Found = state.Ref{}, true, false, nil
	return own
}

// Change implements [state.Change].
func (a Arrangement) Change(_ *state.State, own State) State {
	own.Arrangement = a
	return own
}

// turns returns the number of decisions of both replays.
func (own *State) turns() int {
	if own.Found == nil {
		return 0
	}
	return len(own.Found.Turns)
}

// Change implements [state.Change].
func (a ShowDecisions) Change(_ *state.State, own State) State {
	turns := own.turns()
	own.Turn = max(0, min(int(a), turns))
	own.Whole = own.Turn == turns
	parts := turns > 0 && own.Turn == own.Found.Parted+1
	own.Playing = own.Playing && !own.Whole && !parts // it stops where the decisions differ
	return own
}

// Change implements [state.Change].
func (a Play) Change(_ *state.State, own State) State {
	own.Playing = bool(a) && own.turns() > 0
	if own.Playing && own.Whole {
		own.Turn, own.Whole = 0, false
	}
	return own
}

// Change implements [state.Change].
func (a Select) Change(_ *state.State, own State) State {
	if own.At != a.Thing {
		own.At = a.Thing
		own.Sides[0].Why, own.Sides[1].Why = state.Explanation{}, state.Explanation{}
	}
	return own
}

// Change implements [state.Change].
func (a SideDataArrived) Change(_ *state.State, own State) State {
	x := &own.Sides[a.Side]
	if x.Draft != a.Draft {
		return own
	}
	x.Large, x.Failed = a.Large, a.Failed
	if a.Problem != nil {
		x.Problem = a.Problem
		x.Places = nil
		if p := a.Problem.Placement; p != nil {
			x.Places = layout.Clusters(&p.Problem)
		}
	}
	if a.Answer != nil {
		x.Answer, x.RunOf = a.Answer, a.RunOf
	}
	return own
}

// Change implements [state.Change].
func (a ExplanationArrived) Change(s *state.State, own State) State {
	if _, answer := Of(s).Answer(a.Side); answer != a.Of {
		return own
	}
	x := &own.Sides[a.Side]
	if a.Log != nil {
		x.Log, x.LogOf = a.Log, a.Of
	}
	if a.Why != nil {
		x.Why = *a.Why
	}
	return own
}

// Change implements [state.Change].
func (a DifferenceArrived) Change(_ *state.State, own State) State {
	own.Found = a.Found
	if a.Found == nil {
		return own
	}
	own.Turn = min(own.Turn, len(a.Found.Turns))
	if own.Whole {
		own.Turn = len(a.Found.Turns)
	}
	if list := a.Found.Report.Differences; a.Found.indexOf(own.At) < 0 && own.At.Kind != "field" {
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
