package state

import (
	"reflect"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

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

// PresetOf returns the ID of the preset that a draft's problem is equal to, "" for
// none.
func PresetOf(d *scenario.Scenario) string {
	k, _ := catalog.ByID(d.Kind)
	spec, _ := SpecOf(d)
	for _, p := range k.Presets {
		drawn := scenario.Generated(d.Kind, p.ID, d.Seed)
		if asked, effective := SpecOf(drawn); asked == effective && spec == nil { // it is written down, not drawn
			drawn = FromPreset(d.Kind, p.ID, d.Seed)
		}
		if asked, _ := SpecOf(drawn); reflect.DeepEqual(asked, spec) &&
			reflect.DeepEqual(scenario.Problem(drawn), scenario.Problem(d)) {
			return p.ID
		}
	}
	return ""
}

func (MakeExplicit) reduce(s State) State {
	d, ok := ready(s)
	if !ok {
		return notReady.reduce(s)
	}
	return commit(s, d, "make the problem explicit", "", false)
}
