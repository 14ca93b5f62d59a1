package figure

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/screen"
	"gridbox/app/screen/batch"
	"gridbox/app/screen/farm"
	"gridbox/app/screen/group"
	"gridbox/app/screen/placement"
	"gridbox/app/screen/window"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A stretched part of the recorded steps, which are counted from 1.
type stretched struct {
	from, to int
	whole    bool // of all that the run decided, not of one decision
}

// readSteps reads "3-9", or "3-9,whole".
func readSteps(text string) (s stretched, ok bool) {
	text, s.whole = strings.CutSuffix(text, ",whole")
	first, last, _ := strings.Cut(text, "-")
	var wrong [2]error
	s.from, wrong[0] = strconv.Atoi(first)
	s.to, wrong[1] = strconv.Atoi(last)
	return s, errors.Join(wrong[:]...) == nil && 0 < s.from && s.from <= s.to
}

// A locked figure shows a stretch of the steps that one run recorded, and nothing
// that comes out before its step. It is drawn by the laboratory's own screens.
type locked struct {
	stretched
	show  *screen.Steps
	s     state.State
	about map[string]string // what the run is asked to explain
	none  string            // why there are no steps
}

// screens are what the kinds show of steps.
var screens = map[string]*screen.Steps{"placement": &placement.Steps, "window": &window.Steps, "batch": &batch.Steps,
	"group": &group.Steps, "farm": &farm.Steps}

// parameterOf finds what a link says of something that is the figure's alone, so that the
// view of a document knows nothing of it.
func parameterOf(fragment, name string) string {
	_, after, _ := strings.Cut(fragment, "&")
	values, _ := scenario.Query(strings.ReplaceAll(after, ";", "%3B"))
	return values[name]
}

// readLock takes up the stretch that the address or the link names. With a link
// comes whose steps they are.
func (f *Figure) readLock() {
	f.lock = nil
	stretch, ok := readSteps(f.Address.Steps)
	if !ok {
		return
	}
	f.lock = &locked{stretched: stretch}
	if v := f.source.View; v != nil {
		if f.Address.Run == "" {
			f.Address.Run = v.Run
		}
		if kind, job, _ := strings.Cut(v.Select, ":"); f.Address.Job == "" && kind == "job" {
			f.Address.Job = job
		}
	}
}

// pose makes the state that the screen draws, of the explicit scenario and the
// run at a place: with the job of the address, or with the whole run.
func (l *locked) pose(explicit *scenario.Scenario, place int, job string) {
	l.show, l.about = screens[explicit.Kind], map[string]string{}
	l.s = state.New(explicit)
	l.do(state.Expanded{Of: l.s.Posed, Problem: explicit})
	l.do(state.FocusRun{Run: l.s.All()[place].ID})
	if job != "" {
		l.do(state.SelectThing{Thing: state.Thing{Kind: "job", ID: job}})
	}
	l.whole = l.show.Wholes && (l.whole || l.s.Main() != state.Thing{Kind: "job", ID: job})
}

func (l *locked) do(a state.Action) { l.s = state.Reduce(l.s, a) }

// answered takes the run's answer and says whether there are steps to ask for.
func (l *locked) answered(a *scenario.Answer) bool {
	if !a.Feasible {
		l.none = "There is no answer: " + a.Reason.String() + "."
		return false
	}
	run := l.s.Focused()
	l.do(state.RunDone{Run: run.ID, To: l.s.Posed, Key: l.s.KeyOf(run.Run), Answer: a, Problem: l.s.Problem})
	about, ok := state.Thing{}, true
	if !l.whole {
		about, ok = l.show.Asks(&l.s)
	}
	if !ok {
		l.none = "No steps are recorded of this."
		return false
	}
	if about.Kind != "" {
		l.about[about.Kind] = about.ID
	}
	if l.show.Also != nil && !l.whole {
		maps.Copy(l.about, l.show.Also(&l.s))
	}
	l.do(state.Watch{What: "whole", To: map[bool]string{true: "on", false: "off"}[l.whole]})
	l.do(state.WhyPending{Run: run.ID, About: about.ID, Whole: l.whole, To: l.s.Posed, Key: "steps"})
	return true
}

// explained takes the recorded steps and goes to the first of the stretch.
func (l *locked) explained(why compute.Why) {
	l.do(state.WhyArrived{Key: "steps", Trace: why.Trace, Detail: why.Detail})
	if why.Trace == nil || len(why.Trace.Events) == 0 {
		l.none = "This algorithm records no steps."
		return
	}
	n := len(why.Trace.Events)
	l.to = min(l.to, n)
	l.from = min(l.from, l.to)
	l.do(state.Stepped{To: l.from})
}

