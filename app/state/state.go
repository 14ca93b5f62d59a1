// Package state is what the laboratory knows, and how that changes. There is
// one [State]; every wish of a person and every message of a worker is an
// [Action]; [Reduce] gives the next state and touches nothing else. Undo keeps
// earlier drafts, never differences. The shell compares the state before and
// after an action and does what follows from it: solve, save, explain.
package state

import (
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/draw/layout"
	"gridbox/core/replay"
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
	// Posed is the draft as it was when an answer could change last: that to
	// which answers are wanted. Moving a cluster poses nothing new.
	Posed *scenario.Scenario
	// ProblemOf is what was posed when Problem was made of it.
	ProblemOf *scenario.Scenario
	// Places has one point of the picture for each cluster of Problem.
	Places []layout.Point
	Past   []Step
	Future []Step
	// Sheet tells which of the page's drafts Draft is a state of: whatever is
	// opened comes on a sheet of its own. Sheets is the highest number given out,
	// Desk has what was left, by the kind of problem.
	Sheet  int
	Sheets int
	Desk   map[string]Sheet `facet:"-"`

	// Typed holds what a person typed into fields and could not be taken, by
	// the path of the field, so that nothing typed is lost.
	Typed map[string]Typed `facet:"typed"`
	// Text is the document as text while it differs from the draft; nil when
	// the text follows the draft.
	Text *TextDraft `facet:"text"`
	// Texts has those with faults of the sheets that are not in front.
	Texts map[int]*TextDraft `facet:"-"`

	Answers []Answer `facet:"answers"` // one a run that is shown, in the order of the runs
	Aside   []Answer `facet:"-"`       // those of hidden runs
	Focus   string   `facet:"focus"`   // the ID of the run whose answer the picture shows
	Select  []Thing  `facet:"select"`  // what is selected; the last one is the main one
	// Why explains what is selected. Matrix explains what the kind's tables and
	// charts show besides, such as every decision of the focused run; it is asked
	// for when they are looked at.
	Why    Why `facet:"why"`
	Matrix Why `facet:"matrix"`
	// Flips is what would change the decision that is looked at, and Trying such a
	// change while its effect is looked at.
	Flips  Why    `facet:"flips"`
	Trying Trying `facet:"flips"`

	Study Study `facet:"study"`
	Hunt  Hunt  `facet:"hunt"`
	Shelf Shelf `facet:"shelf"`

	Beside Beside `facet:"beside"` // two answers that are compared

	// Pasted is rows from a spreadsheet that wait to be taken, nil for none; Fill
	// is what the dialog that fills a column says.
	Pasted *Pasted `facet:"many"`
	Fill   Filling `facet:"many"`
	// Bringing is files of other programs that wait to be opened, nil for none;
	// Brought is the report of how what is in front was brought in, by its sheet.
	Bringing *Bringing      `facet:"many"`
	Brought  map[int]string `facet:"many"`

	Fleet Fleet `facet:"many"`

	Look Look `facet:"look"`
	Part Part `facet:"span"`
	// Lecture is what a lecturer shows.
	Lecture Lecture `facet:"why"`
	Replay  Replay  `facet:"why"`
	// Unshown tells those who follow no step that what is selected is decided by steps
	// which stand before their end.
	Unshown bool  `facet:"select"`
	Keep    Keep  `facet:"keep"`
	Alert   Alert `facet:"alert"`
	// Opening names the document that is being read or generated, "" for none.
	Opening string `facet:"alert"`
	Stage   Stage  `facet:"look"`
	Passing Alert  `facet:"alert"` // a passing message while Alert asks for a decision

	// Allowed are the programs that may run in this browser, by the digests of their
	// sources; Programs is what is known of those of the draft, by their policies.
	Allowed  map[string]bool
	Programs map[string]Program `facet:"-"`

	// Rev counts changes by facet.
	Rev [facets]int `facet:"-"`
}

// A Step is one earlier or later draft and the words for what leads there.
type Step struct {
	Draft *scenario.Scenario
	Sheet int
	Name  string // "move Lyon"
	merge string // equal keys in a row become one step
}

// A Sheet is a draft that lies on the desk while another is worked on.
type Sheet struct {
	Number int
	Draft  *scenario.Scenario
}

// Typed is the text of a field and why it could not be taken.
type Typed struct{ Text, Why string }

// A TextDraft is the document as text while it differs from the draft.
type TextDraft struct {
	Text   string
	Faults doc.Faults
	Over   *scenario.Scenario // the draft when a text with faults was begun
}

