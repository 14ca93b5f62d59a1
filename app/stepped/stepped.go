// Package stepped shows one recorded step of a run, drawn by the laboratory's own screens:
// a figure that is locked to some steps, and a step as a figure for paper. Nothing that
// comes out before its step shows.
package stepped

import (
	"maps"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// screens are what the kinds show of steps.
var screens = map[string]*screen.Steps{"placement": &placement.Steps, "window": &window.Steps, "batch": &batch.Steps,
	"group": &group.Steps, "farm": &farm.Steps}

// A Replay is one run whose steps can be gone through. It is told the run's answer, then
// the steps that were recorded of what About says.
type Replay struct {
	About map[string]string // what the run is asked to explain
	None  string            // why there are no steps
	Whole bool              // all that the run decided, not of one decision

	show *screen.Steps
	s    state.State
}

// New makes the state that the screen draws, of the explicit scenario and the run at a
// place: with a job, or with the whole run where that is wished for or there is no such job.
func New(explicit *scenario.Scenario, place int, job string, whole bool) *Replay {
	r := &Replay{show: screens[explicit.Kind], About: map[string]string{}, s: state.New(explicit)}
	r.do(state.Expanded{Of: r.s.Posed, Problem: explicit})
	r.do(state.FocusRun{Run: r.s.All()[place].ID})
	if job != "" {
		r.do(state.SelectThing{Thing: state.Thing{Kind: "job", ID: job}})
	}
	r.Whole = r.show.Wholes && (whole || r.s.Main() != state.Thing{Kind: "job", ID: job})
	return r
}

func (r *Replay) do(a state.Action) { r.s = state.Reduce(r.s, a) }

// Answered takes the run's answer and says whether there are steps to ask for.
func (r *Replay) Answered(a *scenario.Answer) bool {
	if !a.Feasible {
		r.None = "There is no answer: " + a.Reason.String() + "."
		return false
	}
	run := r.s.Focused()
	r.do(state.RunDone{Run: run.ID, To: r.s.Posed, Key: r.s.KeyOf(run.Run), Answer: a, Problem: r.s.Problem})
	about, ok := state.Thing{}, true
	if !r.Whole {
		about, ok = r.show.Asks(&r.s)
	}
	if !ok {
		r.None = "No steps are recorded of this."
		return false
	}
	if about.Kind != "" {
		r.About[about.Kind] = about.ID
	}
	if r.show.Also != nil && !r.Whole {
		maps.Copy(r.About, r.show.Also(&r.s))
	}
	r.do(state.Watch{What: "whole", To: map[bool]string{true: "on", false: "off"}[r.Whole]})
	r.do(state.WhyPending{Run: run.ID, About: about.ID, Whole: r.Whole, To: r.s.Posed, Key: "steps"})
	return true
}

// Explained takes the recorded steps.
func (r *Replay) Explained(steps *trace.Log, detail []byte) {
	r.do(state.WhyArrived{Key: "steps", Trace: steps, Detail: detail})
	if steps == nil || len(steps.Events) == 0 {
		r.None = "This algorithm records no steps."
	}
}

// Ready reports whether there are steps to be seen.
func (r *Replay) Ready() bool { return r.s.Why.Trace != nil && r.None == "" }

// Steps is how many there are, 0 before they were recorded.
func (r *Replay) Steps() int {
	if r.s.Why.Trace == nil {
		return 0
	}
	return len(r.s.Why.Trace.Events)
}

// To goes to a step, counted from 1.
func (r *Replay) To(n int) { r.do(state.Stepped{To: n}) }

// Step is the one that shows.
func (r *Replay) Step() int { return r.s.Why.Step }

// Phase is what the run is doing at the step; "" where it has no phases.
func (r *Replay) Phase() (name string) {
	for _, p := range r.s.Why.Phases {
		if p.Step <= r.Step() {
			name = p.Name
		}
	}
	return name
}

// Replaying reports whether the step is one of the way and not the end of it.
func (r *Replay) Replaying() bool { return r.s.Replaying() }

// Said is the sentence of the step; behind the last one that was recorded, what was
// decided and why.
func (r *Replay) Said() ui.Node {
	parts := []ui.Node{ui.El("p", r.show.Say(&r.s))}
	if !r.s.Replaying() && !r.Whole {
		parts = append(parts, ui.El("p", ui.Class("fig-verdict"), r.show.Verdict(&r.s)))
	}
	return ui.El("div", parts)
}

// Scores is the table of the step.
func (r *Replay) Scores() ui.Node { return r.show.Scores(&r.s) }

// Picture is the picture of the step.
func (r *Replay) Picture(width, height float64) string {
	s := r.s
	s.Look.Width, s.Look.Height = width, height
	return r.show.Picture(&s)
}
