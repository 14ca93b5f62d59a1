package serve

import (
	"context"
	"errors"

	"gridbox/core/scenario"
)

// Solving is a Catalog that expands and solves and does nothing else, which is all
// that a figure asks for. A program that holds it does not hold what studies,
// explanations and searches need.
type Solving struct{ Catalog *Catalog }

// ErrElsewhere says what a program that only solves is asked in vain.
var ErrElsewhere = errors.New("this worker solves and does nothing else")

// Name is the version of the algorithms.
func (s Solving) Name() string { return s.Catalog.Name() }

// Permit does nothing: no program of somebody else runs here.
func (Solving) Permit([]string) {}

// Expand makes a generated scenario explicit.
func (s Solving) Expand(ctx context.Context, text []byte) ([]byte, error) {
	return s.Catalog.Expand(ctx, text)
}

// Solve runs one algorithm and has its answer checked.
func (s Solving) Solve(ctx context.Context, text []byte, run scenario.Run,
	report func(done, total int)) (Solved, error) {
	return s.Catalog.Solve(ctx, text, run, report)
}

// Explain is refused.
func (Solving) Explain(context.Context, []byte, scenario.Run, map[string]string, func(done, total int)) (Why, error) {
	return Why{}, ErrElsewhere
}

// Study is refused.
func (Solving) Study(context.Context, []byte, Stretch, func(done, total int)) ([]byte, error) {
	return nil, ErrElsewhere
}

// Tally is refused.
func (Solving) Tally(context.Context, Tally) ([]byte, error) { return nil, ErrElsewhere }

// Hunt is refused.
func (Solving) Hunt(context.Context, Tally) ([]byte, error) { return nil, ErrElsewhere }

// Duel is refused.
func (Solving) Duel(context.Context, []byte, func(done, total int)) ([]byte, error) {
	return nil, ErrElsewhere
}