// An Answer is what the page knows of one run.
type Answer struct {
	// ID tells the run from all others of the page as long as it is open, wherever
	// it stands: its algorithm, or for further runs of it rbhs~2 and so on.
	ID      string
	Place   int                // among the draft's runs
	Name    string             // as catalog.Names has it
	Colour  int                // as catalog.Colours
	Letter  string             // as catalog.Letters
	Run     scenario.Run       `facet:"-"` // as the draft says
	Status  Status             `facet:"progress"`
	Done    int                `facet:"progress"`
	Total   int                `facet:"progress"`
	Started float64            `facet:"progress"` // milliseconds of the page's clock
	Now     float64            `facet:"progress"` // the same clock at the last progress
	Answer  *scenario.Answer   // the last one that arrived, kept while a newer is on its way
	To      *scenario.Scenario // what was posed when Answer was asked for
	Key     string             // the run as [RunKey] that Answer belongs to
	Text    string             // why it failed
	Faults  doc.Faults
	Problem *scenario.Scenario // what Answer answers
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
	return a.Answer != nil && a.To == s.Posed && a.Key == s.KeyOf(a.Run)
}

// A Thing is something of the scenario that can be selected.
type Thing struct{ Kind, ID string } // kinds: cluster, link, dataset, job

// Why is what a worker explained of one run: its steps, and the kind's own
// explanation of one thing or of all.
type Why struct {
	Run     string             // its ID
	About   string             // job id
	Whole   bool               // of all that the run decided
	To      *scenario.Scenario // what was posed when it was asked
	Key     string             // tells one question from another
	Pending bool
	Trace   *trace.Log
	Phases  []replay.Phase // of Trace, found once, because every step shows them
	Detail  []byte         // JSON of the kind's own shape
	Step    int
	Playing bool
	Text    string // why there is none
}

// Look is how the laboratory is arranged right now.
type Look struct {
	View    string // "" for the scenario, study, library
	Side    string // left: problem, generate, document, own
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
	Task    *Task   // the exercise that is worked on, nil for none
	Width   float64 // pixels of the picture where they matter; 0 is the usual
	Height  float64
	Chart   string      // metric of the series chart
	Options string      // the ID of the run whose options are open
	Policy  string      // the ID of the policy that is looked at
	Moved   string      // what became of the order of the runs, for screen readers
	Link    string      // address in the share dialog
	Code    string      // that address as a QR code, SVG; empty until somebody wants it
	Forms   []cite.Form // in which the scenario can be shared
	Form    string      // the one that the share dialog shows, "" for the first beside the address
	NoStudy bool        // whether the address leaves the study out
	// NoAnswers tells whether the address does not say which answers it led to.
	NoAnswers bool
	LinkWhy   string // why there is no address
}

// A Part is that of the axis of time that the picture shows; all of it while both are
// 0.
type Part struct{ From, To float64 }

// PictureWidth and PictureHeight are the picture's usual size, that of a
// laptop's window.
const (
	PictureWidth  = 720.0
	PictureHeight = 680.0
)

// Keep is what is known about the saved draft.
type Keep struct {
	Durable bool
	Why     string             // why not durable
	Saved   *scenario.Scenario // the draft that is safe; nil when nothing is
	// Untouched is an example or a blank problem to which nothing was done, which
	// nobody would miss.
	Untouched *scenario.Scenario
	Slot      string
	Drafts    []Saved
	// Failed is why the last change could not be saved, "" when it could; At is
	// when the draft was saved, in Unix milliseconds.
	Failed string
	At     int64
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
	Back   string // the words of that offer, "" for "Open it"
	Copy   bool   // offers to work on a copy of what another tab has open
	Study  bool   // offers to draw what can be drawn of what was opened, and to study how firm it is
}

// Decides reports whether the alert asks for a decision and stays until it is
// made. Every other alert is a passing message.
func (a *Alert) Decides() bool { return a.Draft != "" || a.Copy || a.Study }

// Message returns the passing message, an empty one for none.
func (s *State) Message() *Alert {
	if s.Alert.Decides() {
		return &s.Passing
	}
	return &s.Alert
}

// Stage is where the page is on its way up.
type Stage int

// The page is prerendered, then live.
const (
	Prerendered Stage = iota
	Live
)

// New is the state that opens on a valid draft. Everything that can be known
// without running anything is filled in.
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
		if s.Answers[i].ID == s.Focus {
			return &s.Answers[i]
		}
	}
	return nil
}
