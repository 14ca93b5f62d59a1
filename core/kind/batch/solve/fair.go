package solve

import (
	"context"
	"math"

	"gridbox/core/kind/batch"
)

// Algorithms that divide the free time of a cycle between the jobs fairly, instead of in the order of the queue.
// Windows are found by AMP, or by ALP with the option Search, and one of each job's is chosen as usual.
const (
	// AlgorithmRoundRobin begins each turn with the next job: in turn k of n jobs the first search is for
	// job k mod n of the queue, and the others follow in a circle. So each job is as often the first to
	// choose from the free time as any other.
	AlgorithmRoundRobin Algorithm = batch.RoundRobin
	// AlgorithmMaxMin divides the node time of the windows max-min fairly by progressive filling (Bertsekas
	// and Gallager, "Data Networks", 1992): the job whose windows have the least node time so far gets its
	// next one, until it finds none. Equal jobs are served in the order of the queue. Windows are
	// indivisible, so that shares differ by up to a window.
	AlgorithmMaxMin Algorithm = batch.MaxMin
)

// shareTolerance is the relative difference up to which two shares of node time are equal.
const shareTolerance = 1e-9

// evenly searches for windows, each time for the job with the least node time. It reports false if there
// are too many windows.
func (r *run) evenly(ctx context.Context, offers []offer) (whole bool, err error) {
	shares := make([]float64, len(offers))
	start := r.stats.Windows
	for turn := 0; ; turn++ {
		i := r.worstOffJob(offers, shares)
		if i < 0 {
			return true, ctx.Err()
		}
		if r.stats.Searches%64 == 0 && ctx.Err() != nil {
			return true, ctx.Err()
		}
		if turn%len(offers) == len(offers)-1 && r.watch == nil { // an observer sees the whole list
			r.forget(offers)
		}
		o := &offers[i]
		if err := r.offer(ctx, o, len(o.windows)+1); err != nil {
			return true, err
		}
		if !o.done {
			shares[i] += o.windows[len(o.windows)-1].sum
		}
		if r.stats.Windows-start > MaxWindows {
			return false, nil
		}
	}
}

// worstOffJob returns the index of the first job with the least share, up to rounding, among the jobs
// that may find another window. It returns -1 if there is none.
func (r *run) worstOffJob(offers []offer, shares []float64) int {
	open := func(o *offer) bool {
		return !o.done && (r.options.Families == 0 || len(o.windows) < r.options.Families)
	}
	least := math.Inf(1)
	for i := range offers {
		if open(&offers[i]) {
			least = min(least, shares[i])
		}
	}
	for i := range offers {
		if open(&offers[i]) && shares[i] <= float64(least*(1+shareTolerance)) {
			return i
		}
	}
	return -1
}
