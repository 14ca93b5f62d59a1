// Package feature defines the features of the laboratory, and the interface of the laboratory for them.
//
// A feature is a folder next to this file, such as cluster, and a line in the list of package
// [gridbox/app/lab/feature/features]. Removing both removes the feature: nothing else refers to it.
// The folder contains
//
//   - state.go, unless it has no state: its state and its actions. The state is a value of one type in a slot of the
//     [state.State], see [state.Slot]:
//
//     var Slot = state.NewSlot[State](nil)
//
//     An action is a type whose method Change returns the next state of the feature; Slot.Do makes a
//     [state.Action] of it. A feature changes other parts of the state only by the actions of package
//     state. The function that is given to NewSlot returns its state after the actions of others.
//
//   - effects.go: the effects of the state and of commands, such as requests to workers and downloads.
//     They use only [Env].
//
//   - view.go: its views, which are functions of the state.
//
//   - NAME.go: New, which returns the [Feature]. New starts nothing: with a nil Env it is called for
//     the lists of commands and views alone.
//
// Views of other packages define the places to which features add, see [panel.Additions]. They get the added parts as
// arguments and do not import features.
package feature

import (
	"time"

	"gridbox/app/compute"
	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/scenario"
)

// A Feature describes a feature to the laboratory.
type Feature struct {
	// Follow starts the work that the state needs; it is called after every turn. It may be nil.
	Follow func()
	// News adds entries to the data that the page gets with each drawing, such as the text of an editor. It may be nil.
	News     func(news map[string]any)
	Commands []Command
	Offers   []Offer
	Fields   []Field
	Runs     []Run
	// OnClick handles a click on a thing of the picture while presenting, and reports whether it had an effect. It may
	// be nil.
	OnClick func(state.Ref) bool
	// Files handles files of other programs that were chosen or dropped; remembered has the mappings of table columns
	// that the browser keeps. It may be nil.
	Files func(files []importer.File, remembered string)
	// OnPaste handles a text of the clipboard that is neither copied things nor a scenario; kind is that of the table
	// into which it is pasted, "" for none. If the browser gives no text, why is the reason. It may be nil.
	OnPaste func(text, kind, why string)
	// File opens a document of Gridbox that is no scenario. It returns false for other documents. It may be nil.
	File func(name string, text []byte) bool
	// Compare implements Env.Compare. It may be nil.
	Compare func(left, right Document)
	// Documents returns documents that the feature shows; their allowed programs may run. It may be nil.
	Documents func() []*scenario.Scenario
	// OnLinkOpen follows the opening of a link, with its view and its second document, which is nil for none. It may be
	// nil.
	OnLinkOpen func(v *scenario.View, with *scenario.Scenario)
	// View is a view of the page that the feature adds, and Tab a view of the draft in the bar; nil for none.
	View *View
	Tab  *Tab
	// Link adds to links of the draft, nil for nothing.
	Link *Link
	// Additions has the parts that the feature adds to other views, and its dialogs.
	Additions panel.Additions
	// Facets are the facets of its slots that Additions reads.
	Facets []state.Facet
}

// A Command is an action that the user can start.
type Command struct {
	Act  string // the word of data-act; data-id and data-arg are id and arg
	Live bool   // whether it needs workers
	Do   func(id, arg string)
	// CanRun reports whether it can be run; nil for always.
	CanRun func(*state.State) bool
	Keys   [][2]string // names of keys as browsers use them, each with an id
	Reach  Reach       // of the keys
	Sign   string      // the keys as the sheet of keys shows them
	Help   string      // what the keys do
	// InsertBefore names the command above which the sheet of keys lists this one; "" lists it at the end.
	InsertBefore string
	// Anywhere is an id with which it can be run whatever CanRun reports.
	Anywhere string
}

// A Reach is the part of the page in which a key starts its command instead of acting on the focused element; see
// assets/js/keys.js.
type Reach string

// FocusedField, in place of an id of a key, stands for the path of the focused field.
const FocusedField = "@field"

// ReachPresenting is the reach of keys while presenting, where they precede other meanings.
const ReachPresenting Reach = "room"

// Further reaches; see the table of commands in package lab.
const (
	ReachEverywhere Reach = "everywhere"
	ReachNonText    Reach = "text"
	ReachRows       Reach = "rows"
)

// An Offer is a line in the list of all commands.
type Offer struct {
	Name, Act, ID string
	Keywords      string // further words to find it by
	Part          string // the place in the list that it is added to, mostly the title of a part; "" for the views
	// IsEnabled reports whether it is offered; nil for always.
	IsEnabled func(*state.State) bool
}

