// Package preset contains what the generators of all kinds share: presets by
// name, and specs that override some of the preset's parameters.
package preset

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A Preset is a ready problem, or a ready set of parameters for a generator.
type Preset[Problem, Parameters any] struct {
	ID, Title, About string
	Parameters       Parameters
	// Algorithms are the algorithms that the example opens with; none stands for the kind's defaults.
	Algorithms []string
	// Draw returns the problem if it is fixed and not generated; otherwise it is nil.
	Draw func() Problem
}

// IsFixed reports whether the preset is a fixed problem, without parameters.
func (p Preset[Problem, Parameters]) IsFixed() bool { return p.Draw != nil }

// Find returns the preset with an id. The path of a fault is relative to the
// spec.
func Find[Problem, Parameters any](presets []Preset[Problem, Parameters], id string) (Preset[Problem, Parameters],
	doc.Faults) {
	for i := range presets {
		if presets[i].ID == id {
			return presets[i], nil
		}
	}
	return Preset[Problem, Parameters]{},
		doc.Faults{{Path: "preset", Value: strconv.Quote(id), Reason: "is not a preset; choose one of " +
			Names(presets)}}
}

// Names returns the presets' ids in order, separated by commas.
func Names[Problem, Parameters any](presets []Preset[Problem, Parameters]) string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].ID
	}
	return strings.Join(names, ", ")
}

// Resolve returns the preset with an id, its parameters replaced by the result of
// override. Bare means that the spec sets no parameter. A fixed problem has no
// parameters to override, so without bare it is a fault.
func Resolve[Problem, Parameters any](presets []Preset[Problem, Parameters], id string, bare bool,
	override func(Parameters) Parameters) (Preset[Problem, Parameters], doc.Faults) {
	found, faults := Find(presets, id)
	switch {
	case faults != nil:
	case !found.IsFixed():
		found.Parameters = override(found.Parameters)
	case !bare:
		faults = fixed(id)
	}
	return found, faults
}

// fixed returns the fault of setting parameters of a fixed problem.
func fixed(id string) doc.Faults {
	return doc.Faults{{Path: "preset", Value: strconv.Quote(id),
		Reason: "is written down, not generated: no parameter can be set; choose another preset for parameters"}}
}

// Modify returns parameters after a change.
func Modify[Parameters any](p Parameters, change func(*Parameters)) Parameters {
	change(&p)
	return p
}

// Overlay sets a parameter to a value unless that is nil.
func Overlay[T any](at, value *T) {
	if value != nil {
		*at = *value
	}
}
