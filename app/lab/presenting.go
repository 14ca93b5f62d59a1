package lab

import (
	"gridbox/app/kind/kinds"
	"gridbox/app/state"
)

func isNotPresenting(l *Lab, _ string) bool { return !l.s.Lecture.On }

// lecture begins or ends presenting, over the whole screen if the browser allows it.
func lecture(l *Lab, _, _ string) {
	on := !l.s.Lecture.On
	l.do(state.Lecturing{On: on})
	if on && kinds.OfDraft(&l.s).PresentedQuestion(&l.s) == nil {
		nextJob(l, "", "") // the selected thing has no decision
	}
	l.host.Call("fullscreen", on)
}

// nextJob selects the next job; the first follows the last.
func nextJob(l *Lab, _, _ string) { l.do(kinds.OfDraft(&l.s).Next(&l.s)...) }
