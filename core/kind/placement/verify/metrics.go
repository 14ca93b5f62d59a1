package verify

import (
	"math"
	"strconv"

	"gridbox/core/kind/placement"
	"gridbox/core/verify"
)

// Solution checks the assignments and computes the four metrics of a placement
// again.
func (c *placementCheck) Solution(s *placement.Solution) []verify.Metric {
	if len(s.Assignments) != len(c.p.Jobs) {
		c.Violation("solution.assignments", "has "+strconv.Itoa(len(s.Assignments))+" entries for "+
			strconv.Itoa(len(c.p.Jobs))+" jobs")
	}
	makespan, transfer, completion := 0.0, 0.0, 0.0
	for j := range s.Assignments {
		a := &s.Assignments[j]
		if j < len(c.p.Jobs) && !c.Full() {
			c.assignment(j, a)
		}
		makespan = max(makespan, a.Finish)
		transfer += a.TransferTime
		completion += a.Finish
	}
	n := float64(max(1, len(s.Assignments)))
	return []verify.Metric{{Name: "makespan", Is: makespan, Bound: verify.Below},
		{Name: "meanTransferTime", Is: transfer / n},
		{Name: "totalTransferTime", Is: transfer}, {Name: "meanCompletionTime", Is: completion / n}}
}

// factor checks Z, equation (8), which RBHS gives and no other algorithm of the
// catalogue.
func (c *placementCheck) factor(at spot, j int, a *placement.Assignment) {
	switch known := c.rule != nil; {
	case a.Z == nil && known && c.rule.weights != "":
		c.Violation(at.path("z"), "is missing")
	case a.Z != nil && known && c.rule.weights == "":
		c.Violation(at.path("z"), "is given although "+c.Answer.Algorithm+" has none")
	case a.Z != nil:
		c.claim(at, "z", *a.Z, c.z(j))
	}
}

// z is the factor Z of a job, with the mean transfer time over the clusters
// that can reach all of its data.
func (c *placementCheck) z(j int) float64 {
	run, transfer := c.p.Jobs[j].MI/(c.power/float64(len(c.p.Clusters))), c.meanTransfer(j)
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

func (c *placementCheck) meanTransfer(j int) float64 {
	total := 0.0
	for _, d := range c.needs[j] {
		total += c.ways(d).total
	}
	if !math.IsInf(total, 1) {
		return total / float64(len(c.p.Clusters))
	}
	total, reached := 0.0, 0
	for _, t := range c.transfers(j) {
		if !math.IsInf(t, 1) {
			total += t
			reached++
		}
	}
	return total / float64(reached)
}

// transfers gives the transfer time of a job's data to every cluster, all from
// the nearest replicas; valid until the next call.
func (c *placementCheck) transfers(j int) []float64 {
	room, needs := c.room, c.needs[j]
	if c.timed == j {
		return room
	}
	c.timed = j
	if len(needs)%2 == 0 {
		clear(room)
	} else {
		copy(room, c.ways(needs[0]).time)
		needs = needs[1:]
	}
	for ; len(needs) > 0; needs = needs[2:] { // two at a time: a pass over memory costs more than an addition
		one, two := c.ways(needs[0]).time[:len(room)], c.ways(needs[1]).time[:len(room)]
		for i := range room {
			room[i] = room[i] + one[i] + two[i]
		}
	}
	return room
}

// Infeasible checks that there is no placement: some job cannot run anywhere in
// any time that can be counted. An algorithm of the catalogue also gives up
// when the times of its own placement add up beyond all numbers; whether it
// does is seen by placing the jobs by its rule.
func (c *placementCheck) Infeasible() bool {
	longest := 0.0
	for j := range c.p.Jobs {
		worst, somewhere := 0.0, false
		for i, t := range c.transfers(j) {
			took := t + c.p.Jobs[j].MI/c.p.Clusters[i].MIPS
			if !math.IsInf(t, 1) {
				worst = math.Max(worst, took)
			}
			somewhere = somewhere || !math.IsInf(took, 1)
		}
		if !somewhere {
			return true
		}
		longest += worst
	}
	// n jobs one after another make a sum of finishes of at most n times their length.
	if math.IsInf(longest*float64(len(c.p.Jobs)), 1) && c.rule != nil &&
		(c.rule.formula != nil || c.growsBeyond()) {
		return false
	}
	c.Violation("feasible", "is false although every job can reach its data somewhere and all times are finite")
	return false
}

// growsBeyond places all jobs by the rule.
func (c *placementCheck) growsBeyond() bool {
	sum := 0.0
	for j := range c.p.Jobs {
		d := c.decide(j, c.z(j))
		if !d.known {
			return false
		}
		if d.cluster < 0 {
			return true
		}
		c.ready[d.cluster] = c.ready[d.cluster] + d.transfer + c.p.Jobs[j].MI/c.p.Clusters[d.cluster].MIPS
		if sum += c.ready[d.cluster]; math.IsInf(sum, 1) {
			return true
		}
	}
	return false
}
