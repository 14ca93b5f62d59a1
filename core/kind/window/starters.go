package window

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Separate embedded files, since embed.FS would add more code than all
// programs.
var (
	//go:embed starters/first-fit.js
	starterFirstFit string
)

// Starters returns the programs that an own algorithm may start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{{Algorithm: "first-fit", Title: "FirstFit", Source: starterFirstFit}}
}
