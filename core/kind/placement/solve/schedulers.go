package solve

import (
	"context"
	"math"

	"gridbox/core/kind/placement"
)

// jobScores has the scores of a job on every cluster.
type jobScores struct {
	rs         []float64 // +Inf if the data cannot be reached
	rank       ranking
	z          float64 // -1 if the algorithm has none
	mean       float64 // E[TransferTime] if z is not -1
	hosts      []int32 // the cover of SCP Tree Search
	coverBound int     // lower bound of the size of the cover; 0 if it is smallest
	// drawn is set if the cluster was drawn and not ranked.
	drawn bool
	// final are the scores by a policy; nil if rank computes them.
	final []float64
	// first is set if ties are broken by the order of the document alone.
	first bool
	// unweighted is set if final is no sum of RS, CRA and Ready.
	unweighted bool
	// reason explains a decision of a plan that is not the cluster of the least score.
	reason string
}

// score returns the Final score of cluster i.
func (s *jobScores) score(i int, cra, ready float64) float64 {
	if s.final != nil {
		return s.final[i]
	}
	return s.rank.score(s.rs[i], cra, ready)
}

// rankBased is the scheduler of RBHS.
type rankBased struct {
	instance *instance
	stats    *Stats
	weights  placement.Weights
	queue    bool
}

// rank returns the weights of a job's scores, which depend on Z, and Z.
func (h *rankBased) rank(j int, meanTransfer, meanPower float64) (ranking, float64) {
	z := factor(meanTransfer, h.instance.p.MeanRunTime(j, meanPower))
	switch h.weights {
	case placement.Swapped:
		return ranking{z, 1 - z, h.queue}, z
	case placement.Sum:
		return ranking{1, 1, h.queue}, z
	}
	return ranking{1 - z, z, h.queue}, z
}

// choose returns the cluster with the lowest score.
func (h *rankBased) choose(_ context.Context, j int, ready []float64) (decision, error) {
	rows := h.instance.rowsOf(j)
	rank, z := h.rank(j, h.instance.meanTransfer(rows), h.instance.mean)
	cluster, rs, scanned := h.instance.lowestOf(rank, j, ready)
	h.stats.ClustersRanked += scanned
	return decision{cluster: cluster, transfer: rs, z: z}, nil
}

// scores returns the scores of job j with its Z.
func (h *rankBased) scores(_ context.Context, j int, _ []float64) (jobScores, error) {
	mean := h.instance.meanTransfer(h.instance.rowsOf(j))
	_, rs := h.instance.transferTimes(j)
	rank, z := h.rank(j, mean, h.instance.mean)
	return jobScores{rs: rs, rank: rank, z: z, mean: mean}, nil
}

// fixedRank is a scheduler with weights that do not depend on the job.
type fixedRank struct {
	instance *instance
	stats    *Stats
	rank     ranking
}

// choose returns the cluster with the lowest score.
func (f *fixedRank) choose(_ context.Context, j int, ready []float64) (decision, error) {
	f.instance.rowsOf(j)
	cluster, rs, scanned := f.instance.lowestOf(f.rank, j, ready)
	f.stats.ClustersRanked += scanned
	return decision{cluster: cluster, transfer: rs, z: -1}, nil
}

// scores returns the scores of job j.
func (f *fixedRank) scores(_ context.Context, j int, _ []float64) (jobScores, error) {
	_, rs := f.instance.transferTimes(j)
	return jobScores{rs: rs, rank: f.rank, z: -1}, nil
}

// uniformRandom is the scheduler that draws a cluster. Each job takes exactly one number, so that the
// cluster of a job does not depend on the reachability of earlier jobs.
type uniformRandom struct {
	instance *instance
	draw     func() float64
}

// choose draws one of the clusters that can run job j.
func (a *uniformRandom) choose(_ context.Context, j int, _ []float64) (decision, error) {
	_, rs := a.instance.transferTimes(j)
	var open []int32
	for i, t := range rs {
		if !math.IsInf(t, 1) && a.instance.admits(j, i) {
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

// scores returns the transfer times of job j.
func (a *uniformRandom) scores(_ context.Context, j int, _ []float64) (jobScores, error) {
	_, rs := a.instance.transferTimes(j)
	return jobScores{rs: rs, rank: ranking{1, 1, false}, z: -1, drawn: true}, nil
}
