package engine

import (
	"context"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/trace"
)

// Env is what a run may use of its surroundings. The zero Env serves.
type Env struct {
	Log      *trace.Log            // records the events, nil for none
	Progress func(done, total int) // hears how far the run is, nil for nobody
	Clock    func() float64        // a monotonic clock in milliseconds, nil for none
	Rest     func()                // lets others have the thread between the parts of the work, nil for nobody
	Bare     bool                  // the answer and its metrics alone, as solver.Settings says
	// Programs runs policies in JavaScript, nil where the program has no interpreter.
	Programs policy.Interpreter
}

// Run solves a scenario with one algorithm, has the answer checked and signs
// it with its digest. A scenario that is generated is expanded first. What is
// wrong with the input comes back as doc.Faults; a cancelled run returns what
// it has and the context's error.
func (e Engine) Run(ctx context.Context, s *scenario.Scenario, run scenario.Run, env Env) (scenario.Answer, error) {
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		return scenario.Answer{}, faults
	}
	return e.RunExplicit(ctx, explicit, run, env)
}

// RunExplicit is Run for a scenario that Expand returned.
func (e Engine) RunExplicit(ctx context.Context, s *scenario.Scenario, run scenario.Run,
	env Env) (scenario.Answer, error) {
	answer, _, err := e.written(ctx, s, run, env)
	return answer, err
}

// RunText is RunExplicit that gives the answer's canonical text.
func (e Engine) RunText(ctx context.Context, s *scenario.Scenario, run scenario.Run, env Env) ([]byte, error) {
	answer, solution, err := e.written(ctx, s, run, env)
	if err != nil {
		return nil, err
	}
	return answer.Canonical(solution), nil
}

func (e Engine) written(ctx context.Context, s *scenario.Scenario, run scenario.Run,
	env Env) (scenario.Answer, doc.Written, error) {
	answer, err := e.Measure(ctx, s, run, env)
	if err != nil {
		return answer, nil, err
	}
	env.rest()
	solution, err := answer.SignWritten()
	if err != nil {
		return answer, nil, err
	}
	env.rest()
	answer.Check = e.Verify(s, &answer)
	env.rest()
	return answer, solution, nil
}

// Measure is RunExplicit without what costs more than a small problem's
// solution: the answer is neither checked nor signed.
// Studies use it, and have some of their answers checked.
func (e Engine) Measure(ctx context.Context, s *scenario.Scenario, run scenario.Run, env Env) (scenario.Answer, error) {
	answer := scenario.Answer{Algorithm: run.Algorithm, Label: run.Label}
	kind, faults := e.asked(s, run)
	if len(faults) > 0 {
		return answer, faults
	}
	algorithm, _ := catalog.Find(s.Kind, run.Algorithm)
	answer.Options = algorithm.Complete(run.Options)

	in := Input{s, answer.Options, solver.Settings{Seed: s.Seed, Log: env.Log, Progress: env.Progress, Bare: env.Bare}}
	solve := kind.Solve
	if run.Algorithm == policy.Own {
		started, err := kind.start(ctx, run, &in, env.Programs)
		if err != nil {
			return answer, err
		}
		defer started.close()
		solve = started.solve
	}
	began := env.now()
	out, err := solve(ctx, run.Algorithm, in)
	answer.ElapsedMs = max(0, env.now()-began)
	answer.Feasible, answer.Reason = out.Feasible, out.Reason
	answer.Metrics, answer.Stats, answer.Bound, answer.Solution = out.Metrics, out.Stats, out.Bound, out.Solution
	answer.InfiniteScores = out.InfiniteScores
	setGap(&answer)
	return answer, err
}

// asked finds the kind that a run is for, or what is wrong with the run.
func (e Engine) asked(s *scenario.Scenario, run scenario.Run) (Kind, doc.Faults) {
	if faults := catalog.CheckRun(s.Kind, run).Within("run"); len(faults) > 0 {
		return Kind{}, faults
	}
	k, ok := e.kind(s.Kind)
	if !ok {
		return k, doc.Faults{{Path: "kind", Why: "this program does not compute the kind " + s.Kind}}
	}
	return k, nil
}

func (e *Env) rest() {
	if e.Rest != nil {
		e.Rest()
	}
}

func (e *Env) now() float64 {
	if e.Clock == nil {
		return 0
	}
	return e.Clock()
}

// setGap completes a bound with the relative distance of the metric to it.
func setGap(a *scenario.Answer) {
	if gap, ok := a.Relative(); ok {
		a.Bound.Gap = gap
	}
}

// Verify has an answer judged by the kind's independent checker. The scenario
// is explicit and valid.
func (e Engine) Verify(s *scenario.Scenario, a *scenario.Answer) *scenario.Check {
	check := scenario.Check{}
	if kind, ok := e.kind(s.Kind); ok {
		check = kind.Check(s, a)
	} else {
		check.Violations = []scenario.Violation{{Path: "kind", Why: "this program does not check the kind " + s.Kind}}
	}
	return &check
}
