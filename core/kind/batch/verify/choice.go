package verify

import (
	"math"
	"strconv"

	"gridbox/core/kind/batch"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// choices checks the quotas and the choice of a cycle, takes the chosen windows out of
// the free time and returns the jobs that wait on.
func (c *Check) choices(s *batch.Solution, y *Cycle) ([]*batch.Job, bool) {
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
		c.Violation("solution.cycles", "has no account of cycle "+strconv.Itoa(y.Number))
		return nil, false
	}
	path := "solution.cycles[" + strconv.Itoa(y.Number-1) + "]"
	y.Report = &s.Cycles[y.Number-1]
	switch {
	case len(y.Offers) == 0:
		c.empty(y.Report, path)
	case !c.chose(s, y.Number, y.Offers[0].Job):
		next = all // no combination keeps the limit: all wait
		c.mustBeTight(y, path)
	}
	if len(next) == len(all) {
		c.report(y, path, Point{}, next)
		return next, true
	}
	total, ok := c.picked(s, y)
	if !ok {
		return nil, false
	}
	c.total = Point{c.total.Time + total.Time, c.total.Cost + total.Cost}
	c.report(y, path, total, next)
	if c.limitsOf(y, path) {
		c.best(y, total)
	}
	c.limits = Point{c.limits.Time + y.Report.TimeLimit, c.limits.Cost + y.Report.Budget}
	c.front(path, y)
	return next, true
}

// picked adds up the windows that a cycle chooses and takes them out of the free time.
func (c *Check) picked(s *batch.Solution, y *Cycle) (total Point, ok bool) {
	for _, o := range y.Offers {
		path := "solution.chosen[" + strconv.Itoa(c.chosen) + "]"
		if !c.chose(s, y.Number, o.Job) {
			c.Violation(path, "must choose for job "+o.Job.ID+" in cycle "+strconv.Itoa(y.Number))
			return total, false
		}
		pick := s.Chosen[c.chosen].Window
		if pick < 0 || pick >= len(o.Points) {
			c.Violation(path+".window", "is "+strconv.Itoa(pick)+"; job "+o.Job.ID+" has "+
				strconv.Itoa(len(o.Points))+" windows")
			return total, false
		}
		c.chosen++
		y.Picks = append(y.Picks, pick)
		x := o.Points[pick]
		total = Point{total.Time + x.Time, total.Cost + x.Cost}
		for _, t := range o.Listed.Windows[pick].Slots {
			slots.TakeOut(c.free, c.Places[t.Node], slots.Span{Start: t.Start, End: t.End})
		}
	}
	return total, true
}

// chose reports whether the next choice of the solution is for a job in a cycle.
func (c *Check) chose(s *batch.Solution, k int, job *batch.Job) bool {
	return c.chosen < len(s.Chosen) && s.Chosen[c.chosen].Cycle == c.numbered(k) && s.Chosen[c.chosen].Job == job.ID
}

// empty checks the account of a cycle without a window.
func (c *Check) empty(r *batch.Report, path string) {
	c.Equal(path+".timeLimit", r.TimeLimit, 0)
	c.Equal(path+".budget", r.Budget, 0)
	if r.Income != nil || len(r.Front) > 0 || r.Hull {
		c.Violation(path, "has a front or an income although there are no windows")
	}
}

// mustBeTight checks that a cycle without a choice had none within its limit.
func (c *Check) mustBeTight(y *Cycle, path string) {
	limits, _ := c.Limits(y.Offers)
	c.Equal(path+".timeLimit", y.Report.TimeLimit, limits.Time)
	c.Equal(path+".budget", y.Report.Budget, limits.Cost)
	if y.Report.Income != nil {
		c.Violation(path+".income", "is given although nothing was chosen")
	}
	if limit, kept := c.Keepable(y.Offers); kept {
		c.Violation("solution.chosen", "has nothing for cycle "+strconv.Itoa(y.Number)+
			" although a combination keeps the limit "+verify.Number(limit))
	}
	c.front(path, y)
}

// Keepable returns the limit of a cycle, and reports whether a combination keeps it for
// certain.
func (c *Check) Keepable(offers []*Offer) (limit float64, kept bool) {
	limits, income := c.Limits(offers)
	byTime := income || c.byTime()
	if limit = limits.Cost; byTime {
		limit = limits.Time
	}
	total := 0.0
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
	}
	return limit, KeepsLimit(total, limit) > 0
}

// report checks the account of a cycle.
func (c *Check) report(y *Cycle, path string, total Point, next []*batch.Job) {
	c.Equal(path+".start", y.Report.Start, float64(y.Number-1)*c.Problem.Period)
	c.Equal(path+".time", y.Report.Time, total.Time)
	c.Equal(path+".cost", y.Report.Cost, total.Cost)
	c.names(path+".postponed", y.Report.Postponed, next)
}

// maxTries is how many partial combinations are made in search of better choices and
// greater incomes, over all cycles, and maxKept how many of them are kept at a time:
// more than a solver makes before it gives up.
// easyTries is a number at which no solver gives up.
const (
	maxTries  = 25_000_000
	maxKept   = 2_500_000
	easyTries = 500_000
)

