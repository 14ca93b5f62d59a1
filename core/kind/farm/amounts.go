package farm

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts are what a problem's memory depends on; the bytes are rounded up from
// what the largest presets were measured to take.
func amounts(machines, jobs, links float64) []doc.Amount {
	return []doc.Amount{{Name: "machines", Count: machines, Bytes: 2000}, {Name: "jobs", Count: jobs, Bytes: 2500},
		{Name: "links", Count: links, Bytes: 600}}
}

// Amounts counts what the problem's memory depends on.
func (p *Problem) Amounts() []doc.Amount {
	return amounts(float64(len(p.Machines)), float64(len(p.Jobs)), float64(len(p.Links)))
}

// Amounts estimates the same of the problem that is asked for beside what is
// given.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.over(found.Parameters)
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
