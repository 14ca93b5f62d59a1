package scenario

import (
	"gridbox/core/doc"
	"gridbox/core/grid"
)

// validate checks an explicit problem, or what a generated one asks for and
// that it is nothing else.
func (p *Placement) validate() doc.Faults {
	if p.Generate == nil {
		return p.Problem.Validate()
	}
	var faults doc.Faults
	for _, list := range []struct {
		name string
		len  int
	}{
		{"clusters", len(p.Clusters)}, {"links", len(p.Links)},
		{"datasets", len(p.Datasets)}, {"jobs", len(p.Jobs)},
	} {
		if list.len > 0 {
			faults = append(faults, doc.Fault{Path: list.name,
				Why: "a problem is either generated or explicit; remove generate or this list"})
		}
	}
	return append(faults, p.Generate.Validate().Within("generate")...)
}

func (p *Placement) explicit(into *Scenario) doc.Faults {
	if p.Generate == nil {
		return nil
	}
	made, faults := grid.Generate(*p.Generate, into.Seed)
	if len(faults) > 0 {
		return faults.Within("generate")
	}
	into.Placement = &Placement{Problem: made}
	return nil
}
