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

// Env has the optional services of a run. The zero Env is valid.
type Env struct {
	Log      *trace.Log            // records the events, nil for none
	Progress func(done, total int) // called with the progress; may be nil
	Clock    func() float64        // a monotonic clock in milliseconds; may be nil
	Rest     func()                // yields the thread between parts of the work; may be nil
	Bare     bool                  // only the answer and its metrics; see solver.Settings
	// Programs runs policies in JavaScript; nil if there is no interpreter.
	Programs policy.Interpreter
}

// Run solves a scenario with one algorithm, has the answer verified and signs it with its digest.
// A generated scenario is expanded first. Errors of the input are returned as doc.Faults. A
// cancelled run returns a partial answer with the error of the context.
func (e Engine) Run(ctx context.Context, s *scenario.Scenario, run scenario.Run, env Env) (scenario.Answer, error) {
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		return scenario.Answer{}, faults
	}
	return e.RunExplicit(ctx, explicit, run, env)
}

// RunExplicit is Run for a scenario returned by Expand.
func (e Engine) RunExplicit(ctx context.Context, s *scenario.Scenario, run scenario.Run,
	env Env) (scenario.Answer, error) {
	answer, _, err := e.runEncoded(ctx, s, run, env)
	return answer, err
}

// RunText is RunExplicit that returns the answer's canonical text.
func (e Engine) RunText(ctx context.Context, s *scenario.Scenario, run scenario.Run, env Env) ([]byte, error) {
	answer, solution, err := e.runEncoded(ctx, s, run, env)
	if err != nil {
		return nil, err
	}
	return answer.Canonical(solution), nil
}

// runEncoded returns the answer with its encoded solution.
func (e Engine) runEncoded(ctx context.Context, s *scenario.Scenario, run scenario.Run,
	env Env) (scenario.Answer, doc.RawJSON, error) {
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

// Measure is RunExplicit without verification and signature, which cost more than the solution of
// a small problem. Studies use it and have some of their answers verified.
func (e Engine) Measure(ctx context.Context, s *scenario.Scenario, run scenario.Run, env Env) (scenario.Answer, error) {
	answer := scenario.Answer{Algorithm: run.Algorithm, Label: run.Label}
	kind, faults := e.kindForRun(s, run)
	if len(faults) > 0 {
		return answer, faults
	}
	algorithm, _ := catalog.Find(s.Kind, run.Algorithm)
	answer.Options = algorithm.Complete(run.Options)

	in := Input{s, answer.Options, solver.Settings{Seed: s.Seed, Log: env.Log, Progress: env.Progress, Bare: env.Bare}}
	solve := kind.Solve
	if run.Algorithm == policy.AlgorithmOwn {
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

// kindForRun returns the kind of a run, or the faults of the run.
func (e Engine) kindForRun(s *scenario.Scenario, run scenario.Run) (Kind, doc.Faults) {
	if faults := catalog.CheckRun(s.Kind, run).PrefixPaths("run"); len(faults) > 0 {
		return Kind{}, faults
	}
	k, ok := e.kind(s.Kind)
	if !ok {
		return k, doc.Faults{{Path: "kind", Reason: "this program does not compute the kind " + s.Kind}}
	}
	return k, nil
}

// rest calls Rest if it is set.
func (e *Env) rest() {
	if e.Rest != nil {
		e.Rest()
	}
}

// now returns the time in milliseconds, or 0 without a clock.
func (e *Env) now() float64 {
	if e.Clock == nil {
		return 0
	}
	return e.Clock()
}

// setGap sets the relative gap between the metric and its bound.
func setGap(a *scenario.Answer) {
	if gap, ok := a.Relative(); ok {
		a.Bound.Gap = gap
	}
}

// Verify has an answer checked by the kind's verifier. The scenario must be explicit and valid.
func (e Engine) Verify(s *scenario.Scenario, a *scenario.Answer) *scenario.Check {
	check := scenario.Check{}
	if kind, ok := e.kind(s.Kind); ok {
		check = kind.Check(s, a)
	} else {
		check.Violations = []scenario.Violation{{Path: "kind", Reason: "this program does not check the kind " +
			s.Kind}}
	}
	return &check
}
