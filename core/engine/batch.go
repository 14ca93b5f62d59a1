package engine

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	solver "gridbox/core/kind/batch/solve"
	"gridbox/core/kind/batch/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// Batch computes the kind batch.
func Batch() Kind {
	return Kind{
		ID: "batch",
		Solve: func(ctx context.Context, algorithm string, in Input) (Output, error) {
			return solveBatch(ctx, solver.Algorithm(algorithm), &in.Scenario.Batch.Problem, in)
		},
		Explain: func(ctx context.Context, algorithm string, in Input, about map[string]string) (Explanation, error) {
			return explainBatch(ctx, solver.Algorithm(algorithm), &in.Scenario.Batch.Problem, in, about)
		},
		Decide: func(ctx context.Context, program policy.Program, in Input) (Output, error) {
			o := batchSettings(in)
			r, err := solver.Decide(ctx, &in.Scenario.Batch.Problem, program, o)
			return batchOutput(&in.Scenario.Batch.Problem, &r, o, in, err)
		},
		Share: func(s *scenario.Scenario) { s.Batch.Share() },
		Check: func(s *scenario.Scenario, a *scenario.Answer) scenario.Check {
			return conform.Answer(&s.Batch.Problem, formulasOf(s, a), a)
		},
	}
}

func batchSettings(in Input) solver.Options {
	o := solver.Options{Log: in.Log, Progress: in.Progress, NoFront: in.Bare, Formulas: in.Formulas}
	doc.Fill(&o.Options, in.Options)
	return o
}

func solveBatch(ctx context.Context, id solver.Algorithm, p *batch.Problem, in Input) (Output, error) {
	o := batchSettings(in)
	r, err := solver.Solve(ctx, p, id, o)
	return batchOutput(p, &r, o, in, err)
}

func batchOutput(p *batch.Problem, r *solver.Result, o solver.Options, in Input, err error) (Output, error) {
	out := Output{Feasible: r.Feasible, Reason: r.Reason, InfiniteScores: r.Stats.Infinite, Stats: map[string]float64{
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
	if err == nil && !in.Bare {
		out.Bound = &scenario.Bound{Metric: "totalTime", Value: r.Bound,
			Certificate: &scenario.Certificate{By: batch.ByPrices, Multipliers: r.Prices}}
		if objective, _ := o.Aim(p); objective == batch.LeastCost {
			out.Bound.Metric = "totalCost"
		}
	}
	return out, err
}

// explainBatch answers about {"job": id, "family": n, "cycle": n} with
// solver.Why and the events of that search, family and cycle being 1 when they
// are not named; about nothing with the events of the whole run.
func explainBatch(ctx context.Context, id solver.Algorithm, p *batch.Problem, in Input,
	about map[string]string) (Explanation, error) {
	log := in.Log
	o := batchSettings(in)
	o.Log = log
	if about["job"] == "" {
		o.NoFront = true
		_, err := solver.Solve(ctx, p, id, o)
		return Explanation{Trace: log}, err
	}
	number, err := counted(about, "cycle")
	if err != nil {
		return Explanation{}, err
	}
	family, err := counted(about, "family")
	if err != nil {
		return Explanation{}, err
	}
	why, err := solver.Explain(ctx, p, id, o, about["job"], number, family)
	return Explanation{Trace: log, Detail: why}, err
}

// counted reads a number from 1; 1 when it is not named.
func counted(about map[string]string, name string) (int, error) {
	if about[name] == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(about[name])
	if err != nil || n < 1 {
		return 0, errors.New(name + " must be a number from 1, not " + strconv.Quote(about[name]))
	}
	return n, nil
}
