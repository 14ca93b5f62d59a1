package solve

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gridbox/core/sorting"
)

// Limits of branching, counted in times read.
const (
	searchWork = 100_000 // for the search for the shortest placement
	proofWork  = 50_000  // for one proof that no placement is shorter
	halvings   = 2       // proofs tried by bisection if the shortest placement was not found or not proved
)

// closer is the factor by which a shorter placement must be shorter. It exceeds the rounding
// errors of a different order of additions and is too small to matter otherwise.
const closer = 1 - 1e-11

// branch searches for the shortest placement and returns its makespan as the bound. If that
// exceeds the limits, it returns the best bound with a short proof. found is the bound of weights
// y, and reached is the makespan of some placement.
func branch(ctx context.Context, times, y []float64, found Bound, reached, safe float64) (Bound, error) {
	b := &branching{ctx: ctx, times: times, y: y, weight: total(y), load: make([]float64, len(y))}
	b.prepare(len(times) / len(y))
	b.noneBelow(reached, searchWork, true)
	low, high := found.Value, min(reached, b.incumbentMakespan)
	for try := 0; try <= halvings && low < high*closer && ctx.Err() == nil; try++ {
		limit := high
		if try > 0 {
			limit = low + float64((high-low)/2)
		}
		if b.noneBelow(limit*closer, proofWork, false) {
			low, found = limit, Bound{Value: max(low, limit*safe), Argument: ByBranching, Weights: y}
		} else {
			high = min(limit, b.incumbentMakespan)
		}
	}
	return found, ctx.Err()
}

// listMakespan returns the makespan of the list schedule: jobs by descending least time, each on
// the cluster where it ends earliest, ties in order. times has a row of clusters for each job. The
// result is +Inf if a job can run nowhere.
func listMakespan(times []float64, clusters int) float64 {
	least := make([]float64, len(times)/clusters)
	order := make([]int, len(least))
	for j := range least {
		least[j], order[j] = slices.Min(times[j*clusters:][:clusters]), j
	}
	sorting.Stable(order, func(a, b int) int { return sorting.Ascending(least[b], least[a]) })
	load, longest := make([]float64, clusters), 0.0
	for _, j := range order {
		best, end := 0, math.Inf(1)
		for i, t := range times[j*clusters:][:clusters] {
			if load[i]+t < end {
				best, end = i, load[i]+t
			}
		}
		load[best] = end
		longest = max(longest, end)
	}
	return longest
}

// branching is a depth-first branch and bound over placements. At each node a job is fixed to one
// cluster after another. A node is pruned if an open job fits on no cluster below the limit, or
// if the weighted load plus the least weighted times of the open jobs reaches the limit times the
// sum of the weights. The job with the greatest second least weighted time is fixed first,
// because a wrong choice for it is pruned early.
type branching struct {
	ctx   context.Context
	times []float64 // job by job
	y     []float64
	// weightedTimes are the times multiplied by the weights of their clusters; weight is the sum of
	// the weights.
	weightedTimes     []float64
	weight            float64
	load              []float64
	done              []bool // by job
	clusterOf         []int  // cluster of each fixed job
	incumbent         []int  // cluster of each job in the shortest placement found
	limit             float64
	incumbentMakespan float64 // least makespan found
	best              bool    // continue after the first placement, for the shortest
	work              int     // remaining number of times to read
	sortWork          int     // charge of a node for the order of its clusters
	stopped           bool    // stopped by a limit, the context or the first placement
	scratch           []int   // scratch memory for the order of the clusters at each depth
}

// prepare sets the fields that depend on the times and the weights.
func (b *branching) prepare(jobs int) {
	b.done, b.clusterOf = make([]bool, jobs), make([]int, jobs)
	b.scratch, b.weightedTimes = make([]int, (jobs+1)*len(b.y)), make([]float64, len(b.times))
	for at, t := range b.times {
		b.weightedTimes[at] = b.y[at%len(b.y)] * t
	}
}

// noneBelow reports whether the search was complete and found no placement shorter than the limit.
// The least makespan found is in b.reached, +Inf if none was found. With best set, the search
// continues after the first placement.
func (b *branching) noneBelow(limit float64, work int, best bool) (none bool) {
	b.limit, b.incumbentMakespan, b.work, b.best, b.stopped = limit, math.Inf(1), work, best, false
	b.step(len(b.done))
	return !b.stopped && math.IsInf(b.incumbentMakespan, 1)
}

// step fixes one of the open jobs in all ways that are not pruned, the earliest end first. Without
// open jobs the placement is kept and lowers the limit. The search stops there if any placement
// suffices. It also stops at the limit of work and if the context is cancelled.
func (b *branching) step(open int) {
	if open == 0 {
		b.incumbentMakespan = slices.Max(b.load)
		b.incumbent = append(b.incumbent[:0], b.clusterOf...)
		b.limit = min(b.limit, b.incumbentMakespan*closer)
		b.stopped = !b.best
		return
	}
	if b.work -= open*len(b.y) + b.sortWork; b.work < 0 || b.ctx.Err() != nil {
		b.stopped = true
		return
	}
	j := b.next()
	if j < 0 {
		return
	}
	b.done[j] = true
	t := b.times[j*len(b.y):][:len(b.y)]
	order := b.scratch[open*len(t):][:0:len(t)]
	for i := range t {
		order = append(order, i)
	}
	b.sortByEnd(order, t)
	for _, i := range order {
		was := b.load[i]
		if b.stopped || was+t[i] >= b.limit {
			break
		}
		b.load[i] += t[i]
		b.clusterOf[j] = i
		b.step(open - 1)
		b.load[i] = was
	}
	b.done[j] = false
}

// sortByEnd sorts the clusters by the end of a job with times t, with insertion sort for short
// lists.
func (b *branching) sortByEnd(order []int, t []float64) {
	if len(order) > 16 {
		sorting.Stable(order, func(p, q int) int { return cmp.Compare(b.load[p]+t[p], b.load[q]+t[q]) })
		return
	}
	for k := 1; k < len(order); k++ {
		i, at := order[k], k
		for end := b.load[i] + t[i]; at > 0 && end < b.load[order[at-1]]+t[order[at-1]]; at-- {
			order[at] = order[at-1]
		}
		order[at] = i
	}
}

// next returns the open job with the greatest second least weighted time, or -1 if the node is
// pruned. A node is pruned if a job fits nowhere or the weighted sum reaches the limit.
func (b *branching) next() int {
	sum, most, job := 0.0, -1.0, -1
	for i, l := range b.load {
		sum += float64(b.y[i] * l)
	}
	n := len(b.y)
	for j, done := range b.done {
		if done {
			continue
		}
		least, second := math.Inf(1), math.Inf(1)
		weighted, load := b.weightedTimes[j*n:][:n], b.load[:n]
		for i, t := range b.times[j*n:][:n] {
			if w := weighted[i]; w < second && load[i]+t < b.limit {
				if second = w; w < least {
					least, second = w, least
				}
			}
		}
		if math.IsInf(least, 1) {
			return -1
		}
		sum += least
		if second > most {
			most, job = second, j
		}
	}
	if sum >= float64(b.limit*b.weight) {
		return -1
	}
	return job
}
