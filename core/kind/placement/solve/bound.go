package solve

import (
	"context"
	"math"
	"slices"
)

// Limits of the work on the bound, in times t(i,j) looked at: up to how many
// there may be at all, how many are kept to improve the weights, how many the
// steps of that look at, and up to how many there may be for branching.
const (
	boundCells  = 8_000_000
	keptCells   = 1 << 17
	ascentSteps = 100
	ascentCells = 4_000_000
	branchCells = 1 << 12
)

// Of problems with stated times the weights are improved further: on Braun's benchmark to
// within 0.001 % of the linear relaxation, where 100 steps come within 0.03 %.
const (
	timedSteps = 600
	timedCells = 20_000_000
)

// Of more times than are kept every so manieth job is, to find weights by: a
// thirty-second of the times between these two numbers, in so many steps.
const (
	fewestDrawn = 1 << 15
	mostDrawn   = 1 << 17
	drawnSteps  = 30
)

// mostShared is up to how many jobs more than one a cluster is shown to share by
// counting; of more the weights say as much.
const mostShared = 16

// A Bound is a lower bound on the makespan of any placement, with the argument
// for it, as the verifier follows it.
type Bound struct {
	Value float64
	By    string // ByCapacity or ByBranching
	// Weights are those of the clusters; none where one job alone needs as long.
	Weights []float64
}

// The arguments for a bound.
const (
	ByCapacity  = "capacity"  // work against power, without transfers
	ByBranching = "branching" // no placement is shorter: jobs fixed one by one, until the rest cannot fit
	ByCounting  = "counting"  // some cluster has two of more jobs than there are clusters
)

// bound is a lower bound on the makespan of any placement, with any sources.
//
// Let t(i,j) = RS(j,i) + CRA(j,i) be the time of job j on cluster i with every
// dataset from its nearest replica. Whatever is decided, a cluster that runs
// job j is busy with it for at least t(i,j), one job at a time. So:
//
//  1. Some cluster runs job j, hence makespan >= min_i t(i,j) for every j.
//  2. Let y(i) >= 0 be any weights, not all 0. In a placement i(j), cluster i
//     is busy for the sum of t(i,j) over its jobs, at most the makespan M.
//     Weighted and summed over the clusters, M sum_i y(i) >= sum_j
//     y(i(j)) t(i(j),j) >= sum_j min_i y(i) t(i,j). Hence
//     M >= sum_j min_i y(i) t(i,j) / sum_i y(i).
//  3. A placement that is shorter than T runs no job for T or longer: the minima
//     of (1) and (2) may leave out t(i,j) >= T when they are to show M >= T.
//  4. Of k V + 1 jobs on V clusters some cluster runs k + 1, hence makespan >= the
//     sum of the k + 1 least of min_i t(i,j), taken over the k V + 1 jobs for
//     which that is greatest. It is what (2) cannot see: 101 equal jobs on 100
//     clusters take two jobs' time, and 1.01 of it spread.
//  5. With some jobs fixed, (2) and (3) hold for the rest, the fixed ones being
//     load of their clusters. Branch and bound fixes jobs one by one; see
//     branch.go.
//
// y = 1 and y = MIPS are tried. Where a list schedule is as short as the longest
// job, that is the least makespan: so it is on the paper's scenarios. Otherwise
// the weights are improved step by step on up to 131,072 times: clusters that
// the minima crowd get more weight. (2) with the best weights is the linear
// relaxation of scheduling on unrelated machines, by duality; every step on the
// way is a valid bound. Up to 4,096 times, branching then mostly finds the least
// makespan itself. Of more times than 131,072 every so manieth job is taken to
// improve the weights by: good weights for these are good for all, and what they
// show is then summed over all jobs. On problems of more than 8 million times
// transfers are left out: t(i,j) >= MI(j)/MIPS(i) gives M >= sum MI / sum MIPS and
// M >= max MI / max MIPS.
//
// The sums of (2) are taken down by more than their rounding error.
func (in *instance) bound(ctx context.Context) (Bound, error) {
	jobs, clusters := len(in.p.Jobs), len(in.p.Clusters)
	if jobs == 0 || clusters == 0 {
		return Bound{By: ByCapacity}, nil
	}
	safe := 1 - float64(float64(jobs+clusters)*0x1p-51)
	if jobs*clusters > boundCells {
		return Bound{Value: in.capacity(safe), By: ByCapacity}, nil
	}
	b := &dual{in: in, flat: make([]float64, clusters), power: make([]float64, clusters)}
	for i := range b.flat {
		b.flat[i], b.power[i] = 1, in.mips[i]/in.top
	}
	drawn := b.power
	if jobs*clusters <= keptCells {
		b.times = make([]float64, 0, jobs*clusters)
	} else {
		drawn = b.draw(jobs)
	}
	least, longest, flat, power, other := make([]float64, 0, jobs), 0.0, 0.0, 0.0, 0.0
	for j := range jobs {
		if j%64 == 0 && ctx.Err() != nil {
			return Bound{}, ctx.Err()
		}
		t := b.row(j)
		x := lowestProduct(b.flat, t)
		least = append(least, x)
		longest = max(longest, x)
		flat += x
		power += lowestProduct(b.power, t)
		if b.times == nil {
			other += lowestProduct(drawn, t)
		}
	}
	value, y := flat/total(b.flat), b.flat
	if v := power / total(b.power); v >= value {
		value, y = v, b.power
	}
	if v := other / total(drawn); v > value {
		value, y = v, drawn
	}
	shared := sharing(least, clusters) * safe
	if b.times != nil {
		return b.improve(ctx, longest, shared, value, y, safe)
	}
	return atLeast(longest, shared, value*safe, y), nil
}

