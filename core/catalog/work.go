package catalog

import (
	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// slower is how many times as long a program takes as a solver of ours, about.
const slower = 20

// stepsAMilli is how many steps of a search for windows a browser does in a millisecond.
const stepsAMilli = 20_000

// Work estimates how many milliseconds a run takes in a browser on a problem that is
// explicit. It is there to decide what may be run unasked, and good to a factor of a few.
func Work(s *scenario.Scenario, r scenario.Run) float64 {
	work := 0.0
	switch {
	case s.Placement != nil:
		work = s.Placement.Work(r.Algorithm)
	case s.Window != nil:
		work = WindowSteps(&s.Window.WindowProblem, r) / stepsAMilli
	case s.Batch != nil:
		work = s.Batch.Work()
	case s.Group != nil:
		var o group.Options
		doc.Fill(&o, r.Options)
		work = s.Group.Work(r.Algorithm, o)
	case s.Farm != nil:
		var o farm.Options
		doc.Fill(&o, r.Options)
		work = s.Farm.Effort(r.Algorithm, o)
	}
	return work * Slower(s, r)
}

// Moment is how many milliseconds what nobody has asked for may be estimated to take.
const Moment = 1000

// making is how many milliseconds a browser takes to draw, to write, to read and to check
// what needs a byte of memory, by what was measured of all kinds.
const making = 6e-6

// Making estimates how many milliseconds it takes until the problem of a generator stands
// in a page, in a browser and to a factor of a few as Work does; 0 where none is asked.
func Making(s *scenario.Scenario) (ms float64) {
	if !scenario.Generates(s) {
		return 0
	}
	for _, a := range scenario.Amounts(s) {
		ms += float64(making * float64(a.Count*a.Bytes))
	}
	return ms
}

// Slower is how many times as long as a solver of ours a run takes by what it is written in.
func Slower(s *scenario.Scenario, r scenario.Run) float64 {
	if p, _, ok := PolicyOf(s, r); ok && p.Language == policy.JavaScript {
		return slower
	}
	return 1
}

// WindowSteps estimates the steps of a search for a window with its options.
func WindowSteps(p *window.WindowProblem, r scenario.Run) float64 {
	steps := p.Work(r.Algorithm)
	if r.Algorithm == "max-sum" {
		var o window.Options
		doc.Fill(&o, r.Options)
		steps += p.Recurrence(o)
	}
	return steps
}
