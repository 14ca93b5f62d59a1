// Package stepview shows the recorded steps of one run with the sentences and
// tables of the laboratory's screens. Figures that are locked to a range of
// steps use it.
package stepview

import (
	"gridbox/app/kind/steps"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/stepview"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A Replay is the replay of one run with the laboratory's texts.
type Replay struct {
	*stepview.Replay
	show *screen.Steps
	s    state.State
}

// New returns the replay of the run at an index of an explicit scenario: of the decision about a job, or of the whole
// run if whole is set or there is no such job.
func New(explicit *scenario.Scenario, place int, job string, whole bool) *Replay {
	r := &Replay{show: steps.Of(explicit.Kind), s: state.New(explicit)}
	r.do(state.ExpandDone{Draft: r.s.PosedDraft, Problem: explicit})
	r.do(state.FocusRun{Run: r.s.All()[place].ID})
	if job != "" {
		r.do(state.SelectElement{Element: state.Ref{Kind: "job", ID: job}})
	}
	colours := catalog.Colours(explicit.Kind, catalog.Runs(explicit))
	r.Replay = stepview.New(explicit, colours[place], job, whole)
	return r
}

func (r *Replay) do(a state.Action) { r.s = state.Reduce(r.s, a) }

// SetAnswer sets the answer of the run and marks its explanation as requested. It reports false, without requesting
// one, if the run cannot explain About.
func (r *Replay) SetAnswer(a *scenario.Answer) bool {
	if !r.Replay.SetAnswer(a) {
		return false
	}
	run := r.s.FocusedAnswer()
	r.do(state.RunDone{Run: run.ID, To: r.s.PosedDraft, Key: r.s.KeyOf(run.Run), Answer: a, Problem: r.s.Problem})
	if r.CoversWholeRun() {
		r.do(state.Watch{Setting: "whole", To: "on"})
	}
	r.do(state.ExplanationPending{Run: run.ID, About: r.About["job"], Whole: r.CoversWholeRun(), To: r.s.PosedDraft,
		Key: "steps"})
	return true
}

// SetExplanation sets the recorded steps and the kind's own explanation.
func (r *Replay) SetExplanation(steps *trace.Log, detail []byte) {
	r.Replay.SetExplanation(steps)
	r.do(state.ExplanationArrived{Key: "steps", Trace: steps, Detail: detail})
}

// GoTo goes to a step, counted from 1.
func (r *Replay) GoTo(n int) {
	r.Replay.GoTo(n)
	r.do(state.StepReplay{To: n})
}

// Sentence returns the sentence of the step; at the last one also the decision and
// its reason.
func (r *Replay) Sentence() ui.Node {
	parts := []ui.Node{ui.El("p", r.show.Say(&r.s))}
	if !r.s.Replaying() && !r.CoversWholeRun() {
		parts = append(parts, ui.El("p", ui.Class("fig-verdict"), r.show.Verdict(&r.s)))
	}
	return ui.El("div", parts)
}

// Scores returns the table of the step.
func (r *Replay) Scores() ui.Node { return r.show.Scores(&r.s) }
