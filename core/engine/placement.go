package engine

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/placement/solve"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// Placement computes the kind placement.
func Placement() Kind {
	return Kind{
		ID: "placement",
		Solve: func(ctx context.Context, algorithm string, in Input) (Output, error) {
			return solvePlacement(ctx, solve.Algorithm(algorithm), in)
		},
		Explain: func(ctx context.Context, algorithm string, in Input, about map[string]string) (Explanation, error) {
			return explainPlacement(ctx, solve.Algorithm(algorithm), in, about)
		},
		Decide: func(ctx context.Context, program policy.Program, in Input) (Output, error) {
			r, err := solve.Decide(ctx, &in.Scenario.Placement.Problem, program, placementOptions(in))
			return placementOutput(r, in, err)
		},
		Check: func(s *scenario.Scenario, a *scenario.Answer) scenario.Check {
			return conform.Answer(&s.Placement.Problem, s.Seed, formulasOf(s, a), a)
		},
	}
}

func placementOptions(in Input) solve.Options {
	o := solve.Options{Seed: in.Scenario.Seed, Log: in.Log, Progress: in.Progress, NoBound: in.Bare,
		Formulas: in.Formulas}
	doc.Fill(&o.Options, in.Options)
	return o
}

func solvePlacement(ctx context.Context, id solve.Algorithm, in Input) (Output, error) {
	r, err := solve.Solve(ctx, &in.Scenario.Placement.Problem, id, placementOptions(in))
	out, err := placementOutput(r, in, err)
	if id == solve.AlgorithmSCPTree {
		out.Stats["coversExamined"] = float64(r.Stats.CoversExamined)
		out.Stats["treeNodes"] = float64(r.Stats.TreeNodes)
	}
	if r.Stats.CoversUnproven > 0 {
		out.Stats["stopped"] = 1
		out.Stats["coversUnproven"] = float64(r.Stats.CoversUnproven)
		out.Stats["hostsUnproven"] = float64(r.Stats.HostsUnproven)
	}
	return out, err
}

func placementOutput(r solve.Result, in Input, err error) (Output, error) {
	out := Output{Feasible: r.Feasible, Reason: r.Reason, InfiniteScores: r.Stats.Infinite, Stats: map[string]float64{
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
			By: r.Bound.By, Limit: r.Bound.Value, Multipliers: r.Bound.Weights}}
	}
	return out, err
}

// explainPlacement answers about {"job": id, "cluster": id} with solve.Why and
// the events of replica selection on that cluster (the chosen one when it is
// not named); about {"matrix": "all", "from": n} with solve.Matrix; about
// nothing with the events of the whole run.
func explainPlacement(ctx context.Context, id solve.Algorithm, in Input,
	about map[string]string) (Explanation, error) {
	log := in.Log
	o := placementOptions(in)
	o.Log, o.NoBound = log, true
	p := &in.Scenario.Placement.Problem
	switch {
	case about["matrix"] != "":
		from := 0
		if text := about["from"]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				return Explanation{}, errors.New("from must be the number of a job, not " + strconv.Quote(text))
			}
			from = n
		}
		m, err := solve.Scores(ctx, p, id, o, from)
		return Explanation{Trace: log, Detail: m}, err
	case about["job"] != "":
		why, err := solve.Explain(ctx, p, id, o, about["job"], about["cluster"])
		return Explanation{Trace: log, Detail: why}, err
	}
	_, err := solve.Solve(ctx, p, id, o)
	return Explanation{Trace: log}, err
}
