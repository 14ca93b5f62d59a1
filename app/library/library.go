// Package library defines the contents of the library of drafts, without a
// browser: the entries of the list, its search, order and visible rows, the
// versions of a draft that are kept, the changes between two of them, and the
// one file of a whole library.
//
// Correctness does not depend on the clock. Entries and versions are ordered by
// counters (SaveNumber, Count), which only grow. Times are shown, and versions are
// thinned by age, but a clock that jumps costs at most automatic versions that
// are close together, never the last ones.
package library

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// Format is the version of the entries that this build writes. An entry with a
// higher version was written by a later Gridbox: it is listed and can be
// opened, and fields unknown to this build are preserved.
const Format = 1

// A Card is the list's entry of one draft.
type Card struct {
	Slot string `json:"-"`
	// SaveName is the name of the save that the card describes; if the draft has
	// another one, the card is outdated.
	SaveName   string      `json:"of,omitempty"`
	Format     int         `json:"format,omitempty"`
	Title      string      `json:"title,omitempty"`
	Kind       string      `json:"kind,omitempty"`
	SizeText   string      `json:"words,omitempty"` // how large the problem is: "5 clusters, 24 jobs"
	Best       *BestAnswer `json:"best,omitempty"`  // the best answer that was checked
	Bytes      int         `json:"bytes,omitempty"` // of the document
	Saved      int64       `json:"saved,omitempty"` // when, in Unix milliseconds
	SaveNumber int         `json:"turn,omitempty"`  // the count of all saves in this library, by which it is ordered
	Hash       string      `json:"hash,omitempty"`  // of the document's text
	// Versions is the number of versions kept, NamedVersions the number of those with a
	// name.
	Versions      int `json:"versions,omitempty"`
	NamedVersions int `json:"named,omitempty"`
	Marks
	// Face is the small picture, as package picture writes it.
	Face string `json:"-"`
	// ReadError is the reason why the draft cannot be read, "" if it can.
	ReadError string `json:"-"`

	line string // the text read
}

// Marks are set by the user on an entry; they survive every save.
type Marks struct {
	Tags      []string `json:"tags,omitempty"`
	TrashedAt int64    `json:"gone,omitempty"` // when it was put into the trash, in Unix milliseconds; 0 if it is not there
	// Report is the import report, as core/importer writes it; "" if the draft was not imported.
	Report string `json:"report,omitempty"`
}

// BestAnswer is one answer in short form.
type BestAnswer struct {
	Run    string  `json:"run"`    // the name of the run
	Colour int     `json:"colour"` // its colour, as package catalog counts them
	Metric string  `json:"metric"`
	Value  float64 `json:"value"`
}

// IsFromNewer reports whether a later version of Gridbox wrote the entry.
func (c *Card) IsFromNewer() bool { return c.Format > Format }

// IsTrashed reports whether the draft is in the trash.
func (c *Card) IsTrashed() bool { return c.TrashedAt != 0 }

// Name returns the title, or a replacement for an empty one.
func (c *Card) Name() string { return DisplayTitle(c.Title) }

// DisplayTitle returns a title, or a replacement for an empty one.
func DisplayTitle(title string) string {
	if title == "" {
		return "Untitled scenario"
	}
	return title
}

// ReadCard reads what [Card.Text] wrote: a line of JSON, then the picture.
func ReadCard(text []byte) (Card, bool) {
	line, face, _ := strings.Cut(string(text), "\n")
	var c Card
	// The document's own reader is several times as fast, and rejects fields
	// that a later Gridbox may have added.
	if faults := doc.Decode([]byte(line), &c); len(faults) > 0 {
		c = Card{}
		if json.Unmarshal([]byte(line), &c) != nil {
			return Card{}, false
		}
	}
	c.Face, c.line = face, line
	return c, true
}

// Text writes a card. It preserves the fields of a card that a later Gridbox wrote.
func (c *Card) Text() []byte {
	own := *c
	own.Format = max(c.Format, Format)
	return append(append(overlaid(c.line, c.IsFromNewer(), own), '\n'), c.Face...)
}

// Renew copies to the card of a newer save the data that only the old card has:
// the user's marks, the number of versions, and fields of a later Gridbox.
func (c *Card) Renew(old Card) {
	c.Marks, c.Versions, c.NamedVersions = old.Marks, old.Versions, old.NamedVersions
	c.Format, c.line = old.Format, old.line
}

// overlaid returns v as JSON. If keep is set, the result also has the fields of line that this build does not know.
func overlaid(line string, keep bool, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil || !keep {
		return text
	}
	var before, now map[string]json.RawMessage
	if json.Unmarshal([]byte(line), &before) != nil || json.Unmarshal(text, &now) != nil {
		return text
	}
	for _, name := range knownFields {
		delete(before, name)
	}
	maps.Copy(before, now)
	whole, err := json.Marshal(before)
	if err != nil {
		return text
	}
	return whole
}