// Combined returns the combinations of some classes within a limit, and reports whether
// one is better than a value. easy reports whether no solver can fail to find it, and
// whole whether all combinations were examined.
func (c *Check) Combined(classes [][]Mark, price, limit, than float64, limited ...float64) (out Outcome,
	easy, whole bool) {
	f := Combinations{Classes: classes, Limit: limit, Price: price, Most: than, Tries: &c.tries, Kept: maxKept}
	before := c.tries
	out, whole = f.Better(than, limited...)
	return out, before-c.tries < easyTries, whole
}

// limitsOf checks the limits of a cycle. It reports false if the choice has no limit to
// be compared with.
func (c *Check) limitsOf(y *Cycle, path string) bool {
	limits, income := c.Limits(y.Offers)
	r, before := y.Report, len(c.Found)
	c.Equal(path+".timeLimit", r.TimeLimit, limits.Time)
	if !income {
		c.Equal(path+".budget", r.Budget, limits.Cost)
		if r.Income != nil {
			c.Violation(path+".income", "is given although the budget is not the greatest income")
		}
		return len(c.Found) == before
	}
	if len(c.Found) > before {
		return false
	}
	all := classes(y.Offers, true, true)
	price := FairPrice(all, r.TimeLimit)
	out, easy, whole := c.Combined(all, price, r.TimeLimit, -r.Budget)
	switch {
	case r.Income != nil && !(whole && easy):
		c.income(path+".income", y, -shownBy(all, price, r.TimeLimit))
	case r.Income != nil:
		c.Violation(path+".income", "is given although the greatest income is easily found")
	case !whole:
		c.Unseen = true // no more is known of the budget
	case out.Better:
		c.Violation(path+".budget", "is "+verify.Number(r.Budget)+"; a combination within the time limit brings "+
			verify.Number(-out.Mark.Least))
	case !out.Reached:
		c.Violation(path+".budget", "is "+verify.Number(r.Budget)+", which no combination within the time limit brings")
	}
	return len(c.Found) == before
}

// income checks what is known of the greatest income if it is not proven. No more than
// most is shown for certain.
func (c *Check) income(path string, y *Cycle, most float64) {
	r, total := y.Report, Point{}
	if len(r.Income.Windows) != len(y.Offers) {
		c.Violation(path+".windows", "does not name one window of each job that has any")
		return
	}
	for i, k := range r.Income.Windows {
		if k < 0 || k >= len(y.Offers[i].Points) {
			c.Violation(path+".windows", "does not name one window of each job that has any")
			return
		}
		x := y.Offers[i].Points[k]
		total = Point{total.Time + x.Time, total.Cost + x.Cost}
	}
	c.Equal(path+".windows", r.Budget, total.Cost)
	if KeepsLimit(total.Time, r.TimeLimit) < 0 {
		c.Violation(path+".windows", "take "+verify.Number(total.Time)+", more than the time limit")
	}
	if r.Income.AtMost < most && !verify.Near(r.Income.AtMost, most) || r.Income.AtMost < r.Budget {
		c.Violation(path+".atMost",
			"is "+verify.Number(r.Income.AtMost)+"; nothing shows less than "+verify.Number(most))
	}
}

// best checks that the choice keeps its limit, and searches for a better one: less of
// the objective, or as much with less of what is limited.
func (c *Check) best(y *Cycle, total Point) {
	r := y.Report
	y.Limit, y.Made = r.Budget, Mark{total.Cost, total.Time}
	if y.ByTime {
		y.Limit, y.Made = r.TimeLimit, Mark{total.Time, total.Cost}
	}
	if KeepsLimit(y.Made.Limited, y.Limit) < 0 {
		c.Violation("solution.chosen", "of cycle "+strconv.Itoa(y.Number)+" adds up to "+
			verify.Number(y.Made.Limited)+", above the limit "+verify.Number(y.Limit))
		return
	}
	c.rounds[y.Number-1], y.bound = y, y.Limit
	y.classes = classes(y.Offers, y.ByTime, false)
	open := r.Income != nil && !y.ByTime
	if open {
		y.bound = r.Income.AtMost // as far as the budget may go
	}
	if c.Policy == nil || c.Policy.Of(batch.DecideWindow) == nil {
		price := c.price(y.Number, y.classes, y.Limit)
		out, easy, whole := c.Combined(y.classes, price, y.Limit, y.Made.Least, y.Made.Limited)
		y.proved = whole && !out.Better && !open
		if y.Beaten = out.Mark; !whole || !out.Better || !easy && !c.claimsBest() {
			y.Beaten = y.Made
		}
	}
	c.Proved = c.Proved && y.proved
	if c.Rule != nil {
		c.Rule.Choice(y)
	}
}

// price returns the price by which the bound of a cycle is argued, else the fair one.
func (c *Check) price(k int, classes [][]Mark, limit float64) float64 {
	if b := c.Answer.Bound; b != nil && b.Certificate != nil && k <= len(b.Certificate.Multipliers) {
		if x := b.Certificate.Multipliers[k-1]; x >= 0 && !math.IsInf(x, 1) {
			return x
		}
	}
	return FairPrice(classes, limit)
}

// claimsBest reports whether the answer states that nothing is better.
func (c *Check) claimsBest() bool {
	b := c.Answer.Bound
	return b != nil && verify.Near(b.Value, c.Answer.Metrics[b.Metric])
}
