package solve

import (
	"context"
	"math"
	"slices"
)

// Limits of the work on the bound, counted in times t(i,j).
const (
	boundCells  = 8_000_000 // above this number of times transfers are ignored
	keptCells   = 1 << 17   // up to this number times are kept to improve the weights
	ascentSteps = 100       // greatest number of steps of the ascent
	ascentCells = 4_000_000 // greatest number of times read by the ascent
	branchCells = 1 << 12   // up to this number of times branching is tried
)

// Limits of the ascent for problems with stated times. On Braun's benchmark they reach the linear
// relaxation within 0.001 %; with 100 steps it is 0.03 %.
const (
	timedSteps = 600
	timedCells = 20_000_000
)

// If there are more times than are kept, the weights are found on a sample: 1/32 of the times,
// within these limits.
const (
	minSample   = 1 << 15
	maxSample   = 1 << 17
	sampleSteps = 30
)

// maxShared is the greatest k in part 4 of the bound. For greater k the weights give the same
// bound.
const maxShared = 16

// A Bound is a lower bound on the makespan of any placement, with its certificate for the
// verifier.
type Bound struct {
	Value    float64
	Argument string // ByCapacity, ByBranching or ByCounting
	// Weights are those of the clusters. They are nil if the bound is that of one job.
	Weights []float64
}

// Certificates of a bound.
const (
	ByCapacity  = "capacity"  // work against power, without transfers
	ByBranching = "branching" // branch and bound over placements finds none that is shorter
	ByCounting  = "counting"  // some cluster runs two jobs, because there are more jobs than clusters
)

// bound returns a lower bound on the makespan of any placement with any sources.
//
// Let t(i,j) = RS(j,i) + CRA(j,i) be the time of job j on cluster i with every
// dataset from its nearest replica. A cluster that runs job j is busy with it for
// at least t(i,j), one job at a time. Hence:
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
//     which that is greatest. (2) is weaker here: for 101 equal jobs on 100
//     clusters it gives 1.01 times a job's time, and the makespan is twice it.
//  5. With some jobs fixed, (2) and (3) hold for the others, with the fixed jobs
//     as load of their clusters. Branch and bound fixes jobs one by one; see
//     branch.go.
//
// The weights y = 1 and y = MIPS are tried first. If a list schedule is as short
// as the longest job, that is the least makespan, as in the paper's scenarios.
// Otherwise up to 131,072 times are kept and the weights are improved by a
// subgradient ascent: clusters that the minima load most get more weight. By
// duality, (2) with the best weights is the linear relaxation of scheduling on
// unrelated machines, and the weights of every step give a valid bound. With up to
// 4,096 times, branching then usually finds the least makespan itself. With more
// than 131,072 times, the weights are improved on a sample of the jobs, and the
// bound is computed over all jobs. With more than 8 million times, transfers are
// ignored: t(i,j) >= MI(j)/MIPS(i) gives M >= sum MI / sum MIPS and
// M >= max MI / max MIPS.
//
// The sums of (2) are reduced by more than their rounding error.
func (in *instance) bound(ctx context.Context) (Bound, error) {
	jobs, clusters := len(in.p.Jobs), len(in.p.Clusters)
	if jobs == 0 || clusters == 0 {
		return Bound{Argument: ByCapacity}, nil
	}
	safe := 1 - float64(float64(jobs+clusters)*0x1p-51)
	if jobs*clusters > boundCells {
		return Bound{Value: in.capacity(safe), Argument: ByCapacity}, nil
	}
	b := &dual{instance: in, unitWeights: make([]float64, clusters), power: make([]float64, clusters)}
	for i := range b.unitWeights {
		b.unitWeights[i], b.power[i] = 1, in.mips[i]/in.top
	}
	drawn := b.power
	if jobs*clusters <= keptCells {
		b.times = make([]float64, 0, jobs*clusters)
	} else {
		drawn = b.sampleWeights(jobs)
	}
	least, longest, flat, power, other := make([]float64, 0, jobs), 0.0, 0.0, 0.0, 0.0
	for j := range jobs {
		if j%64 == 0 && ctx.Err() != nil {
			return Bound{}, ctx.Err()
		}
		t := b.row(j)
		x := lowestProduct(b.unitWeights, t)
		least = append(least, x)
		longest = max(longest, x)
		flat += x
		power += lowestProduct(b.power, t)
		if b.times == nil {
			other += lowestProduct(drawn, t)
		}
	}
	value, y := flat/total(b.unitWeights), b.unitWeights
	if v := power / total(b.power); v >= value {
		value, y = v, b.power
	}
	if v := other / total(drawn); v > value {
		value, y = v, drawn
	}
	shared := countingBound(least, clusters) * safe
	if b.times != nil {
		return b.improve(ctx, longest, shared, value, y, safe)
	}
	return tightestBound(longest, shared, value*safe, y), nil
}

