package present

import (
	"strconv"
	"unicode/utf8"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
)

// questionHeader returns the two lines above the picture: which algorithm decides what, followed by the
// answer once it is shown, and the facts that the decision depends on.
func questionHeader(s *state.State, sc *screen.Screen) ui.Node {
	q := sc.PresentedQuestion(s)
	if q == nil {
		return ui.El("header", ui.Class("present-ask"), ui.El("h1", screen.Title(s)),
			ui.El("p", noQuestionReason(s, sc)))
	}
	alg := screen.Algorithm(s, s.FocusedAnswer())
	hue := ui.Class("alg " + picture.Hue(alg.Colour))
	answer := ui.El("span", ui.A("role", "status"))
	if s.IsRevealed() {
		answer.Children = []ui.Node{ui.Text(" "), ui.El("span", hue, q.Answer)}
	}
	length := ""
	switch n := utf8.RuneCountInString(alg.Name + " " + q.Does + " " + q.Answer); {
	case n > lineCapacity+lineCapacity/4:
		length = "longest"
	case n > lineCapacity:
		length = "long"
	}
	return ui.El("header", ui.Class("present-ask"),
		ui.El("h1", ui.Class(length), ui.El("span", hue, alg.Name), " "+q.Does, answer), ui.El("p", q.Facts))
}

// lineCapacity is the number of characters that fit into the first line. A longer line, answer included,
// is set smaller from the start, so that its size does not change with the answer.
const lineCapacity = 54

// noQuestionReason explains why there is no question.
func noQuestionReason(s *state.State, sc *screen.Screen) string {
	switch a := s.FocusedAnswer(); {
	case a != nil && s.IsFresh(*a) && !a.Answer.Feasible:
		return i18n.T("{} has no answer: {}.", screen.Algorithm(s, a).Name, a.Answer.Reason.String())
	case s.Explanation.Pending || s.Busy():
		return "Solving."
	}
	return sc.ExplanationHint
}

// guessList returns the list of answers with the number of guesses for each. Once the answer is shown,
// scores replace the buttons.
func guessList(s *state.State, sc *screen.Screen) ui.Node {
	q := sc.PresentedQuestion(s)
	box := ui.El("aside", ui.Class("room"), ui.A("aria-label", "The room"))
	if q == nil {
		return box
	}
	l, shown := Slot.Get(s), s.IsRevealed()
	head := picture.Count(l.Hands(), "guess")
	if l.Hands() != 1 {
		head = i18n.T("{} guesses", ui.Integer(l.Hands()))
	}
	if shown && l.Hands() > 0 {
		head = i18n.T("{} of {} right", ui.Integer(q.RightHands(l.Guesses)), ui.Integer(l.Hands()))
	}
	unit := ui.El("span", ui.Class("unit"))
	if shown {
		unit.Children = []ui.Node{ui.Text(q.Unit)}
	}
	most := 1
	for _, hands := range l.Guesses {
		most = max(most, hands)
	}
	list := ui.El("ol", ui.Class("tally"))
	for i := range q.Options {
		list.Children = append(list.Children, option(s, &q.Options[i], i, most))
	}
	box.Children = []ui.Node{
		ui.El("h2", "The room", ui.El("span", ui.Class("hands"), ui.A("role", "status"), head), unit), list,
		answerText(s, sc, q)}
	return box
}

// option returns the row of one answer.
func option(s *state.State, o *screen.Option, i, most int) ui.Node {
	l, shown, key := Slot.Get(s), s.IsRevealed(), strconv.Itoa(i+1)
	hands, bar := l.Guesses[i], 10*l.Guesses[i]/most
	text := ui.Integer(hands)
	if l.Covered && !shown {
		text, bar = "?", 0
	}
	hue := picture.Hue(screen.Algorithm(s, s.FocusedAnswer()).Colour)
	line := ui.El("li", ui.If(shown && o.Right, ui.Class("right "+hue)),
		ui.El("span", ui.Class("key"), ui.A("aria-hidden", "true"), key),
		ui.El("b", o.Name),
		ui.El("span", ui.Class("count"), ui.A("data-share", strconv.Itoa(bar)), ui.A("aria-hidden", "true")),
		ui.El("span", ui.Class("num"), ui.If(hands == 0, ui.Class("num none")), text))
	if shown {
		score := ui.El("span", ui.Class("score"), o.Score)
		if o.Right {
			score.Children = append(score.Children, ui.El("span", ui.Class("quiet"), ", right"))
		}
		line.Children = append(line.Children, score)
		return line
	}
	line.Children = append(line.Children, ui.El("span", ui.Class("hand"),
		ui.Button("−", ui.Act("guess", key, "-1"), ui.A("aria-label", i18n.T("{}: one less", o.Name)),
			ui.AriaDisabled(hands == 0)),
		ui.Button("+", ui.Act("guess", key, "1"), ui.A("aria-label", i18n.T("{}: one more", o.Name)))))
	return line
}

