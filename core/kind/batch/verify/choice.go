package verify

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// checkChoices checks the quotas and the choice of a cycle, removes the chosen windows from the free
// time and returns the jobs that wait for the next cycle.
func (c *Check) checkChoices(s *batch.Solution, y *Cycle) ([]*batch.Job, bool) {
	var all, next []*batch.Job
	for _, o := range y.Jobs {
		c.windows += len(o.Points)
		c.offers++
		if all = append(all, o.Job); len(o.Points) == 0 {
			next = append(next, o.Job)
		} else {
			y.Offers = append(y.Offers, o)
		}
	}
	if y.Number > len(s.Cycles) {
		c.Violation("solution.cycles", "has no account of cycle %d", y.Number)
		return nil, false
	}
	path := doc.At("solution.cycles", y.Number-1)
	y.Report = &s.Cycles[y.Number-1]
	switch {
	case len(y.Offers) == 0:
		c.checkEmpty(y.Report, path)
	case !slices.ContainsFunc(y.Offers, func(o *Offer) bool { return c.choosesNext(s, y.Number, o.Job) }):
		next = all // no combination keeps the limit, so all wait
		c.checkNoChoice(y, path)
	}
	if len(next) == len(all) {
		c.checkReport(y, path, Point{}, next)
		return next, true
	}
	total, ok := c.reserveChosen(s, y)
	if !ok {
		return nil, false
	}
	next = y.unservedJobs()
	c.total = Point{c.total.Time + total.Time, c.total.Cost + total.Cost}
	c.checkReport(y, path, total, next)
	if c.checkLimits(y, path) {
		c.checkOptimality(y, total)
	}
	c.limits = Point{c.limits.Time + y.Report.TimeLimit, c.limits.Cost + y.Report.Budget}
	if c.Rule != nil {
		c.Rule.Front(path, y)
	}
	return next, true
}

// LeftOut is the pick of a job that gets none of its windows.
const LeftOut = -1

// canLeaveOutJobs reports whether jobs with windows may get none of them although others do.
func (c *Check) canLeaveOutJobs() bool {
	return c.Answer.Algorithm == batch.Lexicographic && c.Options.Order.Jobs()
}

// unservedJobs returns the jobs of a cycle that get no window, in the order of its queue.
func (y *Cycle) unservedJobs() (jobs []*batch.Job) {
	at := 0
	for _, o := range y.Jobs {
		switch {
		case len(o.Points) == 0:
			jobs = append(jobs, o.Job)
			continue
		case y.Picks[at] == LeftOut:
			jobs = append(jobs, o.Job)
		}
		at++
	}
	return jobs
}

// reserveChosen adds up the chosen windows of a cycle and removes them from the free time. It reports
// false after a violation.
func (c *Check) reserveChosen(s *batch.Solution, y *Cycle) (total Point, ok bool) {
	for _, o := range y.Offers {
		path := doc.At("solution.chosen", c.choices)
		chosen := c.choosesNext(s, y.Number, o.Job)
		if !chosen && c.canLeaveOutJobs() {
			y.Picks = append(y.Picks, LeftOut)
			continue
		}
		if !chosen {
			c.Violation(path, "must choose for job %s in cycle %d", o.Job.ID, y.Number)
			return total, false
		}
		pick := s.Chosen[c.choices].Window
		if pick < 0 || pick >= len(o.Points) {
			c.Violation(path+".window", "is %d; job %s has %d windows", pick, o.Job.ID, len(o.Points))
			return total, false
		}
		c.choices++
		y.Picks = append(y.Picks, pick)
		x := o.Points[pick]
		total = Point{total.Time + x.Time, total.Cost + x.Cost}
		for _, t := range o.Alternatives.Windows[pick].Slots {
			slots.Remove(c.free, c.NodeIndex[t.Node], slots.Span{Start: t.Start, End: t.End})
		}
	}
	return total, true
}

// choosesNext reports whether the next choice of the solution is for a job in a cycle.
func (c *Check) choosesNext(s *batch.Solution, k int, job *batch.Job) bool {
	return c.choices < len(s.Chosen) && s.Chosen[c.choices].Cycle == c.cycleNumber(k) &&
		s.Chosen[c.choices].Job == job.ID
}

// checkEmpty checks the report of a cycle without a window.
func (c *Check) checkEmpty(r *batch.Report, path string) {
	c.Equal(path+".timeLimit", r.TimeLimit, 0)
	c.Equal(path+".budget", r.Budget, 0)
	if r.Income != nil || len(r.Front) > 0 || r.Hull {
		c.Violation(path, "has a front or an income although there are no windows")
	}
}

// checkNoChoice checks that a cycle without a choice has no combination within its limit.
func (c *Check) checkNoChoice(y *Cycle, path string) {
	limits, _ := c.Limits(y.Offers)
	c.Equal(path+".timeLimit", y.Report.TimeLimit, limits.Time)
	c.Equal(path+".budget", y.Report.Budget, limits.Cost)
	if y.Report.Income != nil {
		c.Violation(path+".income", "is given although nothing was chosen")
	}
	if limit, kept := c.Keepable(y.Offers); kept {
		c.Violation("solution.chosen", "has nothing for cycle %d although a combination keeps the limit %v", y.Number,
			limit)
	}
	if c.Rule != nil {
		c.Rule.Front(path, y)
	}
}

