// Package present shows a decision to an audience as a question: the guesses of the room, the answer, and the
// controls below the picture. The mode, in which the picture covers the screen, belongs to the laboratory.
package present

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// dialogID names the menu in the look.
const dialogID = "present"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := effects{env}
	on := func(s *state.State) bool { return s.Lecture.On }
	return feature.Feature{
		Follow:  e.count,
		OnClick: e.addGuess,
		Commands: []feature.Command{
			{Act: "reveal", Keys: [][2]string{{"Space", ""}}, Reach: feature.ReachPresenting, Sign: "Space", CanRun: on,
				Do:   func(_, _ string) { e.reveal() },
				Help: "while presenting: show the answer, or hide it"},
			{Act: "guess", Keys: guessKeys(), Reach: feature.ReachPresenting, Sign: "1 2 3 4 5", CanRun: on,
				Do: e.guess,
				Help: "while presenting: one more guess for the answer with that number; with " +
					"Shift+1 Shift+2 Shift+3 Shift+4 Shift+5, one less"},
			{Act: "advance", Keys: [][2]string{{"PageDown", "on"}, {"PageUp", "back"}}, Reach: feature.ReachPresenting,
				Sign: "Page Up Page Down", CanRun: on, Do: func(to, _ string) { e.advance(to) },
				Help: "while presenting: show the answer, then the next question, or go back; with the steps " +
					"shown, one step"},
			{Act: "present", Keys: [][2]string{{"P", "play"}, {"W", "steps"}, {"A", "algorithm"}, {"H", "cover"},
				{"Z", "clear"}, {"B", "blank"}, {"+", "larger"}, {"-", "smaller"}, {"F", "screen"}},
				Reach: feature.ReachPresenting, Sign: "P W A H Z B + - F", CanRun: on,
				Do: func(what, _ string) { e.command(what) },
				Help: "while presenting: play the steps; steps and reason; another algorithm; cover or clear the " +
					"guesses; blank screen; text size; full screen"},
		},
		Additions: panel.Additions{
			Present: []func(*state.State, *screen.Screen) ui.Node{questionHeader, guessList, bar},
			Dialogs: []panel.AddedDialog{{ID: dialogID, Menu: true, Draw: menu}},
		},
		Facets: []state.Facet{Slot.Facet},
	}
}

// guessKeys returns the keys that add a guess or remove one.
func guessKeys() (keys [][2]string) {
	for n := 1; n <= screen.MaxOptions; n++ {
		id := strconv.Itoa(n)
		keys = append(keys, [2]string{id, id}, [2]string{"Shift+" + id, "-" + id})
	}
	return keys
}
