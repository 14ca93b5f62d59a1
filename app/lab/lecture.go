package lab

import (
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// lecture begins what stands before a room, over the whole screen where the
// browser lets it, or ends it.
func lecture(l *Lab, _, _ string) {
	on := !l.s.Lecture.On
	l.do(state.Lecturing{On: on})
	l.host.Call("fullscreen", on)
}

// nextJob selects the job behind the one that is selected, the first behind the
// last.
func nextJob(l *Lab, _, _ string) {
	if l.s.Problem == nil {
		return
	}
	n, id := doc.List(scenario.Problem(l.s.Problem), "jobs")
	if n == 0 {
		return
	}
	next := 0
	if t := l.s.Main(); t.Kind == "job" {
		for i := range n {
			if id(i) == t.ID {
				next = (i + 1) % n
			}
		}
	}
	l.do(state.SelectThing{Thing: state.Thing{Kind: "job", ID: id(next)}})
}
