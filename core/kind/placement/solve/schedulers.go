package solve

import (
	"context"
	"math"

	"gridbox/core/kind/placement"
)

// scored is how a job looks on every cluster to a scheduler.
type scored struct {
	rs    []float64 // +Inf where the data cannot be reached
	rank  ranking
	z     float64 // -1 where the algorithm has none
	mean  float64 // E[TransferTime], where z is not -1
	hosts []int32 // the cover, for SCP Tree Search
	least int     // how few hosts it might have, 0 where none has fewer
	// drawn means that the cluster was drawn and not ranked.
	drawn bool
	// final are the scores by a policy; nil where rank makes them.
	final []float64
	// first means that of equal scores the first cluster of the document is taken,
	// whatever the job's time there.
	first bool
}

// score is the Final score of cluster i.
func (s *scored) score(i int, cra, ready float64) float64 {
	if s.final != nil {
		return s.final[i]
	}
	return s.rank.score(s.rs[i], cra, ready)
}

// hybrid is RBHS.
type hybrid struct {
	in      *instance
	stats   *Stats
	weights placement.Weights
	queue   bool
}

// rank computes Z of a job and from it the weights of its scores.
func (h *hybrid) rank(j int, meanTransfer, meanPower float64) (ranking, float64) {
	z := factor(meanTransfer, h.in.p.MeanRunTime(j, meanPower))
	switch h.weights {
	case placement.Swapped:
		return ranking{z, 1 - z, h.queue}, z
	case placement.Sum:
		return ranking{1, 1, h.queue}, z
	}
	return ranking{1 - z, z, h.queue}, z
}

func (h *hybrid) choose(_ context.Context, j int, ready []float64) (decision, error) {
	rows := h.in.rowsOf(j)
	rank, z := h.rank(j, h.in.meanTransfer(rows), h.in.mean)
	cluster, rs, looked := h.in.lowestOf(rank, j, ready)
	h.stats.ClustersRanked += looked
	return decision{cluster: cluster, transfer: rs, z: z}, nil
}

func (h *hybrid) scores(_ context.Context, j int, _ []float64) (scored, error) {
	mean := h.in.meanTransfer(h.in.rowsOf(j))
	_, rs := h.in.gather(j)
	rank, z := h.rank(j, mean, h.in.mean)
	return scored{rs: rs, rank: rank, z: z, mean: mean}, nil
}

// fixedRank ranks by weights that do not depend on the job.
type fixedRank struct {
	in    *instance
	stats *Stats
	rank  ranking
}

func (f *fixedRank) choose(_ context.Context, j int, ready []float64) (decision, error) {
	f.in.rowsOf(j)
	cluster, rs, looked := f.in.lowestOf(f.rank, j, ready)
	f.stats.ClustersRanked += looked
	return decision{cluster: cluster, transfer: rs, z: -1}, nil
}

func (f *fixedRank) scores(_ context.Context, j int, _ []float64) (scored, error) {
	_, rs := f.in.gather(j)
	return scored{rs: rs, rank: f.rank, z: -1}, nil
}

// anywhere draws a cluster. Each job takes exactly one draw, so that what a
// job gets does not depend on the reachability of earlier ones.
type anywhere struct {
	in   *instance
	draw func() float64
}

func (a *anywhere) choose(_ context.Context, j int, _ []float64) (decision, error) {
	_, rs := a.in.gather(j)
	var open []int32
	for i, t := range rs {
		if !math.IsInf(t, 1) && a.in.admits(j, i) {
			open = append(open, int32(i))
		}
	}
	u := a.draw()
	if len(open) == 0 {
		return decision{cluster: -1}, nil
	}
	cluster := open[int(u*float64(len(open)))]
	return decision{cluster: cluster, transfer: rs[cluster], z: -1}, nil
}

func (a *anywhere) scores(_ context.Context, j int, _ []float64) (scored, error) {
	_, rs := a.in.gather(j)
	return scored{rs: rs, rank: ranking{1, 1, false}, z: -1, drawn: true}, nil
}
