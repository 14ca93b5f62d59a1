package scenario

import (
	"gridbox/core/cycle"
	"gridbox/core/grid"
	"gridbox/core/pool"
	"gridbox/core/slot"
	"gridbox/core/work"
)

// The problems below are explicit, or a generator that makes one. With
// Generate set all else is empty.

// Placement is a problem of jobs and data on a grid.
type Placement struct {
	Generate *grid.Spec `json:"generate,omitempty" about:"makes the problem from the seed"`
	grid.Problem
}

// Window is a problem of one parallel job that wants slots.
type Window struct {
	Generate *slot.Spec `json:"generate,omitempty" about:"makes the problem from the seed"`
	slot.WindowProblem
}

// Batch is a problem of many parallel jobs that want slots.
type Batch struct {
	Generate *cycle.Spec `json:"generate,omitempty" about:"makes the problem from the seed"`
	cycle.Problem
}

// Group is a problem of choosing nodes that fail in groups.
type Group struct {
	Generate *pool.Spec `json:"generate,omitempty" about:"makes the problem from the seed"`
	pool.Problem
}

// Farm is a problem of jobs on the machines of a farm.
type Farm struct {
	Generate *work.Spec `json:"generate,omitempty" about:"makes the problem from the seed"`
	work.Problem
}

var parts = []part{
	join[grid.Solution]("placement",
		func(s *Scenario) **Placement { return &s.Placement },
		func(p *Placement) (**grid.Spec, *grid.Problem) { return &p.Generate, &p.Problem },
		func(preset string) grid.Spec { return grid.Spec{Preset: preset} }, grid.Generate),
	join[slot.Solution]("window",
		func(s *Scenario) **Window { return &s.Window },
		func(p *Window) (**slot.Spec, *slot.WindowProblem) { return &p.Generate, &p.WindowProblem },
		func(preset string) slot.Spec { return slot.Spec{Preset: preset} }, slot.Generate),
	join[cycle.Solution]("batch",
		func(s *Scenario) **Batch { return &s.Batch },
		func(p *Batch) (**cycle.Spec, *cycle.Problem) { return &p.Generate, &p.Problem },
		func(preset string) cycle.Spec { return cycle.Spec{Preset: preset} }, cycle.Generate),
	join[pool.Solution]("group",
		func(s *Scenario) **Group { return &s.Group },
		func(p *Group) (**pool.Spec, *pool.Problem) { return &p.Generate, &p.Problem },
		func(preset string) pool.Spec { return pool.Spec{Preset: preset} }, pool.Generate),
	join[work.Solution]("farm",
		func(s *Scenario) **Farm { return &s.Farm },
		func(p *Farm) (**work.Spec, *work.Problem) { return &p.Generate, &p.Problem },
		func(preset string) work.Spec { return work.Spec{Preset: preset} }, work.Generate),
}
