package library

import "gridbox/core/doc"

// Attempt is an attempt at a challenge as the library keeps it.
type Attempt struct {
	At   float64 `json:"at,omitempty" unit:"ms" about:"when it was made, since 1970"`
	Text string  `json:"text" about:"the attempt, a document of format gridbox-attempt"`
}

// Line returns the text that is kept.
func (t *Attempt) Line() []byte { return doc.Canonical(t) }

// ReadAttempt reads a kept attempt.
func ReadAttempt(text []byte) (t Attempt, ok bool) {
	faults := doc.Decode(text, &t)
	return t, len(faults) == 0 && t.Text != ""
}
