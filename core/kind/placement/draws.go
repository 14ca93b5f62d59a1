package placement

import "gridbox/core/rng"

// Draws gives the numbers in [0, 1) by which Random places jobs, one a job in
// the order of the document: of n clusters that can reach the job's data it
// takes number int(u n).
func Draws(seed uint64) func() float64 { return rng.New(seed, "placement/random", 0).Float64 }