// Switch is the part of the lines that show a view of the draft, above the other views.
const Switch = "switch"

// A Run has the functions of the keys of a run on the screen of an added study.
type Run struct {
	Screen string
	// Start begins the study of the screen; GoOn begins or continues it, as Ctrl+Enter does.
	Start, GoOn func()
	// Pause pauses a running study, as Escape does. It returns false if none is running.
	Pause func() bool
}

// A Field defines the meaning of a field with an attribute.
type Field struct {
	Attribute string
	Typing    bool // whether it acts during the input, not at its end
	// Enter handles an input of the user; of is the attribute's value.
	Enter func(of string, in Input)
}

// An Input is a field in which the user entered something.
type Input struct {
	Attribute func(name string) string // "" if there is none
	Value     string
	Checked   bool
}

// An Env is the laboratory as features see it. It is used on the page's goroutine.
type Env interface {
	// State returns the state of the laboratory; it must not be changed.
	State() *state.State
	// Screen returns the screen of the draft's kind, ScreenOf that of another state's draft.
	Screen() *screen.Screen
	ScreenOf(*state.State) *screen.Screen
	// Weight returns the weight of a run; see MaxSolved.
	Weight(*state.State, scenario.Run) float64
	// RunAll starts all runs of the draft without a current answer.
	RunAll()
	// ReadProblem reads a problem that a worker has generated of a draft, and calls done with it. Only another call
	// with the same place ends it.
	ReadProblem(place **Request, of *scenario.Scenario, text []byte, t *compute.Trouble, done func(state.ExpandDone))
	// Toggle shows or leaves a view of a feature. It returns false if no feature has the view.
	Toggle(view string) bool
	// Do applies actions. Their effects follow at the end of the turn.
	Do(...state.Action)
	// Receive calls the function in a turn of its own, unless the request has ended. It may be called from any
	// goroutine.
	Receive(*Request, func())
	// AfterFunc calls f in a turn of its own after a delay.
	AfterFunc(wait time.Duration, f func())
	Workers() Workers
	// Now is the page's clock in milliseconds.
	Now() float64
	// AfterDraw calls f once the views show the current state.
	AfterDraw(f func())
	// Call calls an adapter of assets/js/page.js for an effect that elements cannot express.
	Call(adapter string, args ...any)
	// CallClosed calls an adapter after the page is updated. A dialog that the update closes has then given the focus
	// back.
	CallClosed(adapter string, args ...any)
	// NeedsPermission reports whether a program of one of the runs waits for a permission, and shows a message if so.
	NeedsPermission(runs ...scenario.Run) bool
	// LinkTo returns the address that opens a scenario, "" if it is too long.
	LinkTo(*scenario.Scenario) string
	// Load parses a scenario in parts with pauses, and calls done. Only another Load with the same place
	// ends it.
	Load(place **Request, text []byte, done func(*scenario.Scenario, doc.Faults))
	// OpenDraft opens a scenario as a new draft.
	OpenDraft(NewDraft)
	// Compare shows the answers to two documents next to each other. Two zero documents stand for two answers of the
	// current draft.
	Compare(left, right Document)
	// Archive returns the storage of results, nil before it is open. Background runs f so that it may block.
	Archive() Archive
	Background(f func())
	// Store returns the storage of drafts and studies, nil before it is open.
	Store() *store.Store
	// Enqueue runs f in the background after all earlier functions, as all access to the storage. f returns a
	// function for the page's goroutine.
	Enqueue(f func() (then func()))
	// NotifyStored makes all lists of the library show a change of the storage, also in other tabs.
	NotifyStored()
	// Drafts returns the saved drafts and the open ones.
	Drafts() Drafts
	// LoadShown loads like Load, and shows the name of the document as progress. Any other document that is opened
	// ends it.
	LoadShown(name string, text []byte, done func(*scenario.Scenario, doc.Faults))
	// Download downloads a file.
	Download(name, mime, text string)
	// Export has a worker write a file and calls use with it, or shows why it could not be written. Only another
	// Export ends it. Print downloads such a file and shows the notes.
	Export(called string, p Printout, use func(written []byte, notes string))
	Print(file, mime, called string, p Printout)
	// Runs returns the studies that features add.
	Runs() []Run
	// GoTo shows a view, "" for the scenario, and moves the focus to the button of the former view.
	GoTo(view string)
	// Leave calls f. If f opens another draft, a message names the former one and offers to return to it.
	Leave(f func())
}

