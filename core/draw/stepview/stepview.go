// Package stepview shows the recorded steps of one run, one at a time: in figures that are
// locked to some steps, and on paper. No part of the answer is shown before its step.
package stepview

import (
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/replay"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A Replay is the replay of one run. It gets the answer of the run, and then the steps that
// the run recorded about About.
type Replay struct {
	About map[string]string // elements that the run is asked to explain
	None  string            // why there are no steps
	view  picture.View
}

// New returns the replay of a run of an explicit scenario in the colour of its algorithm. It
// shows the decision about a job, or the whole run if whole is set or the scenario has no such
// job.
func New(explicit *scenario.Scenario, colour int, job string, whole bool) *Replay {
	v := picture.View{Scenario: explicit, Colour: colour}
	if kinds.HasJob(explicit, job) {
		v.Subject = job
	}
	v.Whole = kinds.Decides(explicit.Kind) && (whole || v.Subject == "")
	return &Replay{view: v}
}

// SetAnswer sets the answer of the run. It reports whether the run can be asked to explain
// About.
func (r *Replay) SetAnswer(a *scenario.Answer) (ok bool) {
	if !a.Feasible {
		r.None = i18n.T("There is no answer: {}.", a.Reason.String())
		return false
	}
	r.view.Answer = a
	if r.About, ok = kinds.Question(r.view); !ok {
		r.None = "No steps are recorded of this."
	}
	return ok
}

// SetExplanation sets the recorded steps and goes to the last one.
func (r *Replay) SetExplanation(steps *trace.Log) {
	if steps == nil || len(steps.Events) == 0 {
		r.None = "This algorithm records no steps."
		return
	}
	r.view.Trace, r.view.Step = steps, len(steps.Events)
}

// Ready reports whether there are steps to show.
func (r *Replay) Ready() bool { return r.view.Trace != nil }

// CoversWholeRun reports whether the steps are those of the whole run.
func (r *Replay) CoversWholeRun() bool { return r.view.Whole }

// Steps returns the number of steps, 0 before they are recorded.
func (r *Replay) Steps() int {
	if !r.Ready() {
		return 0
	}
	return len(r.view.Trace.Events)
}

// GoTo goes to a step, counted from 1.
func (r *Replay) GoTo(n int) { r.view.Step = max(0, min(n, r.Steps())) }

// Step returns the number of the step that is shown.
func (r *Replay) Step() int { return r.view.Step }

// Phase returns the phase of the run at the step, "" if it has none.
func (r *Replay) Phase() (name string) {
	if !r.Ready() {
		return ""
	}
	for _, p := range replay.Phases(r.view.Trace) {
		if p.Step <= r.Step() {
			name = p.Name
		}
	}
	return name
}

// Picture draws the step.
func (r *Replay) Picture(width, height float64) *scene.Node {
	v := r.view
	v.Width, v.Height = width, height
	return kinds.Step(v)
}
