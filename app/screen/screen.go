// Package screen defines the parts of the laboratory that depend on the problem
// kind: its picture, its tables and forms, its answers and its explanations.
// Each kind has a Screen in app/kind; the common panels use the screen of the
// draft. The package also has the elements that several kinds share.
package screen

import (
	"maps"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// A Screen is one kind's part of the laboratory. Its functions are pure. No field is set from a variable of another
// package: otherwise a program that needs only [Steps] would include the whole Screen to initialise it.
type Screen struct {
	Kind string
	// Tools are the ways to use the pointer on the picture.
	Tools func() []Tool
	// Keys are further keys of the picture with their meanings; nil for none.
	Keys func() [][2]string
	// Picture draws the problem and the focused answer as one <svg>.
	Picture func(*state.State) *scene.Node
	// Prepare computes the slow parts of a large picture before Picture is called, and calls pause regularly; nil if
	// nothing is slow.
	Prepare func(s *scenario.Scenario, pause func())
	// Filter has the controls next to the tools that select the part of the
	// answer in the picture; nil for none.
	Filter func(*state.State) ui.Node
	// StepFilter returns the value of a control of Filter that is by positions after the current one; nil if no control
	// has positions.
	StepFilter func(s *state.State, of string, by int) string
	// Begin lists the things that a problem needs before it can have an answer, in the order in which a user would
	// add them; see [NextStart].
	Begin func(*state.State) []Start
	// Adds are the kinds of things that can be added without a reference to
	// another.
	Adds []string
	// Question returns the decision to be made, as one sentence with the numbers of the problem; nil if the problem
	// is too incomplete.
	Question func(*state.State) []ui.Node
	// Hint returns the meaning of the picture in a sentence.
	Hint func(*state.State) string
	// Problem returns the tables of the explicit problem, and its further
	// forms.
	Problem func(*state.State) ui.Node
	// Form returns the form of the selection, the zero Node if there is none.
	Form func(*state.State) ui.Node
	// Answers are further tabs after the comparison.
	Answers []AnswerTab
	// Metrics is the number of the kind's metrics that the comparison shows; 0
	// means two.
	Metrics int
	// ServedJobs returns the number of jobs that an answer serves, and of all jobs;
	// nil if every answer serves all.
	ServedJobs func(*state.Answer) (served, of int)
	// RunsFooter returns the part below the runs side by side; nil for none.
	RunsFooter func(*state.State) ui.Node
	// Series are the charts over the problem's natural axis.
	Series []Series
	// Chart returns the chart of a series.
	Chart func(s *state.State, id string) chart.Chart
	// StepsReplacement returns a sentence that replaces the steps, "" for the steps; nil to show the steps always.
	StepsReplacement func(*state.State) string
	// Say returns a sentence on the last replayed event, and Verdict one on the
	// whole decision.
	Say     func(*state.State) []ui.Node
	Verdict func(*state.State) []ui.Node
	// Scores returns the table next to the explanation.
	Scores func(*state.State) ui.Node
	// ExplainedElement returns the thing to explain, the zero Thing for the whole run. It reports false if there is
	// nothing to explain.
	ExplainedElement func(*state.State) (about state.Ref, ok bool)
	// ExplanationParams returns further parameters of the explanation, such as the family of
	// a search; nil for none.
	ExplanationParams func(*state.State) map[string]string
	// Wholes is set if a run makes many decisions one after another, so that the replay can cover all of them.
	Wholes bool
	// LectureQuestion returns the question to be presented, nil if there is none.
	LectureQuestion func(*state.State) *LectureQuestion
	// Standing is set if the data of the policy panel include the problem and its answer, and not only the steps.
	Standing bool
	// Searches returns the choice of the search that the steps begin with, for
	// decisions that compare several things; nil for none.
	Searches func(*state.State) ui.Node
	// Table returns the parameters of a second explanation, for tables and
	// charts of the selection; nil for none.
	Table func(*state.State) map[string]string
	// ExplanationHint is the instruction for getting an explanation.
	ExplanationHint string
	// Versus returns sentences on the difference of two answers.
	Versus func(s *state.State, a, b *state.Answer) []ui.Node
	// Weight estimates the work of solving: up to 1 is solved immediately after
	// every change, more waits for a click.
	Weight func(*state.State) float64
	// RunWeight estimates the work of one run, if algorithms differ much; nil if Weight applies to each of them.
	RunWeight func(*state.State, scenario.Run) float64
}

// Steps is the part of a screen that shows recorded steps, for pages without the rest of the laboratory.
type Steps struct {
	Say     func(*state.State) []ui.Node
	Verdict func(*state.State) []ui.Node
	Scores  func(*state.State) ui.Node
}

// WeightOf returns the weight of one run.
func (sc *Screen) WeightOf(s *state.State, r scenario.Run) float64 {
	if sc.RunWeight != nil {
		return sc.RunWeight(s, r)
	}
	return sc.Weight(s)
}

// ExplanationRequest returns the request for the focused run's explanation with its parameters. It reports false if
// there is nothing to explain.
func (sc *Screen) ExplanationRequest(s *state.State) (question state.ExplanationPending, about map[string]string,
	ok bool) {
	about = map[string]string{}
	if sc.Wholes && s.Replay.Whole {
		return state.ExplanationPending{Whole: true}, about, true
	}
	thing, ok := sc.ExplainedElement(s)
	if thing.Kind != "" {
		about[thing.Kind] = thing.ID
	}
	if sc.Wholes && s.UsesProgram() {
		return state.ExplanationPending{Whole: true}, about, true
	}
	if ok && sc.ExplanationParams != nil {
		maps.Copy(about, sc.ExplanationParams(s))
	}
	return state.ExplanationPending{About: thing.ID}, about, ok
}

// A Tool is one way to use the pointer on the picture. If Act is set, its button performs that action instead.
type Tool struct{ ID, Icon, Name, Key, Act string }

// RowTools returns the tools of pictures with nodes as rows over time.
func RowTools() []Tool { return rowTools }

var rowTools = []Tool{
	{ID: "select", Icon: "select", Name: "Select windows, nodes and busy time", Key: "v"},
	Several,
	{ID: "add", Icon: "busy", Name: "Draw busy time", Key: "a"},
}

// DrawBusy is the hint of the tool that draws busy time.
const DrawBusy = "Drag along a node's row to make it busy there."

// RowKeys returns the keys of pictures with nodes as rows over time.
func RowKeys() [][2]string { return rowKeys }

var rowKeys = [][2]string{{"A", "make some of the node's free time busy"},
	{"E, arrows", "move the end of busy time, with Shift its start"},
	{"W", "go through the windows"}, {", .", "move along the time axis"},
	{"Page Up, Page Down", "scroll the rows of many nodes"}}

// An AnswerTab is one view of the focused answer.
type AnswerTab struct {
	ID, Name string
	View     func(*state.State) ui.Node
	Exists   func(*state.State) bool // whether the tab exists; nil for always
	Own      bool                    // it shows numbers of its own, not those of the chosen answer
}

// A Series is one chart of the comparison. Better is the better direction:
// lower, higher or neither.
type Series struct{ ID, Name, Direction string }

// DirectionText returns a sentence about the better direction.
func (c Series) DirectionText() string {
	if c.Direction == "neither" {
		return "Neither direction is better."
	}
	return i18n.T("{}{} is better.", strings.ToUpper(c.Direction[:1]), c.Direction[1:])
}
