package verify

import (
	"math"
	"slices"

	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Limits of the work of a proof.
const (
	proofCells  = 8_000_000 // greatest number of jobs times clusters
	branchCells = 1 << 12   // greatest number of jobs times clusters for branching
	branchWork  = 200_000   // times read in branching
	maxShared   = 16        // greatest number of jobs beyond the first in the counting argument
)

// shorterBy is the factor by which a placement must be shorter than the bound to
// contradict it. The difference is more than rounding and less than matters.
const shorterBy = 1 - 1e-10

// Proves reports whether the certificate of a bound on the makespan proves it.
//
// "capacity": the makespan is at least the greatest work divided by the greatest power, and at
// least all work divided by all power.
//
// "counting": of k times as many jobs as clusters and one more, k+1 share a cluster. They take at
// least as long as the k+1 shortest of them where each runs fastest. The jobs are the ones with
// the greatest least times.
//
// "branching" assumes a placement shorter than the bound. No job runs where it takes as long
// alone, with data from the nearest replicas. For any multipliers of the clusters, the weighted
// busy times add up to less than the bound times the sum of the multipliers, and every job adds
// at least its least weighted time. A job without a cluster, or a sum that is too great, is a
// contradiction. If there is none and the problem is small, jobs are fixed one by one, until each
// branch has a contradiction.
func (c *Checker) Proves(b *scenario.Bound, _ *verify.Metric) bool {
	cert := b.Certificate
	if cert == nil {
		return false
	}
	switch cert.Argument {
	case "capacity":
		return verify.ApproxEqual(b.Value, c.capacity())
	case "counting":
		return verify.ApproxEqual(b.Value, min(b.Value, c.counting()))
	case "branching":
		return verify.ApproxEqual(cert.Limit, b.Value) && c.branching(b.Value*shorterBy, cert.Multipliers)
	}
	return false
}

// capacity returns the lower bound of the makespan in seconds without transfers, 0 without jobs or
// clusters. It is the greatest of three times: the longest job on the fastest cluster, all work on
// all clusters, and the least stated time of each timed job. Timed jobs count only in the last one.
// If a sum overflows, all work is left out.
func (c *Checker) capacity() float64 {
	work, longest, fastest, stated := 0.0, 0.0, 0.0, 0.0
	for i := range c.Problem.Clusters {
		fastest = max(fastest, c.Problem.Clusters[i].MIPS)
	}
	for j := range c.Problem.Jobs {
		if c.Problem.Jobs[j].HasTimes() {
			least := math.Inf(1)
			for i := range c.Problem.Clusters {
				least = min(least, c.Run(j, i))
			}
			stated = max(stated, least)
			continue
		}
		work += c.Problem.Jobs[j].MI
		longest = max(longest, c.Problem.Jobs[j].MI)
	}
	switch {
	case len(c.Problem.Jobs) == 0 || len(c.Problem.Clusters) == 0:
		return 0
	case math.IsInf(work, 1) || math.IsInf(c.Power, 1):
		return max(stated, longest/fastest)
	}
	return max(stated, longest/fastest, work/c.Power)
}

// times returns the time of a job alone on every cluster.
func (c *Checker) times(job int) []float64 {
	t := c.Transfers(job)
	for i := range t {
		t[i] += c.Run(job, i)
	}
	return t
}

// counting returns the bound of the counting argument. It is 0 without clusters or if the problem
// is too large.
func (c *Checker) counting() float64 {
	clusters := len(c.Problem.Clusters)
	if clusters == 0 || len(c.Problem.Jobs)*clusters > proofCells {
		return 0
	}
	least := make([]float64, len(c.Problem.Jobs))
	for j := range least {
		least[j] = slices.Min(c.times(j))
	}
	slices.Sort(least)
	slices.Reverse(least)
	best := 0.0
	for k := 1; k <= maxShared && k*clusters < len(least); k++ {
		sum := 0.0
		for _, x := range least[k*clusters-k : k*clusters+1] {
			sum += x
		}
		best = max(best, sum)
	}
	return best
}

// branching reports whether it is proved that no placement is shorter than a limit.
func (c *Checker) branching(limit float64, multipliers []float64) bool {
	jobs, clusters := len(c.Problem.Jobs), len(c.Problem.Clusters)
	if len(multipliers) == 0 {
		multipliers = make([]float64, clusters)
	}
	if jobs*clusters > proofCells || len(multipliers) != clusters {
		return false
	}
	h := &hypothesis{limit: limit, y: multipliers, load: make([]float64, clusters), work: branchWork}
	for _, y := range h.y {
		if !(y >= 0) || math.IsInf(y, 1) {
			return false
		}
		h.weightedLimit += y
	}
	// The limit times the sum, greater by more than the rounding errors of the sums.
	h.weightedLimit *= limit * (1 + float64(float64(jobs+clusters)*0x1p-50))
	sum := 0.0
	for j := range jobs {
		t := c.times(j)
		least, _ := h.leastTwo(t)
		if sum += least; math.IsInf(least, 1) {
			return true // the job fits nowhere
		}
		if jobs*clusters <= branchCells {
			h.times = append(h.times, t)
			h.open = append(h.open, j)
		}
	}
	switch {
	case sum >= h.weightedLimit && h.weightedLimit > 0:
		return true
	case jobs*clusters > branchCells:
		return false
	}
	return h.isRefuted(jobs)
}

// A hypothesis is the assumption that there is a placement shorter than the limit.
type hypothesis struct {
	limit         float64
	y             []float64   // multipliers of the clusters
	weightedLimit float64     // the limit times the sum of y
	times         [][]float64 // of each job on each cluster
	load          []float64   // times of the fixed jobs by cluster
	open          []int       // jobs; unfixed ones come first
	work          int         // remaining number of times to read
}

// leastTwo returns the least and the second least weighted time of a job, among the
// clusters that have room for it.
func (h *hypothesis) leastTwo(t []float64) (least, second float64) {
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

// isRefuted reports whether the first n open jobs cannot be placed in addition to the fixed ones.
// It branches on the job with the greatest second least weighted time, and gives up when the work
// is used up.
func (h *hypothesis) isRefuted(n int) bool {
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
		least, second := h.leastTwo(h.times[j])
		if math.IsInf(least, 1) {
			return true
		}
		sum += least
		if second > widest {
			widest, next = second, k
		}
	}
	if sum >= h.weightedLimit && h.weightedLimit > 0 {
		return true
	}
	j := h.open[next]
	h.open[next], h.open[n-1] = h.open[n-1], j
	for i, x := range h.times[j] {
		before := h.load[i]
		if before+x >= h.limit {
			continue
		}
		h.load[i] += x
		refuted := h.isRefuted(n - 1)
		h.load[i] = before
		if !refuted {
			return false
		}
	}
	h.open[next], h.open[n-1] = j, h.open[next]
	return true
}
