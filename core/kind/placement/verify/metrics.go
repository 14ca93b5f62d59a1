package verify

import (
	"math"
	"strconv"

	"gridbox/core/kind/placement"
	"gridbox/core/verify"
)

// Solution checks the assignments and computes the four metrics of a placement.
func (c *Checker) Solution(s *placement.Solution) []verify.Metric {
	if len(s.Assignments) != len(c.Problem.Jobs) {
		c.Violation("solution.assignments", "has "+strconv.Itoa(len(s.Assignments))+" entries for "+
			strconv.Itoa(len(c.Problem.Jobs))+" jobs")
	}
	makespan, transfer, completion := 0.0, 0.0, 0.0
	for j := range s.Assignments {
		a := &s.Assignments[j]
		if j < len(c.Problem.Jobs) && !c.Full() {
			c.Jobs = append(c.Jobs, c.assignment(j, a))
		}
		makespan = max(makespan, a.Finish)
		transfer += a.TransferTime
		completion += a.Finish
	}
	c.order(s)
	n := float64(max(1, len(s.Assignments)))
	return []verify.Metric{{Name: "makespan", Is: makespan, Bound: verify.Below},
		{Name: "meanTransferTime", Is: transfer / n},
		{Name: "totalTransferTime", Is: transfer}, {Name: "meanCompletionTime", Is: completion / n}}
}

// Z returns the factor of equation (8) of a job.
func (c *Checker) Z(job int) float64 {
	run, transfer := c.MeanRun(job), c.MeanTransfer(job)
	switch {
	case transfer == 0:
		return 0
	case math.IsInf(transfer, 1) && math.IsInf(run, 1):
		return 0.5
	case math.IsInf(transfer, 1):
		return 1
	}
	return transfer / (transfer + run)
}

// MeanRun returns the mean run time of a job: of the times that it states, or at the
// mean power of the clusters.
func (c *Checker) MeanRun(job int) float64 {
	return c.Problem.MeanRunTime(job, c.Power/float64(len(c.Problem.Clusters)))
}

// MeanTransfer returns the mean transfer time of a job over the clusters that can
// reach all of its data.
func (c *Checker) MeanTransfer(job int) float64 {
	total, reached := 0.0, 0
	for _, t := range c.Transfers(job) {
		if !math.IsInf(t, 1) {
			total += t
			reached++
		}
	}
	return total / float64(reached)
}

// Infeasible checks that there is no placement. It accepts without proof that an
// algorithm gave up because times may exceed all numbers.
func (c *Checker) Infeasible() bool {
	if c.Impossible() {
		return true
	}
	if !c.MayOverflow() {
		c.NotInfeasible()
	}
	return false
}

// NotInfeasible records that the answer should have a solution.
func (c *Checker) NotInfeasible() {
	c.Violation("feasible", "is false although every job can reach its data somewhere and all times are finite")
}

// Admits reports whether a job may run on a cluster: it has work, or states a time there.
func (c *Checker) Admits(job, cluster int) bool {
	return !c.Problem.Jobs[job].Timed() || !math.IsInf(c.Run(job, cluster), 1)
}

// Impossible reports whether some job can run on no cluster in a finite time.
func (c *Checker) Impossible() bool {
	for j := range c.Problem.Jobs {
		somewhere := false
		for i, t := range c.Transfers(j) {
			somewhere = somewhere || !math.IsInf(t+c.Run(j, i), 1)
		}
		if !somewhere {
			return true
		}
	}
	return false
}

// MayOverflow reports whether the finishes of some placement add up to infinity: those
// of n jobs, each where it takes longest, add up to at most n times their total.
func (c *Checker) MayOverflow() bool {
	total := 0.0
	for j := range c.Problem.Jobs {
		worst := 0.0
		for i, t := range c.Transfers(j) {
			if !math.IsInf(t, 1) && c.Admits(j, i) {
				worst = math.Max(worst, t+c.Run(j, i))
			}
		}
		total += worst
	}
	return math.IsInf(total*float64(len(c.Problem.Jobs)), 1)
}
