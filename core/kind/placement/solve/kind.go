package solve

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// Kind has the solvers of placements. It implements solver.Kind.
type Kind struct{}

type input = solver.Input[placement.Problem, placement.Options]

// Algorithms returns the solvers.
func (Kind) Algorithms() []solver.Algorithm[placement.Problem, placement.Options] {
	var ids []Algorithm
	for _, a := range algorithms() {
		ids = append(ids, a.id)
	}
	return solver.NewAlgorithms(ids, solveInput)
}

// Share does nothing: solvers have no work in common.
func (Kind) Share(*placement.Problem) {}

// Program returns the types of a program's argument and result.
func (Kind) Program() solver.Program {
	return solver.Program{State: State{}, Returns: "string", Means: "the id of a cluster that the job's data can reach"}
}

// optionsOf returns the options of a run.
func optionsOf(in *input) Options {
	return Options{Options: in.Options, Seed: in.Seed, Log: in.Log, Progress: in.Progress, NoBound: in.Bare,
		Formulas: in.Formulas}
}

// Decide runs the program of the input.
func (Kind) Decide(ctx context.Context, in *input) (solver.Output, error) {
	r, err := Decide(ctx, in.Problem, in.Program, optionsOf(in))
	return output(&r, in, err)
}

// solveInput runs one algorithm.
func solveInput(ctx context.Context, id Algorithm, in *input) (solver.Output, error) {
	r, err := Solve(ctx, in.Problem, id, optionsOf(in))
	out, err := output(&r, in, err)
	if id == AlgorithmSCPTree {
		out.Stats["coversExamined"] = float64(r.Stats.CoversExamined)
		out.Stats["treeNodes"] = float64(r.Stats.TreeNodes)
	}
	if id == AlgorithmLocalSearch || id == AlgorithmExact {
		out.Stats["effort"] = float64(r.Stats.Neighbours)
	}
	if r.Stats.SearchStopped {
		out.Stats["stopped"] = 1
	}
	if r.Stats.CoversUnproven > 0 {
		out.Stats["stopped"] = 1
		out.Stats["coversUnproven"] = float64(r.Stats.CoversUnproven)
		out.Stats["hostsUnproven"] = float64(r.Stats.HostsUnproven)
	}
	return out, err
}

// output converts a result for package solver. The solution, the metrics and the bound are omitted
// if the result is infeasible. The bound is also omitted after an error and for a bare run.
func output(r *Result, in *input, err error) (solver.Output, error) {
	out := solver.Output{Feasible: r.Feasible, Reason: r.Reason, InfiniteScores: r.Stats.Infinite,
		Stats: map[string]float64{
			"searches":       float64(r.Stats.Searches),
			"clustersRanked": float64(r.Stats.ClustersRanked),
		}}
	if r.Stats.Unscored > 0 {
		out.Stats["unscored"] = float64(r.Stats.Unscored)
	}
	if !r.Feasible {
		return out, err
	}
	out.Solution, out.Metrics = r.Solution, doc.Numbers(&r.Metrics)
	if err == nil && !in.Bare {
		out.Bound = &scenario.Bound{Metric: "makespan", Value: r.Bound.Value, Certificate: &scenario.Certificate{
			Argument: r.Bound.Argument, Limit: r.Bound.Value, Multipliers: r.Bound.Weights}}
	}
	return out, err
}

// Explain returns details of a run. With {"job": id, "cluster": id} it returns a Explanation and the
// events of replica selection on that cluster, by default the chosen one. With {"matrix": "all",
// "from": n} it returns a Matrix. Otherwise it returns the events of the whole run.
func (Kind) Explain(ctx context.Context, algorithm string, in *input,
	about map[string]string) (solver.Explanation, error) {
	id, o := Algorithm(algorithm), optionsOf(in)
	o.NoBound = true
	switch {
	case about["matrix"] != "":
		from := 0
		if text := about["from"]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				return solver.Explanation{}, errors.New("from must be the number of a job, not " + strconv.Quote(text))
			}
			from = n
		}
		m, err := Scores(ctx, in.Problem, id, o, from)
		return solver.Explanation{Trace: in.Log, Detail: m}, err
	case about["job"] != "":
		why, err := Explain(ctx, in.Problem, id, o, about["job"], about["cluster"])
		return solver.Explanation{Trace: in.Log, Detail: why}, err
	}
	_, err := Solve(ctx, in.Problem, id, o)
	return solver.Explanation{Trace: in.Log}, err
}
