package group

import "gridbox/core/rng"

// Random is the algorithm that takes nodes at random.
const Random = "random"

// RandomNumbers returns the stream of numbers in [0, 1) by which Random takes nodes, one for each node in the
// order of the document.
func RandomNumbers(seed uint64) func() float64 { return rng.New(seed, "group/random", 0).Float64 }
