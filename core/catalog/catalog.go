// Package catalog is the one list of problem kinds and algorithms that page,
// worker, command line, docs and tests iterate, with what is to be known of them
// together with a scenario: runs and their names, options, policies. What solves
// them is core/engine, so that a page which only shows answers holds no solver.
package catalog

import (
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// Version is the version of the algorithms and of their checker; every result
// carries it.
const Version = "0.1.0"

// A Kind is a problem kind whose methods take scenarios and answers.
type Kind struct{ kind.Kind }

// Compare says in one sentence how answer a does against answer b.
func (k *Kind) Compare(s *scenario.Scenario, a, b *scenario.Answer) string {
	return k.Kind.Compare(problemOf(s), Described(k.ID, a), Described(k.ID, b))
}

// Decisions returns what a feasible answer decided as a table.
func (k *Kind) Decisions(a *scenario.Answer) kind.Table { return k.Kind.Decisions(a.Solution) }

// Described returns what a kind reads of an answer.
func Described(kindID string, a *scenario.Answer) *kind.Answer[any] {
	return &kind.Answer[any]{Name: Label(kindID, a), Algorithm: a.Algorithm, Options: a.Options, Feasible: a.Feasible,
		Metrics: a.Metrics, Solution: a.Solution}
}

// problemOf returns the problem of a scenario, nil without one.
func problemOf(s *scenario.Scenario) any {
	if s == nil {
		return nil
	}
	return scenario.Problem(s)
}
