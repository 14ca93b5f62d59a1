package figure

import "gridbox/core/scenario"

// Give sets answers that the page contains, so that there is something to read
// before they are computed again. Each answers the run at its place of the
// scenario or, without a place, in the order of the runs.
func (f *Figure) Give(answers []scenario.Answer) { f.givenAnswers = answers }

// recall sets the given answers as the answers of their entries.
func (f *Figure) recall() {
	for i := range f.entries {
		if a := f.givenAnswer(&f.entries[i]); a != nil {
			f.entries[i].Answer = a
		}
	}
	f.settleJob()
}

// givenAnswer returns the given answer to an entry, nil if there is none.
func (f *Figure) givenAnswer(e *Entry) *scenario.Answer {
	for i := range f.givenAnswers {
		a, place := &f.givenAnswers[i], i
		if a.Run != nil {
			place = *a.Run
		}
		if place == e.Place && a.Algorithm == e.Run.Algorithm {
			return a
		}
	}
	return nil
}

// matchesGiven reports whether the computed answers equal the given ones.
func (f *Figure) matchesGiven() bool {
	for i := range f.entries {
		e := &f.entries[i]
		if a := f.givenAnswer(e); a != nil && (e.Answer == nil || e.Answer.Digest != a.Digest) {
			return false
		}
	}
	return true
}
