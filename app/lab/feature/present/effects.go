package present

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/screen"
	"gridbox/app/state"
)

// effects carries out the commands of presenting.
type effects struct{ env feature.Env }

func (e effects) do(c state.Change[State]) { e.env.Do(Slot.Do(c)) }

// question returns the presented question, nil for none.
func (e effects) question() *screen.LectureQuestion {
	return e.env.Screen().PresentedQuestion(e.env.State())
}

// count adds the guesses of a question whose answer is shown to the totals.
func (e effects) count() {
	if s, own := e.env.State(), Slot.Get(e.env.State()); s.IsRevealed() && own.HasUncounted() {
		e.do(Count{Right: e.question().RightHands(own.Guesses)})
	}
}

// guess adds one guess for the answer with a number. A negative number, or by "-1", removes one.
func (e effects) guess(number, by string) {
	n, _ := strconv.Atoi(number)
	add := 1
	if n < 0 || by == "-1" {
		n, add = max(n, -n), -1
	}
	if q := e.question(); q != nil && n <= len(q.Options) {
		e.do(Guess{At: n - 1, By: add})
	}
}

// addGuess adds a guess for the answer with a mark in the picture.
func (e effects) addGuess(mark state.Ref) bool {
	at := e.question().Number(mark)
	if at >= 0 {
		e.do(Guess{At: at, By: 1})
	}
	return at >= 0
}

// reveal shows the answer, or hides it.
func (e effects) reveal() {
	if e.question() != nil {
		e.env.Do(state.Reveal{On: !e.env.State().IsRevealed()})
	}
}

// advance handles Page Down and Page Up, the keys of a presenter's remote control.
func (e effects) advance(to string) {
	s := e.env.State()
	switch {
	case s.Lecture.Steps:
		e.env.Do(state.Play{On: false}, state.StepReplay{By: map[string]int{"back": -1, "on": 1}[to]})
	case to == "back" || !s.IsRevealed():
		e.env.Do(state.Reveal{On: to == "on"})
	default:
		e.env.Do(e.env.Screen().Next(s)...)
	}
}

// command carries out an item of the menu of presenting. An item without an own effect is passed to
// [state.SetLecture].
func (e effects) command(what string) {
	s := e.env.State()
	switch what {
	case "play":
		if !s.Lecture.Steps {
			e.env.Do(state.SetLecture{Setting: "steps"})
		}
		if s.IsRevealed() {
			e.env.Do(state.Reveal{})
		}
		e.env.Do(state.Play{On: !s.Explanation.Playing})
	case "algorithm":
		e.env.Do(screen.NextRun(s)...)
	case "larger":
		e.env.Do(state.SetLecture{Setting: "size", By: 1})
	case "smaller":
		e.env.Do(state.SetLecture{Setting: "size", By: -1})
	case "screen":
		e.env.Call("fullscreen")
	case "cover":
		e.do(Cover{})
	case "clear":
		e.do(Clear{})
	default:
		e.env.Do(state.SetLecture{Setting: what})
	}
}
