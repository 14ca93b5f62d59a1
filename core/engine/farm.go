package engine

import (
	"context"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/kind/farm/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/schedmetrics"
	"gridbox/core/trace"
	"gridbox/core/waittime"
)

// Farm computes the kind farm.
func Farm() Kind {
	return Kind{
		ID: "farm",
		Solve: func(ctx context.Context, algorithm string, in Input) (Output, error) {
			return solveFarm(ctx, &in.Scenario.Farm.Problem, solver.Algorithm(algorithm), in)
		},
		Explain: func(ctx context.Context, algorithm string, in Input, about map[string]string) (Explanation, error) {
			return explainFarm(ctx, &in.Scenario.Farm.Problem, solver.Algorithm(algorithm), in, about)
		},
		Decide: func(ctx context.Context, program policy.Program, in Input) (Output, error) {
			r, err := solver.Decide(ctx, &in.Scenario.Farm.Problem, program, farmOptions(in))
			return farmOutput(&r, in, err)
		},
		Check: func(s *scenario.Scenario, a *scenario.Answer) scenario.Check {
			return conform.Answer(&s.Farm.Problem, formulasOf(s, a), a)
		},
	}
}

func farmOptions(in Input) solver.Options {
	o := solver.Options{Log: in.Log, Progress: in.Progress, NoBound: in.Bare, Formulas: in.Formulas}
	doc.Fill(&o.Options, in.Options)
	return o
}

func solveFarm(ctx context.Context, p *farm.Problem, id solver.Algorithm, in Input) (Output, error) {
	r, err := solver.Solve(ctx, p, id, farmOptions(in))
	return farmOutput(&r, in, err)
}

func farmOutput(r *solver.Result, in Input, err error) (Output, error) {
	s := &r.Stats
	out := Output{Feasible: r.Feasible, Reason: r.Reason, InfiniteScores: s.Infinite, Stats: map[string]float64{
		"machinesAsked": float64(s.MachinesAsked), "cycles": float64(s.Cycles), "reserved": float64(s.Reserved),
		"backfilled": float64(s.Backfilled), "preemptions": float64(s.Preemptions),
		"partitioned": float64(s.Partitioned),
		"adjusted":    float64(s.Adjusted), "rounded": float64(s.Rounded),
	}}
	if r.Search != nil {
		out.Stats["tries"], out.Stats["improved"], out.Stats["plainCost"] = float64(r.Search.Tries),
			float64(len(r.Search.Kept)), r.Search.Plain
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
			Certificate: &scenario.Certificate{By: b.By, Count: float64(b.Size), Group: b.Group}}
	}
	return out, err
}

// explainFarm answers about {"job": id} with solver.Why and the steps that matter
// to the job; about {"queue": "all"} with a queue.Answer, whatever the algorithm,
// and with what would let {"sooner": id} start sooner; about {"service": "0.05"} with
// a service.Seen of the run, that share of the jobs cut off at both ends; about nothing
// with the events of the whole run.
func explainFarm(ctx context.Context, p *farm.Problem, id solver.Algorithm, in Input,
	about map[string]string) (Explanation, error) {
	if about["queue"] != "" {
		asked := waittime.Options{Seed: in.Scenario.Seed, Worlds: true, Progress: in.Progress}
		if id := about["sooner"]; id != "" {
			asked.Sooner = []string{id}
		}
		answer, err := waittime.Predict(ctx, p, asked)
		return Explanation{Detail: answer}, err
	}
	o := farmOptions(in)
	if about["job"] != "" {
		why, err := solver.Explain(ctx, p, id, o, about["job"])
		return Explanation{Trace: concerning(about["job"], in.Log), Detail: why}, err
	}
	o.NoBound = true
	if about["service"] != "" {
		o.Log = nil
		r, err := solver.Solve(ctx, p, id, o)
		return served(p, r.Solution, about), err
	}
	_, err := solver.Solve(ctx, p, id, o)
	return Explanation{Trace: in.Log}, err
}

// usersSeen is how many users a page lists.
const usersSeen = 20

// served measures a schedule as it is asked about.
func served(p *farm.Problem, s *farm.Solution, about map[string]string) Explanation {
	share, err := strconv.ParseFloat(about["service"], 64)
	if s == nil || err != nil || !(share >= 0 && share < 0.5) {
		return Explanation{}
	}
	return Explanation{Detail: schedmetrics.See(p, s, schedmetrics.Cut{Warm: share, Tail: share}, usersSeen)}
}

// concerning keeps what happened to a job itself, and what was placed or
// stopped around it until it had its last place: that is what it had to fit
// itself into.
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
