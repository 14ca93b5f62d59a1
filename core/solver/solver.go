// Package solver defines the solvers of a problem kind: the interface that the
// folder solve of every kind implements, the input of a solver and its output.
// Package core/engine lists the kinds with their solvers.
package solver

import (
	"context"

	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A Kind provides the solvers of one problem kind. P is the type of its
// problems and O that of its options. Its methods get valid problems and do not
// modify them.
type Kind[P, O any] interface {
	// Algorithms returns the solvers. Their ids are those of the algorithms that
	// the kind describes.
	Algorithms() []Algorithm[P, O]
	// Decide solves by the program of the input, which the algorithm own asks for
	// every decision.
	Decide(ctx context.Context, in *Input[P, O]) (Output, error)
	// Explain solves again with the events recorded and adds the kind's own detail about the
	// things named in about, such as {"job": "j17"}. The input has a log.
	Explain(ctx context.Context, algorithm string, in *Input[P, O], about map[string]string) (Explanation, error)
	// Share computes what all solvers need from a problem. The problem must not change
	// afterwards.
	Share(p *P)
	// Program returns the types that programs of the kind receive and return.
	Program() Program
}

// An Algorithm is one solver. The same input gives the same output, with or
// without a log or progress.
type Algorithm[P, O any] struct {
	ID    string
	Solve func(ctx context.Context, in *Input[P, O]) (Output, error)
}

// NewAlgorithms returns one algorithm for each id, all with the same function.
func NewAlgorithms[ID ~string, P, O any](ids []ID,
	solve func(ctx context.Context, id ID, in *Input[P, O]) (Output, error)) []Algorithm[P, O] {
	list := make([]Algorithm[P, O], len(ids))
	for i, id := range ids {
		list[i] = Algorithm[P, O]{string(id), func(ctx context.Context, in *Input[P, O]) (Output, error) {
			return solve(ctx, id, in)
		}}
	}
	return list
}

// An Input is the input of a solver. Defaults of options are filled in.
type Input[P, O any] struct {
	Problem *P
	Options O
	Settings
}

// Settings are the parameters of a run besides its problem and options.
type Settings struct {
	Seed     uint64
	Log      *trace.Log            // records the events; nil for none
	Progress func(done, total int) // receives the progress of the run; nil for none
	// Bare requests the answer and its metrics alone, without a front and without a bound that
	// costs extra work. The answer is the same.
	Bare  bool
	Clock func() float64 // milliseconds; only an explanation measures with it
	// Formulas holds the formulas of an own algorithm's policy; nil for other algorithms.
	Formulas *policy.Formulas
	// Program is the policy that algorithm own calls for every decision in place of formulas,
	// or nil. The log records its calls.
	Program policy.Program
}

// An Output is the result of a solver. It has the fields of scenario.Answer.
type Output struct {
	Feasible       bool
	Reason         *reason.Reason
	Metrics        map[string]float64
	Solution       any
	Stats          map[string]float64
	Bound          *scenario.Bound
	InfiniteScores int
}

// An Explanation is the result of Explain: the recorded events, and a detail of
// the kind's own type, such as the scores of one job on every cluster.
type Explanation struct {
	Trace  *trace.Log
	Detail any
}

// A Program describes the programs of a kind. Without Returns there are no
// declarations of types for them.
type Program struct {
	State       any    // input of a program for a decision
	Returns     string // TypeScript type of its result
	Means       string // the same in words
	ResultTypes []any  // further types of results
}
