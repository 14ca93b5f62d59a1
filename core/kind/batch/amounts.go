package batch

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts returns the amounts that determine a problem's memory. The bytes are
// rounded up from measurements of the largest presets.
func amounts(slots, jobs float64) []doc.Amount {
	return []doc.Amount{{Name: "slots", Count: slots, Bytes: 1200}, {Name: "jobs", Count: jobs, Bytes: 2000}}
}

// Amounts returns the amounts that determine the problem's memory.
func (p *Problem) Amounts() []doc.Amount {
	return amounts(float64(max(len(p.Slots)+len(p.Busy), len(p.Nodes))), float64(len(p.Jobs)))
}

// Amounts returns an estimate of the amounts for a problem that completes the
// given one.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.overlay(found.Parameters)
	p.fit(given, s)
	list := amounts(float64(p.SlotsMax), float64(p.JobsMax)*float64(max(1, p.Cycles)))
	for i, own := range given.Amounts() {
		if own.Count > 0 {
			list[i].Count = own.Count
		}
	}
	return list
}
