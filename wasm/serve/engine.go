package serve

import (
	"context"

	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// An Engine answers what asks want: documents in, documents out. What is wrong
// with a document comes back as doc.Faults, what is too large as a *SizeError.
// A cancelled call returns the context's error. An engine may panic. It may keep
// a text that it was given; nobody changes it.
type Engine interface {
	// Name is the version that ready names.
	Name() string
	// Permit says which programs may run from now on, by the digests of their sources.
	Permit(digests []string)
	// Expand makes a generated scenario explicit.
	Expand(ctx context.Context, text []byte) ([]byte, error)
	// Solve runs one algorithm and has its answer checked; the answer is one
	// entry of a result document's runs.
	Solve(ctx context.Context, text []byte, run scenario.Run, report func(done, total int)) (Solved, error)
	// Explain runs one algorithm with its events recorded.
	Explain(ctx context.Context, text []byte, run scenario.Run, about map[string]string,
		report func(done, total int)) (Why, error)
	// Study does a stretch of a study and gives it as a document of format
	// gridbox-part.
	Study(ctx context.Context, text []byte, stretch Stretch, report func(done, total int)) ([]byte, error)
	// Tally keeps parts of a study and gives what is asked of them; ErrLacking
	// says that the parts before are not here.
	Tally(ctx context.Context, t Tally) ([]byte, error)
	// Hunt leads a search for the worst instance, as Tally keeps parts.
	Hunt(ctx context.Context, h Tally) ([]byte, error)
	// Duel tries two runs on instances of a search.
	Duel(ctx context.Context, text []byte, report func(done, total int)) ([]byte, error)
}

// A Stretch is From to To-1 of a study's replications, counted in the order in
// which it fills: every point for one replication, then for the next.
type Stretch struct {
	From, To int
	Large    bool // whether the study may be larger than usual
}

// A Tally asks what comes out of the parts of a study.
type Tally struct {
	Key   string            // which one; a worker keeps the last
	Have  int               // how many parts it should hold already
	Text  []byte            // the study, and in the lines after it the parts that are new
	About map[string]string // what is wanted
	Large bool
}

// Solved is an answer and the kind whose solution it holds.
type Solved struct {
	Kind   string
	Answer []byte
}

// Why is an explanation as it crosses the boundary; Detail is a document.
type Why struct {
	Trace  *trace.Log
	Detail []byte
}
