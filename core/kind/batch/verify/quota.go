package verify

import (
	"math"

	"gridbox/core/kind/batch"
	"gridbox/core/verify"
)

// quotas computes T* and the mean cost again. T* is the sum of the jobs' mean
// times, each rounded down unless that leaves the shortest.
func (c *batchCheck) quotas(offers []*asking) (timeQuota, meanCost float64) {
	for _, o := range offers {
		n, terms, all := len(o.points), 0.0, point{}
		least, cheapest := exact{is: verify.Infinite}, exact{is: verify.Infinite}
		for _, x := range o.points {
			all.time, all.cost = all.time.plus(x.time), all.cost.plus(x.cost)
			term, _ := x.time.share(n)
			terms += math.Floor(term)
			if x.time.is < least.is {
				least = x.time
			}
			if x.cost.is < cheapest.is {
				cheapest = x.cost
			}
		}
		timeQuota += c.timeQuota(all.time, least, n, terms)
		cost, _ := all.cost.share(n)
		meanCost += max(cost, cheapest.is)
	}
	return timeQuota, meanCost
}

// timeQuota is what a job of n windows adds to T*.
func (c *batchCheck) timeQuota(all, least exact, n int, terms float64) float64 {
	mean, whole := all.share(n)
	switch c.options.TimeQuota {
	case batch.PerTerm:
		return terms
	case batch.Exact:
		return max(mean, least.is)
	}
	down := exact{is: math.Floor(mean), mod: uint64(min(math.Floor(mean), 1<<53))}
	if !least.atMost(down) && !whole {
		return max(mean, least.is)
	}
	return max(down.is, least.is)
}

// limits gives the limits of a cycle as the answer must have them; own tells
// whether the budget is B*, the greatest income within the time quota, which
// is not computed here.
func (c *batchCheck) limits(offers []*asking) (timeLimit, budget float64, own bool) {
	timeLimit, mean := c.quotas(offers)
	user, byTime := c.limit(), c.objective() == batch.LeastCost
	if user != nil && byTime {
		timeLimit = *user
	}
	switch {
	case user != nil && !byTime:
		return timeLimit, *user, false
	case c.options.BudgetQuota == batch.Mean:
		return timeLimit, mean, false
	}
	return timeLimit, 0, true
}

// classes are the windows of each job as marks: what is limited is the time
// where byTime says so, and the other number is turned round where the greatest
// is looked for.
func classes(offers []*asking, byTime, greatest bool) [][]mark {
	out := make([][]mark, len(offers))
	for i, o := range offers {
		marks := make([]mark, len(o.points))
		for k, x := range o.points {
			m := mark{x.cost, x.time}
			if byTime {
				m = mark{x.time, x.cost}
			}
			if greatest {
				m.least = m.least.negative()
			}
			marks[k] = m
		}
		out[i] = undominated(marks)
	}
	return out
}
