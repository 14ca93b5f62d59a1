package figure

import "gridbox/core/scenario"

// Give has the figure begin with answers that its page brings along, so that there is
// something to read before they are computed again. Each is one to the run at its
// place of the scenario, or, where it says none, in the order of the runs.
func (f *Figure) Give(answers []scenario.Answer) { f.given = answers }

// recall puts the answers that are given into their places.
func (f *Figure) recall() {
	for i := range f.entries {
		if a := f.givenTo(&f.entries[i]); a != nil {
			f.entries[i].Answer = a
		}
	}
	f.settleJob()
}

// givenTo is the answer that the page brings to an entry, nil where it has none.
func (f *Figure) givenTo(e *Entry) *scenario.Answer {
	for i := range f.given {
		a, place := &f.given[i], i
		if a.Run != nil {
			place = *a.Run
		}
		if place == e.Place && a.Algorithm == e.Run.Algorithm {
			return a
		}
	}
	return nil
}

// repeated reports whether what was solved here is what the page was made with.
func (f *Figure) repeated() bool {
	for i := range f.entries {
		e := &f.entries[i]
		if a := f.givenTo(e); a != nil && (e.Answer == nil || e.Answer.Digest != a.Digest) {
			return false
		}
	}
	return true
}
