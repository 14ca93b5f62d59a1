package conform

import (
	"math"

	"gridbox/core/kind/placement"
	kernel "gridbox/core/kind/placement/verify"
)

// planWork is the greatest number of ends computed to follow an algorithm that compares all jobs
// before it places the first: jobs times jobs times clusters. The placements of larger problems
// are not compared.
const planWork = 300_000_000

// A mapping is the textbook version of such an algorithm. It computes the ends of all remaining
// jobs on all clusters again for each placed job.
type mapping struct {
	times     [][]float64 // by job and cluster, +Inf if a job cannot run
	load      []float64
	remaining []bool
	order     []int // jobs in the order of placement
	clusterOf []int // cluster of each job, -1 for none
	start     []float64
	add       func(job, cluster int, load float64) float64 // returns a load with one more job
}

// mapping returns a mapping with no job placed.
func (c *checker) mapping() *mapping {
	m := &mapping{load: make([]float64, len(c.Problem.Clusters)), start: make([]float64, len(c.Problem.Jobs))}
	transfers := make([][]float64, len(c.Problem.Jobs))
	for j := range c.Problem.Jobs {
		transfers[j] = c.Transfers(j)
		row := make([]float64, len(transfers[j]))
		for i, t := range transfers[j] {
			row[i] = t + c.Run(j, i)
		}
		m.times, m.remaining, m.clusterOf = append(m.times, row), append(m.remaining, true), append(m.clusterOf, -1)
	}
	m.add = func(job, cluster int, load float64) float64 {
		return load + transfers[job][cluster] + c.Run(job, cluster)
	}
	return m
}

// ends returns the cluster where a job ends first, that end, and the second least of its ends.
func (m *mapping) ends(j int) (cluster int, least, second float64) {
	cluster, least, second = -1, math.Inf(1), math.Inf(1)
	for i, t := range m.times[j] {
		if end := m.load[i] + t; end < least {
			cluster, least, second = i, end, least
		} else {
			second = min(second, end)
		}
	}
	return cluster, least, second
}

// place places a job on a cluster.
func (m *mapping) place(j, cluster int) {
	m.remaining[j], m.clusterOf[j], m.start[j] = false, cluster, m.load[cluster]
	m.order = append(m.order, j)
	m.load[cluster] = m.add(j, cluster, m.load[cluster])
}

// placeByValue repeatedly places the remaining job with the greatest value, on the cluster where it
// ends first.
func (m *mapping) placeByValue(value func(least, second float64) float64) {
	for {
		job, on, most := -1, -1, math.Inf(-1)
		for j, left := range m.remaining {
			if !left {
				continue
			}
			cluster, least, second := m.ends(j)
			if cluster >= 0 && value(least, second) > most {
				job, on, most = j, cluster, value(least, second)
			}
		}
		if job < 0 {
			return
		}
		m.place(job, on)
	}
}

// minMin places the jobs by Min-min.
func (m *mapping) minMin() { m.placeByValue(func(least, _ float64) float64 { return -least }) }

// maxMin places the jobs by Max-min.
func (m *mapping) maxMin() { m.placeByValue(func(least, _ float64) float64 { return least }) }

// sufferage places the jobs by Sufferage, one at a time.
func (m *mapping) sufferage() {
	m.placeByValue(func(least, second float64) float64 { return second - least })
}

// passes places the jobs by Sufferage in passes. Each pass compares the remaining jobs in their
// order.
func (m *mapping) passes() {
	for {
		holder, suffers := make([]int, len(m.load)), make([]float64, len(m.load))
		for i := range holder {
			holder[i] = -1
		}
		for j, left := range m.remaining {
			if !left {
				continue
			}
			cluster, least, second := m.ends(j)
			if cluster >= 0 && (holder[cluster] < 0 || second-least > suffers[cluster]) {
				holder[cluster], suffers[cluster] = j, second-least
			}
		}
		placed := false
		for i, j := range holder {
			if j >= 0 {
				m.place(j, i)
				placed = true
			}
		}
		if !placed {
			return
		}
	}
}

// makespan returns the greatest load.
func (m *mapping) makespan() float64 {
	longest := 0.0
	for _, x := range m.load {
		longest = max(longest, x)
	}
	return longest
}

// planOf returns a function that computes the placement of an algorithm that compares all jobs
// first. It returns nil for other algorithms.
func (c *checker) planOf() func() *mapping {
	of := func(rule func(m *mapping)) func() *mapping {
		return func() *mapping {
			m := c.mapping()
			rule(m)
			return m
		}
	}
	minMin, maxMin := of((*mapping).minMin), of((*mapping).maxMin)
	switch c.Answer.Algorithm {
	case "min-min":
		return minMin
	case "max-min":
		return maxMin
	case "duplex":
		return func() *mapping {
			first, second := minMin(), maxMin()
			if len(second.order) == len(first.order) && second.makespan() < first.makespan() {
				return second
			}
			return first
		}
	case "sufferage":
		if c.Options.Reading == placement.Passes {
			return of((*mapping).passes)
		}
		return of((*mapping).sufferage)
	case "storage-affinity":
		return of(func(m *mapping) { m.affinity(c.localData()) })
	case "delay-scheduling":
		return of(func(m *mapping) { m.delay(c.localData(), placement.SkipsOf(c.Options.Skips)) })
	case "local-search":
		return of(func(m *mapping) { m.improve(placement.EffortOf(c.Options.Effort)) })
	}
	return nil
}

// isSmall reports whether the problem is small enough to follow a plan.
func (c *checker) isSmall() bool {
	jobs := float64(len(c.Problem.Jobs))
	return jobs*jobs*float64(len(c.Problem.Clusters)) <= planWork
}

// followPlan compares the clusters and starts of all jobs with the plan.
func (c *checker) followPlan(s *placement.Solution) {
	if !c.isSmall() || len(c.Jobs) != len(c.Problem.Jobs) {
		return
	}
	m := c.rule.plan()
	for j := range c.Jobs {
		a := &s.Assignments[j]
		at := kernel.AssignmentPath(j)
		switch on := m.clusterOf[j]; {
		case c.IsFull() || c.Jobs[j].Cluster < 0:
		case on < 0:
			c.Violation(at+".cluster", "is given although the job can run nowhere")
		case on != c.Jobs[j].Cluster:
			c.Violation(at+".cluster", "is %s; %s with these options chooses %s", a.Cluster, c.Answer.Algorithm,
				c.Problem.Clusters[on].ID)
		default:
			c.Equal(at+".start", a.Start, m.start[j])
		}
	}
}

// planOverflows is overflows for a plan. It reports true if the problem is too large.
func (c *checker) planOverflows() bool {
	if !c.isSmall() {
		return true
	}
	m, sum := c.rule.plan(), 0.0
	for j, on := range m.clusterOf {
		if on < 0 {
			return true
		}
		sum += m.add(j, on, m.start[j])
	}
	return math.IsInf(sum, 1)
}
