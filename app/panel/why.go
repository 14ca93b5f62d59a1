package panel

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/replay"
)

// Explanation returns the strip below the picture: the recorded steps of the focused
// run for the selected thing, the sentence of the step, and the scores behind
// the decision.
func Explanation(s *state.State, sc *screen.Screen) ui.Node {
	section := ui.El("section", ui.Class("why"), ui.A("aria-label", "Why"))
	w := &s.Explanation
	if screen.NextStart(s, sc) != nil {
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"),
			"The reason for every decision appears with the answer.")}
		return section
	}
	if text := StepsHidden(s, sc); text != "" {
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"), ui.A("role", "status"), text)}
		return section
	}
	if a := s.FocusedAnswer(); a != nil && s.IsFresh(*a) && !a.Answer.Feasible {
		// Nothing was decided; earlier decisions belong to another problem.
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"), ui.A("role", "status"),
			i18n.T("{} has no answer: {}.", screen.Algorithm(s, a).Name, a.Answer.Reason.String()))}
		return section
	}
	if w.Trace == nil && w.Detail == nil {
		text := sc.ExplanationHint
		switch {
		case w.Pending:
			text = "Loading the explanation."
		case w.Text != "":
			text = w.Text
		}
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"), ui.A("role", "status"), text)}
		return section
	}
	verdict := ui.El("p", ui.Class("verdict"))
	if s.Replaying() { // no result shows before its step
		verdict.Children = []ui.Node{ui.Text("The decision and its reason are shown at the last step.")}
	} else {
		verdict = ui.El("p", ui.Class("verdict"), replayEnd(s, sc))
	}
	old := ui.Node{}
	if s.IsExplanationStale() {
		section.Attrs = append(section.Attrs, ui.A("aria-busy", "true"))
		old = ui.El("p", ui.Class("old"), ui.A("role", "status"), "This explanation is from before the last change.")
	}
	beside := sc.Scores(s)
	if s.Replay.Code || s.Explanation.Whole && beside.IsZero() {
		beside = code(s)
	}
	section.Children = []ui.Node{
		ui.El("div", ui.Class("replay"), transport(s), watching(s, sc)),
		ui.El("div", ui.If(s.Layout.Narrow, ui.A("tabindex", "0")), old, // it scrolls on a narrow screen
			ui.El("p", ui.Class("say"), ui.A("aria-live", "polite"), Sentence(s, sc)), programOutput(s), verdict),
		ui.El("div", ui.Class("scores"), ui.A("tabindex", "0"), ui.A("role", "region"),
			ui.A("aria-label", "Numbers of this step"), beside)}
	if s.Lecture.On {
		return withoutTooltips(section)
	}
	return section
}

// StepsHidden returns the text that replaces hidden steps, "" if the steps are shown.
func StepsHidden(s *state.State, sc *screen.Screen) string {
	if sc.StepsReplacement == nil {
		return ""
	}
	return sc.StepsReplacement(s)
}

// Sentence describes the event of the step: the kind's sentence, or the heading of a program's output.
func Sentence(s *state.State, sc *screen.Screen) any {
	if e := screen.Step(s); e != nil && e.Text != "" {
		return "The program says:"
	}
	return sc.Say(s)
}

// maxNoted is the maximal number of lines of a program's output that are shown with a decision.
const maxNoted = 20

// programOutput returns a program's output (log and mark) before the decision of the step.
func programOutput(s *state.State) ui.Node {
	list := ui.El("ul", ui.Class("noted"))
	if screen.Step(s) == nil {
		return ui.Node{}
	}
	last := s.Explanation.Step - 1
	if s.Explanation.Trace.Events[last].Text == "" {
		last--
	}
	first := last + 1
	for first > 0 && s.Explanation.Trace.Events[first-1].Text != "" && last-first < maxNoted {
		first--
	}
	for i := first; i <= last; i++ {
		e := &s.Explanation.Trace.Events[i]
		line := ui.El("li", e.Text)
		if job := e.Ref("job"); job != "" {
			line = ui.El("li", ui.El("b", job), " "+e.Text)
		}
		list.Children = append(list.Children, line)
	}
	if len(list.Children) == 0 {
		return ui.Node{}
	}
	return list
}

// transport returns the buttons to step through the events: to the start, back, play, on, to the end.
func transport(s *state.State) ui.Node {
	w := &s.Explanation
	if w.Trace == nil || len(w.Trace.Events) == 0 {
		return ui.El("p", ui.Class("transport note"), "This algorithm records no steps.")
	}
	n, old := len(w.Trace.Events), s.IsExplanationStale()
	play := ui.IconButton("play", "Play (Space)", ui.Act("play"), ui.Flag("disabled", old))
	if w.Playing {
		play = ui.IconButton("pause", "Pause (Space)", ui.Act("pause"))
	}
	of := ui.Integer(w.Step) + " / " + ui.Integer(n)
	if s.Replay.Fold {
		if repeats := replay.Repeats(w.Trace, w.Step); repeats > 1 {
			of += i18n.T(", the last {} repeats", ui.Integer(repeats))
		}
	}
	if w.Trace.Dropped > 0 {
		of += i18n.T(" ({} more not recorded)", ui.Integer(w.Trace.Dropped))
	}
	return ui.El("div", ui.Class("transport"), ui.A("role", "group"), ui.A("aria-label", "Steps"),
		ui.El("div", ui.Class("steps"),
			ui.IconButton("first", "To the start (Home)", ui.Act("step", "first"), ends(old, w.Step == 0)),
			ui.IconButton("back", "Previous step (left arrow)", ui.Act("step", "back"), ends(old, w.Step == 0)),
			play,
			ui.IconButton("forward", "Next step (right arrow)", ui.Act("step", "on"), ends(old, w.Step == n)),
			ui.IconButton("last", "To the end (End)", ui.Act("step", "last"), ends(old, w.Step == n))),
		ui.El("span", ui.Class("scrub"), ui.El("input", ui.A("type", "range"), ui.A("aria-label", "Step"),
			ui.A("min", "0"), ui.Flag("disabled", old), ui.A("max", strconv.Itoa(n)), ui.A("data-show", "step"),
			ui.A("data-value", strconv.Itoa(w.Step)), ui.A("value", strconv.Itoa(w.Step))), track(w)),
		ui.El("span", ui.Class("of"), ui.If(n >= 1000, ui.Class("long")), of))
}

// ends disables a button of the steps: entirely while the steps are old, and at the end
// of the steps so that it keeps the focus.
func ends(old, end bool) ui.Attr {
	if old {
		return ui.Flag("disabled", true)
	}
	return ui.AriaDisabled(end)
}

// withoutTooltips returns n without tooltips.
func withoutTooltips(n ui.Node) ui.Node {
	attrs := n.Attrs[:0:0]
	for _, a := range n.Attrs {
		if a.Name != "title" {
			attrs = append(attrs, a)
		}
	}
	n.Attrs = attrs
	children := make([]ui.Node, len(n.Children))
	for i := range n.Children {
		children[i] = withoutTooltips(n.Children[i])
	}
	n.Children = children
	return n
}
