package solve

import (
	"context"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// Kind has the solvers of groups. It implements solver.Kind.
type Kind struct{}

type input = solver.Input[group.Problem, group.Options]

// Algorithms returns the solvers.
func (Kind) Algorithms() []solver.Algorithm[group.Problem, group.Options] {
	var ids []Algorithm
	for _, a := range algorithms() {
		ids = append(ids, a.id)
	}
	return solver.NewAlgorithms(ids, solveInput)
}

// Share does nothing: solvers have no common work.
func (Kind) Share(*group.Problem) {}

// Program returns the input type of programs.
func (Kind) Program() solver.Program { return solver.Program{State: State{}} }

func optionsOf(in *input) Options {
	return Options{Options: in.Options, Log: in.Log, Progress: in.Progress, NoBound: in.Bare, Formulas: in.Formulas,
		Seed: in.Seed}
}

// Decide solves by the program of the input.
func (Kind) Decide(ctx context.Context, in *input) (solver.Output, error) {
	r, err := Decide(ctx, in.Problem, in.Program, optionsOf(in))
	return output(in.Problem, &r, err)
}

// solveInput solves with one algorithm.
func solveInput(ctx context.Context, id Algorithm, in *input) (solver.Output, error) {
	r, err := Solve(ctx, in.Problem, id, optionsOf(in))
	return output(in.Problem, &r, err)
}

// output converts a result for package solver. The solution and the metrics are omitted if the
// result is infeasible, and the bound also after an error.
func output(p *group.Problem, r *Result, err error) (solver.Output, error) {
	out := solver.Output{Feasible: r.Feasible, Reason: r.Reason, Stats: counters(r), InfiniteScores: r.Stats.Infinite}
	if !r.Feasible {
		return out, err
	}
	out.Solution, out.Metrics = r.Solution, doc.Numbers(&r.Metrics)
	if r.HasBound && err == nil {
		metric := "availability"
		if p.Sums() {
			metric = "value"
		}
		out.Bound = &scenario.Bound{Metric: metric, Value: r.Bound, Certificate: &scenario.Certificate{
			Argument: "multipliers", Multipliers: append(r.Multipliers, r.Blind...)}}
	}
	return out, err
}

// counters returns the counters that an algorithm has used.
func counters(r *Result) map[string]float64 {
	stats := map[string]float64{}
	for _, x := range []struct {
		name  string
		count float64
	}{
		{"sets", float64(r.Stats.Sets)}, {"cells", float64(r.Stats.Cells)}, {"treeNodes", float64(r.Stats.TreeNodes)},
		{"labels", float64(r.Stats.Labels)}, {"rounds", float64(r.Stats.Rounds)},
		{"freeGroups", float64(r.Stats.FreeGroups)},
		{"exactComparisons", float64(r.Stats.Comparisons)}, {"roundedTo", r.Stats.RoundingStep},
		{"dualBound", r.Stats.DualBound}, {"unscored", float64(r.Stats.Unscored)},
	} {
		if x.count != 0 {
			stats[x.name] = x.count
		}
	}
	if r.Refused {
		stats["refused"] = 1
	}
	if r.Stopped {
		stats["stopped"] = 1
	}
	return stats
}

// curvePoints is the maximum number of requests of a curve.
const curvePoints = 24

// Explain returns for {"curves": "gka frontier"} the curves of these algorithms
// over the number of nodes, with the same budget per node, and over the budget.
// With "every" it has a point for every number of nodes. Otherwise it returns
// the events of the run.
func (Kind) Explain(ctx context.Context, algorithm string, in *input,
	about map[string]string) (solver.Explanation, error) {
	p := in.Problem
	if about["curves"] == "" {
		o := optionsOf(in)
		o.Progress, o.NoBound = nil, true
		_, err := Solve(ctx, p, Algorithm(algorithm), o)
		return solver.Explanation{Trace: in.Log}, err
	}
	found := Curves{PerNode: p.Request.Budget / float64(p.Request.Nodes), Curves: []Curve{}}
	points := curvePoints
	if about["every"] != "" {
		points = p.Request.Nodes
	}
	for _, name := range strings.Fields(about["curves"]) {
		o := Options{}
		if name == algorithm {
			o = optionsOf(in)
			o.Log = nil
		} else if name == policy.AlgorithmOwn {
			table := group.PolicyKind()
			usual, _ := table.Find(table.Default)
			o.Formulas, _ = table.Read(usual.Source, nil)
		}
		curve, err := Sweep(ctx, p, Algorithm(name), o, points, in.Clock)
		if err != nil {
			return solver.Explanation{}, err
		}
		found.Curves = append(found.Curves, curve)
	}
	return solver.Explanation{Detail: found}, nil
}
