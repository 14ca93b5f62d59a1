// Package randscenario generates small documents with random parameters, for
// comparing builds and for tests: many different problems that are solved
// quickly.
package randscenario

import (
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// maxElements is the maximum count of any element of a small document.
const maxElements = 20

// NewSmall returns an explicit scenario of a preset with at most 20 elements of
// each kind and real parameters drawn near the preset's. Contradictory
// parameters are drawn again, nearer to the preset's. It panics if even the
// preset's own parameters are invalid with such counts.
func NewSmall(id string, seed uint64, draw *rng.Stream) *scenario.Scenario {
	for reach := 0.5; ; reach /= 2 {
		s, _ := catalog.FromPreset(id, seed)
		var document, set map[string]any
		doc.Decode(doc.Canonical(s), &document)
		doc.Decode(doc.Canonical(scenario.Parameters(s)), &set)
		for _, f := range doc.Fields(scenario.Parameters(s)) {
			x, ok := set[f.Name].(float64)
			switch {
			case !ok:
			case f.Kind == "whole":
				doc.Set(document, s.Kind+".generate."+f.Name, min(x, maxElements))
			case f.Kind == "number":
				doc.Set(document, s.Kind+".generate."+f.Name, x*draw.Uniform(1-reach, 1+reach))
			}
		}
		drawn, faults := catalog.Parse(doc.Canonical(document))
		if len(faults) == 0 {
			if drawn, faults = scenario.Expand(drawn); len(faults) == 0 {
				return drawn
			}
		}
		if reach < 1e-9 {
			panic("drawn: preset " + id + " has no small scenario: " + faults.Error())
		}
	}
}

// Roughen replaces whole numbers of generators by numbers with many digits,
// since sums and products of whole numbers would be exact on every processor.
func Roughen(s *scenario.Scenario, draw *rng.Stream) {
	k, _ := catalog.ByID(s.Kind)
	k.Roughen(scenario.Problem(s), draw)
}

// Options returns a run with random values for options that are words or
// switches.
func Options(a *kind.Algorithm, draw *rng.Stream) scenario.Run {
	run := scenario.Run{Algorithm: a.ID, Options: map[string]any{}}
	for _, o := range a.Options {
		if _, ok := o.Default.(bool); ok {
			run.Options[o.ID] = draw.Chance(0.5)
		} else if len(o.Choices) > 0 {
			run.Options[o.ID] = o.Choices[draw.IntN(len(o.Choices))]
		}
	}
	return run
}
