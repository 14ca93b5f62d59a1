package placement

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Not a file system, whose code is larger than all programs.
var (
	//go:embed starters/rbhs.js
	starterRBHS string
)

// Starters returns the programs to start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{{Algorithm: "rbhs", Title: "RBHS", Source: starterRBHS}}
}
