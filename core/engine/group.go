package engine

import (
	"context"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	solver "gridbox/core/kind/group/solve"
	"gridbox/core/kind/group/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// Group computes the kind group.
func Group() Kind {
	return Kind{
		ID: "group",
		Solve: func(ctx context.Context, algorithm string, in Input) (Output, error) {
			return solveGroup(ctx, &in.Scenario.Group.Problem, solver.Algorithm(algorithm), in)
		},
		Explain: func(ctx context.Context, algorithm string, in Input, about map[string]string) (Explanation, error) {
			return explainGroup(ctx, solver.Algorithm(algorithm), in, about)
		},
		Decide: func(ctx context.Context, program policy.Program, in Input) (Output, error) {
			r, err := solver.Decide(ctx, &in.Scenario.Group.Problem, program, groupOptions(in))
			return groupOutput(&in.Scenario.Group.Problem, &r, err)
		},
		Check: func(s *scenario.Scenario, a *scenario.Answer) scenario.Check {
			return conform.Answer(&s.Group.Problem, formulasOf(s, a), a)
		},
	}
}

// curvePoints is how many requests a curve has at most.
const curvePoints = 24

// explainGroup answers about {"curves": "gka frontier"} with what these
// algorithms give and take over the number of nodes, for the same budget a
// node, and over the budget; with "every" besides for every number of nodes.
// About anything else it answers with the events of the run.
func explainGroup(ctx context.Context, id solver.Algorithm, in Input, about map[string]string) (Explanation, error) {
	p := &in.Scenario.Group.Problem
	if about["curves"] == "" {
		in.Progress = nil
		o := groupOptions(in)
		o.NoBound = true
		_, err := solver.Solve(ctx, p, id, o)
		return Explanation{Trace: in.Log}, err
	}
	perNode := p.Request.Budget / float64(p.Request.Nodes)
	found := solver.Curves{PerNode: perNode, Curves: []solver.Curve{}}
	most := curvePoints
	if about["every"] != "" {
		most = p.Request.Nodes
	}
	for _, name := range strings.Fields(about["curves"]) {
		o := solver.Options{}
		if name == string(id) {
			o = groupOptions(in)
			o.Log = nil
		} else if name == policy.Own {
			table, _ := policy.Of("group")
			usual, _ := table.Find(table.Default)
			o.Formulas, _ = table.Read(usual.Source, nil)
		}
		curve, err := solver.Sweep(ctx, p, solver.Algorithm(name), o, most, in.Clock)
		if err != nil {
			return Explanation{}, err
		}
		found.Curves = append(found.Curves, curve)
	}
	return Explanation{Detail: found}, nil
}

func groupOptions(in Input) solver.Options {
	o := solver.Options{Log: in.Log, Progress: in.Progress, NoBound: in.Bare,
		Formulas: in.Formulas}
	doc.Fill(&o.Options, in.Options)
	return o
}

func solveGroup(ctx context.Context, p *group.Problem, id solver.Algorithm, in Input) (Output, error) {
	r, err := solver.Solve(ctx, p, id, groupOptions(in))
	return groupOutput(p, &r, err)
}

func groupOutput(p *group.Problem, r *solver.Result, err error) (Output, error) {
	out := Output{Feasible: r.Feasible, Reason: r.Reason, Stats: groupStats(r), InfiniteScores: r.Stats.Infinite}
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
			By: "multipliers", Multipliers: append(r.Multipliers, r.Blind...)}}
	}
	return out, err
}

// groupStats lists the counters that an algorithm has used.
func groupStats(r *solver.Result) map[string]float64 {
	stats := map[string]float64{}
	for _, x := range []struct {
		name  string
		count float64
	}{
		{"sets", float64(r.Stats.Sets)}, {"cells", float64(r.Stats.Cells)}, {"treeNodes", float64(r.Stats.TreeNodes)},
		{"labels", float64(r.Stats.Labels)}, {"rounds", float64(r.Stats.Rounds)},
		{"freeGroups", float64(r.Stats.FreeGroups)},
		{"exactComparisons", float64(r.Stats.Comparisons)}, {"roundedTo", r.Stats.Rounded},
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
