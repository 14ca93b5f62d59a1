// Package engine runs the algorithms of the catalogue: it passes a scenario to a solver, has the
// answer verified by package verify of the kind, and signs it with its digest. Each kind is a
// value made by its own function, so that a program for one kind links no other solvers.
package engine

import (
	"context"

	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// An Engine runs the algorithms of its kinds.
type Engine []Kind

// A Kind has the functions of one problem kind. They are pure and get explicit, valid scenarios
// of the kind.
type Kind struct {
	ID         string   // as in the catalogue
	Algorithms []string // ids of the algorithms with a solver
	// Solve runs one algorithm.
	Solve func(ctx context.Context, algorithm string, in Input) (solver.Output, error)
	// Explain runs the algorithm again with its events recorded, and returns details of the
	// elements in about, such as {"job": "j17"}. The log of in must not be nil.
	Explain func(ctx context.Context, algorithm string, in Input, about map[string]string) (solver.Explanation, error)
	// Detail returns details of a solution without a run. It may be nil, and so may its result.
	Detail func(s *scenario.Scenario, solution any, about map[string]string) any
	// Share computes data that all algorithms need. The scenario must not change afterwards.
	Share func(s *scenario.Scenario)
	// Check verifies an answer by code that shares nothing with a solver. The answer's solution
	// is of the kind's type or nil.
	Check func(s *scenario.Scenario, a *scenario.Answer) scenario.Check
	// Program describes the argument and the result of programs; Problem is an empty problem.
	Program solver.Program
	Problem any
}

// kind returns the kind with an id.
func (e Engine) kind(id string) (Kind, bool) {
	for _, k := range e {
		if k.ID == id {
			return k, true
		}
	}
	return Kind{}, false
}

// Share prepares a scenario on which several algorithms will run.
func (e Engine) Share(s *scenario.Scenario) {
	if k, ok := e.kind(s.Kind); ok {
		k.Share(s)
	}
}

// Input is the input of a solver. Options are complete.
type Input struct {
	Scenario *scenario.Scenario
	Options  map[string]any
	solver.Settings
}
