// Package engine runs the algorithms of the catalogue: it gives an algorithm
// its scenario, has the answer checked and signs it. Every kind is one value,
// made by a function of its own, so that a program which computes one kind
// holds the solvers of no other.
package engine

import (
	"context"

	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// An Engine computes the kinds that it was made of.
type Engine []Kind

// A Kind computes one problem kind. Its functions are pure and get explicit,
// valid scenarios of the kind.
type Kind struct {
	ID         string   // as in the catalogue
	Algorithms []string // ids of those that have a solver
	// Solve answers with one algorithm.
	Solve func(ctx context.Context, algorithm string, in Input) (solver.Output, error)
	// Explain runs the algorithm again with its events recorded and adds the
	// kind's own detail about what about names, {"job": "j17"}. In has a log.
	Explain func(ctx context.Context, algorithm string, in Input, about map[string]string) (solver.Explanation, error)
	// Detail returns what is asked about a solution without a run; nil for kinds
	// that have no such thing, as may be its result.
	Detail func(s *scenario.Scenario, solution any, about map[string]string) any
	// Share computes what all algorithms ask of a scenario, which then must not
	// change.
	Share func(s *scenario.Scenario)
	// Check judges an answer by the scenario alone, with code that shares
	// nothing with a solver. The answer's solution is the kind's noun or nil.
	Check func(s *scenario.Scenario, a *scenario.Answer) scenario.Check
	// Program is what programs are given and return, Problem an empty problem.
	Program solver.Program
	Problem any
}

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
	if k, ok := e.kind(s.Kind); ok {
		k.Share(s)
	}
}

// Input is what a solver is given. Options are complete: defaults are filled in.
type Input struct {
	Scenario *scenario.Scenario
	Options  map[string]any
	solver.Settings
}
