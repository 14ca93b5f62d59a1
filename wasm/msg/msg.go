// Package msg holds every message that crosses the boundary between the page
// and a worker, and the version that both sides exchange first.
//
// The page asks, the worker answers; every answer carries the ID of its ask.
// One worker handles one ask at a time. Scenarios and answers travel as the
// documents of format gridbox and gridbox-result, nothing else.
//
// A message is one line of JSON, its head, and after the first line break the
// document that it carries, byte for byte (see frame.go). A document is never
// parsed, escaped or compacted on its way: a text with faults crosses like any
// other, the places that a fault names are places in what the person typed,
// and a document of ten megabytes costs one copy.
package msg

import (
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Version changes whenever a message changes. A page that meets a worker of
// another version reloads itself once.
const Version = 8

// Ask is a message from the page to a worker.
type Ask struct {
	ID   uint64 `json:"id"`
	Type string `json:"type" rule:"required"` // one of the Ask constants
	// Hello
	Version int `json:"version,omitempty"`
	// Solve, Explain: the run wanted.
	Run *scenario.Run `json:"run,omitempty"`
	// Allowed are the programs that may run, by the digests of their sources.
	Allowed []string `json:"allowed,omitempty"`
	// Explain: what about, {"job": "j17"}. Tally: what is wanted of the parts.
	// Export: the format "as", the place of the answer "chosen", the "table"; "of" is
	// "study" where a study is written.
	About map[string]string `json:"about,omitempty"`
	// Study: the replications wanted, From to To-1, counted in the order in which
	// a study fills: all points of the grid for one replication, then the next.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// Study, Tally: whether the study may be larger than usual.
	Large bool `json:"large,omitempty"`
	// Tally, Hunt: which one, and how many of its parts or generations the
	// worker should hold already.
	Key  string `json:"key,omitempty"`
	Have int    `json:"have,omitempty"`
	// Bring: the files, as bring.go describes. Judge: the explicit farm and the
	// schedule, as two such files.
	// Export: the scenario in canonical form, and after it the result document; or
	// the document of a study.
	// Expand, Solve, Explain, Study: the scenario, as text. Tally: the study in
	// canonical form, and in the lines after it the parts that are new. Hunt
	// and Duel: the lines that hunt.go describes.
	Document []byte `json:"-"`
}

// Types of Ask.
const (
	Hello   = "hello"   // exchange versions; answered by Ready
	Expand  = "expand"  // make a generated scenario explicit; answered by Expanded
	Solve   = "solve"   // run one algorithm and check its answer; Progress..., then Solved
	Explain = "explain" // record the events and scores of one run; answered by Explained
	Study   = "study"   // do replications of a study; Progress..., then Part
	Tally   = "tally"   // keep parts of a study and tell what comes out; answered by Tallied
	Hunt    = "hunt"    // lead a search for the worst instance; answered by Tallied
	Duel    = "duel"    // try two runs on instances of a search; Progress..., then Part
	Bring   = "bring"   // read other programs' files; answered by Brought
	Export  = "export"  // write answers in a format of other programs; answered by Exported
	Judge   = "judge"   // hold a schedule of another program to a farm; answered by Judged
	Cancel  = "cancel"  // stop the ask with this ID; that ask is answered by Failed
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
	// Solved: the problem kind, which tells what noun the solution is.
	Kind string `json:"kind,omitempty"`
	// Explained: the recorded events.
	Trace *trace.Log `json:"trace,omitempty"`
	// Failed
	Reason string     `json:"reason,omitempty"` // one of the reasons below
	Text   string     `json:"text,omitempty"`   // a sentence for a person; of Exported what the format has no room for
	Faults doc.Faults `json:"faults,omitempty"`
	// Expanded: the explicit scenario. Solved: one entry of the result
	// document's runs. Explained: the kind's own detail, such as the scores of a
	// job on every cluster; none where the kind has none. Part: a document of
	// format gridbox-part. Tallied: what About asked for. Exported: the text.
	// Judged: a ScheduleTold in a line, and after it the schedule as an answer.
	Document []byte `json:"-"`
}

// Types of Answer.
const (
	Ready     = "ready"
	Begun     = "begun"    // the worker lives and has taken up the ask
	Progress  = "progress" // how far the ask is; Total 0 means that nobody knows
	Expanded  = "expanded"
	Solved    = "solved"
	Explained = "explained"
	Part      = "part"
	Tallied   = "tallied"
	Brought   = "brought"
	Exported  = "exported"
	Judged    = "judged"
	Failed    = "failed"
)

// Reasons of Failed. Workers report the first six; the last two are the
// page's own words for a worker that cannot report any more.
const (
	Cancelled = "cancelled" // somebody asked to stop
	Faulty    = "faults"    // the document or the run is wrong; Faults says where
	TooLarge  = "too-large" // refused before it could exhaust the memory
	Internal  = "internal"  // a mistake in Gridbox, contained
	Refused   = "refused"   // the message itself cannot be answered
	Lacking   = "lacking"   // the worker does not hold the parts that the tally is said to have
	Crashed   = "crashed"   // the worker died of it
	Outdated  = "outdated"  // page and worker are of different versions
)

// Last reports whether an answer of this type is the last one to its ask.
func (a *Answer) Last() bool { return a.Type != Begun && a.Type != Progress }
