package engine

import (
	"context"
	"errors"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/trace"
)

// ExplainExplicit runs one algorithm again with its events recorded, on a scenario returned by
// Expand. About names the element to explain, such as {"job": "j17"}. An unknown element is an
// error of type doc.Faults.
func (e Engine) ExplainExplicit(ctx context.Context, s *scenario.Scenario, run scenario.Run, about map[string]string,
	env Env) (solver.Explanation, error) {
	kind, faults := e.kindForRun(s, run)
	if len(faults) > 0 {
		return solver.Explanation{}, faults
	}
	algorithm, _ := catalog.Find(s.Kind, run.Algorithm)
	in := Input{s, algorithm.Complete(run.Options), solver.Settings{Seed: s.Seed, Log: env.Log, Progress: env.Progress,
		Clock: env.Clock}}
	if in.Log == nil {
		in.Log = &trace.Log{}
	}
	explain := kind.Explain
	if run.Algorithm == policy.AlgorithmOwn {
		started, err := kind.start(ctx, run, &in, env.Programs)
		if err != nil {
			return solver.Explanation{}, err
		}
		defer started.close()
		explain = started.explain
	}
	why, err := explain(ctx, run.Algorithm, in, about)
	if err != nil {
		return why, err
	}
	for _, f := range doc.Check(why.Detail) {
		return why, errors.New("engine: the explanation by " + run.Algorithm + " holds " + f.Path + " = " + f.Value +
			", which " + f.Reason)
	}
	return why, nil
}
