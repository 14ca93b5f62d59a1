package batch

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Not a file system, whose code is larger than all programs.
var (
	//go:embed starters/amp.js
	starterAMP string
	//go:embed starters/alp.js
	starterALP string
)

// Starters returns the programs to start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{
		{Algorithm: "amp", Title: "AMP", Source: starterAMP},
		{Algorithm: "alp", Title: "ALP", Source: starterALP},
	}
}
