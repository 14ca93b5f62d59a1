package verify

import (
	"math"

	"gridbox/core/kind/batch"
)

// quotas computes T* and the mean cost. T* is the sum of the jobs' mean times, each
// rounded down unless that leaves the shortest.
func (c *Check) quotas(offers []*Offer) (timeQuota, meanCost float64) {
	for _, o := range offers {
		n, terms, sum := float64(len(o.Points)), 0.0, Point{}
		least := Point{math.Inf(1), math.Inf(1)}
		for _, x := range o.Points {
			sum = Point{sum.Time + x.Time, sum.Cost + x.Cost}
			least = Point{min(least.Time, x.Time), min(least.Cost, x.Cost)}
			terms += floor(x.Time / n)
		}
		mean := sum.Time / n
		switch down := floor(mean); {
		case c.Options.TimeQuota == batch.PerTerm:
			timeQuota += terms
		case c.Options.TimeQuota == batch.Exact || down < least.Time && !sameSum(down, least.Time, limitTolerance):
			timeQuota += max(mean, least.Time)
		default:
			timeQuota += max(down, least.Time)
		}
		meanCost += max(sum.Cost/n, least.Cost)
	}
	return timeQuota, meanCost
}

// floor rounds down, but up to a whole number that is nearer than rounding errors.
func floor(x float64) float64 {
	if near := math.Round(x); sameSum(x, near, limitTolerance) {
		return near
	}
	return math.Floor(x)
}

// Limits returns the limits of a cycle as the answer must have them, and whether the
// budget is the greatest income within the time quota, which is not computed here.
func (c *Check) Limits(offers []*Offer) (limits Point, income bool) {
	time, mean := c.quotas(offers)
	user := c.limit()
	switch {
	case user != nil && c.byTime():
		time = *user
	case user != nil:
		return Point{time, *user}, false
	}
	if c.Options.BudgetQuota == batch.Mean {
		return Point{time, mean}, false
	}
	return Point{Time: time}, true
}

// classes returns the undominated windows of each job. What is limited is the time if
// byTime says so. If the greatest is searched for, the other number is negated.
func classes(offers []*Offer, byTime, greatest bool) [][]Mark {
	out := make([][]Mark, len(offers))
	for i, o := range offers {
		for _, x := range o.Points {
			m := Mark{x.Cost, x.Time}
			if byTime {
				m = Mark{x.Time, x.Cost}
			}
			if greatest {
				m.Least = -m.Least
			}
			out[i] = append(out[i], m)
		}
		out[i] = Undominated(out[i])
	}
	return out
}
