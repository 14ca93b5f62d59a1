package verify

import (
	"math"

	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/verify"
)

// The answer of a policy's formula is followed job by job: no cluster that the job
// could run on has a lower score, given the jobs before it. Scores are computed from
// the checker's own times, so that two that are nearly equal count as equal; which
// of them is taken then is left open.

// nameZ is the place of Z among what a formula may read.
const nameZ = 2

// byPolicy is the rule of a policy of formulas.
func (c *placementCheck) byPolicy() *rule {
	r := &rule{formula: c.policy.Of(placement.DecideCluster)}
	if r.formula.Uses(nameZ) {
		r.weights = policy.Own
	}
	return r
}

// prefers checks a decision of a policy.
func (c *placementCheck) prefers(at spot, j, cluster int) {
	least, mine := math.NaN(), math.NaN()
	best, span := -1, 0.0
	for i, x := range c.scores(j) {
		took := c.room[i] + c.p.Jobs[j].MI/c.mips[i]
		if math.IsInf(c.ready[i]+took, 1) {
			continue
		}
		if i == cluster {
			mine = x
		}
		if order := verify.Ranked(x, least); best < 0 || order < 0 || order == 0 && took < span {
			best, least, span = i, x, took
		}
	}
	if best >= 0 && verify.Ranked(least, mine) < 0 && !verify.Near(least, mine) {
		c.Violation(at.path("cluster"),
			"has the score "+verify.Number(mine)+"; "+c.p.Clusters[best].ID+" has "+verify.Number(least))
	}
}

// scores are those of a job on all clusters.
func (c *placementCheck) scores(j int) []float64 {
	job, mean, z := &c.p.Jobs[j], c.meanTransfer(j), c.z(j)
	size, held := 0.0, make([]float64, len(c.mips))
	for _, d := range c.needs[j] {
		size += c.p.Datasets[d].Size
		for _, id := range c.p.Datasets[d].At {
			held[c.clusters.Of(id)] += c.p.Datasets[d].Size
		}
	}
	list := make([]float64, len(c.mips))
	for i, rs := range c.transfers(j) {
		list[i] = c.rule.formula.Evaluate([]float64{rs, job.MI / c.mips[i], z, c.ready[i], c.mips[i], job.MI, size,
			float64(len(c.needs[j])), held[i], mean, job.MI / (c.power / float64(len(c.mips))), c.given[i],
			float64(len(c.mips)), float64(j + 1), float64(i + 1)}, nil)
	}
	return list
}