// A Printout is a request to the worker that writes files.
type Printout struct {
	Text  []byte
	About map[string]string
}

// An Archive keeps the results of studies; its methods block.
type Archive interface {
	Add(study string, number int, text []byte) error
	Load(study string) ([][]byte, error)
	Remove(study string) error
	// Describe sets the library's entry of a study.
	Describe(library.Study) error
}

// A Link adds parameters to links of the draft.
type Link struct {
	// Parameters returns them for a link with a fragment. Await calls then once further ones are known.
	Parameters func(linked *scenario.Scenario, fragment string) string
	Await      func(then func())
	// ReadParameters reads the parameters of a link after its draft was opened. It returns the faults of malformed
	// ones.
	ReadParameters func(fragment string) doc.Faults
}

// A View is a view of the page, whose parts are in Additions. The page has it also in the history of the browser.
type View struct {
	ID     string // state.Layout names it while it is shown
	Toggle func() // shows the view, or the scenario again
	Escape func() // closes the innermost open thing of the view
	Open   func() // shows the view when its address is opened
	// The others may be nil. Undo reverts the last change of the view.
	Undo func()
	// OnScroll gets the visible pixels of the view's list of rows.
	OnScroll func(top, bottom int)
	// OnStorageChange follows a change of the storage: at the end of the turn, or with a delay if further ones may
	// come.
	OnStorageChange func(now bool)
	// Link changes the document and the view of a link to it, and returns the second document of the link, nil for
	// none.
	Link func(d *scenario.Scenario, v *scenario.View) (with *scenario.Scenario)
	// Run, Play and Step handle the keys of the same commands, OnClick a click on a thing of a picture.
	Run, Play func()
	Step      func(where string)
	OnClick   func(state.Ref)
}

// A Tab is the behaviour of a view of the draft, see [panel.AddedTab].
type Tab struct {
	View   string // state.Layout names it while it is shown
	Escape func() // pauses the computation of the view, or leaves the view
	Run    func() // starts or continues the computation, as Ctrl+Enter does
	// Page returns what is shown as a figure for paper, and what is added to the name of its file.
	Page func() (suffix string, p Printout)
}

// Drafts are the saved drafts, each with a slot in the storage, and the open drafts of the page.
type Drafts interface {
	// Slot returns the slot of the current draft, "" before it is saved; Card returns its entry.
	Slot() string
	Card() library.Card
	// Open returns the draft of a slot if the page has it open, else nil. Fetch opens it and calls then.
	Open(slot string) *scenario.Scenario
	Fetch(slot string, then func())
	// Retitle sets the title of an open draft. It returns false for another one.
	Retitle(slot, title string) bool
	// SetBinned records that a draft was put into the trash or taken out, MarkDeleted that it was deleted.
	SetBinned(slot string, on bool)
	MarkDeleted(slot string)
	// RequestVersions requests the versions of a draft for the state. Version reads one of them and a second document,
	// the draft or for "before" the version before, and calls then with both.
	RequestVersions(slot string)
	Version(id, arg string, then func(v library.Version, was, is Document))
	// Alter changes the storage in the background, and calls then after the lists outside the library are renewed.
	Alter(f func(*store.Store) error, then func(error))
	// Claim reports whether this tab may write to a slot. Recover saves the notes of pages that have ended. Both block.
	Claim(slot string) bool
	Recover()
}

// A Document is one of two compared documents.
type Document struct {
	Name          string
	Draft         *scenario.Scenario // nil for the current draft
	Run           int                // the compared answer's place among the runs
	CheckedAnswer *CheckedAnswer     // in its place, the answer of another program
}

// CheckedAnswer is another program's answer after a check.
type CheckedAnswer struct {
	Problem    *scenario.Scenario
	Answer     *scenario.Answer
	Notes      []string // assumptions, and data missing in its file
	Violations int      // violations; the answer's check lists the first
}

// MaxSolved is the weight up to which a run is solved after every change. MaxExplained is the maximal weight of runs
// that are explained without a request: a longer trace takes too long to compute and read.
const (
	MaxSolved    = 1
	MaxExplained = 4
)

// A NewDraft is a scenario that a feature opens as a new draft.
type NewDraft struct {
	Draft   *scenario.Scenario
	Text    []byte // from which Draft was parsed; nil if unknown
	Report  string // its import report as a document, "" for none
	Name    string // of the step
	Example bool   // whether it is saved only after a change
	Notice  state.Notify
}
