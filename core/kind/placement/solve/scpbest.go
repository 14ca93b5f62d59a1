package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/kind/placement/solve/replica"
	"gridbox/core/sorting"
)

// slack is a factor that keeps rounding from pruning an equal cluster: a time under a cover and
// the bound on it add the same terms along different paths.
const slack = 1 - 1e-12

// decideBest compares all minimum covers and returns the one under which job j ends earliest,
// with its cluster. Ties are broken by the first cover found, then by the first cluster.
//
// A job may have thousands of minimum covers. So clusters are tried by ascending lower bound of
// the end, with every dataset read from its nearest replica. Under each cover the loop stops when
// the bound exceeds the best time so far.
func (t *treeSearch) decideBest(ctx context.Context, j int, ready []float64) ([]int32, int32, error) {
	t.sortClusters(j, ready)
	pick := incumbent{cluster: -1, span: math.Inf(1)}
	smallest := math.MaxInt
	err := t.covers(ctx, j, func(found []int32) {
		if len(found) < smallest {
			smallest = len(found)
			pick = incumbent{cluster: -1, span: math.Inf(1)}
		}
		t.compare(j, found, ready, &pick)
	})
	if err != nil {
		return nil, -1, err
	}
	return pick.cover, pick.cluster, nil
}

// An incumbent is the best cover and cluster so far.
type incumbent struct {
	cover   []int32
	cluster int32
	span    float64
}

// sortClusters sorts the clusters by the lower bound of the job's time.
func (t *treeSearch) sortClusters(j int, ready []float64) {
	_, rs := t.instance.transferTimes(j)
	t.order = t.order[:0]
	for i := range rs {
		t.best[i] = t.rank().span(rs[i], t.instance.run(j, int32(i)), ready[i])
		t.order = append(t.order, int32(i))
	}
	sorting.Sort(t.order, func(a, b int32) int {
		if order := sorting.Ascending(t.best[a], t.best[b]); order != 0 {
			return order
		}
		return int(a - b)
	})
}

// compare updates pick if a cluster ends job j earlier under a cover, which is then copied. Ties go
// to the earlier cover, and under one cover to the first cluster of the document.
func (t *treeSearch) compare(j int, cover []int32, ready []float64, pick *incumbent) {
	better := false
	for _, i := range t.order {
		if t.best[i]*slack > pick.span || math.IsInf(t.best[i], 1) {
			break
		}
		t.stats.ClustersRanked++
		rs := 0.0
		for _, d := range t.instance.jobDatasets[j] {
			_, seconds := t.source(d, cover, i)
			rs += replica.TransferTime(t.instance.sizes[d], seconds)
		}
		span := t.rank().span(rs, t.instance.run(j, i), ready[i])
		if math.IsInf(span, 1) {
			continue
		}
		if span < pick.span || better && span == pick.span && i < pick.cluster {
			pick.cluster, pick.span, better = i, span, true
		}
	}
	if better {
		pick.cover = slices.Clone(cover)
	}
}
