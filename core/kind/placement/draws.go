package placement

import "gridbox/core/rng"

// RandomNumbers returns the stream of numbers u in [0, 1) by which Random places jobs, one for each job
// in the order of the document. Of the n clusters that can reach the job's data, the job gets
// number int(u n).
func RandomNumbers(seed uint64) func() float64 { return rng.New(seed, "placement/random", 0).Float64 }
