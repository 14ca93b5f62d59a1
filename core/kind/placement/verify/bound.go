package verify

import (
	"math"
	"slices"

	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// What a proof may cost: jobs times clusters whose times are computed again,
// up to how many of them jobs are fixed one by one, and how many times are
// looked at then.
const (
	proofCells   = 8_000_000
	branchCells  = 1 << 12
	branchedWork = 200_000
)

// shorterBy is by how much a placement must be shorter than the bound to
// contradict it: more than any order of additions changes, less than counts.
const shorterBy = 1 - 1e-10

// Proves follows the argument for a bound on the makespan.
//
// "capacity" needs nothing: no placement is shorter than the greatest work on
// the greatest power, nor than all work on all power.
//
// "counting" needs nothing either: of k times as many jobs as clusters and one more,
// k + 1 share a cluster, and take at least as long there as the k + 1 of them that are
// shortest where each runs best. The jobs are those that take longest there.
//
// "branching" assumes a placement shorter than the limit, which is the bound. It
// runs no job where that takes as long, data from the nearest replicas; and for
// any multipliers of the clusters, the busy times so weighted are below the
// limit times their sum, while every job adds at least its least weighted time
// on the clusters that are left. A job without a cluster, or a sum that is too
// great, is a contradiction. Where neither is, and the problem is small, jobs
// are fixed one by one, as load of every cluster that has room for them, until
// each such branch ends in a contradiction.
func (c *placementCheck) Proves(b *scenario.Bound, _ *verify.Metric) bool {
	cert := b.Certificate
	switch {
	case cert == nil:
		return false
	case cert.By == "capacity":
		return verify.Near(b.Value, c.capacity())
	case cert.By == "counting":
		return verify.Near(b.Value, min(b.Value, c.counting()))
	case cert.By != "branching" || !verify.Near(cert.Limit, b.Value):
		return false
	}
	return c.hypothesis != nil && c.contradicts(c.hypothesis)
}

// mostShared is up to how many jobs more than one a cluster is shown to share.
const mostShared = 16

// counting is the bound by what clusters must share, 0 where there is too much to look at.
func (c *placementCheck) counting() float64 {
	clusters := len(c.p.Clusters)
	if len(c.p.Jobs)*clusters > proofCells {
		return 0
	}
	least := make([]float64, len(c.p.Jobs))
	for j := range least {
		least[j] = math.Inf(1)
		for i, transfer := range c.transfers(j) {
			least[j] = min(least[j], transfer+c.p.Jobs[j].MI/c.mips[i])
		}
	}
	slices.Sort(least)
	slices.Reverse(least)
	best := 0.0
	for k := 1; k <= mostShared && k*clusters < len(least); k++ {
		sum := 0.0
		for _, x := range least[k*clusters-k : k*clusters+1] {
			sum += x
		}
		best = max(best, sum)
	}
	return best
}

// capacity is the bound without transfers.
func (c *placementCheck) capacity() float64 {
	work, longest, power, fastest := 0.0, 0.0, 0.0, 0.0
	for i := range c.p.Clusters {
		power += c.p.Clusters[i].MIPS
		fastest = max(fastest, c.p.Clusters[i].MIPS)
	}
	for j := range c.p.Jobs {
		work += c.p.Jobs[j].MI
		longest = max(longest, c.p.Jobs[j].MI)
	}
	switch {
	case len(c.p.Jobs) == 0 || len(c.p.Clusters) == 0:
		return 0
	case math.IsInf(work, 1) || math.IsInf(power, 1):
		return longest / fastest
	}
	return max(longest/fastest, work/power)
}

// supposes makes the hypothesis that a certificate speaks of; nil where it has not its
// form, or is too much to follow.
func (c *placementCheck) supposes(b *scenario.Bound) *hypothesis {
	jobs, clusters := len(c.p.Jobs), len(c.p.Clusters)
	if b == nil || b.Certificate == nil || b.Certificate.By != "branching" || jobs*clusters > proofCells {
		return nil
	}
	h := &hypothesis{limit: b.Value * shorterBy, y: b.Certificate.Multipliers, load: make([]float64, clusters),
		work: branchedWork, small: jobs*clusters <= branchCells}
	if len(h.y) == 0 {
		h.y = make([]float64, clusters)
	}
	if len(h.y) != clusters {
		return nil
	}
	for _, y := range h.y {
		if !(y >= 0) || math.IsInf(y, 1) {
			return nil
		}
		h.needed += y
	}
	// The sums are taken down by more than their rounding error.
	h.needed *= h.limit * (1 + float64(jobs+clusters)*0x1p-50)
	return h
}

// weigh adds the least weighted time of the next job to the sum. Where an answer is
// right so far it is done while the job's times are at hand.
func (c *placementCheck) weigh(h *hypothesis) {
	j := h.weighed
	h.weighed++
	least := math.Inf(1)
	if work, transfers := c.p.Jobs[j].MI, c.transfers(j); h.small {
		t := make([]float64, len(transfers))
		for i, transfer := range transfers {
			t[i] = transfer + work/c.mips[i]
		}
		least, _ = h.leastOf(t)
		h.times = append(h.times, t)
	} else { // only the sum is wanted
		y, perMIPS := h.y[:len(transfers)], c.perMIPS[:len(transfers)]
		for i, transfer := range transfers {
			if x := transfer + float64(work*perMIPS[i]); x < h.limit {
				if w := y[i] * x; w < least {
					least = w
				}
			}
		}
	}
	h.sum += least
}

// contradicts tells whether a placement shorter than the limit cannot be.
func (c *placementCheck) contradicts(h *hypothesis) bool {
	for h.weighed < len(c.p.Jobs) && !math.IsInf(h.sum, 1) {
		c.weigh(h)
	}
	switch {
	case math.IsInf(h.sum, 1): // of a job that fits nowhere
		return true
	case h.sum >= h.needed && h.needed > 0:
		return true
	case !h.small:
		return false
	}
	h.open = make([]int, len(c.p.Jobs))
	for j := range h.open {
		h.open[j] = j
	}
	return h.refuted(len(h.open))
}

// A hypothesis is that there is a placement shorter than the limit.
type hypothesis struct {
	limit   float64
	y       []float64
	needed  float64 // the limit times the sum of y
	times   [][]float64
	small   bool    // whether jobs are fixed one by one
	weighed int     // jobs whose times are in the sum
	sum     float64 // of the least weighted times, with no job fixed
	load    []float64
	open    []int // the jobs that are not fixed, in front
	work    int   // times that may still be looked at
}

// leastOf gives the least and the second least weighted time of a job, among
// the clusters that have room for it.
func (h *hypothesis) leastOf(t []float64) (least, second float64) {
	least, second = math.Inf(1), math.Inf(1)
	for i, x := range t {
		if h.load[i]+x >= h.limit {
			continue
		}
		if w := h.y[i] * x; w < least {
			least, second = w, least
		} else {
			second = min(second, w)
		}
	}
	return least, second
}

// refuted tells whether the first n of the open jobs cannot be placed beside
// what is fixed. The job whose second least weighted time is greatest is fixed
// next.
func (h *hypothesis) refuted(n int) bool {
	if n == 0 {
		return false
	}
	if h.work -= n * len(h.load); h.work < 0 {
		return false
	}
	sum, widest, next := 0.0, -1.0, 0
	for i, l := range h.load {
		sum += float64(h.y[i] * l)
	}
	for k, j := range h.open[:n] {
		least, second := h.leastOf(h.times[j])
		if math.IsInf(least, 1) {
			return true
		}
		sum += least
		if second > widest {
			widest, next = second, k
		}
	}
	if sum >= h.needed && h.needed > 0 {
		return true
	}
	j := h.open[next]
	h.open[next], h.open[n-1] = h.open[n-1], j
	for i, x := range h.times[j] {
		was := h.load[i]
		if was+x >= h.limit {
			continue
		}
		h.load[i] += x
		ends := h.refuted(n - 1)
		h.load[i] = was
		if !ends {
			return false
		}
	}
	h.open[next], h.open[n-1] = j, h.open[next]
	return true
}
