package placement

import (
	"context"
	"math"
)

// Work limits of the bound: how many times (jobs x clusters) are looked at
// with all their transfers, and how many are kept to improve the weights.
const (
	boundCells  = 8_000_000
	ascentCells = 1 << 12
	ascentSteps = 100
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
//
// y = 1 and y = MIPS are tried, and on small problems the weights are then
// improved step by step: clusters that the minima crowd get more weight. (2)
// with the best weights is the linear relaxation of scheduling on unrelated
// machines, by duality; every step on the way is a valid bound. On the paper's
// scenarios the steps gain nothing over y = MIPS, so large problems go without
// them. On problems of
// more than 8 million times transfers are left out: t(i,j) >= MI(j)/MIPS(i)
// gives M >= sum MI / sum MIPS and M >= max MI / max MIPS.
//
// The sums of (2) are taken down by more than their rounding error.
func (in *instance) bound(ctx context.Context) (float64, error) {
	jobs, clusters := len(in.p.Jobs), len(in.p.Clusters)
	if jobs == 0 || clusters == 0 {
		return 0, nil
	}
	safe := 1 - float64(float64(jobs+clusters)*0x1p-51)
	if jobs*clusters > boundCells {
		return in.capacity(safe), nil
	}
	b := &dual{in: in, flat: make([]float64, clusters), power: make([]float64, clusters)}
	for i := range b.flat {
		b.flat[i], b.power[i] = 1, in.mips[i]/in.top
	}
	if jobs*clusters <= ascentCells {
		b.times = make([]float64, 0, jobs*clusters)
	}
	longest, flat, power := 0.0, 0.0, 0.0
	for j := range jobs {
		if j%64 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		t := b.row(j)
		least := lowestProduct(b.flat, t)
		longest = max(longest, least)
		flat += least
		power += lowestProduct(b.power, t)
	}
	best := max(flat/total(b.flat), power/total(b.power))
	if b.times != nil {
		start := b.power
		if flat/total(b.flat) > power/total(b.power) {
			start = b.flat
		}
		best = max(best, b.ascend(start, longest))
	}
	return max(longest, best*safe), nil
}

// capacity is the bound without transfers.
func (in *instance) capacity(safe float64) float64 {
	work, most, power := 0.0, 0.0, 0.0
	for j := range in.p.Jobs {
		work += in.p.Jobs[j].MI
		most = max(most, in.p.Jobs[j].MI)
	}
	for _, mips := range in.mips {
		power += mips
	}
	if !finite(work) || !finite(power) {
		return most / in.top
	}
	return max(most/in.top, work/power*safe)
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
	mi := b.in.p.Jobs[j].MI
	b.room = b.room[:0]
	for i, t := range rs {
		b.room = append(b.room, t+mi/b.in.mips[i])
	}
	if b.times != nil {
		b.times = append(b.times, b.room...)
	}
	return b.room
}

// ascend moves the weights toward crowded clusters with ever smaller steps and
// gives the best bound met; longest, a bound already, scales the steps.
func (b *dual) ascend(start []float64, longest float64) float64 {
	n := len(start)
	y, load := append([]float64(nil), start...), make([]float64, n)
	best := 0.0
	for step := range ascentSteps {
		clear(load)
		sum := 0.0
		for at := 0; at < len(b.times); at += n {
			t := b.times[at : at+n]
			i := lowestIndex(y, t)
			load[i] += t[i]
			sum += float64(y[i] * t[i])
		}
		value := sum / total(y)
		best = max(best, value)
		crowded := max(longest, value)
		for i := range y {
			crowded = max(crowded, load[i])
		}
		if crowded <= 0 {
			break
		}
		rate := 1 / (2 + float64(float64(step)/4))
		for i := range y {
			y[i] *= 1 + float64(rate*(load[i]-value)/crowded)
		}
	}
	return best
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

func lowestIndex(y, t []float64) int {
	best, least := 0, math.Inf(1)
	t = t[:len(y)]
	for i := range y {
		if p := y[i] * t[i]; p < least {
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
