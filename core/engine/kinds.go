package engine

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/kind/batch"
	batchsolve "gridbox/core/kind/batch/solve"
	batchverify "gridbox/core/kind/batch/verify/conform"
	"gridbox/core/kind/group"
	groupsolve "gridbox/core/kind/group/solve"
	groupverify "gridbox/core/kind/group/verify/conform"
	"gridbox/core/kind/placement"
	placementsolve "gridbox/core/kind/placement/solve"
	placementverify "gridbox/core/kind/placement/verify/conform"
	"gridbox/core/kind/window"
	windowsolve "gridbox/core/kind/window/solve"
	windowverify "gridbox/core/kind/window/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// All returns an engine for all kinds.
func All() Engine { return Engine{Placement(), Window(), Batch(), Group(), Farm()} }

// Placement returns the kind placement.
func Placement() Kind {
	return join(placement.Kind(), placementsolve.Kind{}, placementverify.Answer)
}

// Window returns the kind window.
func Window() Kind {
	return join(window.Kind(), windowsolve.Kind{}, seedless(windowverify.Answer))
}

// Batch returns the kind batch.
func Batch() Kind {
	return join(batch.Kind(), batchsolve.Kind{}, seedless(batchverify.Answer))
}

// Group returns the kind group.
func Group() Kind {
	return join(group.Kind(), groupsolve.Kind{}, groupverify.Answer)
}

// seedless converts a verifier without a seed.
func seedless[P any](verify func(p *P, by *policy.Formulas, a *scenario.Answer) scenario.Check) verifier[P] {
	return func(p *P, _ uint64, by *policy.Formulas, a *scenario.Answer) scenario.Check { return verify(p, by, a) }
}

// A verifier verifies answers to problems of a kind. By are the formulas of the answering policy,
// nil for other algorithms.
type verifier[P any] func(p *P, seed uint64, by *policy.Formulas, a *scenario.Answer) scenario.Check

// join returns the kind described by k, solved by s and verified by verify. Options are filled in
// here, once for each run.
func join[P, O any](k kind.Kind, s solver.Kind[P, O], verify verifier[P]) Kind {
	problem := func(s *scenario.Scenario) *P { return scenario.Problem(s).(*P) }
	typed := func(in *Input) *solver.Input[P, O] {
		t := &solver.Input[P, O]{Problem: problem(in.Scenario), Settings: in.Settings}
		doc.Fill(&t.Options, in.Options)
		return t
	}
	var ids []string
	for _, a := range s.Algorithms() {
		ids = append(ids, a.ID)
	}
	return Kind{
		ID: k.ID, Algorithms: ids, Program: s.Program(), Problem: *new(P),
		Solve: func(ctx context.Context, algorithm string, in Input) (solver.Output, error) {
			if in.Program != nil {
				return s.Decide(ctx, typed(&in))
			}
			for _, a := range s.Algorithms() {
				if a.ID == algorithm {
					return a.Solve(ctx, typed(&in))
				}
			}
			return solver.Output{}, errors.New(k.ID + ": no algorithm is called " + strconv.Quote(algorithm))
		},
		Explain: func(ctx context.Context, algorithm string, in Input,
			about map[string]string) (solver.Explanation, error) {
			return s.Explain(ctx, algorithm, typed(&in), about)
		},
		Share: func(on *scenario.Scenario) { s.Share(problem(on)) },
		Check: func(on *scenario.Scenario, a *scenario.Answer) scenario.Check {
			return verify(problem(on), on.Seed, formulasOf(on, a), a)
		},
	}
}
