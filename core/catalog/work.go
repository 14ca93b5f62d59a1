package catalog

import (
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// slower is how many times as long a program takes as a solver of ours, about.
const slower = 20

// Work estimates how many milliseconds a run takes in a browser on a problem that is
// explicit. It is there to decide what may be run unasked, and good to a factor of a few.
func Work(s *scenario.Scenario, r scenario.Run) float64 {
	problem := scenario.Problem(s)
	k, ok := ByID(s.Kind)
	if !ok || problem == nil {
		return 0
	}
	return k.Work(problem, r.Algorithm, r.Options) * Slower(s, r)
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
