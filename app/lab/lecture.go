package lab

import (
	"strconv"

	"gridbox/app/kind/kinds"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// presentCommands work only while presenting. Their keys then take precedence.
var presentCommands = []command{
	{act: "reveal", keys: press("Space"), in: presenting, sign: "Space", when: isPresenting, make: reveal,
		help: "while presenting: show the answer, or hide it"},
	{act: "guess", keys: guessKeys(), in: presenting, sign: "1 2 3 4 5", when: isPresenting, make: guess,
		help: "while presenting: one more guess for the answer of that number, and with " +
			"Shift+1 Shift+2 Shift+3 Shift+4 Shift+5 one less"},
	{act: "advance", keys: []key{{"PageDown", "on"}, {"PageUp", "back"}}, in: presenting,
		sign: "Page Up Page Down", when: isPresenting, make: advance,
		help: "while presenting: show the answer, then the next question; hide it; while the steps show, a step"},
	{act: "present", keys: []key{{"P", "play"}, {"W", "steps"}, {"A", "algorithm"}, {"H", "cover"}, {"Z", "clear"},
		{"B", "blank"}, {"+", "larger"}, {"-", "smaller"}, {"F", "screen"}}, in: presenting,
		sign: "P W A H Z B + - F", when: isPresenting, make: presented,
		help: "while presenting: play the steps; steps and reason; another algorithm; cover or clear the guesses; " +
			"blank screen; text size; full screen"},
}

func isPresenting(l *Lab, _ string) bool { return l.s.Lecture.On }

func notPresenting(l *Lab, _ string) bool { return !l.s.Lecture.On }

func guessKeys() (keys []key) {
	for n := 1; n <= state.MaxOptions; n++ {
		id := strconv.Itoa(n)
		keys = append(keys, key{id, id}, key{"Shift+" + id, "-" + id})
	}
	return keys
}

// lecture begins or ends presenting, over the whole screen if the browser allows it.
func lecture(l *Lab, _, _ string) {
	on := !l.s.Lecture.On
	l.do(state.Lecturing{On: on})
	if on && l.asked() == nil {
		nextJob(l, "", "") // the selected thing has no decision
	}
	l.host.Call("fullscreen", on)
}

// asked returns the presented question, nil if there is none.
func (l *Lab) asked() *screen.Ask {
	sc := kinds.OfDraft(&l.s)
	if !l.s.Lecture.On || sc.Ask == nil || l.s.Problem == nil {
		return nil
	}
	return sc.Ask(&l.s)
}

// guess adds one guess for the answer with a number. A negative number, or arg "-1", removes one.
func guess(l *Lab, id, arg string) {
	n, by := atoi(id), 1
	if n < 0 || arg == "-1" {
		n, by = max(n, -n), -1
	}
	if q := l.asked(); q != nil && n <= len(q.Options) {
		l.do(state.Guess{At: n - 1, By: by})
	}
}

// reveal shows the answer, or hides it.
func reveal(l *Lab, _, _ string) {
	if l.asked() != nil {
		l.do(state.Reveal{On: !l.s.Revealed()})
	}
}

// count adds the guesses of a question whose answer is shown to the sum.
func (l *Lab) count() {
	if l.s.Lecture.On && l.s.Uncounted() {
		l.do(state.CountGuesses{Right: l.asked().RightHands(l.s.Lecture.Guesses)})
	}
}

// advance handles Page Down and Page Up, the keys of a presenter's remote control.
func advance(l *Lab, to, _ string) {
	switch {
	case l.s.Lecture.Steps:
		step(l, to, "")
	case to == "back" || !l.s.Revealed():
		l.do(state.Reveal{On: to == "on"})
	default:
		nextJob(l, "", "")
	}
}

// presented carries out an item of the menu of presenting.
func presented(l *Lab, what, _ string) {
	switch what {
	case "play":
		if !l.s.Lecture.Steps {
			l.do(state.SetLecture{What: "steps"})
		}
		if l.s.Revealed() {
			l.do(state.Reveal{})
		}
		l.do(state.Play{On: !l.s.Why.Playing})
	case "algorithm":
		l.nextRun()
	case "larger":
		l.do(state.SetLecture{What: "size", By: 1})
	case "smaller":
		l.do(state.SetLecture{What: "size", By: -1})
	case "screen":
		l.host.Call("fullscreen")
	default:
		l.do(state.SetLecture{What: what})
	}
}

// nextRun focuses the next run; the first follows the last.
func (l *Lab) nextRun() {
	for i := range l.s.Answers {
		if l.s.Answers[i].ID == l.s.Focus {
			l.do(state.Reveal{}, state.FocusRun{Run: l.s.Answers[(i+1)%len(l.s.Answers)].ID})
			return
		}
	}
}

// nextJob selects the next job; the first follows the last. While presenting it skips jobs without a
// decision. In a kind whose runs make a single decision it focuses the next run instead.
func nextJob(l *Lab, _, _ string) {
	if l.s.Problem == nil {
		return
	}
	if l.s.Lecture.On && !kinds.OfDraft(&l.s).Wholes {
		l.nextRun()
		return
	}
	n, id := doc.List(scenario.Problem(l.s.Problem), "jobs")
	at := -1
	if t := l.s.Main(); t.Kind == "job" {
		for i := range n {
			if id(i) == t.ID {
				at = i
			}
		}
	}
	for k := range n {
		next := state.SelectThing{Thing: state.Thing{Kind: "job", ID: id((at + 1 + k) % n)}}
		if !l.s.Lecture.On {
			l.do(next)
			return
		}
		if l.do(state.Reveal{}, next); l.asked() != nil {
			return
		}
	}
}
