package library

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// VolumeFormat is the format field of the file of a whole library,
// VolumeVersion the version that this build writes.
const (
	VolumeFormat  = "gridbox-library"
	VolumeVersion = 1
)

// A Volume is a whole library as one document. Documents are kept as their original texts, so that unreadable ones
// are included.
type Volume struct {
	Format   string    `json:"format" rule:"required,oneof=gridbox-library" about:"always gridbox-library"`
	Version  int       `json:"version" rule:"required,>=1" about:"version of this format"`
	Drafts   []Bound   `json:"drafts" rule:"required" about:"every draft, with its versions"`
	Studies  []Results `json:"studies,omitempty" about:"every study with kept results"`
	Attempts []Attempt `json:"attempts,omitempty" about:"every attempt at a challenge, the last one first"`
}

// Bound is one draft in a volume.
type Bound struct {
	Title     string         `json:"title,omitempty" about:"what the list calls it"`
	Kind      string         `json:"kind,omitempty" about:"the problem kind"`
	Tags      []string       `json:"tags,omitempty" about:"its tags"`
	Saved     float64        `json:"saved,omitempty" unit:"ms" about:"when it was saved, since 1970"`
	Trash     float64        `json:"trash,omitempty" unit:"ms" about:"when it was moved to the trash, since 1970; absent otherwise"`
	Text      string         `json:"text" about:"the document as it was saved"`
	TypedText string         `json:"typed,omitempty" about:"later text that has faults"`
	Report    string         `json:"report,omitempty" about:"report of the import from another program's file"`
	Versions  []BoundVersion `json:"versions,omitempty" about:"its versions, the first one first"`
}

// BoundVersion is a version of a draft in a volume.
type BoundVersion struct {
	Name    string  `json:"name,omitempty" about:"what it was called"`
	At      float64 `json:"at,omitempty" unit:"ms" about:"when it was kept, since 1970"`
	Changes string  `json:"changes,omitempty" about:"what had changed since the version before"`
	Text    string  `json:"text" about:"the document as it was then"`
}

// Results are the kept results of a study.
type Results struct {
	Title    string   `json:"title,omitempty" about:"what the list calls it"`
	Kind     string   `json:"kind,omitempty" about:"the problem kind"`
	SizeText string   `json:"words,omitempty" about:"how large it is"`
	Key      string   `json:"key" rule:"required" about:"key by which the page finds the results"`
	Done     int      `json:"done,omitempty" rule:"int,>=0" about:"replications"`
	Saved    float64  `json:"saved,omitempty" unit:"ms" about:"when it was kept, since 1970"`
	Text     string   `json:"text,omitempty" about:"the document that asks for it"`
	Pieces   []string `json:"pieces" about:"the partial results"`
}

// Text writes a volume.
func (v *Volume) Text() []byte { return doc.Pretty(v) }

// IsVolume reports whether a document is the file of a library, by its first
// bytes.
func IsVolume(text []byte) bool {
	head := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), " \t\r\n")
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head[:min(len(head), 200)], []byte(`"`+VolumeFormat+`"`))
}

// ReadVolume reads the file of a library, with all its faults.
func ReadVolume(text []byte) (Volume, doc.Faults) {
	var v Volume
	faults := doc.Decode(text, &v)
	if v.Version > VolumeVersion {
		return v, doc.Faults{{Path: "version", Value: strconv.Itoa(v.Version),
			Reason: "was written by a later Gridbox; " +
				"this one reads version " + strconv.Itoa(VolumeVersion) + ". Reload the page to get the newest."}}
	}
	return v, faults
}

// A Plan lists the drafts of a volume to import, by index, and the drafts that
// are here already.
type Plan struct {
	Add   []int
	Known []int
}

// Merge plans the import of a volume into a library that has texts with these hashes, not counting the trash. Nothing
// is ever replaced: a draft whose text is already there is skipped, every other one is added. A draft that the volume
// has twice is added once.
func Merge(v *Volume, hash func(text string) string, have map[string]bool) Plan {
	var p Plan
	seen := map[string]bool{}
	for i := range v.Drafts {
		h := hash(v.Drafts[i].Text)
		if have[h] || seen[h] {
			p.Known = append(p.Known, i)
			continue
		}
		seen[h] = true
		p.Add = append(p.Add, i)
	}
	return p
}

// Report returns the result of an import in words; the troubles are listed
// after it.
func Report(added, known, studies, attempts, troubles int) string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, strconv.Itoa(n)+" "+many)
		}
	}
	add(added, "draft imported", "drafts imported")
	add(known, "already here", "already here")
	add(studies, "study imported with its results", "studies imported with their results")
	add(attempts, "attempt at a challenge imported", "attempts at challenges imported")
	add(troubles, "could not be kept", "could not be kept")
	if len(parts) == 0 {
		return "That library is empty."
	}
	return strings.Join(parts, ", ") + "."
}
