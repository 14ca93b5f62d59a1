package catalog

import (
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// programFactor is the approximate ratio of a program's time to that of a built-in
// solver.
const programFactor = 20

// Work returns the estimated time of a run on an explicit problem in a browser,
// in milliseconds. It determines which runs may start automatically, and is
// accurate to a factor of a few.
func Work(s *scenario.Scenario, r scenario.Run) float64 {
	problem := scenario.Problem(s)
	k, ok := ByID(s.Kind)
	if !ok || problem == nil {
		return 0
	}
	return k.Work(problem, r.Algorithm, r.Options) * LanguageFactor(s, r)
}

// MaxAutomaticMs is the maximum estimated time in milliseconds for work that the user
// has not requested.
const MaxAutomaticMs = 1000

// making is the time in milliseconds per byte of memory for generating,
// writing, reading and checking a problem in a browser.
const making = 6e-6

// Making returns the estimated time to generate the problem of a scenario in a
// browser, in milliseconds and as accurate as Work. It is 0 without a
// generator.
func Making(s *scenario.Scenario) (ms float64) {
	if !scenario.Generates(s) {
		return 0
	}
	for _, a := range scenario.Amounts(s) {
		ms += float64(making * float64(a.Count*a.Bytes))
	}
	return ms
}

// LanguageFactor returns the factor by which a run takes longer than a built-in solver
// because of its language.
func LanguageFactor(s *scenario.Scenario, r scenario.Run) float64 {
	if p, _, ok := PolicyOf(s, r); ok && p.Language == policy.JavaScript {
		return programFactor
	}
	return 1
}
