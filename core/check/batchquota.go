package check

import (
	"math"

	"gridbox/core/problem/batch"
)

// mostCombinations is up to how many combinations are tried one by one.
const mostCombinations = 20_000

// mostPoints is up to how many windows of a job are compared with each other.
const mostPoints = 500

// quotas computes T* and the mean cost again. T* is the sum of the jobs' mean
// times, each rounded down unless that leaves the shortest.
func (c *batchCheck) quotas(offers []offered) (timeQuota, meanCost float64) {
	for _, o := range offers {
		n, time, terms, cost, least, cheapest := float64(len(o.points)), 0.0, 0.0, 0.0, infinite, infinite
		for _, x := range o.points {
			time += x.Time
			terms += math.Floor(x.Time / n)
			cost += x.Cost
			least, cheapest = min(least, x.Time), min(cheapest, x.Cost)
		}
		mean := max(time/n, least)
		switch c.word("timeQuota", "job") {
		case "term":
			timeQuota += terms
		case "exact":
			timeQuota += mean
		default:
			if math.Floor(mean) >= least {
				mean = math.Floor(mean)
			}
			timeQuota += mean
		}
		meanCost += max(cost/n, cheapest)
	}
	return timeQuota, meanCost
}

// limits gives the limits of a cycle; B* is not a number where it is the income
// and there are too many combinations to find it.
func (c *batchCheck) limits(offers []offered) (timeLimit, budget float64) {
	timeLimit, mean := c.quotas(offers)
	user, byTime := c.limit(), c.objective() == batch.LeastCost
	if user != nil && byTime {
		timeLimit = *user
	}
	switch {
	case user != nil && !byTime:
		return timeLimit, *user
	case c.word("budgetQuota", "income") == "mean":
		return timeLimit, mean
	}
	// The greatest income: the costs turned round are least.
	best := math.NaN()
	every(offers, -1, func(x batch.Point) {
		if keeps(x.Time, timeLimit) && !(x.Cost <= best) {
			best = x.Cost
		}
	})
	return timeLimit, best
}

func keeps(sum, limit float64) bool { return sum <= limit || near(sum, limit) }

// every visits the combinations, where they are few; of a job's windows only
// those that no other is as good as, dearer counting as better where sign is -1.
func every(offers []offered, sign float64, visit func(batch.Point)) bool {
	lists, count := make([][]batch.Point, len(offers)), 1
	for i, o := range offers {
		if len(o.points) > mostPoints {
			return false
		}
		for k, x := range o.points {
			worse := false
			for m, y := range o.points {
				as := y.Time <= x.Time && sign*y.Cost <= sign*x.Cost
				worse = worse || m != k && as && (y != x || m < k)
			}
			if !worse {
				lists[i] = append(lists[i], x)
			}
		}
		if count *= len(lists[i]); count > mostCombinations {
			return false
		}
	}
	var walk func(i int, sum batch.Point)
	walk = func(i int, sum batch.Point) {
		if i == len(lists) {
			visit(sum)
			return
		}
		for _, x := range lists[i] {
			walk(i+1, batch.Point{Time: sum.Time + x.Time, Cost: sum.Cost + x.Cost})
		}
	}
	walk(0, batch.Point{})
	return true
}

// turned gives the limited sum and the one that is to be least.
func (c *batchCheck) turned(x batch.Point) (limited, least float64) {
	if c.objective() == batch.LeastCost {
		return x.Time, x.Cost
	}
	return x.Cost, x.Time
}
