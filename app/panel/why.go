package panel

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// Why is the strip below the picture: the recorded steps of the focused run
// for the selected thing, the sentence of the step, and the scores behind the
// decision.
func Why(s *state.State, sc *screen.Screen) ui.Node {
	section := ui.El("section", ui.Class("why"), ui.A("aria-label", "Why"))
	w := &s.Why
	if screen.NextStart(s, sc) != nil {
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"),
			"The reasons for every decision stand here once there is an answer.")}
		return section
	}
	if a := s.Focused(); a != nil && s.Fresh(*a) && !a.Answer.Feasible {
		// Nothing was decided, and what was decided before is of another problem.
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"), ui.A("role", "status"),
			screen.Algorithm(s, a).Name+" has no answer: "+a.Answer.Reason.String()+".")}
		return section
	}
	if w.Trace == nil && w.Detail == nil {
		text := sc.Idle
		switch {
		case w.Pending:
			text = "Asking why."
		case w.Text != "":
			text = w.Text
		}
		section.Children = []ui.Node{ui.El("p", ui.Class("empty"), ui.A("role", "status"), text)}
		return section
	}
	left := ui.El("div", transport(s),
		ui.El("p", ui.Class("say"), ui.A("aria-live", "polite"), sc.Say(s)),
		ui.El("p", ui.Class("verdict"), sc.Verdict(s)))
	section.Children = []ui.Node{left, ui.El("div", ui.Class("scores"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Beside the steps"), sc.Scores(s))}
	if w.Pending || w.To != s.Posed {
		section.Attrs = append(section.Attrs, ui.A("aria-busy", "true"),
			ui.A("title", "of the problem before the last change"))
	}
	return section
}

// transport steps through the events: to the start, back, play, on, to the end.
func transport(s *state.State) ui.Node {
	w := &s.Why
	if w.Trace == nil || len(w.Trace.Events) == 0 {
		return ui.El("p", ui.Class("transport note"), "This algorithm records no steps.")
	}
	n := len(w.Trace.Events)
	play := ui.IconButton("play", "Play (Space)", ui.Act("play"))
	if w.Playing {
		play = ui.IconButton("pause", "Pause (Space)", ui.Act("pause"))
	}
	of := ui.Whole(w.Step) + " of " + ui.Whole(n)
	if w.Trace.Dropped > 0 {
		of += " (" + ui.Whole(w.Trace.Dropped) + " more not recorded)"
	}
	return ui.El("div", ui.Class("transport"), ui.A("role", "group"), ui.A("aria-label", "Steps"),
		ui.IconButton("first", "To the start (Home)", ui.Act("step", "first"), ui.Flag("disabled", w.Step == 0)),
		ui.IconButton("back", "One step back (left arrow)", ui.Act("step", "back"), ui.Flag("disabled", w.Step == 0)),
		play,
		ui.IconButton("forward", "One step on (right arrow)", ui.Act("step", "on"), ui.Flag("disabled", w.Step == n)),
		ui.IconButton("last", "To the end (End)", ui.Act("step", "last"), ui.Flag("disabled", w.Step == n)),
		ui.El("input", ui.A("type", "range"), ui.A("aria-label", "Step"), ui.A("min", "0"),
			ui.A("max", strconv.Itoa(n)),
			ui.A("data-show", "step"), ui.A("data-value", strconv.Itoa(w.Step)), ui.A("value", strconv.Itoa(w.Step))),
		ui.El("span", ui.Class("of"), of))
}