// Keepable returns the limit of a cycle, and reports whether a combination certainly keeps it.
func (c *Check) Keepable(offers []*Offer) (limit float64, kept bool) {
	limits, income := c.Limits(offers)
	byTime := income || c.limitsTime()
	if limit = limits.Cost; byTime {
		limit = limits.Time
	}
	total, lowest := 0.0, math.Inf(1)
	for _, o := range offers {
		least := math.Inf(1)
		for _, x := range o.Points {
			if byTime {
				least = min(least, x.Time)
			} else {
				least = min(least, x.Cost)
			}
		}
		total += least
		lowest = min(lowest, least)
	}
	if c.canLeaveOutJobs() && (!income || c.limitsTime()) {
		total = lowest
	}
	return limit, KeepsLimit(total, limit) > 0
}

// checkReport checks the report of a cycle.
func (c *Check) checkReport(y *Cycle, path string, total Point, next []*batch.Job) {
	c.Equal(path+".start", y.Report.Start, float64(y.Number-1)*c.Problem.Period)
	c.Equal(path+".time", y.Report.Time, total.Time)
	c.Equal(path+".cost", y.Report.Cost, total.Cost)
	c.names(path+".postponed", y.Report.Postponed, next)
}

// Limits of the search for better choices and greater incomes, over all cycles. They exceed the
// limits of the solvers.
const (
	maxTries  = 25_000_000 // partial combinations
	maxKept   = 2_500_000  // partial combinations kept at a time
	easyTries = 500_000    // partial combinations within the limits of every solver
)

// FindBetter searches the combinations of some classes within a limit for one that is better than
// a mark.
func (c *Check) FindBetter(classes [][]Mark, price, limit float64, than Mark) Outcome {
	f := Combinations{Classes: classes, Limit: limit, Price: price, MaxMinimised: than.Minimised, Tries: &c.tries,
		MaxKept: maxKept}
	return f.FindBetter(than)
}

// Layer returns the undominated combinations of some classes within a limit, whether no solver can fail to
// find them, and whether all were examined.
func (c *Check) Layer(classes [][]Mark, limit float64) (layer []Mark, easy, whole bool) {
	f := Combinations{Classes: classes, Limit: limit, MaxMinimised: math.Inf(1), Tries: &c.tries, MaxKept: maxKept}
	before := c.tries
	whole = f.Run()
	return f.Layer, before-c.tries < easyTries, whole
}

// checkLimits checks the limits of a cycle. It reports false if there is no limit to compare the
// choice with.
func (c *Check) checkLimits(y *Cycle, path string) bool {
	limits, income := c.Limits(y.Offers)
	r, before := y.Report, len(c.Violations)
	c.Equal(path+".timeLimit", r.TimeLimit, limits.Time)
	if !income {
		c.Equal(path+".budget", r.Budget, limits.Cost)
		if r.Income != nil {
			c.Violation(path+".income", "is given although the budget is not the greatest income")
		}
		return len(c.Violations) == before
	}
	if len(c.Violations) > before {
		return false
	}
	all := Classes(y.Offers, true, true)
	if c.canLeaveOutJobs() && c.limitsTime() && KeepsLimit(minLimitedSum(all), r.TimeLimit) < 0 {
		c.Equal(path+".budget", r.Budget, 0) // there is no income of all jobs
		return len(c.Violations) == before && r.Income == nil
	}
	price := CriticalPrice(all, r.TimeLimit)
	out := c.FindBetter(all, price, r.TimeLimit, Mark{math.Inf(-1), -r.Budget})
	switch {
	case r.Income != nil && !(out.Whole && out.Easy):
		c.checkIncome(path+".income", y, -priceBound(all, price, r.TimeLimit))
	case r.Income != nil:
		c.Violation(path+".income", "is given although the greatest income is easily found")
	case !out.Whole:
		c.Unchecked = true // nothing more is known of the budget
	case out.Better:
		c.Violation(path+".budget", "is %v; a combination within the time limit brings %v", r.Budget,
			-out.Mark.Minimised)
	case !out.Reached:
		c.Violation(path+".budget", "is %v, which no combination within the time limit brings", r.Budget)
	}
	return len(c.Violations) == before
}

// minLimitedSum returns the least limited sum of all classes.
func minLimitedSum(classes [][]Mark) (sum float64) {
	for _, class := range classes {
		sum += class[0].Limited
	}
	return sum
}

