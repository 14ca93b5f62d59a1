package farm

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
)

// Not a file system, whose code is larger than all programs.
var (
	//go:embed starters/fcfs.js
	starterFCFS string
	//go:embed starters/easy.js
	starterEASY string
)

// Starters returns the programs to start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{
		{Algorithm: "fcfs", Title: "FCFS", Source: starterFCFS},
		{Algorithm: "easy", Title: "EASY", Source: starterEASY},
	}
}
