// Package engine runs the algorithms of the catalogue: it gives an algorithm
// its scenario, has the answer checked and signs it. Every kind is one value,
// made by a function of its own, so that a program which computes one kind
// holds the solvers of no other.
package engine

import (
	"context"

	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// An Engine computes the kinds that it was made of.
type Engine []Kind

// A Kind computes one problem kind. Its functions are pure and get explicit,
// valid scenarios of the kind.
type Kind struct {
	ID string // as in the catalogue
	// Solve answers with one algorithm, the same with or without a log or progress.
	Solve func(ctx context.Context, algorithm string, in Input) (Output, error)
	// Share works out what every algorithm asks of a scenario, which then must
	// not change. Nil where there is no such thing.
	Share func(s *scenario.Scenario)
	// Explain runs the algorithm again with its events recorded and adds the
	// kind's own detail about what about names, {"job": "j17"}. In has a log.
	Explain func(ctx context.Context, algorithm string, in Input, about map[string]string) (Explanation, error)
	// Decide answers with a program that somebody wrote, which it asks for every
	// decision; In.Log records what it is asked and says.
	Decide func(ctx context.Context, program policy.Program, in Input) (Output, error)
	// Check judges an answer by the scenario alone, with code that shares
	// nothing with a solver. The answer's solution is the kind's noun or nil.
	Check func(s *scenario.Scenario, a *scenario.Answer) scenario.Check
}

// All computes every kind.
func All() Engine { return Engine{Placement(), Window(), Batch(), Group(), Farm()} }

// kind finds the kind of a scenario.
func (e Engine) kind(id string) (Kind, bool) {
	for _, k := range e {
		if k.ID == id {
			return k, true
		}
	}
	return Kind{}, false
}

// Share makes ready a scenario on which several algorithms will run.
func (e Engine) Share(s *scenario.Scenario) {
	if k, ok := e.kind(s.Kind); ok && k.Share != nil {
		k.Share(s)
	}
}

// Input is what a solver sees. Options are complete: defaults are filled in.
type Input struct {
	Scenario *scenario.Scenario
	Options  map[string]any
	Log      *trace.Log
	Progress func(done, total int)
	// Bare asks for the answer and its metrics alone: no bound that costs work
	// of its own, no front. The answer is the same.
	Bare  bool
	Clock func() float64 // as in Env; only an explanation measures with it
	// Formulas are those of the policy that the algorithm own asks; nil for all
	// other algorithms.
	Formulas *policy.Formulas
}

// Output is what a solver says; the rest of scenario.Answer is added by Run.
type Output struct {
	Feasible bool
	Reason   *reason.Reason
	Metrics  map[string]float64
	Solution any
	Stats    map[string]float64
	Bound    *scenario.Bound
	// InfiniteScores is that of the answer.
	InfiniteScores int
}

// An Explanation says why: the recorded events, and a detail of the kind's own
// shape, such as the scores of one job on every cluster.
type Explanation struct {
	Trace  *trace.Log
	Detail any
}
