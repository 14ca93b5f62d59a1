package catalog

import (
	"maps"
	"strings"
	"sync"

	"gridbox/core/scenario"
)

// all is the list itself, in the order in which people meet them. It is made when
// somebody first asks: what is made before main starts keeps a page busy in one go.
var (
	all   []Kind
	begun sync.Once
)

// Kinds lists all problem kinds. The caller must not change what is in it.
func Kinds() []Kind {
	begun.Do(begin)
	return all
}

func begin() { all = []Kind{placementKind(), windowKind(), batchKind(), groupKind(), farmKind()} }

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
func Find(kind, id string) (Algorithm, bool) {
	k, _ := ByID(kind)
	return k.Algorithm(id)
}

// Algorithm finds an algorithm of the kind.
func (k *Kind) Algorithm(id string) (Algorithm, bool) {
	for _, a := range k.Algorithms {
		if a.ID == id {
			return a, true
		}
	}
	return Algorithm{}, false
}

// lower puts a name into a sentence: its first letter is no capital, unless
// the word is an abbreviation.
func lower(name string) string {
	if len(name) > 1 && name[1] >= 'a' {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// Metric finds a metric of the kind.
func (k *Kind) Metric(id string) (Metric, bool) {
	for _, m := range k.Metrics {
		if m.ID == id {
			return m, true
		}
	}
	return Metric{}, false
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
func DefaultRuns(kind string) []scenario.Run {
	k, _ := ByID(kind)
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

// Complete gives the options of a run with defaults for those left out.
func (a *Algorithm) Complete(options map[string]any) map[string]any {
	whole := make(map[string]any, len(a.Options))
	for _, o := range a.Options {
		whole[o.ID] = o.Default
	}
	maps.Copy(whole, options)
	return whole
}
