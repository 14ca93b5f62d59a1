// Package studies has the verbs of the command line that run studies: study, merge and watch,
// with folders shared by many machines, and the verification of studies.
package studies

import "gridbox/core/cmd/gridbox/cli"

// A Call is one invocation of a verb.
type Call struct{ *cli.Call }

// NewCall returns a call that can run and check studies.
func NewCall(c *cli.Call) *Call { return &Call{c} }

// verbFunc converts a function of this package to the function of a verb.
func verbFunc(run func(*Call) int) func(*cli.Call) int {
	return func(c *cli.Call) int { return run(NewCall(c)) }
}
