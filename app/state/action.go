package state

import (
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// An Action is a request of the user or a message from a worker, as data.
type Action interface{ reduce(State) State }

// Reduce returns the state after the action, with the counters of the changed
// facets increased. It is pure.
func Reduce(s State, a Action) State {
	next := a.reduce(s)
	next.knowPrograms(&s, a)
	next.carryText(&s, a)
	next.passAlert(&s, a)
	next.carrySlots(&s)
	next.Unshown = next.ReplayingOf(next.Main().ID)
	next.countChanges(&s)
	return next
}

// Edits of the document. All of these can be undone.
type (
	// SetField sets the field at a path to the text that the user typed.
	SetField struct{ Path, Text string }
	// AddCluster adds a cluster at a position of the picture.
	AddCluster struct{ X, Y float64 }
	// MoveClusters moves clusters to places of the picture.
	MoveClusters struct{ To []ClusterPosition }
	// Arrange computes new positions for all clusters.
	Arrange struct{}
	// Connect joins two clusters, or machines, by a link of usual bandwidth; of
	// kind job, it lets job B wait for job A.
	Connect struct{ Kind, A, B string }
	// ToggleReplica adds a replica of a dataset to a cluster or removes it.
	ToggleReplica struct{ Dataset, Cluster string }
	// Add appends a new thing of a kind, such as a dataset or a job, to another
	// thing if it needs one.
	Add struct{ Kind, To string }
	// Delete removes things with everything that depends on them. Cut marks
	// that they were copied before.
	Delete struct {
		Elements []Ref
		Cut      bool
	}
	// MakeExplicit turns a generated problem into an explicit one.
	MakeExplicit struct{}
	// SetText replaces the whole document by a text; Reading is the parsed text if
	// it was parsed before.
	SetText struct {
		Text    string
		Reading *Reading
	}
	// A Reading is a parsed text with its faults. If it was compared with
	// another draft, see Share, Base is that draft, and Differs means that
	// solvers get other data.
	Reading struct {
		Draft   *scenario.Scenario
		Faults  doc.Faults
		Base    *scenario.Scenario
		Differs bool
	}
	// LeaveText ends the editing of the text for now.
	LeaveText struct{}
	// Open shows another document: on a new sheet, or on its former one. The previous document stays on the desk.
	// Opening can be undone.
	Open struct {
		Draft *scenario.Scenario
		Name  string
		Sheet int
	}
	Undo struct{}
	Redo struct{}
)

// A ClusterPosition is the new position of a cluster in the unit square.
type ClusterPosition struct {
	ID   string
	X, Y float64
}

// Changes of the view.
type (
	// SelectElement selects one thing; With adds it to the selection or removes
	// it from there.
	SelectElement struct {
		Element Ref
		With    bool
	}
	// SelectAll selects exactly these things; With adds them to the selection.
	SelectAll struct {
		Elements []Ref
		With     bool
	}
	// FocusRun shows the answer of a run, by its ID, on the picture.
	FocusRun struct{ Run string }
	// Show sets one field of Layout: side, answers, phone, tool, dialog, theme, chart. For page and find, List has the
	// name of the list.
	Show struct{ Field, List, To string }
	// Resize draws the picture for other pixels.
	Resize struct{ Width, Height float64 }
	// Span shows a part of the time axis, or all of it if From is not before To.
	Span struct{ From, To float64 }
	// Dismiss removes the alert, or with Passing only a passing one.
	Dismiss struct{ Passing bool }
	// DropTyped removes the invalid text of a field.
	DropTyped struct{ Path string }
	// StepReplay moves through the trace, By steps or To a step.
	StepReplay struct {
		By int
		To int // used when By is 0
	}
	// Play starts or stops the replay.
	Play struct{ On bool }
)

// Reports of the page and its workers.
type (
	// ExpandDone has the explicit form of a draft.
	ExpandDone struct {
		Draft   *scenario.Scenario
		Problem *scenario.Scenario
		Faults  doc.Faults
		Text    string
	}
	RunWaits    struct{ Run string } // by its ID, as in the next three
	RunProgress struct {
		Run         string
		Done, Total int
		Now         float64
	}
	RunDone struct {
		Run     string
		To      *scenario.Scenario // the value of PosedDraft when the run started
		Key     string
		Answer  *scenario.Answer
		Problem *scenario.Scenario
	}
	RunFailed struct {
		Run       string
		Text      string
		Faults    doc.Faults
		Cancelled bool
	}
	// ExplanationPending marks an explanation as requested: of the selection, with Matrix of everything in the kind's
	// tables, or with Flips of the changes that would alter the decision.
	ExplanationPending struct {
		Matrix, Flips   bool
		Whole           bool // about the whole run
		Keep            bool // the present explanation of this problem stays until the answer arrives
		Run, About, Key string
		To              *scenario.Scenario
	}
	// ExplanationArrived has the requested explanation.
	ExplanationArrived struct {
		Matrix, Flips bool

		Key    string // of the ExplanationPending that it answers
		Trace  *trace.Log
		Detail []byte
		Text   string
	}
	// StoreStateKnown reports the state of the store.
	StoreStateKnown struct{ Keep Keep }
	// StorageSpaceKnown has the size of the browser's storage. Without Persistent, the former one stays.
	StorageSpaceKnown StorageSpace
	// DraftRestored has the draft of an earlier visit.
	DraftRestored struct{ Draft *scenario.Scenario }
	// HistoryRestored has the undo and redo steps of a restored draft, the nearest
	// first.
	HistoryRestored struct {
		Draft        *scenario.Scenario
		Past, Future []Step
	}
	// DraftSaved reports when the library saved a draft, in Unix milliseconds, or why it could not be saved.
	DraftSaved struct {
		Draft     *scenario.Scenario
		At        int64
		SaveError string
	}
	// MarkUntouched marks a draft as unchanged since it was opened, and therefore
	// not saved.
	MarkUntouched struct{ Draft *scenario.Scenario }
	// SetOpening names the document that is being read or generated, "" for
	// none.
	SetOpening struct{ Name string }
	// Notify shows a message.
	Notify struct {
		Text       string
		Detail     []string
		Error      bool
		Undo       bool
		Draft      string
		DraftLabel string
		Copy       bool
		Study      bool
	}
	// Alive marks the page as live, with the browser's preferences.
	Alive struct {
		Narrow, Dark bool
		Theme        string
	}
	// LinkReady has the address that contains the draft and the other forms in
	// which it is shared, or the reason why there are none.
	LinkReady struct {
		Link, Reason string
		Forms        []cite.Form
	}
	// QRCodeReady has the address as a QR code.
	QRCodeReady struct{ Link, SVG string }
	// Sharing toggles what is shared, the answers' digest or the study, or else selects the form in the dialog.
	Sharing struct{ Choice string }
)
