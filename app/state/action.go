package state

import (
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// An Action is a wish of a person or a message from a worker, as data.
type Action interface{ reduce(State) State }

// Reduce gives the state after the action, with the facets that changed counted
// up. It is pure.
func Reduce(s State, a Action) State {
	next := a.reduce(s)
	next.knowPrograms(&s, a)
	next.carryText(&s, a)
	next.passAlert(&s, a)
	next.Unshown = next.ReplayingOf(next.Main().ID)
	next.touched(&s)
	return next
}

// What a person does to the document. All of these can be undone.
type (
	// SetField takes the text that a person typed for the field at a path.
	SetField struct{ Path, Text string }
	// AddCluster puts a new cluster at a place of the picture.
	AddCluster struct{ X, Y float64 }
	// MoveThings moves clusters to places of the picture.
	MoveThings struct{ To []Place }
	// Arrange lays all clusters out anew.
	Arrange struct{}
	// Connect joins two clusters, or machines, by a link of usual bandwidth; of
	// kind job, it lets job B wait for job A.
	Connect struct{ Kind, A, B string }
	// ToggleReplica puts a copy of a dataset on a cluster or takes it away.
	ToggleReplica struct{ Dataset, Cluster string }
	// Add appends a new thing of a kind, such as dataset or job, to another
	// thing where it needs one.
	Add struct{ Kind, To string }
	// Delete removes things and what cannot be without them. Cut says that they
	// were copied out before.
	Delete struct {
		Things []Thing
		Cut    bool
	}
	// MakeExplicit turns a generated problem into an explicit one.
	MakeExplicit struct{}
	// SetText takes the whole document as text; Read is what reading it gave, where
	// that was done before.
	SetText struct {
		Text string
		Read *Reading
	}
	// A Reading is a text as a draft, and what is wrong with it. Where it was compared
	// with another draft, see Share, Over is that, and Differs says that solvers read
	// something else in it.
	Reading struct {
		Draft   *scenario.Scenario
		Faults  doc.Faults
		Over    *scenario.Scenario
		Differs bool
	}
	// LeaveText says that the text was left, for now.
	LeaveText struct{}
	// Open puts another document in front: on a new sheet, or on that of a number,
	// where it lay before. What was there stays on the desk; it can be undone too.
	Open struct {
		Draft *scenario.Scenario
		Name  string
		Sheet int
	}
	Undo struct{}
	Redo struct{}
)

// A Place is where a cluster is moved to, in the unit square.
type Place struct {
	ID   string
	X, Y float64
}

// What a person does to the view.
type (
	// SelectThing selects one thing; With adds it to or takes it from what is
	// selected already.
	SelectThing struct {
		Thing Thing
		With  bool
	}
	// SelectAll selects exactly these things; With adds them to what is selected.
	SelectAll struct {
		Things []Thing
		With   bool
	}
	// FocusRun shows the answer of a run, by its ID, on the picture.
	FocusRun struct{ Run string }
	// Show sets one place of Look: side, answers, phone, tool, dialog, theme,
	// chart; page and find take the list's name in Of.
	Show struct{ What, Of, To string }
	// Resize draws the picture for other pixels.
	Resize struct{ Width, Height float64 }
	// Span shows a part of the axis of time; all of it where From is not before To.
	Span struct{ From, To float64 }
	// Dismiss takes the alert away, or with Passing only what passes.
	Dismiss struct{ Passing bool }
	// DropTyped forgets what was typed into a field and could not be taken.
	DropTyped struct{ Path string }
	// Step moves through the trace, By steps or To an absolute one.
	Stepped struct {
		By int
		To int // used when By is 0
	}
	// Play starts or stops the replay.
	Play struct{ On bool }
)

// What the page and its workers report.
type (
	// Expanded brings the explicit form of a draft that was posed.
	Expanded struct {
		Of      *scenario.Scenario
		Problem *scenario.Scenario
		Faults  doc.Faults
		Text    string
	}
	RunWaits    struct{ Run string } // by its ID, as all of these
	RunProgress struct {
		Run         string
		Done, Total int
		Now         float64
	}
	RunDone struct {
		Run     string
		To      *scenario.Scenario // the draft as it was posed
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
	// WhyPending says that an explanation is on its way: of what is selected, or
	// with Matrix of all that the kind's tables show, with Flips of what would
	// change the decision.
	WhyPending struct {
		Matrix, Flips   bool
		Whole           bool // all that the run decided
		Keep            bool // what is known of this problem stays until the answer comes
		Run, About, Key string
		To              *scenario.Scenario
	}
	// WhyArrived brings it.
	WhyArrived struct {
		Matrix, Flips bool

		Key    string // of the WhyPending that it answers
		Trace  *trace.Log
		Detail []byte
		Text   string
	}
	// Kept reports what the store knows.
	Kept struct{ Keep Keep }
	// Restored brings back the draft of an earlier visit.
	Restored struct{ Draft *scenario.Scenario }
	// Remembered brings back the steps of undo and redo of a draft that was restored,
	// the nearest first.
	Remembered struct {
		Of           *scenario.Scenario
		Past, Future []Step
	}
	// SavedDraft reports that the library holds a draft since a time, in Unix
	// milliseconds, or why it could not take it.
	SavedDraft struct {
		Draft  *scenario.Scenario
		At     int64
		Failed string
	}
	// Untouched says that a draft is as it came, and not kept for that.
	Untouched struct{ Draft *scenario.Scenario }
	// SetOpening names the document that is being read or generated, "" for none.
	SetOpening struct{ Name string }
	// Tell shows a message.
	Tell struct {
		Text   string
		Detail []string
		Error  bool
		Undo   bool
		Draft  string
		Back   string
		Copy   bool
		Study  bool
	}
	// Alive says that the page is live, and what the browser prefers.
	Alive struct {
		Narrow, Dark bool
		Theme        string
	}
	// Linked brings the address that holds the draft and the other forms in which it
	// is shared, or why there are none.
	Linked struct {
		Link, Why string
		Forms     []cite.Form
	}
	// Coded brings that address as a QR code.
	Coded struct{ Link, SVG string }
	// Sharing chooses what is shared, the answers' digest or the study, or else the
	// form that the dialog shows.
	Sharing struct{ What string }
)
