// Package answers has the verbs of the command line that run the algorithms of a scenario and
// report the answers: solve, run, check, reproduce, diff and others.
package answers

import (
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// A Call is one invocation of a verb.
type Call struct{ *studies.Call }

// NewCall returns a call that can choose and solve runs.
func NewCall(c *cli.Call) *Call { return &Call{studies.NewCall(c)} }

// Open returns a session on a scenario, or reports its faults.
func (c *Call) Open(s *scenario.Scenario) (*engine.Session, bool) {
	x, faults := engine.All().Open(s, engine.Env{Clock: c.Clock, Programs: c.Programs()})
	return x, c.Blame("", faults)
}

// verbFunc converts a function of this package to the function of a verb.
func verbFunc(run func(*Call) int) func(*cli.Call) int {
	return func(c *cli.Call) int { return run(NewCall(c)) }
}
