package state

import (
	"gridbox/core/scenario"
)

// Blank returns the empty problem of a kind. It contains the request, with
// numbers that the first things added fulfil, so that an answer exists as soon
// as there is a choice.
func Blank(kind string) *scenario.Scenario {
	d := &scenario.Scenario{Format: scenario.Format, Version: scenario.Version, Kind: kind}
	nounsOf(d).begin(d)
	return d
}

// blankHorizon is the horizon of a blank problem: that of the example that is
// small enough to follow by eye.
const blankHorizon = 600.0

// Count returns the number of things of a kind.
func (s *State) Count(kind string) int {
	if s.Problem == nil {
		return 0
	}
	n, _ := nounsOf(s.Problem).list(s.Problem, kind)
	return n
}

// IsBlank reports whether a draft is an unchanged blank problem.
func IsBlank(d *scenario.Scenario) bool {
	return d.Title == "" && scenario.Digest(d) == scenario.Digest(Blank(d.Kind))
}
