package engine

import (
	"context"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/trace"
)

// A Session is a scenario on which algorithms run. Its problem is made explicit once.
type Session struct {
	Engine
	Original *scenario.Scenario // as it was read
	Explicit *scenario.Scenario
	Env      Env // of every run, except the log and the progress
}

// Open returns a session on a scenario, or the faults of its problem.
func (e Engine) Open(s *scenario.Scenario, env Env) (*Session, doc.Faults) {
	explicit, faults := scenario.Expand(s)
	return &Session{e, s, explicit, env}, faults
}

// Solve runs one algorithm, as RunExplicit does. Progress may be nil.
func (s *Session) Solve(ctx context.Context, run scenario.Run,
	progress func(done, total int)) (scenario.Answer, error) {
	env := s.Env
	env.Progress = progress
	return s.RunExplicit(ctx, s.Explicit, run, env)
}

// Explain runs one algorithm again with its events recorded, as ExplainExplicit does.
// The log may be nil.
func (s *Session) Explain(ctx context.Context, run scenario.Run, about map[string]string,
	log *trace.Log) (solver.Explanation, error) {
	env := s.Env
	env.Log = log
	return s.ExplainExplicit(ctx, s.Explicit, run, about, env)
}

// Result returns a result of the scenario with some answers.
func (s *Session) Result(answers ...scenario.Answer) scenario.Result {
	return catalog.Result(s.Original, answers...)
}
