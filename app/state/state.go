// Package state is what the laboratory knows, and how that changes. There is
// one [State]; every wish of a person and every message of a worker is an
// [Action]; [Reduce] gives the next state and touches nothing else. Undo keeps
// earlier drafts, never differences. The shell compares the state before and
// after an action and does what follows from it: solve, save, explain.
package state

import (
	"gridbox/app/picture"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A State is never modified after Reduce returned it; changed parts are new.
type State struct {
	// Draft is the document being edited; it is always valid. Problem is the
	// same made explicit: Draft itself unless it names a generator, and nil
	// until the first expansion arrived.
	Draft   *scenario.Scenario
	Problem *scenario.Scenario
	// DraftRev grows with every change of Draft; SolveRev only with changes
	// that can change an answer, so that moving a cluster solves nothing.
	DraftRev, SolveRev int
	// ProblemRev is the SolveRev that Problem was made from.
	ProblemRev int
	// Places has one point of the picture for each cluster of Problem.
	Places []picture.Point
	Past   []Step
	Future []Step

	// Typed holds what a person typed into fields and could not be taken, by
	// the path of the field, so that nothing typed is lost.
	Typed map[string]Typed
	// Text is the document as text while it differs from the draft; nil when
	// the text follows the draft.
	Text *TextDraft

	// Matrix is the kind's table of every decision of the focused run, asked for
	// when its tab is looked at.
	Matrix Matrix

	Answers []Answer // one a run, in the order of the runs
	Focus   string   // the algorithm whose answer the picture shows
	Select  []Thing  // what is selected; the last one is the main one
	Why     Why

	Study Study
	Hunt  Hunt

	Look  Look
	Keep  Keep
	Alert Alert
	Stage Stage

	// Rev counts changes by facet; views that depend on a facet use it as
	// their key.
	Rev [facets]int
}

// A Step is one earlier or later draft and the words for what leads there.
type Step struct {
	Draft *scenario.Scenario
	Name  string // "move Lyon"
	merge string // equal keys in a row become one step
}

// Typed is the text of a field and why it could not be taken.
type Typed struct{ Text, Why string }

// A TextDraft is the document as text while it differs from the draft.
type TextDraft struct {
	Text   string
	Faults doc.Faults
}

// An Answer is what the page knows of one run.
type Answer struct {
	Run      scenario.Run
	Status   Status
	Done     int
	Total    int
	Started  float64          // milliseconds of the page's clock
	Now      float64          // the same clock at the last progress
	Answer   *scenario.Answer // the last one that arrived, kept while a newer is on its way
	Rev      int              // the SolveRev that Answer belongs to
	Key      string           // the run as [RunKey] that Answer belongs to
	Text     string           // why it failed
	Faults   doc.Faults
	Problem  *scenario.Scenario // what Answer answers
	FromWork float64            // milliseconds the worker needed
}

// Status of a run.
type Status int

// The states of a run. Old answers stay visible while Waiting and Running.
const (
	Idle Status = iota
	Waiting
	Running
	Done
	Failed
	Cancelled
)

// Stale reports whether what is shown belongs to an earlier draft or to other
// options.
func (s *State) Stale(a Answer) bool { return a.Answer != nil && !s.Fresh(a) }

// Fresh reports whether the answer is the one to the draft as it stands.
func (s *State) Fresh(a Answer) bool {
	return a.Answer != nil && a.Rev == s.SolveRev && a.Key == RunKey(a.Run)
}

// A Thing is something of the scenario that can be selected.
type Thing struct{ Kind, ID string } // kinds: cluster, link, dataset, job

// Why is the step-through of one run, and the kind's explanation of one thing.
type Why struct {
	Run     string // algorithm
	About   string // job id
	Rev     int    // SolveRev of what is shown
	Key     string // tells one question from another
	Pending bool
	Trace   *trace.Log
	Detail  []byte // JSON of the kind's own shape
	Step    int
	Playing bool
	Text    string // why there is none
}

// Matrix is the kind's own table of all decisions of one run.
type Matrix struct {
	Key     string // tells what was asked
	Pending bool
	Detail  []byte // JSON of the kind's own shape
	Text    string // why there is none
}

// Look is how the laboratory is arranged right now.
type Look struct {
	View    string // "" for the scenario, study
	Side    string // left: problem, generate, document
	Answers string // right: compare, timeline, scores
	Phone   string // on a narrow screen: picture, problem, answers
	Tool    string // select, add, connect, replica
	Dialog  string // "", examples, share, export, help, runs
	Theme   string // "", light, dark
	Page    map[string]int
	Find    map[string]string
	Narrow  bool
	Dark    bool
	Base    string  // path before the site's own addresses
	Width   float64 // pixels of the picture where they matter; 0 is the usual
	Height  float64
	From    float64 // the part of the axis of time that the picture shows; all of
	To      float64 // it while both are 0
	Chart   string  // metric of the series chart
	Link    string  // address in the share dialog
	Embed   string  // markup in the share dialog
	LinkWhy string  // why there is no address
}

// PictureWidth and PictureHeight are the picture's usual size, that of a
// laptop's window.
const (
	PictureWidth  = 720.0
	PictureHeight = 680.0
)

// Keep is what is known about the saved draft.
type Keep struct {
	Durable bool
	Why     string // why not durable
	Saved   int    // DraftRev that is safe; -1 when nothing is
	Slot    string
	Drafts  []Saved
}

// Saved is one draft in the library.
type Saved struct {
	Slot, Title, Kind string
	When              int64 // Unix milliseconds
}

// Alert is a message that waits to be dismissed; an error says what to do.
type Alert struct {
	Text   string
	Detail []string
	Error  bool
	Undo   bool   // offers to take the last step back
	Draft  string // offers to open a saved draft, by its slot
}

// Stage is where the page is on its way up.
type Stage int

// The page is prerendered, then live.
const (
	Prerendered Stage = iota
	Live
)

// A Facet is a part of the state that views depend on.
type Facet int

// The facets.
const (
	OfDraft Facet = iota
	OfTyped
	OfText
	OfAnswers
	OfProgress
	OfFocus
	OfSelect
	OfWhy
	OfMatrix
	OfLook
	OfKeep
	OfAlert
	OfStudy
	OfAsked // what is wrong with what a study asks for
	OfPace  // how far the study is
	OfFound // what came out of it, and how that is looked at
	OfHunt
	facets
)

// New is the state that opens on a valid draft. Everything that can be known
// without running anything is filled in.
func New(draft *scenario.Scenario) State {
	s := State{
		Look: Look{Side: "problem", Answers: "compare", Phone: "picture", Tool: "select", Chart: "makespan"},
		Keep: Keep{Saved: -1},
	}
	return open(s, draft)
}

// Dark reports whether the page shows its dark theme.
func (s *State) Dark() bool {
	if s.Look.Theme == "light" || s.Look.Theme == "dark" {
		return s.Look.Theme == "dark"
	}
	return s.Look.Dark
}

// Main gives the thing that was selected last.
func (s *State) Main() Thing {
	if len(s.Select) == 0 {
		return Thing{}
	}
	return s.Select[len(s.Select)-1]
}

// Selected reports whether a thing is selected.
func (s *State) Selected(kind, id string) bool {
	for _, t := range s.Select {
		if t.Kind == kind && t.ID == id {
			return true
		}
	}
	return false
}

// Busy reports whether any run waits or runs.
func (s *State) Busy() bool {
	for _, a := range s.Answers {
		if a.Status == Waiting || a.Status == Running {
			return true
		}
	}
	return false
}

// Focused gives the answer that the picture shows, or nil.
func (s *State) Focused() *Answer {
	for i := range s.Answers {
		if s.Answers[i].Run.Algorithm == s.Focus {
			return &s.Answers[i]
		}
	}
	return nil
}