// draw finds weights by some of the jobs.
func (b *dual) draw(jobs int) []float64 {
	n := len(b.flat)
	some := &dual{in: b.in, power: b.power}
	count := drawnOf(jobs*n) / n
	some.times = make([]float64, 0, count*n)
	longest := 0.0
	for k := range count {
		longest = max(longest, slices.Min(some.row(k*jobs/count)))
	}
	if !finite(listed(some.times, n)) {
		return b.power
	}
	_, y := some.ascend(b.power, longest, math.MaxFloat64, drawnSteps)
	return y
}

// drawnOf is how many of so many times weights are found by.
func drawnOf(times int) int { return min(max(times/32, fewestDrawn), mostDrawn) }

// sharing is the bound of (4).
func sharing(least []float64, clusters int) float64 {
	slices.Sort(least)
	best := 0.0
	for k := 1; k <= mostShared && k*clusters < len(least); k++ {
		sum := 0.0
		for _, x := range least[len(least)-k*clusters-1:][:k+1] {
			sum += x
		}
		best = max(best, sum)
	}
	return best
}

// atLeast is the greatest of three bounds: the longest job, what clusters share, and
// that of weights.
func atLeast(longest, shared, value float64, y []float64) Bound {
	switch {
	case longest >= max(shared, value):
		return Bound{Value: longest, By: ByBranching}
	case shared > value:
		return Bound{Value: shared, By: ByCounting}
	}
	return Bound{Value: value, By: ByBranching, Weights: y}
}

// improve looks for something better than the longest job, what clusters share and
// the value of weights y, where all times are kept.
func (b *dual) improve(ctx context.Context, longest, shared, value float64, y []float64, safe float64) (Bound, error) {
	reached := listed(b.times, len(y))
	switch {
	case reached <= max(longest, shared):
		return atLeast(longest, min(shared, reached), 0, nil), nil
	case !finite(reached):
		return atLeast(longest, shared, value*safe, y), nil
	}
	steps := min(ascentSteps, ascentCells/len(b.times))
	if b.in.p.Timed() {
		steps = min(timedSteps, timedCells/len(b.times))
	}
	if better, weights := b.ascend(y, longest, reached, steps); better > value {
		value, y = better, weights
	}
	found := atLeast(longest, shared, min(value*safe, reached), y)
	if len(b.times) > branchCells {
		return found, nil
	}
	return branch(ctx, b.times, y, found, reached, safe)
}

// capacity is the bound without transfers. Jobs that state times count only by the
// least of each.
func (in *instance) capacity(safe float64) float64 {
	work, most, power, longest := 0.0, 0.0, 0.0, 0.0
	for j := range in.p.Jobs {
		if t := in.runs[j]; len(t) > 0 {
			longest = max(longest, slices.Min(t))
			continue
		}
		work += in.p.Jobs[j].MI
		most = max(most, in.p.Jobs[j].MI)
	}
	for _, mips := range in.mips {
		power += mips
	}
	if !finite(work) || !finite(power) {
		return max(longest, most/in.top)
	}
	return max(longest, most/in.top, work/power*safe)
}

// dual looks for good weights.
type dual struct {
	in          *instance
	flat, power []float64
	times       []float64 // t(i,j) job by job, nil when they are too many
	room        []float64
}

// row gives t(i,j) of one job on all clusters, and keeps it where wanted.
func (b *dual) row(j int) []float64 {
	_, rs := b.in.gather(j)
	b.room = b.room[:0]
	for i, t := range rs {
		b.room = append(b.room, t+b.in.run(j, int32(i)))
	}
	if b.times != nil {
		b.times = append(b.times, b.room...)
	}
	return b.room
}

// ascend moves the weights toward crowded clusters with ever smaller steps and
// gives the best bound met, with its weights. Times above reached, the makespan
// of some placement, are left out: a shorter one has none. longest, a bound
// already, scales the steps.
func (b *dual) ascend(start []float64, longest, reached float64, steps int) (best float64, weights []float64) {
	n := len(start)
	y, load := slices.Clone(start), make([]float64, n)
	weights = slices.Clone(start)
	for step := range steps {
		clear(load)
		sum := 0.0
		for at := 0; at < len(b.times); at += n {
			t := b.times[at : at+n]
			i := lowestIndex(y, t, reached)
			load[i] += t[i]
			sum += float64(y[i] * t[i])
		}
		value := sum / total(y)
		if value > best {
			best, weights = value, append(weights[:0], y...)
		}
		crowded := max(longest, value)
		for i := range y {
			crowded = max(crowded, load[i])
		}
		if crowded <= 0 || best >= reached {
			break
		}
		rate := 1 / (2 + float64(float64(step)/4))
		for i := range y {
			y[i] *= 1 + float64(rate*(load[i]-value)/crowded)
		}
	}
	return best, weights
}

func lowestProduct(y, t []float64) float64 {
	least := math.Inf(1)
	t = t[:len(y)]
	for i := range y {
		if p := y[i] * t[i]; p < least {
			least = p
		}
	}
	return least
}

// lowestIndex leaves out times above most; one at least is not.
func lowestIndex(y, t []float64, most float64) int {
	best, least := -1, math.Inf(1)
	t = t[:len(y)]
	for i := range y {
		if p := y[i] * t[i]; t[i] <= most && (p < least || best < 0) {
			best, least = i, p
		}
	}
	return best
}

func total(y []float64) float64 {
	sum := 0.0
	for _, x := range y {
		sum += x
	}
	return sum
}
