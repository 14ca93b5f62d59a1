package state

import "gridbox/wasm/msg"

// A Bringing is files of other programs that wait to be opened, and what came of
// reading them so far.
type Bringing struct {
	Names []string
	Busy  bool   // they are being read
	Wrong string // why they could not be read at all
	As    string // what a person says that they are; "" for what they seem to be
	Told  msg.BringTold
	Ready bool // there is a scenario to be opened
	// Unjudged is why the file was not judged as a schedule of what is in front.
	Unjudged string
}

// SetBringing tells how far that is; nil ends it.
type SetBringing struct{ To *Bringing }

func (a SetBringing) reduce(s State) State {
	s.Bringing = a.To
	return s
}

// HasReport files how what is in front was brought in.
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
