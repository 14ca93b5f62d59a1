// Package studies has the verbs of the command line that run studies: study, merge and
// watch, with the folders that many machines share, and the checking of studies.
package studies

import "gridbox/core/cmd/gridbox/cli"

// A Call is one use of a verb.
type Call struct{ *cli.Call }

// NewCall returns a call that can run and check studies.
func NewCall(c *cli.Call) *Call { return &Call{c} }

// by returns what runs a verb of this package.
func by(run func(*Call) int) func(*cli.Call) int {
	return func(c *cli.Call) int { return run(NewCall(c)) }
}
