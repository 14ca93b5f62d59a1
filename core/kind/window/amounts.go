package window

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts are what a problem's memory depends on; the bytes are rounded up from
// what the largest presets were measured to take.
func amounts(nodes, times float64) []doc.Amount {
	return []doc.Amount{{Name: "nodes", Count: nodes, Bytes: 700},
		{Name: "stretches of time", Count: times, Bytes: 550}}
}

// Amounts counts what the problem's memory depends on.
func (p *WindowProblem) Amounts() []doc.Amount {
	return amounts(float64(len(p.Nodes)), float64(len(p.Busy)+len(p.Slots)))
}

// Amounts estimates the same of the problem that is asked for beside what is
// given.
func (s Spec) Amounts(given *WindowProblem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.over(found.Parameters)
	p.fit(given)
	nodes := float64(p.Nodes)
	times := nodes * float64(min(p.LoadMarked, p.LoadDraws))
	if given.Horizon > 0 {
		times = float64(len(given.Busy) + len(given.Slots))
	}
	return amounts(nodes, times)
}