// sampleWeights returns weights found on a sample of the jobs.
func (b *dual) sampleWeights(jobs int) []float64 {
	n := len(b.unitWeights)
	some := &dual{instance: b.instance, power: b.power}
	count := sampleSize(jobs*n) / n
	some.times = make([]float64, 0, count*n)
	longest := 0.0
	for k := range count {
		longest = max(longest, slices.Min(some.row(k*jobs/count)))
	}
	if !finite(listMakespan(some.times, n)) {
		return b.power
	}
	_, y := some.ascend(b.power, longest, math.MaxFloat64, sampleSteps)
	return y
}

// sampleSize returns the size of the sample of so many times.
func sampleSize(times int) int { return min(max(times/32, minSample), maxSample) }

// countingBound returns the bound of part 4.
func countingBound(least []float64, clusters int) float64 {
	slices.Sort(least)
	best := 0.0
	for k := 1; k <= maxShared && k*clusters < len(least); k++ {
		sum := 0.0
		for _, x := range least[len(least)-k*clusters-1:][:k+1] {
			sum += x
		}
		best = max(best, sum)
	}
	return best
}

// tightestBound returns the greatest of three bounds: the longest job, part 4, and that of the weights
// y.
func tightestBound(longest, shared, value float64, y []float64) Bound {
	switch {
	case longest >= max(shared, value):
		return Bound{Value: longest, Argument: ByBranching}
	case shared > value:
		return Bound{Value: shared, Argument: ByCounting}
	}
	return Bound{Value: value, Argument: ByBranching, Weights: y}
}

// improve raises the bound by better weights and by branching. It requires that all times are
// kept. value is the bound of weights y.
func (b *dual) improve(ctx context.Context, longest, shared, value float64, y []float64, safe float64) (Bound, error) {
	reached := listMakespan(b.times, len(y))
	switch {
	case reached <= max(longest, shared):
		return tightestBound(longest, min(shared, reached), 0, nil), nil
	case !finite(reached):
		return tightestBound(longest, shared, value*safe, y), nil
	}
	steps := min(ascentSteps, ascentCells/len(b.times))
	if b.instance.p.HasTimes() {
		steps = min(timedSteps, timedCells/len(b.times))
	}
	if better, weights := b.ascend(y, longest, reached, steps); better > value {
		value, y = better, weights
	}
	found := tightestBound(longest, shared, min(value*safe, reached), y)
	if len(b.times) > branchCells {
		return found, nil
	}
	return branch(ctx, b.times, y, found, reached, safe)
}

// capacity returns the bound without transfers. A job with stated times counts only with the
// least of them.
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

// dual computes bounds from weights and improves the weights.
type dual struct {
	instance           *instance
	unitWeights, power []float64
	times              []float64 // t(i,j) job by job; nil if there are too many
	scratch            []float64
}

// row returns t(i,j) of job j on all clusters, valid until the next call. It also appends them to
// b.times unless that is nil.
func (b *dual) row(j int) []float64 {
	_, rs := b.instance.transferTimes(j)
	b.scratch = b.scratch[:0]
	for i, t := range rs {
		b.scratch = append(b.scratch, t+b.instance.run(j, int32(i)))
	}
	if b.times != nil {
		b.times = append(b.times, b.scratch...)
	}
	return b.scratch
}

// ascend moves the weights toward loaded clusters with decreasing steps, and returns the best
// bound with its weights. Times above reached, the makespan of some placement, are ignored,
// because a shorter placement has none. longest, which is already a bound, scales the steps.
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

// lowestProduct returns the least y[i]*t[i].
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

// lowestIndex returns the index of the least y[i]*t[i] among the times that are at most limit. At
// least one time must be.
func lowestIndex(y, t []float64, limit float64) int {
	best, least := -1, math.Inf(1)
	t = t[:len(y)]
	for i := range y {
		if p := y[i] * t[i]; t[i] <= limit && (p < least || best < 0) {
			best, least = i, p
		}
	}
	return best
}

// total returns the sum of the weights.
func total(y []float64) float64 {
	sum := 0.0
	for _, x := range y {
		sum += x
	}
	return sum
}
