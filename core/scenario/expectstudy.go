package scenario

import (
	"strings"

	"gridbox/core/doc"
)

// A StudyExpectation is the result that a link states for the study that it carries:
//
//	&study=<16 hex digits>&means=<4 hex digits a mean>&by=<version>
//
// the first digits of the study document's digest, optionally those of the digest of
// each mean in the order of its cells, and the version of Gridbox that computed them.
type StudyExpectation struct {
	Digest  string `json:"digest"`
	Means   string `json:"means,omitempty"`
	Version string `json:"by,omitempty"`
}

// Sizes of a study's result in a link. Means beyond maxMeans are left out: the digest
// covers them.
const (
	meanDigits = 4
	maxMeans   = 300
)

// ExpectStudy returns the expectation of a study document with this digest and these
// means, nil for a cell that is not compared.
func ExpectStudy(digest string, means [][]byte, by string) StudyExpectation {
	e := StudyExpectation{Digest: firstDigits(digest, expectDigits), Version: by}
	if len(means) > maxMeans {
		return e
	}
	for _, m := range means {
		if m == nil {
			e.Means += strings.Repeat("-", meanDigits)
		} else {
			e.Means += firstDigits(doc.Digest(m), meanDigits)
		}
	}
	return e
}

func firstDigits(digest string, n int) string {
	digest = strings.TrimPrefix(digest, "sha256:")
	return digest[:min(n, len(digest))]
}

// Parameters returns the result as parameters of a link. They leave out the version if the fragment
// names one.
func (e StudyExpectation) Parameters(fragment string) string {
	text := "&study=" + e.Digest
	if e.Means != "" {
		text += "&means=" + e.Means
	}
	if e.Version != "" && !strings.Contains(fragment, "&by=") {
		text += "&by=" + escapeParameter(e.Version)
	}
	if len(fragment)+len(text) > MaxLink && e.Means != "" {
		e.Means = ""
		return e.Parameters(fragment)
	}
	return text
}

// ParseStudyExpectation parses the study's result in a fragment. It returns nil if there is none. An
// invalid one is a fault, but the scenario of the link can still be opened.
func ParseStudyExpectation(fragment string) (*StudyExpectation, doc.Faults) {
	e, given := StudyExpectation{}, false
	e.Digest, e.Version, given = digestIn(fragment, "study")
	e.Means, _, _ = digestIn(fragment, "means")
	switch {
	case !given:
		return nil, nil
	case !isDigest(e.Digest):
		return nil, doc.Faults{{Path: "study", Value: shorten(e.Digest),
			Reason: "is no digest of a study; it has 16 of the digits 0 to 9 and a to f"}}
	case len(e.Means)%meanDigits != 0 || len(e.Means) > meanDigits*maxMeans ||
		strings.Trim(e.Means, strings.ToLower(hexDigits)+"-") != "":
		return nil, doc.Faults{{Path: "means", Value: shorten(e.Means),
			Reason: "is no list of means; each has 4 of the digits 0 to 9 and a to f, or 4 hyphens"}}
	}
	return &e, nil
}

func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

// Compare returns the number of means that two expectations share, and the places of the cells
// whose means differ. Equal studies have the same digest; without means on both sides nothing more
// is known.
func (e StudyExpectation) Compare(got StudyExpectation) (compared int, differ []int) {
	if len(e.Means) != len(got.Means) {
		return 0, nil
	}
	for i := 0; i < len(e.Means); i += meanDigits {
		was, is := e.Means[i:i+meanDigits], got.Means[i:i+meanDigits]
		if was[0] == '-' || is[0] == '-' {
			continue
		}
		if compared++; was != is {
			differ = append(differ, i/meanDigits)
		}
	}
	return compared, differ
}