// ready reports whether there are steps to be seen.
func (l *locked) ready() bool { return l != nil && l.s.Why.Trace != nil && l.none == "" }

// Locked reports whether the figure shows a stretch of steps.
func (f *Figure) Locked() bool { return f.lock != nil }

// StepTo goes to a step, as far as the stretch reaches.
func (f *Figure) StepTo(n int) {
	if l := f.lock; l.ready() {
		l.do(state.Stepped{To: max(l.from, min(n, l.to))})
	}
}

// StepBy goes so many steps on.
func (f *Figure) StepBy(n int) { f.StepTo(f.StepNumber() + n) }

// StepNumber is the step that shows, 0 before there is one.
func (f *Figure) StepNumber() int {
	if !f.lock.ready() {
		return 0
	}
	return f.lock.s.Why.Step
}

// FirstStep is where the stretch begins.
func (f *Figure) FirstStep() int {
	if f.lock == nil {
		return 0
	}
	return f.lock.from
}

// LastStep is where it ends.
func (f *Figure) LastStep() int {
	if f.lock == nil {
		return 0
	}
	return f.lock.to
}

// CanBack reports whether a step before this one is of the stretch.
func (f *Figure) CanBack() bool { return f.StepNumber() > f.FirstStep() }

// CanOn reports whether one behind it is.
func (f *Figure) CanOn() bool { return f.lock.ready() && f.StepNumber() < f.LastStep() }

// Off says of a button that it does nothing now. It keeps the focus, which one
// that is disabled would lose.
func (f *Figure) Off(can bool) string { return strconv.FormatBool(!can) }

// StepOf says where the stretch stands.
func (f *Figure) StepOf() string {
	if !f.lock.ready() {
		return ""
	}
	phase := ""
	for _, p := range f.lock.s.Why.Phases {
		if p.Step <= f.StepNumber() {
			phase = ": " + p.Name
		}
	}
	return "Step " + num(float64(f.StepNumber())) + " of " + num(float64(f.FirstStep())) + " to " +
		num(float64(f.LastStep())) + phase
}

// Said is the sentence of the step, as markup; behind the last one that was
// recorded, what was decided and why.
func (f *Figure) Said() string {
	l := f.lock
	if !l.ready() {
		if l == nil {
			return ""
		}
		return ui.HTML(ui.Text(l.none))
	}
	parts := []ui.Node{ui.El("p", l.show.Say(&l.s))}
	if !l.s.Replaying() && !l.whole {
		parts = append(parts, ui.El("p", ui.Class("fig-verdict"), l.show.Verdict(&l.s)))
	}
	return ui.HTML(silent(ui.El("div", parts)))
}

// Beside is the table of the step, as markup.
func (f *Figure) Beside() string {
	l := f.lock
	if !l.ready() || l.whole {
		return ""
	}
	return ui.HTML(silent(l.show.Scores(&l.s)))
}

// silent is a piece of the laboratory in which nothing can be pressed.
func silent(n ui.Node) ui.Node {
	if n.Tag == "button" {
		n.Tag = "span"
	}
	n.Attrs = slices.DeleteFunc(slices.Clone(n.Attrs), func(a ui.Attr) bool {
		return a.Name != "class" && a.Name != "scope" && a.Name != "title" && a.Name != "colspan"
	})
	n.Children = slices.Clone(n.Children)
	for i := range n.Children {
		n.Children[i] = silent(n.Children[i])
	}
	return n
}

// stepped is the picture of the step.
func (l *locked) stepped(c Canvas) string {
	s := l.s
	s.Look.Width, s.Look.Height = c.Width, c.Height
	return l.show.Picture(&s)
}

// explain asks for the steps of the one run, once it has answered.
func (f *Figure) explain(e *Entry) bool {
	l := f.lock
	if l == nil || e.Answer == nil || e.Trouble != nil || !l.answered(e.Answer) {
		return false
	}
	e.stop = f.engine.Explain(f.explicit.Kind, f.text, e.Run, l.about,
		func(why compute.Why, trouble *compute.Trouble) {
			e.stop, e.Trouble = nil, trouble
			if trouble == nil {
				l.explained(why)
			}
			f.settled()
		})
	return true
}

// lockView has the laboratory open at the step that shows.
func (f *Figure) lockView(v *scenario.View) {
	if !f.lock.ready() {
		return
	}
	v.Step = doc.Number(float64(f.StepNumber()))
	if f.lock.whole {
		v.Step += ",whole"
	}
}
