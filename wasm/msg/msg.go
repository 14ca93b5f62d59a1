// Package msg defines the messages between the page and its workers, and the version that both
// sides exchange first.
//
// The page sends requests and the worker answers them; every answer has the ID of its request. A
// worker handles one request at a time. Scenarios and answers are sent as documents of format
// gridbox and gridbox-result.
//
// A message is a line of JSON, its head, followed by the bytes of its document (see frame.go). A
// document is never parsed, escaped or compacted on its way. So an invalid text is sent like any
// other, the places in faults are those in the user's text, and a document of ten megabytes costs
// one copy.
package msg

import (
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Version changes whenever a message changes. A page that connects to a worker of another version
// reloads once.
const Version = 9

// Request is a message from the page to a worker.
type Request struct {
	ID   uint64 `json:"id"`
	Type string `json:"type" rule:"required"` // one of the Request constants
	// Hello
	Version int `json:"version,omitempty"`
	// Solve, Explain: the requested run.
	Run *scenario.Run `json:"run,omitempty"`
	// Allowed are the digests of the sources of programs that may run.
	Allowed []string `json:"allowed,omitempty"`
	// Explain: the element, such as {"job": "j17"}. Tally: the requested statistic. Export: the
	// format "as", the index of the answer "chosen", the "table"; "of" is "study" for a study.
	About map[string]string `json:"about,omitempty"`
	// Match: the instances From to To-1. Study: the replications From to To-1, in the order of a study: all points of
	// the grid for one replication, then for the next.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// Study, Tally: whether the study may exceed the usual size.
	Large bool `json:"large,omitempty"`
	// Tally, Search: its key, and the number of its parts or generations that the worker should
	// already have.
	Key  string `json:"key,omitempty"`
	Have int    `json:"have,omitempty"`
	// Import: the files, as described in import.go. Judge: the explicit farm and the schedule, as
	// two such files. Export: the scenario in canonical form, followed by the result document; or
	// the document of a study. Expand, Solve, Explain, Study: the scenario as text. Tally: the
	// study in canonical form, followed by lines with the new parts. Search and Duel: the lines
	// described in adversary.go. Match and Pick: those described in match.go.
	Document []byte `json:"-"`
}

// Types of Request.
const (
	Hello   = "hello"   // exchange versions; answered by Ready
	Expand  = "expand"  // make a generated scenario explicit; answered by Expanded
	Solve   = "solve"   // run one algorithm and check its answer; Progress..., then Solved
	Explain = "explain" // record the events and scores of one run; answered by Explained
	Study   = "study"   // do replications of a study; Progress..., then Part
	Tally   = "tally"   // keep parts of a study and return statistics; answered by Tallied
	Search  = "hunt"    // lead a search for the worst instance; answered by Tallied
	Duel    = "duel"    // try two runs on instances of a search; Progress..., then Part
	Match   = "match"   // solve instances of a league by all of its runs; Progress..., then Part
	Pick    = "pick"    // make one instance of a league a scenario of its own; answered by Expanded
	Import  = "import"  // read other programs' files; answered by Imported
	Export  = "export"  // write answers in a format of other programs; answered by Exported
	Judge   = "judge"   // verify a schedule of another program for a farm; answered by Judged
	Cancel  = "cancel"  // cancel the request with this ID, which is then answered by Failed
)

// Answer is a message from a worker to the page.
type Answer struct {
	ID   uint64 `json:"id"`
	Type string `json:"type" rule:"required"` // one of the Answer constants
	// Ready
	Version int    `json:"version,omitempty"`
	Engine  string `json:"engine,omitempty"`
	// Progress
	Done  int `json:"done,omitempty"`
	Total int `json:"total,omitempty"`
	// Solved: the problem kind, which determines the type of the solution.
	Kind string `json:"kind,omitempty"`
	// Explained: the recorded events.
	Trace *trace.Log `json:"trace,omitempty"`
	// Failed
	Reason string     `json:"reason,omitempty"` // one of the reasons below
	Text   string     `json:"text,omitempty"`   // for the user; of Exported: omitted data
	Faults doc.Faults `json:"faults,omitempty"`
	// Expanded: the explicit scenario. Solved: one entry of the result document's runs.
	// Explained: details of the kind, such as the scores of a job on every cluster, if any. Part:
	// a document of format gridbox-part. Tallied: the statistic requested by About. Exported: the
	// text. Judged: a ScheduleReport in a line, followed by the schedule as an answer.
	Document []byte `json:"-"`
}

// Types of Answer.
const (
	Ready     = "ready"
	Begun     = "begun"    // the worker has accepted the request
	Progress  = "progress" // progress of the request; Total 0 means unknown
	Expanded  = "expanded"
	Solved    = "solved"
	Explained = "explained"
	Part      = "part"
	Tallied   = "tallied"
	Imported  = "brought"
	Exported  = "exported"
	Judged    = "judged"
	Failed    = "failed"
)

// Reasons of Failed. Workers report the first six; the page itself uses the last two for a worker
// that can no longer report.
const (
	Cancelled = "cancelled" // cancelled by request
	Faulty    = "faults"    // the document or the run is invalid; Faults has the details
	TooLarge  = "too-large" // rejected before it could exhaust the memory
	Internal  = "internal"  // an internal error, contained
	Refused   = "refused"   // the message itself is invalid
	Lacking   = "lacking"   // the worker lacks parts that the tally should have
	Crashed   = "crashed"   // the worker ended abnormally
	Outdated  = "outdated"  // page and worker are of different versions
)

// Last reports whether an answer of this type is the last one to its request.
func (a *Answer) Last() bool { return a.Type != Begun && a.Type != Progress }
