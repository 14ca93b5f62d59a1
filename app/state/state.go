// Package state is the model of the laboratory.
//
// There is one [State] value. Every request of the user and every message of a worker is an
// [Action], and [Reduce] returns the state after it; it has no other effect. No part of a state is
// ever modified, so undo keeps earlier drafts instead of differences, and a comparison by identity
// finds out of date results (see facet.go).
//
// The draft is the document being edited and always valid. A text or a field with faults is kept
// next to it until it is valid. Each run of the draft has an answer, which remembers the problem
// that it belongs to. A feature stores its own state in a [Slot]. Package lab compares the states
// before and after an action and carries out the effects: it solves, saves or explains.
package state

import (
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/draw/layout"
	"gridbox/core/replay"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A State is never modified after Reduce has returned it; changed parts are new.
type State struct {
	// Draft is the document being edited; it is always valid. Problem is its explicit form: Draft itself unless it
	// names a generator, and nil until the problem is generated.
	Draft   *scenario.Scenario
	Problem *scenario.Scenario
	// Posed is the draft at the last change that could affect an answer:
	// answers belong to it. Moving a cluster does not change it.
	Posed *scenario.Scenario
	// ProblemOf is the value of Posed that Problem was made of.
	ProblemOf *scenario.Scenario
	// Places has one position in the picture for each cluster of Problem.
	Places []layout.Point
	Past   []Step
	Future []Step
	// Sheet identifies the document that Draft is a state of: every opened document gets a sheet of its own. Sheets
	// is the highest number used. Desk has the drafts that were left, by the kind of problem.
	Sheet  int
	Sheets int
	Desk   map[string]Sheet `facet:"-"`

	// Typed has invalid texts that the user typed into fields, by the path of
	// the field, so that nothing typed is lost.
	Typed map[string]Typed `facet:"typed"`
	// Text is the document as text while it differs from the draft; nil when
	// the text follows the draft.
	Text *TextDraft `facet:"text"`
	// Texts has the invalid texts of the other sheets.
	Texts map[int]*TextDraft `facet:"-"`

	Answers []Answer `facet:"answers"` // one for each shown run, in the order of the runs
	Aside   []Answer `facet:"-"`       // answers of hidden runs
	// Were has the answers to Former, the draft before its last change, by the
	// IDs of their runs. Undo, redo and opening clear it.
	Were   map[string]*scenario.Answer `facet:"answers"`
	Former *scenario.Scenario          `facet:"-"`
	Focus  string                      `facet:"focus"`  // the ID of the run whose answer the picture shows
	Select []Thing                     `facet:"select"` // the selection; the last one is the main thing
	// Why explains the selection. Matrix has the further explanations for the
	// kind's tables and charts, such as every decision of the focused run; it
	// is requested when they are shown.
	Why    Why `facet:"why"`
	Matrix Why `facet:"matrix"`
	// Flips has the changes that would alter the current decision, and Trying
	// such a change while its effect is shown.
	Flips  Why    `facet:"flips"`
	Trying Trying `facet:"flips"`

	Study    Study    `facet:"study"`
	Versions Versions `facet:"versions"`

	Beside Beside `facet:"beside"` // two answers that are compared

	// Brought has the import reports of drafts, by their sheets.
	Brought map[int]string `facet:"brought"`

	Look Look `facet:"look"`
	Part Part `facet:"span"`
	// Lecture is the mode of presenting.
	Lecture Lecture `facet:"why"`
	Replay  Replay  `facet:"why"`
	// Unshown is set while steps before the decision about the selection are replayed. Views that do not depend on
	// the step read it.
	Unshown bool  `facet:"select"`
	Keep    Keep  `facet:"keep"`
	Alert   Alert `facet:"alert"`
	// Opening names the document that is being read or generated, "" for none.
	Opening string `facet:"alert"`
	Stage   Stage  `facet:"look"`
	Passing Alert  `facet:"alert"` // a passing message while Alert asks for a decision

	// Allowed are the programs that may run in this browser, by the digests of
	// their sources; Programs are those of the draft, by their policies.
	Allowed  map[string]bool
	Programs map[string]Program `facet:"-"`

	// own are the states of features, by their slots, and ownRev counts their changes by facet.
	own    []any `facet:"-"`
	ownRev []int `facet:"-"`
	// Rev counts changes by facet.
	Rev [facets]int `facet:"-"`
}

// A Step is one earlier or later draft, with the name of the change that leads to it.
type Step struct {
	Draft *scenario.Scenario
	Sheet int
	Name  string // "move Lyon"
	merge string // equal keys in a row become one step
}

// A Sheet is a draft that is kept on the desk while another one is edited.
type Sheet struct {
	Number int
	Draft  *scenario.Scenario
}

// Typed is the invalid text of a field with the reason why it is invalid.
type Typed struct{ Text, Why string }

// A TextDraft is the document as text while it differs from the draft.
type TextDraft struct {
	Text   string
	Faults doc.Faults
	Over   *scenario.Scenario // the draft when the editing of the text began
}

// An Answer is the state of one run.
type Answer struct {
	// ID identifies the run as long as the page is open, wherever it is moved:
	// its algorithm, or for further runs of it rbhs~2 and so on.
	ID      string
	Place   int                // index among the draft's runs
	Name    string             // as catalog.Names has it
	Colour  int                // as catalog.Colours
	Letter  string             // as catalog.Letters
	Run     scenario.Run       `facet:"-"` // as in the draft
	Status  Status             `facet:"progress"`
	Done    int                `facet:"progress"`
	Total   int                `facet:"progress"`
	Started float64            `facet:"progress"` // milliseconds of the page's clock
	Now     float64            `facet:"progress"` // the same clock at the last progress
	Answer  *scenario.Answer   // the last one that arrived, kept while a newer one is computed
	To      *scenario.Scenario // the value of Posed when Answer was requested
	Key     string             // the run as [RunKey] that Answer belongs to
	Text    string             // why it failed
	Faults  doc.Faults
	Problem *scenario.Scenario // the problem that Answer solves
}

// Status is the state of a run.
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

// Stale reports whether the answer belongs to an earlier draft or to other
// options.
func (s *State) Stale(a Answer) bool { return a.Answer != nil && !s.Fresh(a) }

// Fresh reports whether the answer belongs to the current draft.
func (s *State) Fresh(a Answer) bool {
	return a.Answer != nil && a.To == s.Posed && a.Key == s.KeyOf(a.Run)
}

// A Thing is an element of the scenario that can be selected.
type Thing struct{ Kind, ID string } // kinds: cluster, link, dataset, job

// Why is a worker's explanation of one run: its steps, and the kind's own
// explanation of one thing or of all.
type Why struct {
	Run     string             // ID of the run
	About   string             // id of the explained thing, "" for all
	Whole   bool               // about the whole run
	To      *scenario.Scenario // the value of Posed when it was requested
	Key     string             // identifies the question
	Pending bool
	Trace   *trace.Log
	Phases  []replay.Phase // of Trace, cached because every step shows them
	Detail  []byte         // JSON of the kind's own shape
	Step    int
	Playing bool
	Text    string // why there is no explanation
}

// Look is the arrangement of the laboratory.
type Look struct {
	View    string // "" for the scenario, study, library
	Side    string // left: problem, document, own
	Answers string // right: compare, timeline, scores
	Phone   string // on a narrow screen: picture, problem, answers
	Tool    string // select, add, connect, replica
	Dialog  string // "", open, draft, menu, commands, examples, share, help, runs
	Editing bool   // whether the form of the selection is open
	Theme   string // "", light, dark
	Page    map[string]int
	Find    map[string]string
	Narrow  bool
	Dark    bool
	Base    string  // path before the site's own addresses
	Task    *Task   // the current exercise, nil for none
	Width   float64 // size of the picture in pixels if known, else 0
	Height  float64
	Chart   string      // metric of the series chart
	Options string      // the ID of the run whose options are open
	Policy  string      // the last move in the list of runs, for screen readers
	Moved   string      // what became of the order of the runs, for screen readers
	Link    string      // address in the share dialog
	Code    string      // that address as a QR code, SVG; empty until it is requested
	Forms   []cite.Form // forms in which the scenario can be shared
	Form    string      // the form in the share dialog, "" for the first after the address
	NoStudy bool        // whether the address leaves the study out
	// NoAnswers is set if the address omits the digest of the answers.
	NoAnswers bool
	LinkWhy   string // why there is no address
}

// A Part is the part of the time axis in the picture; all of it if both are 0.
type Part struct{ From, To float64 }

// PictureWidth and PictureHeight are the picture's usual size, that of a
// laptop's window.
const (
	PictureWidth  = 720.0
	PictureHeight = 680.0
)

// Keep is the state of saving.
type Keep struct {
	Durable bool
	Why     string             // why not durable
	Saved   *scenario.Scenario // the draft that was saved last; nil for none
	// Untouched is an example or a blank problem without changes, which needs
	// no saving.
	Untouched *scenario.Scenario
	Slot      string
	Drafts    []Saved
	// Failed is why the last change could not be saved, "" if it could; At is when the draft was saved, in Unix
	// milliseconds.
	Failed string
	At     int64
	Room   Room
}

// Room is the size of the browser's storage in bytes, as the browser reports it. Lasting states whether the storage is
// persistent: "yes", "no" or "" if unknown.
type Room struct {
	Used, Granted float64
	Lasting       string
}

// Saved is one draft in the library.
type Saved struct {
	Slot, Title, Kind string
	When              int64 // Unix milliseconds
}

// Alert is a message to the user; an error includes instructions.
type Alert struct {
	Text   string
	Detail []string
	Error  bool
	Undo   bool   // offers to undo the last step
	Draft  string // offers to open a saved draft, by its slot
	Back   string // the label of that offer, "" for "Open it"
	Copy   bool   // offers to work on a copy of a draft that another tab has open
	Study  bool   // offers to generate the lists of the opened draft, and to study its sensitivity
}

// Decides reports whether the alert asks for a decision; it then stays until the user decides. Every other alert is a
// passing message.
func (a *Alert) Decides() bool { return a.Draft != "" || a.Copy || a.Study }

// Message returns the passing message, an empty one for none.
func (s *State) Message() *Alert {
	if s.Alert.Decides() {
		return &s.Passing
	}
	return &s.Alert
}

// Stage is the stage of the page's start.
type Stage int

// The page is first prerendered, then live.
const (
	Prerendered Stage = iota
	Live
)

// New returns the state that opens on a valid draft, without answers.
func New(draft *scenario.Scenario) State {
	s := State{
		Sheet: 1, Sheets: 1,
		Look: Look{Side: "problem", Answers: "compare", Phone: "picture", Tool: "select", Chart: "makespan"},
	}
	next := open(s, draft)
	next.knowPrograms(&s, Restored{})
	return next
}

// Dark reports whether the page shows its dark theme.
func (s *State) Dark() bool {
	if s.Look.Theme == "light" || s.Look.Theme == "dark" {
		return s.Look.Theme == "dark"
	}
	return s.Look.Dark
}

// Main returns the thing that was selected last.
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

// Busy reports whether any run is waiting or running.
func (s *State) Busy() bool {
	for _, a := range s.Answers {
		if a.Status == Waiting || a.Status == Running {
			return true
		}
	}
	return false
}

// Answered reports whether there are runs and all have an answer to the current draft.
func (s *State) Answered() bool {
	for i := range s.Answers {
		if !s.Fresh(s.Answers[i]) {
			return false
		}
	}
	return len(s.Answers) > 0
}

// Focused returns the answer in the picture, or nil.
func (s *State) Focused() *Answer {
	for i := range s.Answers {
		if s.Answers[i].ID == s.Focus {
			return &s.Answers[i]
		}
	}
	return nil
}
