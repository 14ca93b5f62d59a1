package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/placement"
)

// metrics computes the four metrics of a placement again.
func (c *placementCheck) metrics(s *placement.Solution) {
	is := map[string]float64{"makespan": 0, "totalTransferTime": 0, "meanTransferTime": 0, "meanCompletionTime": 0}
	n := float64(len(s.Assignments))
	for j := range s.Assignments {
		a := &s.Assignments[j]
		is["makespan"] = math.Max(is["makespan"], a.Finish)
		is["totalTransferTime"] += a.TransferTime
		is["meanCompletionTime"] += a.Finish
	}
	if n > 0 {
		is["meanTransferTime"] = is["totalTransferTime"] / n
		is["meanCompletionTime"] /= n
	}
	for _, name := range []string{"makespan", "meanTransferTime", "totalTransferTime", "meanCompletionTime"} {
		if said, ok := c.answer.Metrics[name]; ok {
			if !near(said, is[name]) {
				c.differs("metrics."+name, said, is[name])
			}
		} else {
			c.violation("metrics."+name, "is missing")
		}
	}
	var unknown []string
	for name := range c.answer.Metrics {
		if _, ok := is[name]; !ok {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		c.violation("metrics."+name, "is not a metric of placement")
	}
	c.bound(is["makespan"])
}

// bound checks that a lower bound is not above the metric of this answer, and
// the gap between the two.
func (c *placementCheck) bound(makespan float64) {
	b := c.answer.Bound
	if b == nil {
		return
	}
	if b.Metric != "makespan" {
		c.violation("bound.metric", strconv.Quote(b.Metric)+" has no bound in placement")
		return
	}
	if b.Value > makespan && !near(b.Value, makespan) {
		c.violation("bound.value", "is "+number(b.Value)+", above the makespan "+number(makespan)+" of this very placement")
	}
	gap := makespan - b.Value
	if b.Value != 0 && gap != 0 {
		gap /= b.Value
	}
	if math.Abs(b.Gap-math.Abs(gap)) > Tolerance*math.Max(1, math.Abs(gap)) {
		c.differs("bound.gap", b.Gap, math.Abs(gap))
	}
}

// infeasible checks the claim that there is no placement.
func (c *placementCheck) infeasible(solved bool) {
	if solved {
		c.violation("solution", "is given although the answer says infeasible")
	}
	if c.answer.Reason == "" {
		c.violation("reason", "is missing: an infeasible answer says why")
	}
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
			return
		}
		longest += worst
	}
	// Times that add up beyond all numbers are a reason too; n jobs one after
	// another make a sum of finishes of at most n times their length.
	if math.IsInf(longest*float64(len(c.p.Jobs)), 1) {
		return
	}
	c.violation("feasible", "is false although every job can reach its data somewhere and all times are finite")
}

func (c *placementCheck) reachable(job *placement.Job, i int) bool {
	for _, id := range job.Datasets {
		if math.IsInf(c.web.distances(&c.p.Datasets[c.datasets[id]])[i], 1) {
			return false
		}
	}
	return true
}
