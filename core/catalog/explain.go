package catalog

import (
	"context"
	"errors"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// ErrNoExplanation is returned for an algorithm that records no events.
var ErrNoExplanation = errors.New("catalog: this algorithm has no explanation")

// ExplainExplicit runs one algorithm again with its events recorded, on a
// scenario that Expand returned. About names what the explanation is wanted of,
// {"job": "j17"}; what the kind does not know there comes back as doc.Faults.
func ExplainExplicit(ctx context.Context, s *scenario.Scenario, run scenario.Run, about map[string]string, env Env) (Explanation, error) {
	if faults := checkRun(s.Kind, run).Within("run"); len(faults) > 0 {
		return Explanation{}, faults
	}
	algorithm, _ := Find(s.Kind, run.Algorithm)
	if algorithm.Explain == nil {
		return Explanation{}, ErrNoExplanation
	}
	in := Input{Scenario: s, Options: algorithm.Complete(run.Options), Log: env.Log, Progress: env.Progress}
	if in.Log == nil {
		in.Log = &trace.Log{}
	}
	why, err := algorithm.Explain(ctx, in, about)
	if err != nil {
		return why, err
	}
	for _, f := range doc.Check(why.Detail) {
		return why, errors.New("catalog: the explanation by " + run.Algorithm + " holds " + f.Path + " = " + f.Value + ", which " + f.Why)
	}
	return why, nil
}
