package verify

import (
	"cmp"
	"math"

	"gridbox/core/formula"
	"gridbox/core/kind/placement"
	"gridbox/core/policy"
)

// ruleCells bounds the jobs times clusters that are scored to see whether an
// answer follows its rule. Of a larger problem every second, third, ... job is
// looked at, as far as that goes.
const ruleCells = 1 << 20

// A rule is how an algorithm of the catalogue places a job: on the cluster with
// the least score
//
//	rs RS + cra CRA (+ the end of the earlier jobs, when it is queue-aware)
//
// of equal ones that on which the job takes less time, RS + CRA (+ that end),
// then the first of the document.
type rule struct {
	rs, cra float64
	weights placement.Weights // of RBHS
	cover   placement.Cover   // of SCP Tree Search
	draw    func() float64    // of Random
	queue   bool
	formula *formula.Expression // of a policy
}

// named is the rule that the answer claims to follow; nil when there is none of
// that name.
func (c *placementCheck) named(seed uint64) *rule {
	if c.Answer.Algorithm == policy.Own && c.policy != nil {
		return c.byPolicy()
	}
	r := &rule{rs: 1, cra: 1}
	switch c.Answer.Algorithm {
	case "rbhs":
		r.weights, r.queue = cmp.Or(c.options.Weights, placement.Printed), c.options.QueueAware
	case "scp-tree":
		r.cover, r.queue = cmp.Or(c.options.Cover, placement.First), c.options.QueueAware
	case "min-completion":
		r.queue = true
	case "nearest-data":
		r.cra = 0
	case "fastest":
		r.rs = 0
	case "random":
		r.draw = placement.Draws(seed)
	default:
		return nil
	}
	return r
}

// A decided is what a rule makes of a job. Cluster -1: it can run nowhere.
type decided struct {
	cluster  int
	transfer float64
	hosts    []int // of SCP Tree Search, by dataset of the job
	known    bool  // false when it took too much work to find out
}

// follows checks a decision.
func (c *placementCheck) follows(at spot, j int, a *placement.Assignment, cluster int) {
	if c.rule == nil || c.rule.weights != "" && a.Z == nil {
		return
	}
	if stride := 1 + (len(c.p.Jobs)*len(c.p.Clusters)-1)/ruleCells; j%stride != 0 {
		if c.rule.draw != nil {
			c.rule.draw()
		}
		return
	}
	if c.rule.formula != nil {
		c.prefers(at, j, cluster)
		return
	}
	z := 0.0
	if a.Z != nil {
		z = *a.Z
	}
	d := c.decide(j, z)
	switch {
	case !d.known:
	case d.cluster < 0:
		c.Violation(at.path("cluster"), "is given although the job can run nowhere")
	case d.cluster != cluster:
		c.Violation(at.path("cluster"), "is "+a.Cluster+"; "+c.Answer.Algorithm+" with these options chooses "+
			c.p.Clusters[d.cluster].ID)
	default:
		c.reads(at, j, a, d.hosts)
	}
}

// reads checks from which hosts SCP Tree Search reads.
func (c *placementCheck) reads(at spot, j int, a *placement.Assignment, hosts []int) {
	for k, host := range hosts {
		for s := range a.Sources {
			from, id := &a.Sources[s], c.p.Clusters[host].ID
			if from.Dataset == c.p.Jobs[j].Datasets[k] && from.Cluster != id {
				c.Violation(spot{at.job, s}.path("cluster"), "is "+from.Cluster+"; of the smallest sets of hosts "+
					"scp-tree with these options takes one by which it is "+id)
			}
		}
	}
}

// decide places a job, given when the clusters are ready and, for RBHS, Z.
func (c *placementCheck) decide(j int, z float64) decided {
	switch {
	case c.rule.draw != nil:
		return c.drawn(j)
	case c.rule.cover != "" && len(c.needs[j]) > 0:
		return c.covered(j)
	}
	rs, cra := c.rule.rs, c.rule.cra
	switch c.rule.weights {
	case placement.Printed:
		rs, cra = 1-z, z
	case placement.Swapped:
		rs, cra = z, 1-z
	}
	transfers := c.transfers(j)
	d := decided{cluster: c.least(j, transfers, rs, cra), known: true}
	if d.cluster >= 0 {
		d.transfer = transfers[d.cluster]
	}
	return d
}

// least is the cluster with the least score for a job, -1 for none.
func (c *placementCheck) least(j int, transfers []float64, rs, cra float64) int {
	best, bestScore, bestSpan, work := -1, math.Inf(1), math.Inf(1), c.p.Jobs[j].MI
	mips, ready, queue := c.mips[:len(transfers)], c.ready[:len(transfers)], c.rule.queue
	perMIPS, less := c.perMIPS[:len(transfers)], work*(1-0x1p-48)
	if work < 0x1p-960 { // the last digits of so little are rough
		less = 0
	}
	for i, t := range transfers {
		// By more than rounding lower than the score, and without a division.
		low := float64(rs*t) + float64(cra*float64(less*perMIPS[i]))
		if queue {
			low = ready[i] + low
		}
		if low > bestScore { // most are
			continue
		}
		run := work / mips[i]
		score := float64(rs*t) + float64(cra*run)
		if queue {
			score = ready[i] + score
		}
		if score > bestScore {
			continue
		}
		span := c.span(i, t, run)
		switch {
		case math.IsNaN(score) || math.IsInf(score, 1) || math.IsInf(span, 1):
		case score < bestScore || span < bestSpan:
			best, bestScore, bestSpan = i, score, span
		}
	}
	return best
}

// span is the time of a job on a cluster, from now on where the rule is
// queue-aware.
func (c *placementCheck) span(i int, transfer, run float64) float64 {
	if c.rule.queue {
		return c.ready[i] + (transfer + run)
	}
	return transfer + run
}

// drawn is a choice of Random.
func (c *placementCheck) drawn(j int) decided {
	transfers, u := c.transfers(j), c.rule.draw()
	var open []int
	for i, t := range transfers {
		if !math.IsInf(t, 1) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return decided{cluster: -1, known: true}
	}
	i := open[int(u*float64(len(open)))]
	return decided{cluster: i, transfer: transfers[i], known: true}
}
