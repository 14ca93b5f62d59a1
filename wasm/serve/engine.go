package serve

import (
	"context"

	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// An Engine answers what asks want: documents in, documents out. What is wrong
// with a document comes back as doc.Faults, what is too large as a *SizeError.
// A cancelled call returns the context's error. An engine may panic.
type Engine interface {
	// Name is the version that ready names.
	Name() string
	// Expand makes a generated scenario explicit.
	Expand(ctx context.Context, text []byte) ([]byte, error)
	// Solve runs one algorithm and has its answer checked; the answer is one
	// entry of a result document's runs.
	Solve(ctx context.Context, text []byte, run scenario.Run, report func(done, total int)) (Solved, error)
	// Explain runs one algorithm with its events recorded.
	Explain(ctx context.Context, text []byte, run scenario.Run, about map[string]string, report func(done, total int)) (Why, error)
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
