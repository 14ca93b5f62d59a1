package labtest

import (
	"context"
	"encoding/json"
	"testing"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// recorded identifies the record of a run on a problem.
type recorded struct {
	problem *scenario.Scenario
	run     string
}

// contrasted adds the difference of two answers, and the records of both runs, as the page gets them from its
// workers. It records no run twice.
func (v *Viewer) contrasted(s state.State, logged bool) state.State {
	v.t.Helper()
	for side := range 2 {
		problem, answer := s.BesideAnswer(side)
		if !logged || problem == nil || answer == nil || !answer.Feasible {
			continue
		}
		key := recorded{problem, state.RunKey(s.BesideRun(side))}
		log := v.logs[key]
		if log == nil {
			log = &trace.Log{}
			_, err := engine.All().ExplainExplicit(context.Background(), problem, s.BesideRun(side), nil,
				engine.Env{Log: log})
			if err != nil {
				v.t.Fatal(err)
			}
			v.logs[key] = log
		}
		s = state.Reduce(s, state.BesideEvents{Side: side, Of: answer, Log: log})
	}
	if !s.Current() {
		s = state.Reduce(s, state.Contrasted{Found: s.Contrast(ui.Num)})
	}
	return s
}

// Besides compares two runs of the draft.
func Besides(s state.State, a, b int) state.State {
	return state.Reduce(s, state.SetBeside{Sides: [2]*state.BesideSide{{Run: a}, {Run: b}}})
}

// Explained adds the explanations of both sides.
func Explained(t testing.TB, s state.State, sc *screen.Screen) state.State {
	t.Helper()
	for side := range 2 {
		h := s.BesideHalf(side)
		answer := h.Answers[0].Answer
		if answer == nil || !answer.Feasible {
			continue
		}
		question, about, ok := sc.Asked(&h)
		if !ok {
			continue
		}
		why, err := engine.All().ExplainExplicit(context.Background(), h.Problem, h.Answers[0].Run, about, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		reply := state.Why{Run: h.Focus, About: question.About, To: h.Problem, Key: "why", Trace: why.Trace}
		if why.Detail != nil {
			if reply.Detail, err = json.Marshal(why.Detail); err != nil {
				t.Fatal(err)
			}
		}
		s = state.Reduce(s, state.BesideEvents{Side: side, Of: answer, Why: &reply})
	}
	return s
}

// besides draws all comparisons of pairs of answers.
func (v *Viewer) besides(s state.State) {
	before := state.Reduce(s, state.SetField{Path: "title", Text: "Before"}).Draft
	v.Look(Besides(s, 0, len(s.Answers)+3), "beside, one side past the last run")
	for a := range few(&s) {
		b := (a + 1) % len(s.Answers)
		two := v.contrasted(Besides(s, a, b), false)
		v.Look(two, "runs %d and %d beside each other", a, b)
		if two.Beside.Found == nil {
			continue
		}
		two = Explained(v.t, v.contrasted(two, true), v.sc)
		v.Look(two, "runs %d and %d with what was recorded", a, b)
		for _, way := range []string{"over", "list", ""} {
			v.Look(state.Reduce(two, state.LookBeside{What: "way", To: way}), "beside, way %q", way)
		}
		v.Look(state.Reduce(two, state.LookBeside{What: "cause", To: "time"}), "beside, causes by time")
		for _, turn := range []int{0, 1, two.Beside.Found.Parted + 1} {
			v.Look(state.Reduce(two, state.LookBeside{What: "turn", Turn: turn}), "beside, turn %d", turn)
		}
		v.Look(state.Reduce(two, state.LookBeside{What: "play", To: "on"}), "beside, playing")
		for _, m := range two.Beside.Found.Report.Metrics {
			by := state.Reduce(two, state.LookBeside{What: "metric", To: m.ID})
			v.Look(v.contrasted(by, true), "beside, by %s", m.ID)
		}
		v.Look(state.Reduce(two, state.PointBeside{Thing: two.BesideBy(1)}), "beside, the next difference")
		v.Look(v.contrasted(Besides(s, b, a), true), "beside, exchanged")
		v.Look(state.Reduce(two, state.Alive{Narrow: true, Dark: true}), "beside, on a phone")
	}
	other := state.SetBeside{Sides: [2]*state.BesideSide{{}, {Title: "another", Draft: before}}}
	waits := state.Reduce(s, other)
	v.Look(waits, "beside another draft, not solved yet")
	run := waits.BesideRun(1)
	answer, err := engine.All().RunExplicit(context.Background(), s.Problem, run, engine.Env{})
	if err != nil {
		v.t.Fatal(err)
	}
	got := state.BesideAnswered{Side: 1, Draft: before, Problem: s.Problem, Answer: &answer, RunOf: state.RunKey(run)}
	v.Look(v.contrasted(state.Reduce(waits, got), true), "beside another draft")
	for _, lacks := range []state.BesideAnswered{{Large: true}, {Failed: "It took too long."},
		{Problem: s.Problem, RunOf: state.RunKey(run), Answer: &scenario.Answer{Algorithm: run.Algorithm}}} {
		lacks.Side, lacks.Draft = 1, before
		v.Look(v.contrasted(state.Reduce(waits, lacks), false), "beside what has no answer")
	}
	if s.Draft.Farm != nil && len(s.Answers) > 0 {
		v.given(s)
	}
}

// given draws the comparison with a schedule of another program, with and
// without faults.
func (v *Viewer) given(s state.State) {
	theirs := *s.Answers[0].Answer
	theirs.Algorithm, theirs.Label, theirs.Bound = "foreign", "out_jobs.csv", nil
	for _, g := range []state.Given{{}, {Notes: []string{"Times were moved."}, Found: 30}} {
		check := scenario.Check{OK: g.Found == 0, Scope: scenario.ScopeValid}
		for range g.Found {
			check.Violations = append(check.Violations, scenario.Violation{Path: "line 2", Why: "job starts early"})
		}
		judged := theirs
		judged.Check = &check
		side := state.BesideSide{Title: "judged by", Draft: s.Draft, Problem: s.Problem, Answer: &judged, Given: &g}
		two := state.Reduce(s, state.SetBeside{Sides: [2]*state.BesideSide{&side, {}}})
		two = v.contrasted(two, false)
		v.Look(two, "beside a schedule of another program")
		v.Look(state.Reduce(two, state.Alive{Narrow: true, Dark: true}), "beside such a schedule, on a phone")
	}
}
