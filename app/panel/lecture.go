package panel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// predicting is the line of a lecture: what the room is asked, what it expects,
// and at the last step whether that came true.
func predicting(s *state.State, sc *screen.Screen) ui.Node {
	l := &s.Lecture
	if !l.On || s.Why.Trace == nil || s.Why.Whole {
		return ui.Node{}
	}
	noun := s.Guessable()
	ask := "Which " + noun + " will be " + cmp.Or(sc.Taken, "taken") + "? Click one."
	if sc.Wholes && s.Why.About != "" {
		ask = "Where does job " + s.Why.About + " go? Click a " + noun + "."
	}
	said := ask
	switch {
	case l.Guess != "" && s.Replaying():
		said = "You expect " + l.Guess + ". Go on to see."
	case l.Guess != "" && slices.Contains(s.Decided(), l.Guess):
		said = "Right: " + l.Guess + "."
	case l.Guess != "":
		said = "You expected " + l.Guess + "; it is " + strings.Join(s.Decided(), ", ") + "."
	case !s.Replaying():
		said = ""
	}
	if l.Asked > 0 {
		said += " " + strconv.Itoa(l.Right) + " of " + strconv.Itoa(l.Asked) + " right so far."
	}
	return ui.El("p", ui.Class("predict"), ui.A("role", "status"), said)
}

// lecturing are the controls that a lecture has besides the steps.
func lecturing(s *state.State, sc *screen.Screen) ui.Node {
	if !s.Lecture.On {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("lecture-acts"), ui.Button("Reveal", ui.Act("step", "last"), ui.A("title", "End"),
		ui.Off(!s.Replaying())), ui.Button("Next job", ui.Act("nextjob"),
		ui.Flag("hidden", !sc.Wholes)),
		ui.Button("Stop presenting", ui.Act("lecture")))
}
