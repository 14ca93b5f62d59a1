package serve

import (
	"context"
	"errors"

	"gridbox/core/scenario"
)

// Solving is a Catalog that only expands and solves, which suffices for a figure. A program with
// it does not link studies, explanations and searches.
type Solving struct{ Catalog *Catalog }

// ErrElsewhere is the error for requests that a solving worker does not support.
var ErrElsewhere = errors.New("this worker solves and does nothing else")

// Name returns the version of the algorithms.
func (s Solving) Name() string { return s.Catalog.Name() }

// Permit does nothing: no users' programs run here.
func (Solving) Permit([]string) {}

// Expand returns the explicit form of a generated scenario.
func (s Solving) Expand(ctx context.Context, text []byte) ([]byte, error) {
	return s.Catalog.Expand(ctx, text)
}

// Solve runs one algorithm and has its answer verified.
func (s Solving) Solve(ctx context.Context, text []byte, run scenario.Run,
	report func(done, total int)) (SolvedAnswer, error) {
	return s.Catalog.Solve(ctx, text, run, report)
}

// Explain is refused.
func (Solving) Explain(context.Context, []byte, scenario.Run, map[string]string, func(done, total int)) (Explanation,
	error) {
	return Explanation{}, ErrElsewhere
}

// Study is refused.
func (Solving) Study(context.Context, []byte, Stretch, func(done, total int)) ([]byte, error) {
	return nil, ErrElsewhere
}

// Tally is refused.
func (Solving) Tally(context.Context, TallyRequest) ([]byte, error) { return nil, ErrElsewhere }

// Search is refused.
func (Solving) Search(context.Context, TallyRequest) ([]byte, error) { return nil, ErrElsewhere }

// Duel is refused.
func (Solving) Duel(context.Context, []byte, func(done, total int)) ([]byte, error) {
	return nil, ErrElsewhere
}

// Match is refused.
func (Solving) Match(context.Context, []byte, int, int, func(done, total int)) ([]byte, error) {
	return nil, ErrElsewhere
}

// Pick is refused.
func (Solving) Pick(context.Context, []byte) ([]byte, error) { return nil, ErrElsewhere }
