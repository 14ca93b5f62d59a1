package state

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// FromPreset returns the draft of a preset. A preset that is an explicit
// document opens explicit.
func FromPreset(kind, preset string, seed uint64) *scenario.Scenario {
	d, ok := catalog.FromPreset(preset, seed)
	if !ok || d.Kind != kind {
		d = scenario.NewGenerated(kind, preset, seed)
	}
	if spec, effective := SpecOf(d); spec == effective { // it has no parameters
		if e, faults := scenario.Expand(d); len(faults) == 0 {
			d = e
		}
	}
	return d
}

func (MakeExplicit) reduce(s State) State {
	d, ok := ready(s)
	if !ok {
		return NotReady.reduce(s)
	}
	return commit(s, d, "make the problem explicit", "", false)
}
