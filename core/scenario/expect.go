package scenario

import (
	"strings"

	"gridbox/core/doc"
)

// An Expectation is the result that a link states for its answers:
//
//	&expect=<16 hex digits>&by=<version>
//
// These are the first digits of the digest of all answers, in the order of the
// runs that the link shows, and the version of Gridbox that computed them.
type Expectation struct{ Digest, Version string }

// expectDigits is the number of digits of the digest in a link, enough to make
// accidental matches unlikely.
const expectDigits = 16

// Expecting returns the expectation for answers that a version computed.
func Expecting(answers []Answer, by string) Expectation {
	digests := make([]string, len(answers))
	for i := range answers {
		digests[i] = answers[i].ContentDigest()
	}
	return Expectation{firstDigits(doc.Digest(doc.Canonical(digests)), expectDigits), by}
}

// Parameters returns the parameters of a link, to be appended to the others.
func (e Expectation) Parameters() string {
	text := "&expect=" + e.Digest
	if e.Version != "" {
		text += "&by=" + escapeParameter(e.Version)
	}
	return text
}

// ParseExpectation returns the expectation in a fragment, nil if there is none. An
// invalid one is a fault, but the scenario of the link can still be opened.
func ParseExpectation(fragment string) (*Expectation, doc.Faults) {
	digest, by, given := digestIn(fragment, "expect")
	switch {
	case !given:
		return nil, nil
	case !isDigest(digest):
		return nil, doc.Faults{{Path: "expect", Value: shorten(digest),
			Reason: "is no digest of answers; it has 16 of the digits 0 to 9 and a to f"}}
	}
	return &Expectation{digest, by}, nil
}

// digestIn returns the digest under a name in a fragment and the version that computed
// it. It reports whether the fragment has the digest.
func digestIn(fragment, name string) (digest, by string, given bool) {
	for pair := range strings.SplitSeq(fragment, "&") {
		key, text, _ := strings.Cut(pair, "=")
		switch value, ok := unescapeParameter(text); {
		case key == name:
			digest, given = strings.ToLower(text), true
		case key == "by" && ok && len(value) <= 40:
			by = value
		}
	}
	return digest, by, given
}

// isDigest reports whether a text has the form of a digest in a link.
func isDigest(text string) bool {
	return len(text) == expectDigits && strings.Trim(text, strings.ToLower(hexDigits)) == ""
}
