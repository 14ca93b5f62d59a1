package solve

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// Kind has the solvers of batches. It implements solver.Kind.
type Kind struct{}

type input = solver.Input[batch.Problem, batch.Options]

// Algorithms returns the solvers.
func (Kind) Algorithms() []solver.Algorithm[batch.Problem, batch.Options] {
	var ids []Algorithm
	for _, a := range algorithms() {
		ids = append(ids, a.id)
	}
	return solver.NewAlgorithms(ids, solveInput)
}

// Share lists the free times of the nodes.
func (Kind) Share(p *batch.Problem) { p.Share() }

// Program returns the input and output types of programs.
func (Kind) Program() solver.Program {
	return solver.Program{State: State{}, ResultTypes: []any{Choice{}}}
}

func optionsOf(in *input) Options {
	return Options{Options: in.Options, Log: in.Log, Progress: in.Progress, NoFront: in.Bare, Formulas: in.Formulas}
}

// Decide solves by the program of the input.
func (Kind) Decide(ctx context.Context, in *input) (solver.Output, error) {
	r, err := Decide(ctx, in.Problem, in.Program, optionsOf(in))
	return output(&r, in, err)
}

// solveInput solves with one algorithm.
func solveInput(ctx context.Context, id Algorithm, in *input) (solver.Output, error) {
	r, err := Solve(ctx, in.Problem, id, optionsOf(in))
	return output(&r, in, err)
}

// output converts a result for package solver. The solution, the metrics and the bound are omitted
// if the result is infeasible. The bound is also omitted after an error, for a bare run, and
// without prices.
func output(r *Result, in *input, err error) (solver.Output, error) {
	out := solver.Output{Feasible: r.Feasible, Reason: r.Reason, InfiniteScores: r.Stats.Infinite,
		Stats: map[string]float64{
			"searches":      float64(r.Stats.Searches),
			"slotsExamined": float64(r.Stats.SlotsExamined),
			"windows":       float64(r.Stats.Windows),
			"states":        float64(r.Stats.States),
			"postponed":     float64(r.Stats.Postponed),
		}}
	if r.Stats.Unscored > 0 {
		out.Stats["unscored"] = float64(r.Stats.Unscored)
	}
	if !r.Feasible {
		return out, err
	}
	out.Solution, out.Metrics = r.Solution, doc.Numbers(&r.Metrics)
	if err == nil && !in.Bare && r.Prices != nil {
		out.Bound = &scenario.Bound{Metric: "totalTime", Value: r.Bound,
			Certificate: &scenario.Certificate{Argument: batch.ByPrices, Multipliers: r.Prices}}
		if objective, _ := in.Options.Aim(in.Problem); objective == batch.LeastCost {
			out.Bound.Metric = "totalCost"
		}
	}
	return out, err
}

// Explain returns for {"job": id, "family": n, "cycle": n} a Explanation and the events
// of that search; family and cycle default to 1. Without a job it returns the
// events of the whole run.
func (Kind) Explain(ctx context.Context, algorithm string, in *input,
	about map[string]string) (solver.Explanation, error) {
	id, o := Algorithm(algorithm), optionsOf(in)
	if about["job"] == "" {
		o.NoFront = true
		_, err := Solve(ctx, in.Problem, id, o)
		return solver.Explanation{Trace: in.Log}, err
	}
	cycle, err := parseCount(about, "cycle")
	if err != nil {
		return solver.Explanation{}, err
	}
	family, err := parseCount(about, "family")
	if err != nil {
		return solver.Explanation{}, err
	}
	why, err := Explain(ctx, in.Problem, id, o, about["job"], cycle, family)
	return solver.Explanation{Trace: in.Log, Detail: why}, err
}

// parseCount parses a number from 1, with 1 as the default.
func parseCount(about map[string]string, name string) (int, error) {
	if about[name] == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(about[name])
	if err != nil || n < 1 {
		return 0, errors.New(name + " must be a number from 1, not " + strconv.Quote(about[name]))
	}
	return n, nil
}
