package solve

import (
	"context"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/trace"
)

// Kind has the solvers of farms. It implements solver.Kind.
type Kind struct{}

type input = solver.Input[farm.Problem, farm.Options]

// Algorithms returns the solvers.
func (Kind) Algorithms() []solver.Algorithm[farm.Problem, farm.Options] {
	var ids []Algorithm
	for _, a := range algorithms() {
		ids = append(ids, a.id)
	}
	return solver.NewAlgorithms(ids, solveInput)
}

// Share does nothing: solvers have no work in common.
func (Kind) Share(*farm.Problem) {}

// Program returns the types of a program's argument and result.
func (Kind) Program() solver.Program {
	return solver.Program{State: State{}, Returns: "string[] | Decision",
		Means:       "names of waiting jobs in the order in which they are to start, or a Decision",
		ResultTypes: []any{Decision{}}}
}

// optionsOf returns the options of a run.
func optionsOf(in *input) Options {
	return Options{Options: in.Options, Log: in.Log, Progress: in.Progress, NoBound: in.Bare, Formulas: in.Formulas}
}

// Decide runs the program of the input.
func (Kind) Decide(ctx context.Context, in *input) (solver.Output, error) {
	r, err := Decide(ctx, in.Problem, in.Program, optionsOf(in))
	return output(&r, in, err)
}

// solveInput runs one algorithm.
func solveInput(ctx context.Context, id Algorithm, in *input) (solver.Output, error) {
	r, err := Solve(ctx, in.Problem, id, optionsOf(in))
	return output(&r, in, err)
}

// output converts a result for package solver. The solution, the metrics and the bound are omitted
// if the result is infeasible. The bound is also omitted after an error and for a bare run.
func output(r *Result, in *input, err error) (solver.Output, error) {
	s := &r.Stats
	out := solver.Output{Feasible: r.Feasible, Reason: r.Reason, InfiniteScores: s.Infinite, Stats: map[string]float64{
		"machinesAsked": float64(s.MachinesAsked), "cycles": float64(s.Cycles), "reserved": float64(s.Reserved),
		"backfilled": float64(s.Backfilled), "preemptions": float64(s.Preemptions),
		"partitioned": float64(s.Partitioned),
		"adjusted":    float64(s.Adjusted), "rounded": float64(s.Rounded),
	}}
	if r.Search != nil {
		out.Stats["tries"], out.Stats["improved"], out.Stats["plainCost"] = float64(r.Search.Tries),
			float64(len(r.Search.Improvements)), r.Search.PlainCost
	}
	if s.Unscored > 0 {
		out.Stats["unscored"] = float64(s.Unscored)
	}
	if !r.Feasible {
		return out, err
	}
	out.Solution, out.Metrics = r.Solution, doc.Numbers(&r.Metrics)
	if err == nil && !in.Bare {
		b := &r.Proof
		out.Bound = &scenario.Bound{Metric: b.Metric, Value: b.Value,
			Certificate: &scenario.Certificate{Argument: b.By, Count: float64(b.Size), Group: b.Group}}
	}
	return out, err
}

// Explain returns details of a run. With {"job": id} it returns a Explanation and the events that matter
// to the job. Otherwise it returns the events of the whole run.
func (Kind) Explain(ctx context.Context, algorithm string, in *input,
	about map[string]string) (solver.Explanation, error) {
	id, o := Algorithm(algorithm), optionsOf(in)
	if about["job"] != "" {
		why, err := Explain(ctx, in.Problem, id, o, about["job"])
		return solver.Explanation{Trace: concerning(about["job"], in.Log), Detail: why}, err
	}
	o.NoBound = true
	_, err := Solve(ctx, in.Problem, id, o)
	return solver.Explanation{Trace: in.Log}, err
}

// concerning returns the events about a job, and those of other jobs that were placed or stopped
// before the last placement of the job.
func concerning(job string, log *trace.Log) *trace.Log {
	if log == nil {
		return nil
	}
	kept, last := &trace.Log{Limit: log.Limit}, 0
	for i := range log.Events {
		e := &log.Events[i]
		own := slices.ContainsFunc(e.Refs, func(r trace.Ref) bool { return r.ID == job && r.Role != "machine" })
		if own || e.Kind != "cycle" && e.Kind != "adjust" {
			kept.Add(*e)
		}
		if own && e.Kind == "place" {
			last = len(kept.Events)
		}
	}
	if last > 0 {
		kept.Events = kept.Events[:last]
	}
	return kept
}
