package scenario

import (
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
)

// A problem below is explicit, or has a generator. With Generate set, given
// lists are kept and the others are drawn.

// Placement is a problem of jobs and data on a grid.
type Placement struct {
	Generate *placement.Spec `json:"generate,omitempty" about:"draws what is not given here from the seed: all of the problem, or some of its lists"`
	placement.Problem
}

// Window is a problem of slots for one parallel job.
type Window struct {
	Generate *window.Spec `json:"generate,omitempty" about:"draws what is not given here from the seed: all of the problem, or some of its lists"`
	window.WindowProblem
}

// Batch is a problem of slots for many parallel jobs.
type Batch struct {
	Generate *batch.Spec `json:"generate,omitempty" about:"draws what is not given here from the seed: all of the problem, or some of its lists"`
	batch.Problem
}

// Group is a problem of choosing nodes that fail in groups.
type Group struct {
	Generate *group.Spec `json:"generate,omitempty" about:"draws what is not given here from the seed: all of the problem, or some of its lists"`
	group.Problem
}

// Farm is a problem of jobs on the machines of a farm.
type Farm struct {
	Generate *farm.Spec `json:"generate,omitempty" about:"draws what is not given here from the seed: all of the problem, or some of its lists"`
	farm.Problem
}

var parts = []part{
	join[placement.Solution]("placement",
		func(s *Scenario) **Placement { return &s.Placement },
		func(p *Placement) (**placement.Spec, *placement.Problem) { return &p.Generate, &p.Problem },
		func(preset string) placement.Spec { return placement.Spec{Preset: preset} }, placement.Complete),
	join[window.Solution]("window",
		func(s *Scenario) **Window { return &s.Window },
		func(p *Window) (**window.Spec, *window.WindowProblem) { return &p.Generate, &p.WindowProblem },
		func(preset string) window.Spec { return window.Spec{Preset: preset} }, window.Complete),
	join[batch.Solution]("batch",
		func(s *Scenario) **Batch { return &s.Batch },
		func(p *Batch) (**batch.Spec, *batch.Problem) { return &p.Generate, &p.Problem },
		func(preset string) batch.Spec { return batch.Spec{Preset: preset} }, batch.Complete),
	join[group.Solution]("group",
		func(s *Scenario) **Group { return &s.Group },
		func(p *Group) (**group.Spec, *group.Problem) { return &p.Generate, &p.Problem },
		func(preset string) group.Spec { return group.Spec{Preset: preset} }, group.Complete),
	join[farm.Solution]("farm",
		func(s *Scenario) **Farm { return &s.Farm },
		func(p *Farm) (**farm.Spec, *farm.Problem) { return &p.Generate, &p.Problem },
		func(preset string) farm.Spec { return farm.Spec{Preset: preset} }, farm.Complete),
}

// Problems has the problem of a scenario under the name of its kind, for documents that contain a
// problem and are no scenarios.
type Problems struct {
	Placement *Placement `json:"placement,omitempty"`
	Window    *Window    `json:"window,omitempty"`
	Batch     *Batch     `json:"batch,omitempty"`
	Group     *Group     `json:"group,omitempty"`
	Farm      *Farm      `json:"farm,omitempty"`
}

// ProblemsOf returns the problem of a scenario.
func ProblemsOf(s *Scenario) Problems {
	return Problems{s.Placement, s.Window, s.Batch, s.Group, s.Farm}
}

// Scenario returns a scenario of a kind with the problems and nothing else.
func (p Problems) Scenario(kind string) *Scenario {
	return &Scenario{Kind: kind, Placement: p.Placement, Window: p.Window, Batch: p.Batch, Group: p.Group, Farm: p.Farm}
}
