package lab

import "gridbox/core/scenario"

// An ask is something under way beside the page: in a worker, in the library,
// on a timer. It remembers which document it is about, as everything does that
// is made of one (see app/state/facet.go). What it brings is heard until it is
// ended, because another took its place or somebody cancelled it: so an answer
// that comes late, for a problem that no longer stands, is refused in one
// place, whoever gives it.
type ask struct {
	of    *scenario.Scenario
	key   string // tells apart what is asked about one document
	stop  func() // nil where nothing can be stopped
	ended bool
}

// is reports whether an ask is this one, under way or done.
func (a *ask) is(of *scenario.Scenario, key string) bool {
	return a != nil && a.of == of && a.key == key
}

// end stops an ask and hears no more of it.
func (a *ask) end() {
	if a == nil || a.ended {
		return
	}
	a.ended = true
	if a.stop != nil {
		a.stop()
	}
}

// hear takes what an ask brings, on the page's goroutine, unless it has ended.
func (l *Lab) hear(a *ask, f func()) {
	l.turn(func() {
		if !a.ended {
			f()
		}
	})
}
