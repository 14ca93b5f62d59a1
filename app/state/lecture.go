package state

import (
	"slices"

	"gridbox/core/decision"
)

// Lecture is the laboratory before a room: the picture, one line and the controls.
// Before the steps are shown, somebody may say what they expect.
type Lecture struct {
	On    bool
	Guess string // the cluster, node or machine that is expected
	Right int    // how many guesses came true
	Asked int    // of how many that were answered
	Blank bool   // nothing is shown: the room is to look at who speaks
	told  bool   // whether this guess has been counted
}

// How much smaller a picture is drawn than it is shown: before a room, of which a phone in the hand
// has less, and on a very large screen, of a picture that has more than room enough.
const (
	lectureScale, handScale, largeScale = 0.6, 0.8, 0.7
	roomWidth, roomHeight               = 1100.0, 720.0
)

// Lecturing begins and ends it; Predict says what is expected; Blanking shows
// nothing, or all again, as the next step does.
type (
	Lecturing struct{ On bool }
	Predict   struct{ ID string }
	Blanking  struct{}
)

func (a Lecturing) reduce(s State) State {
	s.Lecture = Lecture{On: a.On}
	if a.On {
		s.Look.View, s.Look.Dialog, s.Look.Phone = "", "", "picture"
		s = Stepped{To: 0}.reduce(s)
	}
	return s
}

func (Blanking) reduce(s State) State {
	s.Lecture.Blank = s.Lecture.On && !s.Lecture.Blank
	return s
}

func (a Predict) reduce(s State) State {
	if s.Lecture.On && !s.Why.Whole && (s.Why.Trace == nil || s.Replaying()) {
		s.Lecture.Guess, s.Lecture.told = a.ID, false
	}
	return s
}

// Guessable is what the kind's decisions are between.
func (s *State) Guessable() string { return of(s.Draft).decides }

// Decided are the clusters, nodes or machines of the decision that is explained.
func (s *State) Decided() []string {
	a := s.Focused()
	if a == nil || a.Answer == nil || s.Problem == nil {
		return nil
	}
	return decision.Of(s.Problem, a.Answer, s.Why.About).Names
}

// judged counts a guess once the steps have come to their end.
func judged(s State) State {
	if l := &s.Lecture; l.On && l.Guess != "" && !l.told && !s.Replaying() {
		l.told = true
		l.Asked++
		if slices.Contains(s.Decided(), l.Guess) {
			l.Right++
		}
	}
	return s
}
