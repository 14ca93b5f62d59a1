package scenario

import (
	"cmp"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// Format is the name of the scenario format.
const Format = "gridbox"

// Parse reads a scenario, migrates it from an older version and validates it.
// It returns all faults. A scenario with faults is returned as far as it could
// be read, and nil if the text is no scenario.
func Parse(text []byte) (*Scenario, doc.Faults) { return ParseWith(text, nil) }

// ParseWith is Parse that calls pause, unless nil, at intervals; see
// [doc.DecodePaused].
func ParseWith(text []byte, pause func()) (*Scenario, doc.Faults) {
	s := &Scenario{}
	faults := doc.DecodePaused(text, s, pause)
	if pause != nil {
		pause()
	}
	switch {
	case len(faults) > 0 && isAnother(text):
		return nil, doc.Faults{{Path: "format",
			Reason: "this is a result, not a scenario; open the scenario that it answers"}}
	case s.Version > Version:
		return nil, newer(text, s.Version)
	case s.Version > 0 && s.Version < Version:
		return parseOlder(text, s.Version)
	}
	return s, complete(text, s, faults, pause)
}

// complete adds the faults of validation to those of reading, in the order of
// the text. If a whole list or an id could not be read, validation is skipped,
// since its faults would only follow from that.
func complete(text []byte, s *Scenario, faults doc.Faults, pause func()) doc.Faults {
	if len(faults) > doc.MaxFaults || faults.IsMalformed() { // not all of it was read
		return faults
	}
	for _, f := range faults {
		if strings.Count(f.Path, ".") < 2 && !isMinor(f.Path) || strings.HasSuffix(f.Path, ".id") {
			return faults
		}
	}
	faults = doc.Locate(text, merge(faults, agree(s, pause)))
	sorting.Stable(faults, func(a, b doc.Fault) int { return cmp.Compare(a.Start, b.Start) })
	return faults.Limit()
}

// isMinor reports whether a path leads to a field or an element whose loss
// leaves the rest of the document meaningful.
func isMinor(path string) bool {
	head, _, _ := strings.Cut(path, "[")
	return strings.Contains(path, "].") || head == "title" || head == "about" || head == "seed" || head == "runs" ||
		head == "policies" ||
		strings.HasPrefix(head, "study") || strings.HasPrefix(head, "view")
}

// merge appends further faults, except those whose path has one already.
func merge(faults, further doc.Faults) doc.Faults {
	known := make(map[string]bool, len(faults))
	for _, f := range faults {
		known[f.Path] = true
	}
	for _, f := range further {
		if !known[f.Path] {
			faults = append(faults, f)
		}
	}
	return faults
}

// newer returns the fault of a document of an unknown version, without its
// other faults.
func newer(text []byte, version int) doc.Faults {
	return doc.Locate(text, doc.Faults{{Path: "version", Value: strconv.Itoa(version),
		Reason: "is newer than this build, which reads up to version " + strconv.Itoa(Version) + "; update Gridbox"}})
}

// isAnother reports whether a text is a result document.
func isAnother(text []byte) bool {
	var head struct {
		Format string `json:"format"`
	}
	doc.Decode(text, &head)
	return head.Format == ResultFormat
}

// Validate returns the faults of a scenario in memory: fields that break their
// rules, a problem that does not match the kind, and violations of the
// problem's own rules. Runs are checked by the catalogue.
func Validate(s *Scenario) doc.Faults {
	return merge(doc.Check(s), agree(s, nil)).Limit()
}

// agree returns the faults between fields that are each valid.
func agree(s *Scenario, pause func()) doc.Faults {
	p := partOf(s.Kind)
	if p == nil {
		return doc.Faults{{Path: "kind", Value: strconv.Quote(s.Kind),
			Reason: "is not a problem kind; kinds are " + strings.Join(Kinds(), ", ") + doc.Suggest(s.Kind, Kinds())}}
	}
	var faults doc.Faults
	for _, other := range parts {
		if other.kind != s.Kind && other.has(s) {
			faults = append(faults, doc.Fault{Path: other.kind,
				Reason: "the kind is " + s.Kind + "; remove this problem or change the kind"})
		}
	}
	if !p.has(s) {
		return append(faults, doc.Fault{Path: s.Kind,
			Reason: "is missing; a scenario of kind " + s.Kind + " needs its problem here"})
	}
	faults = append(faults, p.validate(s, pause).PrefixPaths(s.Kind)...)
	return append(faults, policiesAgree(s)...)
}

// policiesAgree returns the faults of policies with the same id or a source
// that is too long.
func policiesAgree(s *Scenario) doc.Faults {
	r, known := doc.Review{}, map[string]int{}
	for i := range s.Policies {
		at := doc.At("policies", i)
		id := s.Policies[i].ID
		if earlier, twice := known[id]; twice && id != "" { // a missing id is reported already
			r.Fault(at+".id", strconv.Quote(id), "is already the name of "+doc.At("policies", earlier)+
				"; names are unique")
		} else {
			known[id] = i
		}
		if len(s.Policies[i].Source) > MaxSource {
			r.Fault(at+".source", "", "is longer than "+strconv.Itoa(MaxSource)+" bytes")
		}
	}
	return r.Faults
}

// IsInSource reports whether a fault is in the source of a policy. Its lines and
// columns refer to that source, so no path is needed.
func IsInSource(f doc.Fault) bool {
	return strings.HasPrefix(f.Path, "policies[") && strings.HasSuffix(f.Path, "].source")
}

// MaxSource is the maximum length of a policy's source in bytes.
const MaxSource = 1 << 20

// Expand returns the explicit form of a scenario, generated deterministically
// from its seed. It does not modify the scenario.
func Expand(s *Scenario) (*Scenario, doc.Faults) {
	if faults := Validate(s); len(faults) > 0 {
		return nil, faults
	}
	return ExpandValid(s)
}

// ExpandValid does the same as Expand for a scenario without faults, as returned by Parse.
func ExpandValid(s *Scenario) (*Scenario, doc.Faults) {
	made := *s
	if faults := partOf(s.Kind).explicit(&made); len(faults) > 0 {
		return nil, faults.PrefixPaths(s.Kind)
	}
	return &made, nil
}

// Text returns a scenario as text for people.
func Text(s *Scenario) []byte { return doc.Pretty(s) }

// TextWith is Text that calls pause at intervals; see [doc.PrettyWith].
func TextWith(s *Scenario, pause func()) []byte { return doc.PrettyWith(s, pause) }

// Canonical returns the canonical text of a scenario.
func Canonical(s *Scenario) []byte { return doc.Canonical(s) }

// Digest returns "sha256:..." over the canonical text without the view, which
// never changes a result.
func Digest(s *Scenario) string {
	seen := *s
	seen.View = nil
	return doc.Digest(Canonical(&seen))
}

// ShortDigest returns the part of a digest that is shown.
func ShortDigest(digest string) string { return digest[:min(len(digest), len("sha256:")+16)] }

// SourceDigest returns the digest of a policy's source, to which permission to
// run it refers.
func SourceDigest(source string) string { return doc.Digest([]byte(source)) }
