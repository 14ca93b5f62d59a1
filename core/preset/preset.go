// Package preset is what the generators of all kinds have in common: presets
// by name, and parameters of which some are set and the others taken from the
// preset.
package preset

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A Preset is a ready problem or a ready set of a generator's parameters.
type Preset[Problem, Parameters any] struct {
	ID, Title, About string
	Parameters       Parameters
	// Draw is set for a problem that is written down instead of generated.
	Draw func() Problem
}

// Drawn reports whether the preset is one problem that is written down; there
// is nothing to generate and no parameter to set.
func (p Preset[Problem, Parameters]) Drawn() bool { return p.Draw != nil }

// Find gives the preset of a name. A fault's path is relative to the spec.
func Find[Problem, Parameters any](presets []Preset[Problem, Parameters], id string) (Preset[Problem, Parameters],
	doc.Faults) {
	for i := range presets {
		if presets[i].ID == id {
			return presets[i], nil
		}
	}
	return Preset[Problem, Parameters]{},
		doc.Faults{{Path: "preset", Value: strconv.Quote(id), Why: "is not a preset; choose one of " + Names(presets)}}
}

// Names lists the presets' names in their order, with commas.
func Names[Problem, Parameters any](presets []Preset[Problem, Parameters]) string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].ID
	}
	return strings.Join(names, ", ")
}

// Over gives the preset of a name with a spec's own parameters over its. Alone
// says that the spec has none, as one that is written down requires.
func Over[Problem, Parameters any](presets []Preset[Problem, Parameters], id string, alone bool,
	over func(Parameters) Parameters) (Preset[Problem, Parameters], doc.Faults) {
	found, faults := Find(presets, id)
	switch {
	case faults != nil:
	case !found.Drawn():
		found.Parameters = over(found.Parameters)
	case !alone:
		faults = fixed(id)
	}
	return found, faults
}

// fixed is the fault of asking a preset that is written down for parameters.
func fixed(id string) doc.Faults {
	return doc.Faults{{Path: "preset", Value: strconv.Quote(id),
		Why: "is written down, not generated: no parameter can be set; choose another preset for parameters"}}
}

// With gives parameters after a change.
func With[Parameters any](p Parameters, change func(*Parameters)) Parameters {
	change(&p)
	return p
}

// Lay puts a value over a parameter, where there is one.
func Lay[T any](at, value *T) {
	if value != nil {
		*at = *value
	}
}
