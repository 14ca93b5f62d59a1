package state

import "gridbox/wasm/msg"

// A Bringing is the import of files of other programs before they are opened.
type Bringing struct {
	Names []string
	Busy  bool   // whether they are being read
	Wrong string // why they could not be read at all
	As    string // the format that the user chose; "" for the detected one
	// Open is which of several parts become drafts: OpenEach or another constant, "" until the user
	// has chosen.
	Open  string
	Set   map[string]string // settings that the user has chosen, by name
	Told  msg.BringTold
	Ready bool // whether there is a scenario to open
	// Unjudged is why the file was not judged as a schedule of the current problem.
	Unjudged string
}

// The ways to open files that do not all belong together. OpenOnly is followed by the number of the
// part, from 1.
const (
	OpenTogether = "together"
	OpenEach     = "each"
	OpenAll      = "all"
	OpenOnly     = "only "
)

// Opens returns Open, or the default before the user has chosen; "" where the files
// belong together.
func (b *Bringing) Opens() string {
	switch {
	case len(b.Told.Parts) == 0:
		return ""
	case b.Open != "":
		return b.Open
	case b.Told.Combine:
		return OpenTogether
	}
	return OpenEach
}

// Known returns how many parts of the files have a known format.
func (b *Bringing) Known() (n int) {
	for _, p := range b.Told.Parts {
		if p.Title != "" {
			n++
		}
	}
	return n
}

// Reads returns the names of the files that are read now.
func (b *Bringing) Reads() []string {
	if at := b.Told.Part; at > 0 && at <= len(b.Told.Parts) {
		return b.Told.Parts[at-1].Names
	}
	return b.Names
}

// SetBringing sets the state of the import; nil ends it.
type SetBringing struct{ To *Bringing }

func (a SetBringing) reduce(s State) State {
	s.Bringing = a.To
	return s
}

// HasReport sets the import report of the current draft.
type HasReport struct{ Report string }

func (a HasReport) reduce(s State) State {
	brought := make(map[int]string, len(s.Brought)+1)
	for sheet, report := range s.Brought {
		brought[sheet] = report
	}
	brought[s.Sheet] = a.Report
	s.Brought = brought
	return s
}
