package batch

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Separate embedded files, since embed.FS would add more code than all
// programs.
var (
	//go:embed starters/amp.js
	starterAMP string
	//go:embed starters/alp.js
	starterALP string
)

// Starters returns the programs that an own algorithm may start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{
		{Algorithm: "amp", Title: "AMP", Source: starterAMP},
		{Algorithm: "alp", Title: "ALP", Source: starterALP},
	}
}
