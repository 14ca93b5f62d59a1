package catalog

import (
	"context"

	"gridbox/core/batch"
	"gridbox/core/scenario"
	"gridbox/core/slot"
	"gridbox/core/trace"
)

// roughWindows are the searches for one window from the paper on batches. The
// parts of their windows start together and end when each node is done. The
// colours follow those of the first algorithms.
func roughWindows(problem func(*scenario.Scenario) *slot.WindowProblem, first int) []Algorithm {
	list := []Algorithm{
		{ID: "alp", Name: "ALP", About: "Takes the earliest window in which every slot keeps an equal share of the budget; parts end when their nodes are done."},
		{ID: "amp", Name: "AMP", About: "Takes the earliest window whose cheapest slots keep the budget; parts end when their nodes are done."},
	}
	for i := range list {
		list[i].Colour, list[i].Paper = first+i+1, paperALP
		id := batch.Algorithm(list[i].ID)
		list[i].Solve = func(ctx context.Context, in Input) (Output, error) {
			return solveRough(ctx, id, problem(in.Scenario), in.Log)
		}
		list[i].Explain = func(ctx context.Context, in Input, _ map[string]string) (Explanation, error) {
			if in.Log == nil {
				in.Log = &trace.Log{}
			}
			_, err := solveRough(ctx, id, problem(in.Scenario), in.Log)
			return Explanation{Trace: in.Log}, err
		}
	}
	return list
}

func solveRough(ctx context.Context, id batch.Algorithm, p *slot.WindowProblem, log *trace.Log) (Output, error) {
	if err := ctx.Err(); err != nil {
		return Output{}, err
	}
	w, why, ok := batch.Single(p, id, log)
	if !ok {
		return Output{Reason: why}, nil
	}
	value, name := 0.0, p.ValueAttribute()
	for i := range w.Slots {
		for k := range p.Nodes {
			if p.Nodes[k].ID == w.Slots[i].Node {
				value += p.Nodes[k].Attributes[name]
			}
		}
	}
	return Output{Feasible: true, Solution: &slot.Solution{Slots: w.Slots}, Metrics: map[string]float64{
		"start": w.Start, "runtime": w.End - w.Start, "finish": w.End, "cost": w.Cost, "value": value}}, nil
}
