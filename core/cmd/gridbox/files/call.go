// Package files has the verbs of the command line that read and write files of other
// forms: import, export, draw, cite, link and others.
package files

import (
	"gridbox/core/cmd/gridbox/answers"
	"gridbox/core/cmd/gridbox/cli"
)

// A Call is one use of a verb.
type Call struct{ *answers.Call }

// by returns what runs a verb of this package.
func by(run func(*Call) int) func(*cli.Call) int {
	return func(c *cli.Call) int { return run(&Call{answers.NewCall(c)}) }
}
