package feature

import (
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// A Request is a request under way outside the page's goroutine: in a worker, in the library, on a timer. It remembers
// the document that it belongs to (see app/state/changes.go). [Env.Receive] delivers its results until it ends, when
// another request replaces it or the user cancels it. A late answer for an earlier problem is thus dropped in one
// place.
type Request struct {
	Scenario *scenario.Scenario
	Key      string // distinguishes requests about one document
	Stop     func() // nil where nothing can be stopped
	Ended    bool
}

// Begin ends the request in a place and begins another one there.
func Begin(place **Request, of *scenario.Scenario, key string) *Request {
	(*place).End()
	*place = &Request{Scenario: of, Key: key}
	return *place
}

// Is reports whether a request is about a document and a key, under way or done.
func (a *Request) Is(of *scenario.Scenario, key string) bool {
	return a != nil && a.Scenario == of && a.Key == key
}

// End stops a request; its results are ignored after that.
func (a *Request) End() {
	if a == nil || a.Ended {
		return
	}
	a.Ended = true
	if a.Stop != nil {
		a.Stop()
	}
}

// VersionNote returns the version of Gridbox that computed a result, as part of a sentence; "" if it is unknown.
func VersionNote(version string) string {
	if version == "" {
		return ""
	}
	return i18n.T(" (Gridbox {})", version)
}