// answerText returns the rule of the algorithm, the sentence of the step while steps are shown, or the
// reason once the answer is shown.
func answerText(s *state.State, sc *screen.Screen, q *screen.LectureQuestion) ui.Node {
	alg := screen.Algorithm(s, s.FocusedAnswer())
	switch {
	case s.IsRevealed():
		return ui.El("p", ui.Class("tell"), ui.El("b", "Why."), " "+q.Reason)
	case !s.Asking():
		return ui.El("p", ui.Class("tell"), ui.El("b", i18n.T("Step {} of {}.",
			ui.Integer(s.Explanation.Step), ui.Integer(len(s.Explanation.Trace.Events)))), " ", panel.Sentence(s, sc))
	}
	return ui.El("p", ui.Class("tell"), ui.El("b", i18n.T("How {} decides.", alg.Name)), " "+alg.About)
}

// maxCells is the greatest number of decisions that are shown as a row of cells.
const maxCells = 24

// bar returns the row of controls: progress, Reveal, Next and the menu.
func bar(s *state.State, sc *screen.Screen) ui.Node {
	noun, at, n := decisionPosition(s, sc)
	progress := ui.El("div", ui.Class("progress"),
		ui.El("span", ui.El("span", ui.Class("noun"), noun+" "), i18n.T("{} of {}", ui.Integer(at+1), ui.Integer(n))))
	if n <= maxCells {
		cells := ui.El("span", ui.Class("cells "+picture.Hue(screen.Algorithm(s, s.FocusedAnswer()).Colour)),
			ui.A("aria-hidden", "true"))
		for i := range n {
			cells.Children = append(cells.Children, ui.El("i", ui.If(i <= at, ui.Class("done"))))
		}
		progress.Children = append(progress.Children, cells)
	}
	reveal, word, primary := ui.Class("btn big go"), "Reveal", ui.Class("btn big")
	if s.IsRevealed() {
		reveal, word, primary = ui.Class("btn big"), "Hide", ui.Class("btn big go")
	}
	return ui.El("footer", ui.Class("present-bar"), progress,
		ui.El("button", ui.A("type", "button"), reveal, ui.Act("reveal"), ui.A("aria-keyshortcuts", "Space"), word,
			ui.El("kbd", ui.A("aria-hidden", "true"), "Space")),
		ui.El("button", ui.A("type", "button"), primary, ui.Act("nextjob"), ui.A("aria-keyshortcuts", "J"),
			i18n.T("Next {}", noun),
			ui.El("kbd", ui.A("aria-hidden", "true"), "J")),
		ui.El("button", ui.A("type", "button"), ui.Class("btn dots"), ui.Act("dialog", dialogID),
			ui.A("aria-haspopup", "dialog"),
			ui.A("aria-label", "More"), ui.Icon("more")))
}

// decisionPosition returns the index and the number of the decisions that can be presented, and their noun:
// jobs, or algorithms if a run makes a single decision.
func decisionPosition(s *state.State, sc *screen.Screen) (noun string, at, n int) {
	if sc.Wholes && s.Problem != nil {
		n, _, at = screen.Jobs(s)
		return "job", max(at, 0), n
	}
	for i := range s.Answers {
		if s.Answers[i].ID == s.Focus {
			at = i
		}
	}
	return "algorithm", at, len(s.Answers)
}

// menu returns the title and the menu of everything that is not on the screen while presenting.
func menu(s *state.State) (title string, body ui.Node) {
	l := Slot.Get(s)
	turn := func(on bool, yes, no string) string {
		if on {
			return yes
		}
		return no
	}
	item := func(name, key, act string, idAndArg ...string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Class("item"), ui.Act(act, idAndArg...), name,
			ui.El("kbd", ui.A("aria-hidden", "true"), key))
	}
	parts := []ui.Node{
		item(turn(s.Explanation.Playing, "Pause the steps", "Play the steps"), "P", "present", "play"),
		item(turn(s.Lecture.Steps, "Hide the steps and the reason", "Steps and the reason in full"), "W", "present",
			"steps"),
		item("Another algorithm", "A", "present", "algorithm"),
		ui.El("hr"),
		item(turn(l.Covered, "Show the guesses", "Cover the guesses"), "H", "present", "cover"),
		item("Clear the guesses", "Z", "present", "clear"),
		ui.El("hr"),
		item("Blank screen", "B", "present", "blank"),
		item("Larger text", "+", "present", "larger"),
		item("Smaller text", "−", "present", "smaller"),
		item("Full screen", "F", "present", "screen"),
		ui.El("hr"),
		item("Leave", "Esc", "lecture"),
	}
	if l.Total > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"),
			i18n.T("{} of {} guesses were right so far.", ui.Integer(l.Right), ui.Integer(l.Total))))
	}
	return "Presenting", ui.El("div", ui.Class("present-menu"), parts)
}
