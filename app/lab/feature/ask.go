package feature

import "gridbox/core/scenario"

// An Ask is a request under way outside the page's goroutine: in a worker, in
// the library, on a timer. It remembers the document that it belongs to (see
// app/state/facet.go). Its results are delivered until it is ended, because
// another request replaced it or the user cancelled it: a late answer for an
// earlier problem is thus refused in one place, [Env.Hear].
type Ask struct {
	Of    *scenario.Scenario
	Key   string // distinguishes requests about one document
	Stop  func() // nil where nothing can be stopped
	Ended bool
}

// Is reports whether an ask is about a document and a key, under way or done.
func (a *Ask) Is(of *scenario.Scenario, key string) bool {
	return a != nil && a.Of == of && a.Key == key
}

// End stops a request; its results are ignored after that.
func (a *Ask) End() {
	if a == nil || a.Ended {
		return
	}
	a.Ended = true
	if a.Stop != nil {
		a.Stop()
	}
}
