package library

import "gridbox/core/doc"

// Tried is an attempt at a challenge as the library keeps it.
type Tried struct {
	At   float64 `json:"at,omitempty" unit:"ms" about:"when it was made, since 1970"`
	Text string  `json:"text" about:"the attempt, a document of format gridbox-attempt"`
}

// Line returns the text that is kept.
func (t *Tried) Line() []byte { return doc.Canonical(t) }

// ReadTried reads a kept attempt.
func ReadTried(text []byte) (t Tried, ok bool) {
	faults := doc.Decode(text, &t)
	return t, len(faults) == 0 && t.Text != ""
}
