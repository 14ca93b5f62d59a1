package compare_test

import (
	"context"
	"encoding/json"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/compare"
	"gridbox/app/labtest"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A viewer draws comparisons of one problem.
type viewer struct {
	*labtest.Viewer
	t    *testing.T
	sc   *screen.Screen
	logs map[logKey]*trace.Log
}

// logKey identifies the record of a run on a problem.
type logKey struct {
	problem *scenario.Scenario
	run     string
}

// do applies changes of the comparison.
func do(s state.State, changes ...state.Change[compare.State]) state.State {
	for _, c := range changes {
		s = state.Reduce(s, compare.Slot.Do(c))
	}
	return s
}

// compareSides compares two sides.
func compareSides(s state.State, left, right compare.Side) state.State {
	return do(state.Reduce(s, state.Show{Field: "view", To: "beside"}), compare.Set{left, right})
}

// runs compares two runs of the draft.
func runs(s state.State, a, b int) state.State {
	return compareSides(s, compare.Side{Run: a}, compare.Side{Run: b})
}

// addDifference adds the difference of two answers, and the records of both runs, as the page gets them from its
// workers. It records no run twice.
func (v *viewer) addDifference(s state.State, logged bool) state.State {
	v.t.Helper()
	for side := range 2 {
		problem, answer := compare.Of(&s).Answer(side)
		if !logged || problem == nil || answer == nil || !answer.Feasible {
			continue
		}
		run := compare.Of(&s).Run(side)
		key := logKey{problem, state.RunKey(run)}
		log := v.logs[key]
		if log == nil {
			log = &trace.Log{}
			_, err := engine.All().ExplainExplicit(context.Background(), problem, run, nil, engine.Env{Log: log})
			if err != nil {
				v.t.Fatal(err)
			}
			v.logs[key] = log
		}
		s = do(s, compare.ExplanationArrived{Side: side, Answer: answer, Log: log})
	}
	if p := compare.Of(&s); !p.Current() {
		s = do(s, compare.DifferenceArrived{Difference: p.Compare(ui.Num)})
	}
	return s
}

// addExplanations adds the explanations of both sides.
func (v *viewer) addExplanations(s state.State) state.State {
	v.t.Helper()
	for side := range 2 {
		h := compare.Of(&s).SideState(side)
		answer := h.Answers[0].Answer
		if answer == nil || !answer.Feasible {
			continue
		}
		question, about, ok := v.sc.ExplanationRequest(&h)
		if !ok {
			continue
		}
		why, err := engine.All().ExplainExplicit(context.Background(), h.Problem, h.Answers[0].Run, about, engine.Env{})
		if err != nil {
			v.t.Fatal(err)
		}
		reply := state.Explanation{Run: h.Focus, About: question.About, To: h.Problem, Key: "why", Trace: why.Trace}
		if why.Detail != nil {
			if reply.Detail, err = json.Marshal(why.Detail); err != nil {
				v.t.Fatal(err)
			}
		}
		s = do(s, compare.ExplanationArrived{Side: side, Answer: answer, Explanation: &reply})
	}
	return s
}

// All comparisons of pairs of answers satisfy the drawing rules.
func TestComparisonsAreDrawn(t *testing.T) {
	for _, sc := range kinds.Screens {
		t.Run(sc.Kind, func(t *testing.T) {
			labtest.Problems(t, sc, func(t *testing.T, s state.State) {
				v := &viewer{labtest.NewViewer(t, sc), t, sc, map[logKey]*trace.Log{}}
				v.pairs(labtest.Solve(t, s, labtest.LightRuns(&s, sc)...))
			})
		})
	}
}

// pairs draws all comparisons of pairs of answers.
func (v *viewer) pairs(s state.State) {
	v.CheckPage(runs(s, 0, len(s.Answers)+3), "one side past the last run")
	for a := range labtest.SampleAnswers(&s) {
		b := (a + 1) % len(s.Answers)
		two := v.addDifference(runs(s, a, b), false)
		v.CheckPage(two, "runs %d and %d", a, b)
		if compare.Slot.Get(&two).Difference == nil {
			continue
		}
		two = v.addExplanations(v.addDifference(two, true))
		found := compare.Slot.Get(&two).Difference
		v.CheckPage(two, "runs %d and %d with what was recorded", a, b)
		for _, c := range []state.Change[compare.State]{compare.Arrangement{Way: "over"},
			compare.Arrangement{Way: "list"}, compare.Arrangement{ByTime: true}, compare.ShowDecisions(0),
			compare.ShowDecisions(1),
			compare.ShowDecisions(found.Divergence + 1), compare.Play(true),
			compare.Select{Element: compare.Of(&two).Next(1)}} {
			v.CheckPage(do(two, c), "%T %v", c, c)
		}
		for _, m := range found.Report.Metrics {
			v.CheckPage(v.addDifference(do(two, compare.Arrangement{Metric: m.ID}), true), "by %s", m.ID)
		}
		v.CheckPage(v.addDifference(runs(s, b, a), true), "exchanged")
		v.CheckPage(state.Reduce(two, state.Alive{Narrow: true, Dark: true}), "on a phone")
	}
	v.documents(s)
	if s.Draft.Farm != nil && len(s.Answers) > 0 {
		v.drawJudged(s)
	}
}

// documents draws the comparison with another document.
func (v *viewer) documents(s state.State) {
	before := state.Reduce(s, state.SetField{Path: "title", Text: "Before"}).Draft
	waits := compareSides(s, compare.Side{}, compare.Side{Title: "another", Draft: before})
	v.CheckPage(waits, "another draft, not solved yet")
	run := compare.Of(&waits).Run(1)
	answer, err := engine.All().RunExplicit(context.Background(), s.Problem, run, engine.Env{})
	if err != nil {
		v.t.Fatal(err)
	}
	for _, got := range []compare.SideDataArrived{{Problem: s.Problem, Answer: &answer, RunKey: state.RunKey(run)},
		{Large: true}, {Failure: "It took too long."},
		{Problem: s.Problem, RunKey: state.RunKey(run), Answer: &scenario.Answer{Algorithm: run.Algorithm}}} {
		got.Side, got.Draft = 1, before
		v.CheckPage(v.addDifference(do(waits, got), got.Answer == &answer), "another draft: %+v", got)
	}
}

// drawJudged draws the comparison with a schedule of another program, with and without faults.
func (v *viewer) drawJudged(s state.State) {
	theirs := *s.Answers[0].Answer
	theirs.Algorithm, theirs.Label, theirs.Bound = "foreign", "out_jobs.csv", nil
	for _, g := range []feature.CheckedAnswer{{}, {Notes: []string{"Times were moved."}, Violations: 30}} {
		check := scenario.Check{OK: g.Violations == 0, Scope: scenario.ScopeValid}
		for range g.Violations {
			check.Violations = append(check.Violations, scenario.Violation{Path: "line 2", Reason: "job starts early"})
		}
		judged := theirs
		judged.Check = &check
		two := v.addDifference(compareSides(s, compare.Side{Title: "judged by", Draft: s.Draft, Problem: s.Problem,
			Answer:        &judged,
			CheckedAnswer: &g}, compare.Side{}), false)
		v.CheckPage(two, "a schedule of another program")
		v.CheckPage(state.Reduce(two, state.Alive{Narrow: true, Dark: true}), "such a schedule, on a phone")
	}
}
