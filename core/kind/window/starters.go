package window

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Not a file system, whose code is larger than all programs.
var (
	//go:embed starters/first-fit.js
	starterFirstFit string
)

// Starters returns the programs to start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{{Algorithm: "first-fit", Title: "FirstFit", Source: starterFirstFit}}
}
