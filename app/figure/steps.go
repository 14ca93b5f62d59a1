package figure

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/stepview"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// A stepRange is a range of the recorded steps, which are counted from 1.
type stepRange struct {
	from, to int
	whole    bool // the steps of the whole run, not of one decision
}

// readSteps reads "3-9", or "3-9,whole".
func readSteps(text string) (s stepRange, ok bool) {
	text, s.whole = strings.CutSuffix(text, ",whole")
	first, last, _ := strings.Cut(text, "-")
	var wrong [2]error
	s.from, wrong[0] = strconv.Atoi(first)
	s.to, wrong[1] = strconv.Atoi(last)
	return s, errors.Join(wrong[:]...) == nil && 0 < s.from && s.from <= s.to
}

// A stepLock restricts a figure to a range of the steps that one run recorded. The figure shows no result before the
// step that gives it.
type stepLock struct {
	stepRange
	*stepview.Replay // nil before the problem is known
}

// parameterOf returns a parameter of a link that only figures use, so that it
// is no part of a document's view.
func parameterOf(fragment, name string) string {
	_, after, _ := strings.Cut(fragment, "&")
	values, _ := scenario.Query(strings.ReplaceAll(after, ";", "%3B"))
	return values[name]
}

// readLock reads the range of steps from the address or the link. A link also
// selects the run.
func (f *Figure) readLock() {
	f.lock = nil
	stretch, ok := readSteps(f.Address.Steps)
	if !ok {
		return
	}
	f.lock = &stepLock{stepRange: stretch}
	if v := f.source.View; v != nil {
		if f.Address.Run == "" {
			f.Address.Run = v.Run
		}
		if kind, job, _ := strings.Cut(v.Select, ":"); f.Address.Job == "" && kind == "job" {
			f.Address.Job = job
		}
	}
}

// pose selects the run at a place, with the job of the address or the whole
// run.
func (l *stepLock) pose(explicit *scenario.Scenario, place int, job string) {
	l.Replay = stepview.New(explicit, place, job, l.whole)
}

// setExplanation sets the recorded steps and goes to the first of the range.
func (l *stepLock) setExplanation(why compute.Explanation) {
	if l.SetExplanation(why.Trace, why.Detail); l.None != "" {
		return
	}
	l.to = min(l.to, l.Steps())
	l.from = min(l.from, l.to)
	l.GoTo(l.from)
}

// ready reports whether there are steps to be seen.
func (l *stepLock) ready() bool { return l != nil && l.Replay != nil && l.Ready() }

// Locked reports whether the figure shows a stretch of steps.
func (f *Figure) Locked() bool { return f.lock != nil }

// StepTo goes to a step within the range.
func (f *Figure) StepTo(n int) {
	if l := f.lock; l.ready() {
		l.GoTo(max(l.from, min(n, l.to)))
	}
}

// StepBy goes n steps forward.
func (f *Figure) StepBy(n int) { f.StepTo(f.StepNumber() + n) }

// StepNumber returns the number of the current step, 0 before there is one.
func (f *Figure) StepNumber() int {
	if !f.lock.ready() {
		return 0
	}
	return f.lock.Step()
}

// FirstStep returns the first step of the range.
func (f *Figure) FirstStep() int {
	if f.lock == nil {
		return 0
	}
	return f.lock.from
}

// LastStep returns the last step of the range.
func (f *Figure) LastStep() int {
	if f.lock == nil {
		return 0
	}
	return f.lock.to
}

// CanBack reports whether the range has a step before the current one.
func (f *Figure) CanBack() bool { return f.StepNumber() > f.FirstStep() }

// CanOn reports whether the range has a step after the current one.
func (f *Figure) CanOn() bool { return f.lock.ready() && f.StepNumber() < f.LastStep() }

// Off returns the aria-disabled attribute of a button. Such a button keeps the
// focus, unlike a disabled one.
func (f *Figure) Off(can bool) string { return strconv.FormatBool(!can) }

// StepOf returns the position within the range as text.
func (f *Figure) StepOf() string {
	if !f.lock.ready() {
		return ""
	}
	phase := f.lock.Phase()
	if phase != "" {
		phase = ": " + phase
	}
	return i18n.T("Step {} of {} to {}{}", num(float64(f.StepNumber())), num(float64(f.FirstStep())),
		num(float64(f.LastStep())), phase)
}

// Sentence returns the sentence of the step as markup; after the last recorded
// step, the decision and its reason.
func (f *Figure) Sentence() string {
	l := f.lock
	switch {
	case l == nil || l.Replay == nil:
		return ""
	case !l.ready():
		return ui.HTML(ui.Text(l.None))
	}
	return ui.HTML(silent(l.Sentence()))
}

// StepTable returns the table of the step as markup.
func (f *Figure) StepTable() string {
	l := f.lock
	if !l.ready() || l.CoversWholeRun() {
		return ""
	}
	return ui.HTML(silent(l.Scores()))
}

// silent returns a node of the laboratory without its buttons and actions.
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

// explain requests the steps of the one run once it has an answer.
func (f *Figure) explain(e *Entry) bool {
	l := f.lock
	if l == nil || e.Answer == nil || e.Trouble != nil || !l.SetAnswer(e.Answer) {
		return false
	}
	e.stop = f.engine.Explain(f.explicit.Kind, f.text, e.Run, l.About,
		func(why compute.Explanation, trouble *compute.Trouble) {
			e.stop, e.Trouble = nil, trouble
			if trouble == nil {
				l.setExplanation(why)
			}
			f.endRun()
		})
	return true
}

// lockView makes the laboratory open at the current step.
func (f *Figure) lockView(v *scenario.View) {
	if !f.lock.ready() {
		return
	}
	v.Step = doc.Number(float64(f.StepNumber()))
	if f.lock.CoversWholeRun() {
		v.Step += ",whole"
	}
}