// checkIncome checks the stated greatest income if it is not proved; most is an upper bound.
func (c *Check) checkIncome(path string, y *Cycle, most float64) {
	r := y.Report
	total, ok := y.Total(r.Income.Windows)
	if !ok {
		c.Violation(path+".windows", "does not name one window of each job that has any")
		return
	}
	c.Equal(path+".windows", r.Budget, total.Cost)
	if KeepsLimit(total.Time, r.TimeLimit) < 0 {
		c.Violation(path+".windows", "take %v, more than the time limit", total.Time)
	}
	if r.Income.UpperBound < most && !verify.ApproxEqual(r.Income.UpperBound, most) || r.Income.UpperBound < r.Budget {
		c.Violation(path+".atMost", "is %v; nothing shows less than %v", r.Income.UpperBound, most)
	}
}

// Total returns the time and the cost of a combination, one window of each job that has any. It reports
// false if it is none.
func (y *Cycle) Total(windows []int) (total Point, ok bool) {
	if len(windows) != len(y.Offers) {
		return total, false
	}
	for i, k := range windows {
		if k < 0 || k >= len(y.Offers[i].Points) {
			return total, false
		}
		x := y.Offers[i].Points[k]
		total = Point{total.Time + x.Time, total.Cost + x.Cost}
	}
	return total, true
}

// checkOptimality checks that the choice stays within its limit. It then searches for a better one: a
// lower objective, or an equal one with a lower limited sum. It omits the search for the algorithm
// lexicographic, which claims no optimum, and for policies that choose windows themselves.
func (c *Check) checkOptimality(y *Cycle, total Point) {
	r := y.Report
	y.Limit, y.Sums = r.Budget, Mark{total.Cost, total.Time}
	if y.ByTime {
		y.Limit, y.Sums = r.TimeLimit, Mark{total.Time, total.Cost}
	}
	if KeepsLimit(y.Sums.Limited, y.Limit) < 0 {
		c.Violation("solution.chosen", "of cycle %d adds up to %v, above the limit %v", y.Number, y.Sums.Limited,
			y.Limit)
		return
	}
	if c.Answer.Algorithm == batch.Lexicographic {
		c.Proved = false
		if c.Rule != nil {
			c.Rule.Choice(y)
		}
		return
	}
	c.rounds[y.Number-1], y.bound = y, y.Limit
	y.classes = Classes(y.Offers, y.ByTime, false)
	budgetUnproved := r.Income != nil && !y.ByTime
	if budgetUnproved {
		y.bound = r.Income.UpperBound // the greatest possible budget
	}
	if c.Policy == nil || c.Policy.Expression(batch.DecideWindow) == nil {
		price := c.price(y.Number, y.classes, y.Limit)
		outcome := c.FindBetter(y.classes, price, y.Limit, y.Sums)
		y.Outcome, y.proved = outcome, outcome.Whole && !outcome.Better && !budgetUnproved
	}
	c.Proved = c.Proved && y.proved
	if c.Rule != nil {
		c.Rule.Choice(y)
	}
}

// price returns the price of the certificate for a cycle, or the fair one if there is none.
func (c *Check) price(k int, classes [][]Mark, limit float64) float64 {
	if b := c.Answer.Bound; b != nil && b.Certificate != nil && k <= len(b.Certificate.Multipliers) {
		if x := b.Certificate.Multipliers[k-1]; x >= 0 && !math.IsInf(x, 1) {
			return x
		}
	}
	return CriticalPrice(classes, limit)
}

// quotas returns T* and the mean cost. T* is the sum of the jobs' mean times, each rounded down
// unless that is less than the shortest.
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
		case c.Options.TimeQuota == batch.Exact || down < least.Time &&
			!ApproxEqualSum(down, least.Time, LimitTolerance):
			timeQuota += max(mean, least.Time)
		default:
			timeQuota += max(down, least.Time)
		}
		meanCost += max(sum.Cost/n, least.Cost)
	}
	return timeQuota, meanCost
}

// floor rounds down, except to a whole number within rounding errors.
func floor(x float64) float64 {
	if near := math.Round(x); ApproxEqualSum(x, near, LimitTolerance) {
		return near
	}
	return math.Floor(x)
}

// Limits returns the limits of a cycle, and reports whether the budget is the greatest income
// within the time quota, which is not computed here.
func (c *Check) Limits(offers []*Offer) (limits Point, income bool) {
	time, mean := c.quotas(offers)
	user := c.limit()
	switch {
	case user != nil && c.limitsTime():
		time = *user
	case user != nil:
		return Point{time, *user}, false
	}
	if c.Options.BudgetQuota == batch.Mean {
		return Point{time, mean}, false
	}
	return Point{Time: time}, true
}

// Classes returns the undominated windows of each job. The limited number is the time if byTime
// is set. If greatest is set, the other number is negated because it is maximised.
func Classes(offers []*Offer, byTime, greatest bool) [][]Mark {
	out := make([][]Mark, len(offers))
	for i, o := range offers {
		for _, x := range o.Points {
			m := Mark{x.Cost, x.Time}
			if byTime {
				m = Mark{x.Time, x.Cost}
			}
			if greatest {
				m.Minimised = -m.Minimised
			}
			out[i] = append(out[i], m)
		}
		out[i] = UndominatedMarks(out[i])
	}
	return out
}
