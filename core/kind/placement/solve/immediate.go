package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// firstFree is the scheduler of opportunistic load balancing.
type firstFree struct {
	instance *instance
	stats    *Stats
}

// choose returns the cluster that is free first among the clusters that can run job j.
func (a *firstFree) choose(_ context.Context, j int, ready []float64) (decision, error) {
	_, rs := a.instance.transferTimes(j)
	d := decision{cluster: -1, z: -1}
	for i, t := range rs {
		if math.IsInf(ready[i]+(t+a.instance.run(j, int32(i))), 1) {
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
func (a *firstFree) scores(_ context.Context, j int, ready []float64) (jobScores, error) {
	_, rs := a.instance.transferTimes(j)
	final := slices.Clone(ready)
	for i, t := range rs {
		if math.IsInf(ready[i]+(t+a.instance.run(j, int32(i))), 1) {
			final[i] = math.Inf(1)
		}
	}
	return jobScores{rs: rs, rank: ranking{queue: true}, z: -1, final: final, first: true}, nil
}

// kPercentBest is the scheduler of K-percent best.
type kPercentBest struct {
	instance *instance
	stats    *Stats
	count    int // number of clusters that may be chosen
	order    []int32
	times    []float64
}

// newKPercentBest returns the scheduler for a share in percent.
func newKPercentBest(in *instance, stats *Stats, percent float64) *kPercentBest {
	a := &kPercentBest{instance: in, stats: stats, count: placement.ShareOf(percent, len(in.mips))}
	for i := range in.mips {
		a.order = append(a.order, int32(i))
	}
	a.times = make([]float64, len(in.mips))
	return a
}

// share returns the clusters on which job j takes least, ties in the order of the document, and
// the RS scores on all clusters.
func (a *kPercentBest) share(j int) (share []int32, rs []float64) {
	_, rs = a.instance.transferTimes(j)
	for i, t := range rs {
		a.times[i] = t + a.instance.run(j, int32(i))
	}
	sorting.Sort(a.order, func(x, y int32) int {
		if order := sorting.Ascending(a.times[x], a.times[y]); order != 0 {
			return order
		}
		return int(x - y)
	})
	return a.order[:a.count], rs
}

// choose returns the cluster of the share where job j ends earliest.
func (a *kPercentBest) choose(_ context.Context, j int, ready []float64) (decision, error) {
	share, rs := a.share(j)
	a.stats.ClustersRanked += len(share)
	lead := noLeader()
	for _, i := range share {
		lead.offer(ranking{1, 1, true}, i, rs[i], a.instance.run(j, i), ready[i])
	}
	d := decision{cluster: lead.cluster, z: -1}
	if lead.cluster >= 0 {
		d.transfer = rs[lead.cluster]
	}
	return d, nil
}

// scores returns scores for the clusters of the share, and +Inf for others.
func (a *kPercentBest) scores(_ context.Context, j int, ready []float64) (jobScores, error) {
	share, rs := a.share(j)
	final := make([]float64, len(rs))
	for i := range final {
		final[i] = math.Inf(1)
	}
	for _, i := range share {
		final[i] = ranking{1, 1, true}.score(rs[i], a.instance.run(j, i), ready[i])
	}
	return jobScores{rs: rs, rank: ranking{1, 1, true}, z: -1, final: final}, nil
}
