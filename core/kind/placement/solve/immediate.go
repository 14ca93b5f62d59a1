package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// firstFree is opportunistic load balancing.
type firstFree struct {
	in    *instance
	stats *Stats
}

func (a *firstFree) choose(_ context.Context, j int, ready []float64) (decision, error) {
	_, rs := a.in.gather(j)
	d := decision{cluster: -1, z: -1}
	for i, t := range rs {
		if math.IsInf(ready[i]+(t+a.in.run(j, int32(i))), 1) {
			continue
		}
		a.stats.ClustersRanked++
		if d.cluster < 0 || ready[i] < ready[d.cluster] {
			d.cluster, d.transfer = int32(i), t
		}
	}
	return d, nil
}

// scores rates a cluster by the end of its earlier jobs alone.
func (a *firstFree) scores(_ context.Context, j int, ready []float64) (scored, error) {
	_, rs := a.in.gather(j)
	final := slices.Clone(ready)
	for i, t := range rs {
		if math.IsInf(ready[i]+(t+a.in.run(j, int32(i))), 1) {
			final[i] = math.Inf(1)
		}
	}
	return scored{rs: rs, rank: ranking{queue: true}, z: -1, final: final, first: true}, nil
}

// bestShare is K-percent best.
type bestShare struct {
	in    *instance
	stats *Stats
	count int // of clusters that may be chosen
	order []int32
	times []float64
}

func newBestShare(in *instance, stats *Stats, percent float64) *bestShare {
	a := &bestShare{in: in, stats: stats, count: placement.ShareOf(percent, len(in.mips))}
	for i := range in.mips {
		a.order = append(a.order, int32(i))
	}
	a.times = make([]float64, len(in.mips))
	return a
}

// share returns the clusters on which a job takes least, of equal ones the first of the
// document, with its RS scores.
func (a *bestShare) share(j int) (share []int32, rs []float64) {
	_, rs = a.in.gather(j)
	for i, t := range rs {
		a.times[i] = t + a.in.run(j, int32(i))
	}
	sorting.By(a.order, func(x, y int32) int {
		if order := sorting.Ascending(a.times[x], a.times[y]); order != 0 {
			return order
		}
		return int(x - y)
	})
	return a.order[:a.count], rs
}

func (a *bestShare) choose(_ context.Context, j int, ready []float64) (decision, error) {
	share, rs := a.share(j)
	a.stats.ClustersRanked += len(share)
	lead := nobody()
	for _, i := range share {
		lead.meet(ranking{1, 1, true}, i, rs[i], a.in.run(j, i), ready[i])
	}
	d := decision{cluster: lead.cluster, z: -1}
	if lead.cluster >= 0 {
		d.transfer = rs[lead.cluster]
	}
	return d, nil
}

// scores has no score for the clusters that are not among the best.
func (a *bestShare) scores(_ context.Context, j int, ready []float64) (scored, error) {
	share, rs := a.share(j)
	final := make([]float64, len(rs))
	for i := range final {
		final[i] = math.Inf(1)
	}
	for _, i := range share {
		final[i] = ranking{1, 1, true}.score(rs[i], a.in.run(j, i), ready[i])
	}
	return scored{rs: rs, rank: ranking{1, 1, true}, z: -1, final: final}, nil
}
