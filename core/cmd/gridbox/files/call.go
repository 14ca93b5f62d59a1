// Package files has the verbs of the command line that read and write files of other forms:
// import, export, draw, cite, link and others.
package files

import (
	"gridbox/core/cmd/gridbox/answers"
	"gridbox/core/cmd/gridbox/cli"
)

// A Call is one invocation of a verb.
type Call struct{ *answers.Call }

// verbFunc converts a function of this package to the function of a verb.
func verbFunc(run func(*Call) int) func(*cli.Call) int {
	return func(c *cli.Call) int { return run(&Call{answers.NewCall(c)}) }
}
