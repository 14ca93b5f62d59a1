package verify

import (
	"math"

	"gridbox/core/verify"
)

// metrics computes the metrics of the reservations.
func (c *Check) metrics() []verify.Metric {
	makespan, wait := verify.Metric{Name: "makespan", Bound: verify.Below}, verify.Metric{Name: "meanWait",
		Bound: verify.Below}
	late, used := verify.Metric{Name: "maxLateness", Bound: verify.Below}, verify.Metric{Name: "utilization"}
	for j := range c.Problem.Jobs {
		job, n := &c.Problem.Jobs[j], float64(len(c.Problem.Jobs))
		makespan.Is = max(makespan.Is, c.ends[j])
		start := c.first(&c.Pieces[j][0]).Start
		wait.Is += (start - job.Submitted) / n
		wait.Of += max(math.Abs(start), math.Abs(job.Submitted)) / n
		if job.Deadline != nil {
			late.Is = max(late.Is, c.ends[j]-*job.Deadline)
			late.Of = max(late.Of, c.ends[j], math.Abs(*job.Deadline))
		}
	}
	busy, slots := 0.0, 0.0
	for i := range c.Reservations {
		r := &c.Reservations[i]
		busy += float64(r.Slots) * max(0, r.Finish-max(0, r.Start))
	}
	for q := range c.Problem.Machines {
		slots += float64(c.Problem.Machines[q].Slots)
	}
	if makespan.Is > 0 {
		used.Is = busy / (slots * makespan.Is)
	}
	r := &c.Rules
	cost := verify.Metric{Name: "cost", Is: r.CostMakespan*makespan.Is + r.CostWait*wait.Is + r.CostLateness*late.Is,
		Of: r.CostWait*wait.Of + r.CostLateness*late.Of}
	return []verify.Metric{makespan, wait, used, late, cost}
}
