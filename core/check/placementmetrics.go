package check

import (
	"math"

	"gridbox/core/problem/placement"
	"gridbox/core/scenario"
)

// solution checks the assignments and computes the four metrics of a placement
// again.
func (c *placementCheck) solution(s *placement.Solution) []metric {
	c.assignments(s)
	makespan, transfer, completion := 0.0, 0.0, 0.0
	for j := range s.Assignments {
		a := &s.Assignments[j]
		makespan = max(makespan, a.Finish)
		transfer += a.TransferTime
		completion += a.Finish
	}
	n := float64(max(1, len(s.Assignments)))
	return []metric{{name: "makespan", is: makespan, bound: below}, {name: "meanTransferTime", is: transfer / n},
		{name: "totalTransferTime", is: transfer}, {name: "meanCompletionTime", is: completion / n}}
}

func (c *placementCheck) infeasible() bool {
	longest := 0.0
	for j := range c.p.Jobs {
		job := &c.p.Jobs[j]
		worst, somewhere := 0.0, false
		for i := range c.p.Clusters {
			t := c.timeTo(job, i) + job.MI/c.p.Clusters[i].MIPS
			if c.reachable(job, i) {
				worst = math.Max(worst, t)
			}
			somewhere = somewhere || !math.IsInf(t, 1)
		}
		if !somewhere {
			return false
		}
		longest += worst
	}
	// Times that add up beyond all numbers are a reason too; n jobs one after
	// another make a sum of finishes of at most n times their length.
	if math.IsInf(longest*float64(len(c.p.Jobs)), 1) {
		return false
	}
	c.violation("feasible", "is false although every job can reach its data somewhere and all times are finite")
	return false
}

func (c *placementCheck) reachable(job *placement.Job, i int) bool {
	for _, id := range job.Datasets {
		if math.IsInf(c.web.distances(&c.p.Datasets[c.datasets[id]])[i], 1) {
			return false
		}
	}
	return true
}

// proves knows no argument yet.
func (c *placementCheck) proves(*scenario.Bound, *metric) bool { return false }
