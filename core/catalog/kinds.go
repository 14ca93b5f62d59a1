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

// ByID finds a kind.
func ByID(kind string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.ID == kind {
			return k, true
		}
	}
	return Kind{}, false
}

// Find finds an algorithm of a kind.
func Find(kindID, id string) (kind.Algorithm, bool) {
	k, _ := ByID(kindID)
	return k.Algorithm(id)
}

// lower puts a name into a sentence: its first letter is no capital, unless
// the word is an abbreviation.
func lower(name string) string {
	if len(name) > 1 && name[1] >= 'a' {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// PresetKind finds the kind that a preset belongs to.
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

// FromPreset is the scenario that asks for a preset, of whatever kind.
func FromPreset(preset string, seed uint64) (*scenario.Scenario, bool) {
	k, ok := PresetKind(preset)
	if !ok {
		return nil, false
	}
	s := scenario.Generated(k.ID, preset, seed)
	for _, p := range k.Presets {
		if p.ID == preset {
			s.Title, s.About = p.Title, p.About
		}
	}
	return s, true
}

// DefaultRuns lists the runs of a kind for a scenario that names none.
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

// Runs lists what is to be run on a scenario: its own runs or the default set.
func Runs(s *scenario.Scenario) []scenario.Run {
	if len(s.Runs) > 0 {
		return s.Runs
	}
	return DefaultRuns(s.Kind)
}

// Single reports whether a study of a scenario is one measurement, because its
// instances cannot differ: nothing is drawn, there is no noise, and no run uses
// the seed. Every replication would give what the first gave.
func Single(s *scenario.Scenario) bool {
	seeded := func(r scenario.Run) bool {
		a, _ := Find(s.Kind, r.Algorithm)
		return a.Seeded
	}
	return !scenario.Draws(s) && !s.Study.Noisy() && !slices.ContainsFunc(Runs(s), seeded)
}
