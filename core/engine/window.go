package engine

import (
	"context"
	"math"

	"gridbox/core/doc"
	batchsolve "gridbox/core/kind/batch/solve"
	"gridbox/core/kind/window"
	solver "gridbox/core/kind/window/solve"
	"gridbox/core/kind/window/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Window computes the kind window. ALP and AMP are those of batches, asked for
// one window.
func Window() Kind {
	rough := func(algorithm string) bool {
		return algorithm == string(batchsolve.ALP) || algorithm == string(batchsolve.AMP)
	}
	return Kind{
		ID: "window",
		Solve: func(ctx context.Context, algorithm string, in Input) (Output, error) {
			p := &in.Scenario.Window.WindowProblem
			if rough(algorithm) {
				return solveRough(ctx, batchsolve.Algorithm(algorithm), p, in.Log)
			}
			return solveWindow(ctx, solver.Algorithm(algorithm), p, in)
		},
		Explain: func(ctx context.Context, algorithm string, in Input, about map[string]string) (Explanation, error) {
			p := &in.Scenario.Window.WindowProblem
			if about["front"] != "" {
				front, err := solver.FrontOf(ctx, p)
				return Explanation{Detail: front}, err
			}
			if rough(algorithm) {
				_, err := solveRough(ctx, batchsolve.Algorithm(algorithm), p, in.Log)
				return Explanation{Trace: in.Log}, err
			}
			o := windowOptions(in)
			o.NoBound = true
			_, err := solver.Solve(ctx, p, solver.Algorithm(algorithm), o)
			return Explanation{Trace: in.Log}, err
		},
		Decide: func(ctx context.Context, program policy.Program, in Input) (Output, error) {
			r, err := solver.Decide(ctx, &in.Scenario.Window.WindowProblem, program, windowOptions(in))
			return windowOutput(&r, err)
		},
		Share: func(s *scenario.Scenario) { s.Window.Share() },
		Check: func(s *scenario.Scenario, a *scenario.Answer) scenario.Check {
			return conform.Answer(&s.Window.WindowProblem, formulasOf(s, a), a)
		},
	}
}

func windowOptions(in Input) solver.Options {
	o := solver.Options{Log: in.Log, Progress: in.Progress, NoBound: in.Bare,
		Formulas: in.Formulas}
	doc.Fill(&o.Options, in.Options)
	return o
}

func solveWindow(ctx context.Context, id solver.Algorithm, p *window.WindowProblem, in Input) (Output, error) {
	r, err := solver.Solve(ctx, p, id, windowOptions(in))
	out, err := windowOutput(&r, err)
	if !out.Feasible {
		return out, err
	}
	if id == solver.AlgorithmCustom || id == solver.AlgorithmOwn {
		out.Stats["criterion"], out.Stats["startsSearched"] = r.Stats.Criterion, float64(r.Stats.Searched)
	}
	if id == solver.AlgorithmMultipleBest {
		out.Stats["alternatives"] = float64(r.Stats.Alternatives)
		for name, x := range doc.Numbers(&r.Best) {
			out.Stats["best"+string(name[0]-'a'+'A')+name[1:]] = x
		}
	}
	return out, err
}

func windowOutput(r *solver.Result, err error) (Output, error) {
	out := Output{Feasible: r.Feasible, Stats: map[string]float64{
		"groups": float64(r.Stats.Groups), "groupsPruned": float64(r.Stats.GroupsPruned),
		"slotsAdded":      float64(r.Stats.Slots),
		"windowsExamined": float64(r.Stats.Examined), "startsPruned": float64(r.Stats.Pruned),
	}}
	if r.Stats.Rounding > 0 {
		out.Stats["priceRounding"] = r.Stats.Rounding
	}
	if r.Stats.Labels > 0 {
		out.Stats["choiceStates"] = float64(r.Stats.Labels)
	}
	if r.Stats.Stopped {
		out.Stats["stopped"] = 1
	}
	if !r.Feasible {
		if r.Shortage != nil {
			out.Reason = r.Shortage.Reasoned()
			out.Stats["missing"] = r.Shortage.Need - r.Shortage.Have
		}
		return out, err
	}
	out.Solution, out.Metrics = r.Solution, doc.Numbers(&r.Metrics)
	if r.Bounded != "" && err == nil {
		out.Bound = &scenario.Bound{Metric: r.Bounded, Value: tightened(r.Bound, out.Metrics[r.Bounded])}
	}
	return out, err
}

// tightened takes a bound that is the metric up to the rounding of sums to be
// the metric itself.
func tightened(bound, metric float64) float64 {
	if math.Abs(bound-metric) <= 1e-12*math.Abs(metric) {
		return metric
	}
	return bound
}

func solveRough(ctx context.Context, id batchsolve.Algorithm, p *window.WindowProblem, log *trace.Log) (Output, error) {
	if err := ctx.Err(); err != nil {
		return Output{}, err
	}
	w, why, ok := batchsolve.Single(p, id, log)
	if !ok {
		return Output{Reason: why}, nil
	}
	m := window.Metrics{Start: w.Start, Runtime: w.End - w.Start, Finish: w.End, Cost: w.Cost}
	for i := range w.Slots {
		for k := range p.Nodes {
			if p.Nodes[k].ID == w.Slots[i].Node {
				m.Value += p.Nodes[k].Attributes[p.ValueAttribute()]
			}
		}
	}
	return Output{Feasible: true, Solution: &window.Solution{Slots: w.Slots}, Metrics: doc.Numbers(&m)}, nil
}
