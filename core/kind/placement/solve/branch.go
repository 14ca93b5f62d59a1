package solve

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gridbox/core/sorting"
)

// Limits of branching, in times looked at: for the shortest placement, for one
// proof that none is shorter, and how often a proof is tried where the shortest
// was not found or takes too much to prove.
const (
	searchWork = 100_000
	proofWork  = 50_000
	halvings   = 2
)

// closer is by how much a shorter placement must be shorter: more than what the
// order of additions changes, less than what anybody can see.
const closer = 1 - 1e-11

// branch looks for the shortest placement and raises the bound, which weights y
// have given, to its makespan; or, where that is too much work, as far as a
// short enough proof goes. reached is the makespan of some placement.
func branch(ctx context.Context, times, y []float64, found Bound, reached, safe float64) (Bound, error) {
	b := &branching{ctx: ctx, times: times, y: y, weight: total(y), load: make([]float64, len(y)),
		done: make([]bool, len(times)/len(y))}
	b.room, b.weighted = make([]int, (len(b.done)+1)*len(y)), make([]float64, len(times))
	for at, t := range times {
		b.weighted[at] = y[at%len(y)] * t
	}
	b.shorter(reached, searchWork, true)
	low, high := found.Value, min(reached, b.reached)
	for try := 0; try <= halvings && low < high*closer && ctx.Err() == nil; try++ {
		limit := high
		if try > 0 {
			limit = low + float64((high-low)/2)
		}
		if b.shorter(limit*closer, proofWork, false) {
			low, found = limit, Bound{Value: max(low, limit*safe), By: ByBranching, Weights: y}
		} else {
			high = min(limit, b.reached)
		}
	}
	return found, ctx.Err()
}

// listed is the makespan when the jobs, the one with the greatest least time
// first, are placed where they end earliest.
func listed(times []float64, clusters int) float64 {
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

// branching is a depth-first search over placements. At each node a job is
// fixed to one cluster after another; a branch ends where, with the fixed jobs
// as load of their clusters, some job fits nowhere below the limit, or the
// weighted load and the least weighted times of the open jobs reach the limit
// times all weights. The job whose second least weighted time is greatest comes
// next: wrong for it soon means wrong for good.
type branching struct {
	ctx   context.Context
	times []float64 // job by job
	y     []float64
	// The times by the weights of their clusters, and the sum of the weights.
	weighted []float64
	weight   float64
	load     []float64
	done     []bool // by job
	limit    float64
	reached  float64 // the least makespan met
	best     bool    // go on for the least when one is met
	work     int     // times that may still be looked at
	over     bool    // ended before all was seen
	room     []int   // for the order of the clusters at each depth
}

// shorter reports whether all was seen and no placement is shorter than the
// limit; the least met is in b.reached.
func (b *branching) shorter(limit float64, work int, best bool) (none bool) {
	b.limit, b.reached, b.work, b.best, b.over = limit, math.Inf(1), work, best, false
	b.step(len(b.done))
	return !b.over && math.IsInf(b.reached, 1)
}

func (b *branching) step(open int) {
	if open == 0 {
		b.reached = slices.Max(b.load)
		b.limit = min(b.limit, b.reached*closer)
		b.over = !b.best
		return
	}
	if b.work -= open * len(b.y); b.work < 0 || b.ctx.Err() != nil {
		b.over = true
		return
	}
	j := b.next()
	if j < 0 {
		return
	}
	b.done[j] = true
	t := b.times[j*len(b.y):][:len(b.y)]
	order := b.room[open*len(t):][:0:len(t)]
	for i := range t {
		order = append(order, i)
	}
	b.soonest(order, t)
	for _, i := range order {
		was := b.load[i]
		if b.over || was+t[i] >= b.limit {
			break
		}
		b.load[i] += t[i]
		b.step(open - 1)
		b.load[i] = was
	}
	b.done[j] = false
}

// soonest puts the clusters on which a job of these times would end earlier first.
func (b *branching) soonest(order []int, t []float64) {
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

// next is the job to fix, -1 where the open ones do not fit below the limit.
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
		weighted, load := b.weighted[j*n:][:n], b.load[:n]
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
