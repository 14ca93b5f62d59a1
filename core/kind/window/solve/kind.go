package solve

import (
	"context"
	"errors"
	"math"
	"strconv"

	"gridbox/core/doc"
	batchsolve "gridbox/core/kind/batch/solve"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// Kind has the solvers of windows. It implements solver.Kind.
type Kind struct{}

type input = solver.Input[window.WindowProblem, window.Options]

// Algorithms returns the solvers of this package, and ALP and AMP of package
// batch for one window.
func (Kind) Algorithms() []solver.Algorithm[window.WindowProblem, window.Options] {
	var ids []Algorithm
	for _, a := range algorithms() {
		ids = append(ids, a.id)
	}
	batches := []batchsolve.Algorithm{batchsolve.ALP, batchsolve.AMP}
	return append(solver.NewAlgorithms(ids, solveInput), solver.NewAlgorithms(batches, solveBatch)...)
}

// Share lists the free times of the nodes.
func (Kind) Share(p *window.WindowProblem) { p.Share() }

// Program returns the input and output types of programs.
func (Kind) Program() solver.Program {
	return solver.Program{State: State{}, Returns: "string[] | { nodes: string[]; more?: boolean } | null",
		Means: "names of nodes, with more: true to go on looking, null for none"}
}

func optionsOf(in *input) Options {
	return Options{Options: in.Options, Log: in.Log, Progress: in.Progress, NoBound: in.Bare, Formulas: in.Formulas}
}

// Decide solves by the program of the input.
func (Kind) Decide(ctx context.Context, in *input) (solver.Output, error) {
	r, err := Decide(ctx, in.Problem, in.Program, optionsOf(in))
	return output(&r, err)
}

// solveInput solves with one algorithm.
func solveInput(ctx context.Context, id Algorithm, in *input) (solver.Output, error) {
	r, err := Solve(ctx, in.Problem, id, optionsOf(in))
	out, err := output(&r, err)
	if !out.Feasible {
		return out, err
	}
	if id == AlgorithmCustom || id == AlgorithmOwn {
		out.Stats["criterion"], out.Stats["startsSearched"] = r.Stats.Criterion, float64(r.Stats.Searched)
	}
	if id == AlgorithmMultipleBest {
		out.Stats["alternatives"] = float64(r.Stats.Alternatives)
		for name, x := range doc.Numbers(&r.Best) {
			out.Stats["best"+string(name[0]-'a'+'A')+name[1:]] = x
		}
	}
	return out, err
}

// output converts a result for package solver. An infeasible result has the shortage as its reason,
// without solution and metrics. The bound is omitted after an error.
func output(r *Result, err error) (solver.Output, error) {
	out := solver.Output{Feasible: r.Feasible, Stats: map[string]float64{
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
			out.Reason = r.Shortage.AnswerReason()
			out.Stats["missing"] = r.Shortage.Need - r.Shortage.Have
		}
		return out, err
	}
	out.Solution, out.Metrics = r.Solution, doc.Numbers(&r.Metrics)
	if r.BoundMetric != "" && err == nil {
		out.Bound = &scenario.Bound{Metric: r.BoundMetric, Value: snapToMetric(r.Bound, out.Metrics[r.BoundMetric])}
	}
	return out, err
}

// snapToMetric returns the metric if the bound differs from it only by rounding
// errors, and the bound otherwise.
func snapToMetric(bound, metric float64) float64 {
	if math.Abs(bound-metric) <= 1e-12*math.Abs(metric) {
		return metric
	}
	return bound
}

// solveBatch solves with ALP or AMP, whose windows have parts of different
// lengths.
func solveBatch(ctx context.Context, id batchsolve.Algorithm, in *input) (solver.Output, error) {
	p := in.Problem
	if err := ctx.Err(); err != nil {
		return solver.Output{}, err
	}
	w, why, ok := batchsolve.Single(p, id, in.Log)
	if !ok {
		return solver.Output{Reason: why}, nil
	}
	m := window.Metrics{Start: w.Start, Runtime: w.End - w.Start, Finish: w.End, Cost: w.Cost}
	for i := range w.Slots {
		for k := range p.Nodes {
			if p.Nodes[k].ID == w.Slots[i].Node {
				m.Value += p.Nodes[k].Attributes[p.ValueAttribute()]
			}
		}
	}
	return solver.Output{Feasible: true, Solution: &window.Solution{Slots: w.Slots}, Metrics: doc.Numbers(&m)}, nil
}

// Explain returns a Front if about names a front, whatever the algorithm, and otherwise the events
// of the run. It returns an error for an unknown algorithm.
func (Kind) Explain(ctx context.Context, algorithm string, in *input,
	about map[string]string) (solver.Explanation, error) {
	if about["front"] != "" {
		front, err := FrontOf(ctx, in.Problem)
		return solver.Explanation{Detail: front}, err
	}
	bare := *in
	bare.Bare = true
	for _, a := range (Kind{}).Algorithms() {
		if a.ID == algorithm {
			_, err := a.Solve(ctx, &bare)
			return solver.Explanation{Trace: in.Log}, err
		}
	}
	return solver.Explanation{}, errors.New("window: no algorithm is called " + strconv.Quote(algorithm))
}
