package group

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Not a file system, whose code is larger than all programs.
var (
	//go:embed starters/gka.js
	starterGKA string
)

// Starters returns the programs to start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{{Algorithm: "gka", Title: "GKA", Source: starterGKA}}
}
