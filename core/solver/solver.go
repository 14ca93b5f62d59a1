// Package solver defines what the solvers of a problem kind are: the interface
// that the folder solve of every kind implements, what a solver is given and what
// it returns. Core/engine lists the kinds with their solvers.
package solver

import (
	"context"

	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A Kind has the solvers of one problem kind. P is the type of its problems and O
// that of its options. Its methods get valid problems and do not modify them.
type Kind[P, O any] interface {
	// Algorithms returns the solvers. Their ids are those of the algorithms that
	// the kind describes.
	Algorithms() []Algorithm[P, O]
	// Decide solves by the program of the input, which the algorithm own asks for
	// every decision.
	Decide(ctx context.Context, in *Input[P, O]) (Output, error)
	// Explain solves again with the events recorded and adds the kind's own detail
	// about what about names, {"job": "j17"}. The input has a log.
	Explain(ctx context.Context, algorithm string, in *Input[P, O], about map[string]string) (Explanation, error)
	// Share computes what all solvers ask of a problem, which then must not change.
	Share(p *P)
	// Program returns what programs of the kind are given and return.
	Program() Program
}

// An Algorithm is one solver. The same input gives the same output, with or
// without a log or progress.
type Algorithm[P, O any] struct {
	ID    string
	Solve func(ctx context.Context, in *Input[P, O]) (Output, error)
}

// Each returns the algorithms with some ids, all solved by one function.
func Each[ID ~string, P, O any](ids []ID,
	solve func(ctx context.Context, id ID, in *Input[P, O]) (Output, error)) []Algorithm[P, O] {
	list := make([]Algorithm[P, O], len(ids))
	for i, id := range ids {
		list[i] = Algorithm[P, O]{string(id), func(ctx context.Context, in *Input[P, O]) (Output, error) {
			return solve(ctx, id, in)
		}}
	}
	return list
}

// An Input is what a solver is given. Defaults of options are filled in.
type Input[P, O any] struct {
	Problem *P
	Options O
	Settings
}

// Settings are what a run is given besides its problem and options.
type Settings struct {
	Seed     uint64
	Log      *trace.Log            // records the events, nil for none
	Progress func(done, total int) // is told how far the run is, nil for none
	// Bare asks for the answer and its metrics alone: no bound that costs work of
	// its own, no front. The answer is the same.
	Bare  bool
	Clock func() float64 // milliseconds; only an explanation measures with it
	// Formulas are those of the policy that the algorithm own asks; nil for all
	// other algorithms.
	Formulas *policy.Formulas
	// Program is the policy that the algorithm own asks for every decision, in
	// place of formulas; nil without one. The log records what it is asked.
	Program policy.Program
}

// An Output is what a solver returns. It has the fields of scenario.Answer.
type Output struct {
	Feasible       bool
	Reason         *reason.Reason
	Metrics        map[string]float64
	Solution       any
	Stats          map[string]float64
	Bound          *scenario.Bound
	InfiniteScores int
}

// An Explanation says why: the recorded events, and a detail of the kind's own
// shape, such as the scores of one job on every cluster.
type Explanation struct {
	Trace  *trace.Log
	Detail any
}

// A Program is what programs of a kind are given and return. Without Returns there
// are no declarations of types for them.
type Program struct {
	State   any    // what a program is given for a decision
	Returns string // the type of what it returns, in TypeScript
	Means   string // the same in words
	More    []any  // types that are returned besides
}
