package state

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func (a UsePreset) reduce(s State) State {
	kind, ok := catalog.PresetKind(a.ID)
	if !ok {
		return Tell{Text: "There is no preset " + a.ID + ".", Error: true}.reduce(s)
	}
	s.Typed = nil
	return fresh(commit(s, FromPreset(kind.ID, a.ID, s.Draft.Seed), "use preset "+a.ID, "", true))
}

// FromPreset makes the draft that a preset opens as. A preset that is written
// down, not generated, opens explicit.
func FromPreset(kind, preset string, seed uint64) *scenario.Scenario {
	d := scenario.Generated(kind, preset, seed)
	if spec, effective := SpecOf(d); spec == effective { // it has no parameters
		if e, faults := scenario.Expand(d); len(faults) == 0 {
			d = e
		}
	}
	if k, ok := catalog.ByID(kind); ok {
		for _, p := range k.Presets {
			if p.ID == preset {
				d.Title, d.About = p.Title, p.About
			}
		}
	}
	return d
}

func (MakeExplicit) reduce(s State) State {
	d, ok := ready(s)
	if !ok {
		return notReady.reduce(s)
	}
	return commit(s, d, "make the problem explicit", "", false)
}
