package serve

import (
	"context"

	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// An Engine answers requests: documents in, documents out. Faults of a document are returned as
// doc.Faults, and an excessive size as a *SizeError. A cancelled call returns the context's
// error. An engine may panic. It may keep a text, which must not be modified afterwards.
type Engine interface {
	// Name returns the version in the answer Ready.
	Name() string
	// Permit sets the digests of the programs that may run from now on.
	Permit(digests []string)
	// Expand makes a generated scenario explicit.
	Expand(ctx context.Context, text []byte) ([]byte, error)
	// Solve runs one algorithm and has its answer verified; the answer is one entry of a result
	// document's runs.
	Solve(ctx context.Context, text []byte, run scenario.Run, report func(done, total int)) (SolvedAnswer, error)
	// Explain runs one algorithm with its events recorded.
	Explain(ctx context.Context, text []byte, run scenario.Run, about map[string]string,
		report func(done, total int)) (Explanation, error)
	// Study computes a stretch of a study and returns it as a document of format gridbox-part.
	Study(ctx context.Context, text []byte, stretch Stretch, report func(done, total int)) ([]byte, error)
	// Tally keeps parts of a study and returns statistics. It returns ErrLacking if earlier parts
	// are missing.
	Tally(ctx context.Context, t TallyRequest) ([]byte, error)
	// Search leads a search for the worst instance, and keeps its state as Tally does.
	Search(ctx context.Context, h TallyRequest) ([]byte, error)
	// Duel tries two runs on instances of a search.
	Duel(ctx context.Context, text []byte, report func(done, total int)) ([]byte, error)
	// Match solves instances of a league by all of its runs.
	Match(ctx context.Context, text []byte, from, to int, report func(done, total int)) ([]byte, error)
	// Pick makes one instance of a league a scenario of its own.
	Pick(ctx context.Context, text []byte) ([]byte, error)
}

// A Stretch is the replications From to To-1 of a study, in its order: every point for one replication, then for the
// next.
type Stretch struct {
	From, To int
	Large    bool // whether the study may exceed the usual size
}

// A TallyRequest requests a statistic of the parts of a study.
type TallyRequest struct {
	Key   string            // key of the study; a worker keeps the last one
	Have  int               // number of parts that it should already have
	Text  []byte            // the study, followed by lines with the new parts
	About map[string]string // the requested statistic
	Large bool
}

// A SolvedAnswer is an answer with its kind.
type SolvedAnswer struct {
	Kind   string
	Answer []byte
}

// An Explanation is an encoded explanation; Detail is a document.
type Explanation struct {
	Trace  *trace.Log
	Detail []byte
}
