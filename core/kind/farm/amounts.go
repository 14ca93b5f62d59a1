package farm

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts returns the counts on which a problem's memory depends, with bytes for each as measured
// on the largest presets, rounded up.
func amounts(machines, jobs, links float64) []doc.Amount {
	return []doc.Amount{{Name: "machines", Count: machines, Bytes: 2000}, {Name: "jobs", Count: jobs, Bytes: 2500},
		{Name: "links", Count: links, Bytes: 600}}
}

// Amounts returns the counts on which the memory of the problem depends.
func (p *Problem) Amounts() []doc.Amount {
	return amounts(float64(len(p.Machines)), float64(len(p.Jobs)), float64(len(p.Links)))
}

// Amounts estimates the counts of the problem that the spec generates in addition to the given
// lists.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.overlay(found.Parameters)
	p.fit(given, s)
	links, jobs := float64(p.Machines)*p.Degree/2, float64(p.Jobs)
	if len(given.Links) > 0 {
		links = float64(len(given.Links))
	}
	if len(given.Jobs) > 0 {
		jobs = float64(len(given.Jobs))
	}
	return amounts(float64(p.Machines), jobs, links)
}
