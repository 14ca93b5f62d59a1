package cli

import (
	"strconv"
)

// A Progress is a progress line that is redrawn at every percent.
type Progress struct {
	C       *Call
	Name    string
	Percent int
}

// Update draws the progress.
func (p *Progress) Update(made, total int) {
	percent := 100
	if total > 0 {
		percent = min(100, 100*made/total)
	}
	if percent != p.Percent {
		p.Percent = percent
		p.C.Say("\r" + p.Name + " " + strconv.Itoa(percent) + " %")
	}
}

// End removes the line from a terminal, and ends it elsewhere.
func (p *Progress) End() {
	if p.Percent < 0 {
		return
	}
	if p.C.Terminal {
		p.C.Say("\r\x1b[K") // the answer has the rest
		return
	}
	p.C.Say("\n")
}
