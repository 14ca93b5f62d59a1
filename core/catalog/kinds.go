package catalog

import (
	"slices"
	"strings"
	"sync"

	"gridbox/core/kind"
	"gridbox/core/kind/kinds"
	"gridbox/core/scenario"
)

// Kinds returns all problem kinds. The caller must not modify them.
var Kinds = sync.OnceValue(func() (list []Kind) {
	for _, k := range kinds.All() {
		list = append(list, Kind{k})
	}
	return list
})

// ByID returns the kind with an id.
func ByID(kind string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.ID == kind {
			return k, true
		}
	}
	return Kind{}, false
}

// Find returns the algorithm of a kind with an id.
func Find(kindID, id string) (kind.Algorithm, bool) {
	k, _ := ByID(kindID)
	return k.Algorithm(id)
}

// lower returns a name with a small first letter, unless it is an abbreviation.
func lower(name string) string {
	if len(name) > 1 && name[1] >= 'a' {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// PresetIDs returns the ids of all presets, in the order of the kinds.
func PresetIDs() (ids []string) {
	for _, k := range Kinds() {
		for _, p := range k.Presets {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// PresetKind returns the kind that a preset belongs to.
func PresetKind(preset string) (Kind, bool) {
	for _, k := range Kinds() {
		for _, p := range k.Presets {
			if p.ID == preset {
				return k, true
			}
		}
	}
	return Kind{}, false
}

// FromPreset returns a scenario that draws a preset of any kind with the seed,
// with a run of each of the preset's algorithms. It reports false if no kind
// has the preset.
func FromPreset(preset string, seed uint64) (*scenario.Scenario, bool) {
	k, ok := PresetKind(preset)
	if !ok {
		return nil, false
	}
	s := scenario.NewGenerated(k.ID, preset, seed)
	for _, p := range k.Presets {
		if p.ID == preset {
			s.Title, s.About = p.Title, p.About
			for _, id := range p.Algorithms {
				s.Runs = append(s.Runs, scenario.Run{Algorithm: id})
			}
		}
	}
	return s, true
}

// DefaultRuns returns the runs of a kind for a scenario that has none.
func DefaultRuns(kindID string) []scenario.Run {
	k, _ := ByID(kindID)
	var runs []scenario.Run
	for _, a := range k.Algorithms {
		if a.Default {
			runs = append(runs, scenario.Run{Algorithm: a.ID})
		}
	}
	return runs
}

// Runs returns the runs of a scenario, or the default runs if it has none.
func Runs(s *scenario.Scenario) []scenario.Run {
	if len(s.Runs) > 0 {
		return s.Runs
	}
	return DefaultRuns(s.Kind)
}

// Single reports whether a study of a scenario is one measurement, because its
// instances cannot differ: nothing is drawn, there is no noise, and no run uses
// the seed. All replications would be equal.
func Single(s *scenario.Scenario) bool {
	seeded := func(r scenario.Run) bool {
		a, _ := Find(s.Kind, r.Algorithm)
		return a.Seeded
	}
	return !scenario.Draws(s) && !s.Study.Noisy() && !slices.ContainsFunc(Runs(s), seeded)
}
