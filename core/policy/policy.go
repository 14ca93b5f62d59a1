// Package policy is what people's own algorithms are: a text in a scenario, in
// the language of formulas or in JavaScript, that decides where the algorithm
// "own" of a kind leaves something open.
//
// A kind has decisions, such as the order of a queue or the choice of a
// machine. A formula gives every candidate of a decision a score; the lowest
// score is taken first, and what cannot be scored comes last. What a formula may
// read is a table of the kind, with words and units, which the solvers, the
// editor's completion and the articles read.
//
// A formula's text is one expression for the first decision of the kind, or
// several, each behind the name of its decision and a colon at the start of a
// line. The rest of a line behind # is a comment.
//
//	# short jobs first, on the fastest machine
//	job: r
//	machine: -speed
//
// A program in JavaScript is asked once a decision and answers with its choice;
// see Program.
package policy

// The languages.
const (
	Formula    = "formula"
	JavaScript = "javascript"
)

// Own is the id of the algorithm that asks a policy, in every kind.
const Own = "own"

// A Kind is what may be decided in a problem kind.
type Kind struct {
	ID        string
	Decisions []Decision
	Ready     []Ready
	Default   string // the ready policy of a run that names none
}

// A Decision is one that a policy makes: which of the candidates comes first?
type Decision struct {
	ID    string // "job", as it stands before the colon
	About string // what is scored, and what becomes of the lowest score
	// Names are the numbers that a formula may read, in the order in which a
	// solver gives them. Members are those of the members of a set, such as the
	// nodes of a window, which stand in sum(), mean(), least() and most().
	Names, Members []Name
	// Open says that the problem names further numbers of members, such as the
	// attributes of nodes.
	Open bool
	// Each says that the formula is that of one member, whose scores are added up.
	Each bool
	// Usual is the formula where the policy has none for the decision, "" where
	// the solver's own rule holds.
	Usual string
}

// A Name is one number that a formula may read.
type Name struct {
	ID    string // "r"
	Unit  string // "s"; empty for a plain number
	About string
	// Moves says that it may change from one look at a candidate to the next;
	// all others stay what they are as long as the candidate waits.
	Moves bool
}

// A Ready policy is one to start from. Its id may stand in a run in place of
// that of a policy in the document.
type Ready struct {
	ID, Title string
	About     string // one sentence
	Source    string // a formula
	Paper     string // where it is from; empty for what has no single source
}

// Find finds a ready policy of the kind.
func (k *Kind) Find(id string) (*Ready, bool) {
	for i := range k.Ready {
		if k.Ready[i].ID == id {
			return &k.Ready[i], true
		}
	}
	return nil, false
}
