// Package labtest brings the laboratory into all visible states and checks
// every drawing of it, for every kind. It solves, explains and studies without
// workers. Only the tests of screens and panels use it.
package labtest

import (
	"context"
	"encoding/json"
	"testing"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// Seed is the seed that examples open with.
const Seed = 7

// Open returns the live laboratory with a draft whose problem is generated.
func Open(t testing.TB, d *scenario.Scenario) state.State {
	t.Helper()
	return expand(t, state.Reduce(state.New(d), state.Alive{}))
}

// Preset returns the live laboratory with a preset.
func Preset(t testing.TB, kind, id string) state.State {
	t.Helper()
	return Open(t, state.FromPreset(kind, id, Seed))
}

// expand generates the problem of a draft that names a generator.
func expand(t testing.TB, s state.State) state.State {
	t.Helper()
	if s.Problem != nil && s.ProblemOf == s.PosedDraft {
		return s
	}
	e, faults := scenario.Expand(s.Draft)
	if faults != nil {
		t.Fatal(faults)
	}
	return state.Reduce(s, state.ExpandDone{Draft: s.PosedDraft, Problem: e})
}

// Solve solves these runs, or all runs of the draft if none are given.
func Solve(t testing.TB, s state.State, runs ...scenario.Run) state.State {
	t.Helper()
	if runs == nil {
		runs = state.Runs(s.Draft)
	}
	for _, r := range runs {
		a, err := engine.All().RunExplicit(context.Background(), s.Problem, r, engine.Env{})
		if err != nil {
			t.Fatalf("%s: %v", r.Algorithm, err)
		}
		s = WithAnswer(s, r, &a)
	}
	return s
}

// WithAnswer returns the laboratory with an answer to the current problem.
func WithAnswer(s state.State, r scenario.Run, a *scenario.Answer) state.State {
	return state.Reduce(s, state.RunDone{Run: runOf(&s, r), To: s.PosedDraft, Key: s.KeyOf(r), Answer: a,
		Problem: s.Problem})
}

// LightRuns returns the runs of the draft that the page solves without a request.
func LightRuns(s *state.State, sc *screen.Screen) (runs []scenario.Run) {
	for _, r := range state.Runs(s.Draft) {
		if sc.WeightOf(s, r) <= 1 {
			runs = append(runs, r)
		}
	}
	return runs
}

// WithAllAlgorithms returns the laboratory with every algorithm of the kind among the runs.
func WithAllAlgorithms(s state.State) state.State {
	kind, _ := catalog.ByID(s.Draft.Kind)
	for _, a := range kind.Algorithms {
		if !a.Default {
			s = state.Reduce(s, state.AddRun{Algorithm: a.ID})
		}
	}
	return s
}

// Focus shows the answer of an algorithm.
func Focus(s state.State, algorithm string) state.State {
	return state.Reduce(s, state.FocusRun{Run: algorithm})
}

// Select selects one thing.
func Select(s state.State, kind, id string) state.State {
	return state.Reduce(s, state.SelectElement{Element: state.Ref{Kind: kind, ID: id}})
}

// Explain adds the explanation and the table that the screen needs of the
// focused answer, as the page gets them from its workers.
func Explain(t testing.TB, s state.State, sc *screen.Screen) state.State {
	t.Helper()
	return withExplanation(t, s, sc, func(about map[string]string) solver.Explanation {
		return explanationOf(t, &s, about)
	})
}

// withExplanation returns the state with the explanation and the table that ask computes. It returns the state
// unchanged if the focused answer is missing, outdated or infeasible.
func withExplanation(t testing.TB, s state.State, sc *screen.Screen,
	ask func(about map[string]string) solver.Explanation) state.State {
	t.Helper()
	a := s.FocusedAnswer()
	if a == nil || !s.IsFresh(*a) || !a.Answer.Feasible {
		return s
	}
	if question, about, ok := sc.ExplanationRequest(&s); ok {
		why := ask(about)
		question.Run, question.Key, question.To = s.Focus, "why", s.PosedDraft
		s = state.Reduce(s, question)
		s = state.Reduce(s, state.ExplanationArrived{Key: "why", Trace: why.Trace, Detail: detail(t, why)})
	}
	if sc.Table == nil {
		return s
	}
	if about := sc.Table(&s); about != nil {
		found := detail(t, ask(about))
		s = state.Reduce(state.Reduce(s, state.ExplanationPending{Matrix: true, Run: s.Focus, Key: "table",
			To: s.PosedDraft}),
			state.ExplanationArrived{Matrix: true, Key: "table", Detail: found})
	}
	return s
}

func explanationOf(t testing.TB, s *state.State, about map[string]string) solver.Explanation {
	t.Helper()
	ticks := 0.0
	clock := func() float64 { ticks++; return ticks }
	why, err := engine.All().ExplainExplicit(context.Background(), s.Problem, s.FocusedAnswer().Run, about,
		engine.Env{Clock: clock})
	if err != nil {
		t.Fatalf("%s, %v: %v", s.Focus, about, err)
	}
	return why
}

func detail(t testing.TB, why solver.Explanation) []byte {
	t.Helper()
	if why.Detail == nil {
		return nil
	}
	text, err := json.Marshal(why.Detail)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
