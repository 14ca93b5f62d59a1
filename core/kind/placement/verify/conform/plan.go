package conform

import (
	"math"

	"gridbox/core/kind/placement"
	kernel "gridbox/core/kind/placement/verify"
)

// planWork bounds the ends that are computed to follow a rule that looks at all jobs
// before it places the first: jobs times jobs times clusters. The placement of a larger
// problem is not compared with the rule.
const planWork = 300_000_000

// A mapping is the textbook version of such a rule. It computes the ends of all jobs left
// on all clusters again for each job that it places.
type mapping struct {
	times [][]float64 // by job and cluster, +Inf where a job cannot run
	load  []float64
	left  []bool
	order []int // the jobs in the order in which they were placed
	on    []int // the cluster of each job, -1 for none
	start []float64
	add   func(job, cluster int, load float64) float64 // the load with a job more
}

func (c *checker) mapping() *mapping {
	m := &mapping{load: make([]float64, len(c.Problem.Clusters)), start: make([]float64, len(c.Problem.Jobs))}
	transfers := make([][]float64, len(c.Problem.Jobs))
	for j := range c.Problem.Jobs {
		transfers[j] = c.Transfers(j)
		row := make([]float64, len(transfers[j]))
		for i, t := range transfers[j] {
			row[i] = t + c.Run(j, i)
		}
		m.times, m.left, m.on = append(m.times, row), append(m.left, true), append(m.on, -1)
	}
	m.add = func(job, cluster int, load float64) float64 {
		return load + transfers[job][cluster] + c.Run(job, cluster)
	}
	return m
}

// ends returns where a job ends first and when, and the second least of its ends.
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

func (m *mapping) place(j, cluster int) {
	m.left[j], m.on[j], m.start[j] = false, cluster, m.load[cluster]
	m.order = append(m.order, j)
	m.load[cluster] = m.add(j, cluster, m.load[cluster])
}

// byValue places again and again the job left of which a value of its ends is greatest,
// where it ends first.
func (m *mapping) byValue(value func(least, second float64) float64) {
	for {
		job, on, most := -1, -1, math.Inf(-1)
		for j, left := range m.left {
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

func (m *mapping) minMin() { m.byValue(func(least, _ float64) float64 { return -least }) }

func (m *mapping) maxMin() { m.byValue(func(least, _ float64) float64 { return least }) }

func (m *mapping) sufferage() {
	m.byValue(func(least, second float64) float64 { return second - least })
}

// passes is Sufferage in passes. Each pass compares the jobs left in their order.
func (m *mapping) passes() {
	for {
		holder, suffers := make([]int, len(m.load)), make([]float64, len(m.load))
		for i := range holder {
			holder[i] = -1
		}
		for j, left := range m.left {
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

// planOf returns the placement of a rule that looks at all jobs first, nil for other rules.
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
	}
	return nil
}

// small reports whether the problem is small enough to follow a plan.
func (c *checker) small() bool {
	jobs := float64(len(c.Problem.Jobs))
	return jobs*jobs*float64(len(c.Problem.Clusters)) <= planWork
}

// followPlan compares the clusters and starts of all jobs with those of the plan.
func (c *checker) followPlan(s *placement.Solution) {
	if !c.small() || len(c.Jobs) != len(c.Problem.Jobs) {
		return
	}
	m := c.rule.plan()
	for j := range c.Jobs {
		a := &s.Assignments[j]
		at := kernel.AssignmentPath(j)
		switch on := m.on[j]; {
		case c.Full() || c.Jobs[j].Cluster < 0:
		case on < 0:
			c.Violation(at+".cluster", "is given although the job can run nowhere")
		case on != c.Jobs[j].Cluster:
			c.Violation(at+".cluster", "is "+a.Cluster+"; "+c.Answer.Algorithm+" with these options chooses "+
				c.Problem.Clusters[on].ID)
		default:
			c.Equal(at+".start", a.Start, m.start[j])
		}
	}
}

// planOverflows is overflows for a plan.
func (c *checker) planOverflows() bool {
	if !c.small() {
		return true
	}
	m, sum := c.rule.plan(), 0.0
	for j, on := range m.on {
		if on < 0 {
			return true
		}
		sum += m.add(j, on, m.start[j])
	}
	return math.IsInf(sum, 1)
}
