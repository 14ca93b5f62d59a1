package figure

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// Expectation returns the digest of the answers computed here, which an address can expect. It is zero before all
// answers are there.
func (f *Figure) Expectation() scenario.Expectation { return f.expectation }

// computeExpectation returns the digest and the version of the answers computed here. It returns zero if the figure
// shows a fixed range of steps, or if an answer is missing or failed. Of a large problem it computes them only if the
// address expects a digest.
func (f *Figure) computeExpectation() (e scenario.Expectation) {
	if f.lock != nil || f.Address.Expect.Digest == "" && len(f.text) > maxAutoText {
		return e
	}
	var answers []scenario.Answer
	for i := range f.entries {
		if f.entries[i].Answer == nil || f.entries[i].Trouble != nil {
			return e
		}
		answers = append(answers, *f.entries[i].Answer)
	}
	return scenario.Expecting(answers, catalog.Version)
}

// expectationNote returns a sentence on whether the author's answers were reproduced,
// "" if none are expected.
func (f *Figure) expectationNote() string {
	want := f.Address.Expect
	switch {
	case want.Digest == "" || f.expectation.Digest == "":
		return ""
	case want.Digest == f.expectation.Digest:
		return "Solved here and verified: reproduced, these are the author’s answers."
	case want.Version == "" || want.Version == f.expectation.Version:
		return "Solved here and verified, but these are not the author’s answers."
	}
	return "Solved here and verified, but these are not the author’s answers: Gridbox " + shorten(want.Version, 40) +
		" computed those, and this is " + f.expectation.Version + "."
}
