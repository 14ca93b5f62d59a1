// Package catalog is the list of problem kinds and algorithms that page,
// worker, command line, docs and tests share. It also answers questions about
// them for a given scenario: runs and their names, options, policies. The
// solvers are in core/engine, so that a page that only shows answers contains
// no solver.
package catalog

import (
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// Version is the version of the algorithms and of their checker. It is part of
// every result.
const Version = "1.0.0"

// A Kind is a problem kind whose methods take scenarios and answers.
type Kind struct{ kind.Kind }

// Compare returns a sentence that compares answer a with answer b.
func (k *Kind) Compare(s *scenario.Scenario, a, b *scenario.Answer) string {
	return k.Kind.Compare(problemOf(s), KindAnswer(k.ID, a), KindAnswer(k.ID, b))
}

// Decisions returns the decisions of a feasible answer as a table.
func (k *Kind) Decisions(a *scenario.Answer) kind.Table { return k.Kind.Decisions(a.Solution) }

// KindAnswer returns the parts of an answer that its kind reads.
func KindAnswer(kindID string, a *scenario.Answer) *kind.Answer[any] {
	return &kind.Answer[any]{Name: Label(kindID, a), Algorithm: a.Algorithm, Options: a.Options, Feasible: a.Feasible,
		Metrics: a.Metrics, Solution: a.Solution}
}

// problemOf returns the problem of a scenario, or nil.
func problemOf(s *scenario.Scenario) any {
	if s == nil {
		return nil
	}
	return scenario.Problem(s)
}
