// Package policy defines policies, which are users' own algorithms: a text in a
// scenario, in the language of formulas or in JavaScript, that makes the
// decisions of the algorithm "own" of a kind.
//
// A kind has decisions, such as the order of a queue or the choice of a
// machine. A formula gives every candidate of a decision a score; the lowest
// score is taken first, and NaN comes last. The variables
// of a formula are a table of the kind, with descriptions and units, which the solvers, the
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
// A program in JavaScript is called once for each decision and returns its choice;
// see Program.
package policy

// The languages of policies.
const (
	Formula    = "formula"
	JavaScript = "javascript"
)

// AlgorithmOwn is the id, in every kind, of the algorithm that uses a policy.
const AlgorithmOwn = "own"

// A Kind describes the decisions of a problem kind.
type Kind struct {
	ID        string
	Decisions []Decision
	Ready     []Ready
	Default   string // the ready policy of a run without one
}

// A Decision is a decision of a policy: which of the candidates comes first.
type Decision struct {
	ID    string // "job", as written before the colon
	About string // what is scored, and what happens to the lowest score
	// Names are the numbers that a formula may read, in the order in which a solver passes
	// them. Members are the numbers of the members of a set, such as the nodes of a window,
	// for use in sum(), mean(), least() and most().
	Names, Members []Name
	// Open is set if the problem names further numbers of members, such as the attributes of
	// nodes.
	Open bool
	// Each is set if the formula scores one member, and the scores are added up.
	Each bool
	// Usual is the formula for a policy that has none for the decision, or "" for the solver's
	// own rule.
	Usual string
}

// A Name is one number that a formula may read.
type Name struct {
	ID    string // "r"
	Unit  string // "s"; empty for a plain number
	About string
	// Moves is set if the value may change between evaluations of a candidate. Other values
	// stay the same as long as the candidate waits.
	Moves bool
}

// A Ready policy is a built-in policy. A run may name it in place of a policy
// of the document.
type Ready struct {
	ID, Title string
	About     string // one sentence
	Source    string // a formula
	Paper     string // source; empty if there is no single one
}

// Find returns the ready policy of the kind with an id.
func (k *Kind) Find(id string) (*Ready, bool) {
	for i := range k.Ready {
		if k.Ready[i].ID == id {
			return &k.Ready[i], true
		}
	}
	return nil, false
}
