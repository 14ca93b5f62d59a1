package window

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts returns the amounts that determine a problem's memory. The bytes are
// rounded up from measurements of the largest presets.
func amounts(nodes, times float64) []doc.Amount {
	return []doc.Amount{{Name: "nodes", Count: nodes, Bytes: 700},
		{Name: "stretches of time", Count: times, Bytes: 550}}
}

// Amounts returns the amounts that determine the problem's memory.
func (p *WindowProblem) Amounts() []doc.Amount {
	return amounts(float64(len(p.Nodes)), float64(len(p.Busy)+len(p.Slots)))
}

// Amounts returns an estimate of the amounts for a given problem that is
// completed by the spec.
func (s Spec) Amounts(given *WindowProblem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.overlay(found.Parameters)
	p.fit(given)
	nodes := float64(p.Nodes)
	times := nodes * float64(min(p.LoadMarked, p.LoadDraws))
	if given.Horizon > 0 {
		times = float64(len(given.Busy) + len(given.Slots))
	}
	return amounts(nodes, times)
}
