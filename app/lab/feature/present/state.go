package present

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// A State is the room's guesses while presenting. The mode itself is [state.Lecture], which the pictures read.
type State struct {
	Covered bool // whether the guesses are hidden until the answer is shown
	// Guesses are the numbers of guesses for the answers of the current question.
	Guesses [screen.MaxOptions]int
	// Total is the number of guesses of all answered questions, Right the number of right ones.
	Total, Right   int
	countedGuesses [screen.MaxOptions]int // current guesses included in Total
	countedRight   int                    // and in Right
	question       [2]string              // run and thing of the question that is counted
}

// Slot is the place of the feature's state.
var Slot = state.NewSlot(resetGuesses)

// The actions of the feature.
type (
	// Guess adds By guesses for the answer at an index.
	Guess struct{ At, By int }
	// Cover hides the guesses until the answer is shown, or shows them.
	Cover struct{}
	// Clear removes the guesses for the current question.
	Clear struct{}
	// Count adds the current guesses to the totals; Right of them are right.
	Count struct{ Right int }
)

// resetGuesses removes the guesses when another question has been explained, and all of the state after presenting.
func resetGuesses(own State, _, now *state.State) (State, bool) {
	if !now.Lecture.On {
		return State{}, own != State{}
	}
	if of := [2]string{now.Explanation.Run, now.Explanation.About}; !now.Explanation.Pending && own.question != of {
		own.question, own.Guesses, own.countedGuesses, own.countedRight = of, [screen.MaxOptions]int{},
			[screen.MaxOptions]int{}, 0
		return own, true
	}
	return own, false
}

// Change returns the state with the guesses, unless the answer is shown.
func (a Guess) Change(s *state.State, own State) State {
	if s.Lecture.On && !s.IsRevealed() && a.At >= 0 && a.At < len(own.Guesses) {
		own.Guesses[a.At] = max(0, own.Guesses[a.At]+a.By)
	}
	return own
}

// Change returns the state with covered or uncovered guesses.
func (Cover) Change(_ *state.State, own State) State {
	own.Covered = !own.Covered
	return own
}

// Change returns the state without guesses.
func (Clear) Change(_ *state.State, own State) State {
	own.Guesses = [screen.MaxOptions]int{}
	return own
}

// Change returns the state with the totals.
func (a Count) Change(_ *state.State, own State) State {
	own.Total += sum(own.Guesses) - sum(own.countedGuesses)
	own.Right += a.Right - own.countedRight
	own.countedGuesses, own.countedRight = own.Guesses, a.Right
	return own
}

// Hands returns the number of guesses for the question.
func (l *State) Hands() int { return sum(l.Guesses) }

func sum(guesses [screen.MaxOptions]int) (n int) {
	for _, hands := range guesses {
		n += hands
	}
	return n
}

// HasUncounted reports whether the guesses are not in the totals yet.
func (l *State) HasUncounted() bool { return l.countedGuesses != l.Guesses }