// knownFields are the fields that this build writes and may leave out.
var knownFields = strings.Fields(`of format title kind words best bytes saved turn hash versions named tags gone count at
	name auto changes effects about key done`)

// A Version is a state of a draft that was kept.
type Version struct {
	ID     string `json:"-"`     // by which the library finds it
	Count  int    `json:"count"` // number among the draft's versions, which gives their order
	Format int    `json:"format,omitempty"`
	At     int64  `json:"at"` // when it was kept, in Unix milliseconds
	Name   string `json:"name,omitempty"`
	Title  string `json:"title,omitempty"`
	Kind   string `json:"kind,omitempty"`
	Bytes  int    `json:"bytes"`
	Hash   string `json:"hash"`
	// Changes lists the differences from the version before, Effects their
	// effect on the main metric of each answer.
	Changes string   `json:"changes,omitempty"`
	Effects []Effect `json:"effects,omitempty"`
}

// An Effect is the main metric of one run's answer, and its value in the
// version before, if there was one.
type Effect struct {
	Run      string   `json:"run"`
	Colour   int      `json:"colour"`
	Metric   string   `json:"metric"`
	Value    float64  `json:"value"`
	Previous *float64 `json:"before,omitempty"`
}

// IsFromNewer reports whether a later version of Gridbox wrote the version.
func (v *Version) IsFromNewer() bool { return v.Format > Format }

// Label returns the version's name, or the time when it was kept.
func (v *Version) Label() string {
	if v.Name != "" {
		return v.Name
	}
	return FormatTime(v.At)
}

// FormatTime formats a time in Unix milliseconds for lists of drafts: 26 Nov 2026, 03:50.
func FormatTime(at int64) string {
	if at == 0 { // it is not known
		return ""
	}
	return time.UnixMilli(at).Format("2 Jan 2006, 15:04")
}

// CopyTitle returns a title for a copy of a draft that no draft has yet: "Five clusters, copy", then "Five clusters,
// copy 2". Copies of copies continue the numbers.
func CopyTitle(title string, taken func(string) bool) string {
	const word = ", copy"
	base := DisplayTitle(title)
	for {
		cut := strings.TrimRight(base, "0123456789")
		if cut != base {
			cut = strings.TrimSuffix(cut, " ")
		}
		rest, ok := strings.CutSuffix(cut, word)
		if !ok {
			break
		}
		base = rest
	}
	name := base + word
	for n := 2; taken(name); n++ {
		name = base + word + " " + strconv.Itoa(n)
	}
	return name
}

// A Study is the list's entry of a study whose results are kept.
type Study struct {
	Key      string `json:"-"` // names its pieces in the storage
	Format   int    `json:"format,omitempty"`
	Title    string `json:"title,omitempty"`
	Kind     string `json:"kind,omitempty"`
	SizeText string `json:"words,omitempty"` // "3 points, 20 replications"
	Done     int    `json:"done,omitempty"`  // replications kept
	// Base is the digest of its problem, From of the problem whose jobs it draws. Found is its result in a
	// few words.
	Base      string `json:"base,omitempty"`
	From      string `json:"from,omitempty"`
	Result    string `json:"found,omitempty"`
	Bytes     int    `json:"-"`
	Saved     int64  `json:"saved,omitempty"`
	TrashedAt int64  `json:"gone,omitempty"`
	// Text is the document, which follows the line. It is empty for studies
	// that were kept before there was a list of them.
	Text string `json:"-"`
}

// ReadStudy reads what [Study.Lines] wrote.
func ReadStudy(text []byte) (Study, bool) {
	line, body, _ := strings.Cut(string(text), "\n")
	var s Study
	if json.Unmarshal([]byte(line), &s) != nil {
		return Study{}, false
	}
	s.Text = body
	return s, true
}

// Lines returns the entry of a study, then its document.
func (s *Study) Lines() []byte {
	own := *s
	own.Format = max(s.Format, Format)
	line, _ := json.Marshal(own) // a struct of words and numbers
	return append(append(line, '\n'), s.Text...)
}

// ParseTags parses tags separated by commas, without duplicates and in alphabetical order.
func ParseTags(text string) []string {
	var tags []string
	for part := range strings.SplitSeq(text, ",") {
		tag := strings.Join(strings.Fields(part), " ")
		if letters := []rune(tag); len(letters) > maxTag {
			tag = string(letters[:maxTag])
		}
		same := func(t string) bool { return strings.EqualFold(t, tag) }
		if tag != "" && !slices.ContainsFunc(tags, same) {
			tags = append(tags, tag)
		}
	}
	sorting.Sort(tags, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return tags[:min(len(tags), maxTags)]
}

// maxTag is the maximal number of characters of a tag, maxTags that of tags of a draft.
const maxTag, maxTags = 40, 20
