// Package screen says what the laboratory must know of a problem kind to show
// it: its picture, its tables and forms, its answers and its explanations. One
// package below it a kind; the common panels ask for the screen of the draft.
package screen

import (
	"maps"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/chart"
	"gridbox/core/scenario"
)

// A Screen is one kind's part of the laboratory. All of it is pure. No field is
// taken from a variable of another package: a program that holds [Steps] would
// hold the whole Screen, to initialise it.
type Screen struct {
	Kind string
	// Tools are the ways to use the pointer on the picture.
	Tools func() []Tool
	// Keys are further keys of the picture and what they do; nil for none.
	Keys func() [][2]string
	// Picture draws the problem and the focused answer as one <svg>.
	Picture func(*state.State) string
	// Prepare does what takes longest of drawing a large problem before Picture is
	// called, and calls pause now and then; nil where nothing takes long.
	Prepare func(s *scenario.Scenario, pause func())
	// Filter has the controls beside the tools that choose what of the answer
	// the picture shows; nil for none.
	Filter func(*state.State) ui.Node
	// Turn gives the value of one of those controls so many places on from
	// where it is now; nil where none can be turned.
	Turn func(s *state.State, of string, by int) string
	// Begin lists what a problem needs before there can be an answer, in the order
	// in which a person would add it; see [NextStart].
	Begin func(*state.State) []Start
	// Adds are the kinds of things that can be added without pointing at another.
	Adds []string
	// Question is what is to be decided, as one sentence with the numbers of the
	// problem; nothing where too little of it is there.
	Question func(*state.State) []ui.Node
	// Hint says in a sentence what the picture shows.
	Hint func(*state.State) string
	// Problem is the forms and tables of the explicit problem.
	Problem func(*state.State) ui.Node
	// Answers are further tabs beside the comparison.
	Answers []AnswerTab
	// Metrics is how many of the kind's metrics the comparison shows; 0 means two.
	Metrics int
	// Served counts the jobs that an answer serves, and how many there are, where
	// an answer may leave some out; nil where none can.
	Served func(*state.Answer) (served, of int)
	// Below is what stands below the runs side by side; nil for nothing.
	Below func(*state.State) ui.Node
	// Series are the charts over the problem's natural axis.
	Series []Series
	// Chart makes the chart of a series.
	Chart func(s *state.State, id string) chart.Chart
	// Instead returns the sentence that is shown in place of the steps, "" where the
	// steps are; nil for always the steps.
	Instead func(*state.State) string
	// Say tells the last event replayed, and Verdict the whole decision; both
	// are sentences.
	Say     func(*state.State) []ui.Node
	Verdict func(*state.State) []ui.Node
	// Scores is the table beside the why.
	Scores func(*state.State) ui.Node
	// Asks names the thing that the why is to be about, the zero Thing for the
	// whole run; false where there is nothing to ask.
	Asks func(*state.State) (about state.Thing, ok bool)
	// Also are further words of what is asked, such as the family of a search;
	// nil for none.
	Also func(*state.State) map[string]string
	// Wholes reports whether a run decides about many things one after another, so
	// that all of it can be watched and not only one decision.
	Wholes bool
	// Taken says in a prediction what becomes of the thing that is chosen; "" means
	// "taken".
	Taken string
	// Standing tells the panel of a policy the problem and its answer, and not only
	// the steps.
	Standing bool
	// Searches chooses whose search the steps begin with, where the decision looks
	// at several things; nil for none.
	Searches func(*state.State) ui.Node
	// Table is what the focused run is asked besides, for tables and charts of
	// what is looked at; nil for nothing.
	Table func(*state.State) map[string]string
	// Idle says what to do to see a why.
	Idle string
	// Versus says how two answers differ.
	Versus func(s *state.State, a, b *state.Answer) []ui.Node
	// Weight estimates the work of solving: at most 1 is done at once after
	// every change, more waits for a click.
	Weight func(*state.State) float64
	// RunWeight is the same of one run, where algorithms differ much; nil where
	// Weight says it for each of them.
	RunWeight func(*state.State, scenario.Run) float64
}

// Steps is what a screen shows of recorded steps, by itself, so that a page that
// holds no more of the laboratory shows them alike.
type Steps struct {
	Say     func(*state.State) []ui.Node
	Verdict func(*state.State) []ui.Node
	Scores  func(*state.State) ui.Node
}

// WeightOf is the weight of one run.
func (sc *Screen) WeightOf(s *state.State, r scenario.Run) float64 {
	if sc.RunWeight != nil {
		return sc.RunWeight(s, r)
	}
	return sc.Weight(s)
}

// Asked is what the why of the focused run is asked about, and the question's
// words; false where there is nothing to ask.
func (sc *Screen) Asked(s *state.State) (question state.WhyPending, about map[string]string, ok bool) {
	about = map[string]string{}
	if sc.Wholes && s.Replay.Whole {
		return state.WhyPending{Whole: true}, about, true
	}
	thing, ok := sc.Asks(s)
	if thing.Kind != "" {
		about[thing.Kind] = thing.ID
	}
	if sc.Wholes && s.Programmed() {
		return state.WhyPending{Whole: true}, about, true
	}
	if ok && sc.Also != nil {
		maps.Copy(about, sc.Also(s))
	}
	return state.WhyPending{About: thing.ID}, about, ok
}

// A Tool is one way to use the pointer on the picture, or with Act something
// that its button does at once.
type Tool struct{ ID, Icon, Name, Key, Act string }

// RowTools are the tools of pictures with nodes as rows of time.
func RowTools() []Tool { return rowTools }

var rowTools = []Tool{
	{ID: "select", Icon: "select", Name: "Select windows, nodes and busy time", Key: "v"},
	Several,
	{ID: "add", Icon: "busy", Name: "Draw busy time", Key: "a"},
}

// DrawBusy is the hint of the tool that draws busy time.
const DrawBusy = "Drag along a node's row to make it busy there."

// RowKeys are the keys of pictures with nodes as rows of time.
func RowKeys() [][2]string { return rowKeys }

var rowKeys = [][2]string{{"A", "make some of the node's free time busy"},
	{"E, arrows", "move the end of busy time, with Shift its start"},
	{"W", "go through the windows"}, {", .", "move on in time"},
	{"Page Up, Page Down", "scroll the rows of many nodes"}}

// An AnswerTab is one way to look at the focused answer.
type AnswerTab struct {
	ID, Name string
	View     func(*state.State) ui.Node
	When     func(*state.State) bool // whether there is such a tab; nil for always
	Own      bool                    // it shows numbers of its own, not those of the chosen answer
}

// A Series is one chart of the comparison. Better says which values are: lower,
// higher or neither.
type Series struct{ ID, Name, Better string }

// Reads says how a chart is to be read.
func (c Series) Reads() string {
	if c.Better == "neither" {
		return "Neither direction is better."
	}
	return strings.ToUpper(c.Better[:1]) + c.Better[1:] + " is better."
}
