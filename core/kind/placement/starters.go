package placement

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// The programs are embedded as strings, because package embed's file system is larger than all of
// them.
var (
	//go:embed starters/rbhs.js
	starterRBHS string
)

// Starters returns the programs that an own algorithm may start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{{Algorithm: "rbhs", Title: "RBHS", Source: starterRBHS}}
}
