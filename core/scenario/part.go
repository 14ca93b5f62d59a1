package scenario

import (
	"gridbox/core/doc"
	"gridbox/core/grid"
)

// A part joins one problem kind to the document. To add a kind: a field in
// Scenario, its problem type, and an entry in parts.
type part struct {
	kind string
	// problem gives the kind's problem in a scenario, nil when it is absent.
	problem func(*Scenario) problem
	// generated makes the problem that asks the generator for a preset.
	generated func(s *Scenario, preset string)
	// solution makes an empty solution noun for reading an answer into.
	solution func() any
}

// A problem is what a part holds: explicit, or a generator that makes it.
type problem interface {
	// validate lists the faults of the problem, with paths from the problem on.
	validate() doc.Faults
	// explicit makes a generated problem explicit and puts it into the scenario.
	explicit(into *Scenario) doc.Faults
}

var parts = []part{{
	kind: "placement",
	problem: func(s *Scenario) problem {
		if s.Placement == nil {
			return nil
		}
		return s.Placement
	},
	generated: func(s *Scenario, preset string) {
		s.Placement = &Placement{Generate: &grid.Spec{Preset: preset}}
	},
	solution: func() any { return new(grid.Solution) },
}}

// Kinds lists the problem kinds that a scenario can hold.
func Kinds() []string {
	kinds := make([]string, len(parts))
	for i, p := range parts {
		kinds[i] = p.kind
	}
	return kinds
}

func partOf(kind string) *part {
	for i := range parts {
		if parts[i].kind == kind {
			return &parts[i]
		}
	}
	return nil
}

// Generated is the scenario that asks the generator of a kind for a preset. An
// unknown kind gives a scenario that does not validate.
func Generated(kind, preset string, seed uint64) *Scenario {
	s := &Scenario{Format: Format, Version: Version, Kind: kind, Seed: seed}
	if p := partOf(kind); p != nil {
		p.generated(s, preset)
	}
	return s
}

// NewSolution makes an empty solution of a kind, nil for an unknown kind.
func NewSolution(kind string) any {
	if p := partOf(kind); p != nil {
		return p.solution()
	}
	return nil
}
