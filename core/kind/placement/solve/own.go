package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/formula"
	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// AlgorithmOwn ranks the clusters that can reach a job's data by a policy's formula. The lowest
// score gets the job, and NaN comes last. Ties are broken as in the other rankings, by the job's
// time on the cluster, RS + CRA (+ Ready if the formula reads it), then by the order of the
// document. It takes O(J M) evaluations for J jobs and M clusters.
const AlgorithmOwn Algorithm = policy.AlgorithmOwn

// formulaScheduler is the scheduler that evaluates a policy's formula.
type formulaScheduler struct {
	instance  *instance
	stats     *Stats
	expr      *formula.Expression
	z, queue  bool // whether the formula reads Z, or Ready
	log       *trace.Log
	row       []float64
	jobCounts []float64 // number of jobs of each cluster so far
	final     []float64 // scores of the last job
	localData []float64
}

// Indexes of names that are only computed if the formula reads them.
var (
	nameZ     = nameOf("z")
	nameReady = nameOf("ready")
)

// clusterNames returns the names that a formula may read.
func clusterNames() []policy.Name {
	k := placement.PolicyKind()
	return k.Decisions[placement.DecideCluster].Names
}

// nameOf returns the index of a name.
func nameOf(id string) int {
	return slices.IndexFunc(clusterNames(), func(n policy.Name) bool { return n.ID == id })
}

// newFormulaScheduler returns the scheduler of a policy.
func newFormulaScheduler(in *instance, stats *Stats, f *policy.Formulas, log *trace.Log) *formulaScheduler {
	n := len(in.mips)
	e := f.Expression(placement.DecideCluster)
	return &formulaScheduler{instance: in, stats: stats, expr: e, z: e.Uses(nameZ), queue: e.Uses(nameReady), log: log,
		row: make([]float64, len(clusterNames())), jobCounts: make([]float64, n), final: make([]float64, n),
		localData: make([]float64, n)}
}

// rate computes b.final, the scores of the clusters for a job. It returns the RS scores, Z and
// the mean transfer time.
func (b *formulaScheduler) rate(j int, ready []float64) (rs []float64, z, mean float64) {
	in := b.instance
	mean = in.meanTransfer(in.rowsOf(j))
	_, rs = in.transferTimes(j)
	mi := in.p.Jobs[j].MI
	meanRun := in.p.MeanRunTime(j, in.mean)
	z = factor(mean, meanRun)
	size := 0.0
	clear(b.localData)
	for _, d := range in.jobDatasets[j] {
		size += in.sizes[d]
		for _, home := range in.homes[d] {
			b.localData[home] += in.sizes[d]
		}
	}
	copy(b.row, []float64{0, 0, z, 0, 0, mi, size, float64(len(in.jobDatasets[j])), 0, mean, meanRun, 0,
		float64(len(in.mips)), float64(j + 1), 0})
	for i, t := range rs {
		cra := in.run(j, int32(i))
		b.row[0], b.row[1], b.row[3], b.row[4] = t, cra, ready[i], in.mips[i]
		b.row[8], b.row[11], b.row[14] = b.localData[i], b.jobCounts[i], float64(i+1)
		b.final[i] = b.expr.Evaluate(b.row, nil)
	}
	return rs, z, mean
}

// choose returns the cluster with the lowest score among the clusters that can run job j. Ties are
// decided by the earlier end, then by the order of the document; NaN is last. The cluster is -1 if
// there is none.
func (b *formulaScheduler) choose(_ context.Context, j int, ready []float64) (decision, error) {
	rs, z, _ := b.rate(j, ready)
	lead, lost, infinite := leader{-1, math.Inf(1), math.Inf(1)}, false, false
	for i, t := range rs {
		wait := 0.0
		if b.queue {
			wait = ready[i]
		}
		span := t + b.instance.run(j, int32(i))
		if math.IsInf(ready[i]+span, 1) || math.IsNaN(span) {
			continue
		}
		b.stats.ClustersRanked++
		score := b.final[i]
		lost, infinite = lost || math.IsNaN(score), infinite || math.IsInf(score, 0)
		if span = wait + span; lead.cluster < 0 || precedes(score, lead.score) ||
			!precedes(lead.score, score) && span < lead.span {
			lead = leader{int32(i), score, span}
		}
	}
	if lost {
		b.stats.Unscored++
		if b.log.Enabled() {
			b.log.Add(trace.Event{Kind: "unscored", Refs: []trace.Ref{{Role: "job", ID: b.instance.p.Jobs[j].ID}},
				Reason: "not-a-number"})
		}
	}
	if infinite {
		b.stats.Infinite++
	}
	d := decision{cluster: lead.cluster, z: -1}
	if b.z {
		d.z = z
	}
	if lead.cluster >= 0 {
		d.transfer = rs[lead.cluster]
		b.jobCounts[lead.cluster]++
	}
	return d, nil
}

// precedes reports whether score a is lower than b; NaN is the highest.
func precedes(a, b float64) bool { return a < b || a == a && b != b }

// scores returns the scores by the formula.
func (b *formulaScheduler) scores(_ context.Context, j int, ready []float64) (jobScores, error) {
	rs, z, mean := b.rate(j, ready)
	s := jobScores{rs: rs, rank: ranking{queue: b.queue}, z: -1, final: b.final}
	if b.z {
		s.z, s.mean = z, mean
	}
	return s, nil
}
