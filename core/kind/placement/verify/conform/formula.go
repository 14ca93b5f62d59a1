package conform

import (
	"math"

	kernel "gridbox/core/kind/placement/verify"
	"gridbox/core/verify"
)

// nameZ is the index of Z among the names of a formula.
const nameZ = 2

// followFormula checks a decision of a policy's formula: no cluster that can run the job has a
// lower score, given the earlier jobs. Scores are computed from the checker's own times, so
// nearly equal scores count as equal.
func (c *checker) followFormula(j, cluster int) {
	least, chosen := math.NaN(), math.NaN()
	best, span := -1, 0.0
	transfers := c.Transfers(j)
	for i, score := range c.scores(j, transfers) {
		took := transfers[i] + c.Run(j, i)
		if math.IsInf(c.ready[i]+took, 1) {
			continue
		}
		if i == cluster {
			chosen = score
		}
		if order := verify.CompareScores(score, least); best < 0 || order < 0 || order == 0 && took < span {
			best, least, span = i, score, took
		}
	}
	if best >= 0 && verify.CompareScores(least, chosen) < 0 && !verify.ApproxEqual(least, chosen) {
		c.Violation(kernel.AssignmentPath(j)+".cluster", "has the score %v; %s has %v", chosen,
			c.Problem.Clusters[best].ID, least)
	}
}

// scores returns the score of a job on every cluster.
func (c *checker) scores(j int, transfers []float64) []float64 {
	job, clusters := &c.Problem.Jobs[j], len(c.Problem.Clusters)
	mean, z := c.MeanTransfer(j), c.Z(j)
	size, held := 0.0, make([]float64, clusters)
	for _, d := range c.JobDatasets[j] {
		size += c.Problem.Datasets[d].Size
		for _, host := range c.Homes[d] {
			held[host] += c.Problem.Datasets[d].Size
		}
	}
	scores := make([]float64, clusters)
	for i, rs := range transfers {
		scores[i] = c.rule.formula.Evaluate([]float64{rs, c.Run(j, i), z, c.ready[i], c.Problem.Clusters[i].MIPS,
			job.MI, size, float64(len(c.JobDatasets[j])), held[i], mean, c.MeanRun(j), c.count[i], float64(clusters),
			float64(j + 1), float64(i + 1)}, nil)
	}
	return scores
}
