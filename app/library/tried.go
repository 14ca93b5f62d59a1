package library

import "gridbox/core/doc"

// Tried is somebody's attempt at a challenge as a library keeps it.
type Tried struct {
	At   float64 `json:"at,omitempty" unit:"ms" about:"when it was made, since 1970"`
	Text string  `json:"text" about:"the attempt, a document of format gridbox-attempt"`
}

// Line is what is kept of it.
func (t *Tried) Line() []byte { return doc.Canonical(t) }

// ReadTried reads what was kept of an attempt.
func ReadTried(text []byte) (t Tried, ok bool) {
	faults := doc.Decode(text, &t)
	return t, len(faults) == 0 && t.Text != ""
}
