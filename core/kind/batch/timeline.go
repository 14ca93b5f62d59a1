package batch

import (
	"gridbox/core/kind"
	"gridbox/core/kind/window"
)

// Timeline returns the windows that were chosen.
func (methods) Timeline(p *Problem, s *Solution) *kind.Timeline {
	t, at := p.Rows()
	type offer struct {
		job   string
		cycle int
	}
	offers := make(map[offer]*Alternatives, len(s.Alternatives))
	for i := range s.Alternatives {
		a := &s.Alternatives[i]
		offers[offer{a.Job, max(1, a.Cycle)}] = a
	}
	for _, c := range s.Chosen {
		a := offers[offer{c.Job, max(1, c.Cycle)}]
		if a == nil || c.Window >= len(a.Windows) {
			continue
		}
		t.Bars = append(t.Bars, window.Bars(c.Job, a.Windows[c.Window].Slots, at)...)
		t.Waits = append(t.Waits, kind.Wait{From: p.Period * float64(max(1, c.Cycle)-1), To: a.Windows[c.Window].Start})
	}
	return t
}
