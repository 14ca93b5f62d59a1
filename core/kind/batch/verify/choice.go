package verify

import (
	"math"
	"strconv"

	"gridbox/core/kind/batch"
	"gridbox/core/scenario"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// choices checks the quotas and the choice of a cycle, takes the chosen windows
// for good and gives the jobs that wait on.
func (c *batchCheck) choices(s *batch.Solution, k int, lists []*batch.Alternatives,
	jobs []*asking) ([]*batch.Job, bool) {
	var offers []*asking
	var of []*batch.Alternatives
	var all, next []*batch.Job
	for i, a := range jobs {
		c.windows += len(a.points)
		c.offers++
		all = append(all, a.job)
		if len(a.points) == 0 {
			next = append(next, a.job)
			continue
		}
		offers, of = append(offers, a), append(of, lists[i])
	}
	if k > len(s.Cycles) {
		c.Violation("solution.cycles", "has no account of cycle "+strconv.Itoa(k))
		return nil, false
	}
	r, path := &s.Cycles[k-1], "solution.cycles["+strconv.Itoa(k-1)+"]"
	switch {
	case len(offers) == 0:
		c.empty(r, path)
	case !c.chose(s, k, offers[0].job):
		next = all // no combination keeps the limit: all wait
		c.mustBeTight(k, r, path, offers)
	}
	if len(next) == len(all) {
		c.report(r, path, k, point{}, next)
		return next, true
	}
	first := c.chosen
	total, ok := c.picked(s, k, offers, of)
	if !ok {
		return nil, false
	}
	c.time += total.time.is
	c.cost += total.cost.is
	c.report(r, path, k, total, next)
	if c.limitsOf(r, path, offers) {
		var picks []int
		for i := first; i < c.chosen; i++ {
			picks = append(picks, s.Chosen[i].Window)
		}
		c.best(k, r, offers, of, picks, total)
	}
	c.timeLimit += r.TimeLimit
	c.budget += r.Budget
	c.front(path, r, offers)
	return next, true
}

// picked adds up the windows that a cycle chooses and takes them for good.
func (c *batchCheck) picked(s *batch.Solution, k int, offers []*asking, of []*batch.Alternatives) (point, bool) {
	total := point{}
	for i, o := range offers {
		path := "solution.chosen[" + strconv.Itoa(c.chosen) + "]"
		if c.chosen >= len(s.Chosen) || s.Chosen[c.chosen].Job != o.job.ID ||
			s.Chosen[c.chosen].Cycle != c.numbered(k) {
			c.Violation(path, "must choose for job "+o.job.ID+" in cycle "+strconv.Itoa(k))
			return total, false
		}
		pick := s.Chosen[c.chosen].Window
		if pick < 0 || pick >= len(o.points) {
			c.Violation(path+".window", "is "+strconv.Itoa(pick)+"; job "+o.job.ID+" has "+
				strconv.Itoa(len(o.points))+" windows")
			return total, false
		}
		c.chosen++
		x := o.points[pick]
		total = point{total.time.plus(x.time), total.cost.plus(x.cost)}
		for _, t := range of[i].Windows[pick].Slots {
			slots.TakeOut(c.free, c.nodes.Of(t.Node), slots.Span{Start: t.Start, End: t.End})
		}
	}
	return total, true
}

// chose tells whether the solution chooses anything in a cycle.
func (c *batchCheck) chose(s *batch.Solution, k int, job *batch.Job) bool {
	return c.chosen < len(s.Chosen) && s.Chosen[c.chosen].Cycle == c.numbered(k) && s.Chosen[c.chosen].Job == job.ID
}

// empty checks the account of a cycle without a window.
func (c *batchCheck) empty(r *batch.Report, path string) {
	c.Equal(path+".timeLimit", r.TimeLimit, 0)
	c.Equal(path+".budget", r.Budget, 0)
	if r.Income != nil || len(r.Front) > 0 || r.Hull {
		c.Violation(path, "has a front or an income although there are no windows")
	}
}

// mustBeTight checks that a cycle without a choice had none within its limit.
func (c *batchCheck) mustBeTight(k int, r *batch.Report, path string, offers []*asking) {
	timeLimit, budget, _ := c.limits(offers)
	c.Equal(path+".timeLimit", r.TimeLimit, timeLimit)
	c.Equal(path+".budget", r.Budget, budget)
	if r.Income != nil {
		c.Violation(path+".income", "is given although nothing was chosen")
	}
	if limit, kept := c.keepable(offers); kept {
		c.Violation("solution.chosen", "has nothing for cycle "+strconv.Itoa(k)+
			" although a combination keeps the limit "+verify.Number(limit))
	}
	c.front(path, r, offers)
}

// leastOf is the least that any combination needs of what is limited.
func leastOf(offers []*asking, byTime bool) float64 {
	total := 0.0
	for _, o := range offers {
		least := verify.Infinite
		for _, x := range o.points {
			if byTime {
				least = min(least, x.time.is)
			} else {
				least = min(least, x.cost.is)
			}
		}
		total += least
	}
	return total
}

// report checks the account of a cycle.
func (c *batchCheck) report(r *batch.Report, path string, k int, total point, next []*batch.Job) {
	c.Equal(path+".start", r.Start, float64(k-1)*c.p.Period)
	c.Equal(path+".time", r.Time, total.time.is)
	c.Equal(path+".cost", r.Cost, total.cost.is)
	c.names(path+".postponed", r.Postponed, next)
}

// mostTries bounds the partial combinations that are made in search of a better
// choice or a greater income, over all cycles, and mostKept those that are kept
// at a time: both more than a run makes before it gives up.
const (
	mostTries = 25_000_000
	mostKept  = 2_500_000
)

// easyTries is a number of partial combinations that no run gives up at: what is
// decided in so many is no question of effort.
const easyTries = 500_000

// limitsOf checks the limits of a cycle; false where the choice has no limit to
// be held to.
func (c *batchCheck) limitsOf(r *batch.Report, path string, offers []*asking) bool {
	timeLimit, budget, own := c.limits(offers)
	before := len(c.Found)
	c.Equal(path+".timeLimit", r.TimeLimit, timeLimit)
	if !own {
		c.Equal(path+".budget", r.Budget, budget)
		if r.Income != nil {
			c.Violation(path+".income", "is given although the budget is not the greatest income")
		}
		return len(c.Found) == before
	}
	if len(c.Found) > before {
		return false
	}
	f := fold{classes: classes(offers, true, true), limit: r.TimeLimit, most: -r.Budget, tries: &c.tries,
		states: mostKept}
	f.price = fairPrice(f.classes, f.limit)
	left := c.tries
	found, whole := f.better(exact{is: -r.Budget})
	easy := left-c.tries < easyTries
	switch {
	case r.Income != nil && !(whole && easy):
		c.income(path+".income", r, offers, &f)
	case r.Income != nil:
		c.Violation(path+".income", "is given although the greatest income is easily found")
	case !whole:
		c.unseen = true // no more than that is known of the budget
	case found.better:
		c.Violation(path+".budget", "is "+verify.Number(r.Budget)+"; a combination within the time limit brings "+
			verify.Number(-found.least))
	case !found.reached:
		c.Violation(path+".budget", "is "+verify.Number(r.Budget)+", which no combination within the time limit brings")
	}
	return len(c.Found) == before
}

// income checks what is known of the greatest income where it is not proven.
func (c *batchCheck) income(path string, r *batch.Report, offers []*asking, f *fold) {
	total := point{}
	for i, k := range r.Income.Windows {
		if i >= len(offers) || k < 0 || k >= len(offers[i].points) {
			c.Violation(path+".windows", "does not name one window of each job that has any")
			return
		}
		x := offers[i].points[k]
		total = point{total.time.plus(x.time), total.cost.plus(x.cost)}
	}
	if len(r.Income.Windows) != len(offers) {
		c.Violation(path+".windows", "does not name one window of each job that has any")
		return
	}
	c.Equal(path+".windows", r.Budget, total.cost.is)
	if keepsLimit(total.time.is, r.TimeLimit) < 0 {
		c.Violation(path+".windows", "take "+verify.Number(total.time.is)+", more than the time limit")
	}
	most := -shownBy(f.classes, f.price, f.limit)
	if r.Income.AtMost < most && !verify.Near(r.Income.AtMost, most) || r.Income.AtMost < r.Budget {
		c.Violation(path+".atMost",
			"is "+verify.Number(r.Income.AtMost)+"; nothing shows less than "+verify.Number(most))
	}
}

// An outcome is what a fold says of a combination: whether one is better, what
// it makes, and whether one is as good.
type outcome struct {
	better, reached bool
	limited, least  float64
}

// better looks for combinations that are better than one that makes so much:
// those that make less, or as much with less of what is limited.
func (f *fold) better(than exact, limited ...float64) (outcome, bool) {
	if !f.run() {
		return outcome{}, false
	}
	out := outcome{least: than.is}
	for i := range f.layer {
		m := &f.layer[i]
		keeps := keepsLimit(m.limited.is, f.limit)
		alike := verify.Near(m.least.is, than.is)
		out.reached = out.reached || keeps >= 0 && alike
		tied := len(limited) > 0 && m.least.equals(than) && m.limited.is < limited[0] &&
			!verify.Near(m.limited.is, limited[0])
		if keeps > 0 && (m.least.is < out.least && !alike || tied && !out.better) {
			out.better, out.limited, out.least = true, m.limited.is, m.least.is
		}
	}
	return out, true
}

// A settledCycle is a cycle that chose, as the bound sees it.
type settledCycle struct {
	classes     [][]mark
	limit, made float64
	proved      bool // nothing better keeps the limit
}

// best checks that the choice keeps its limit and that no other one does and is
// better: less of the objective, or as much with less of what is limited.
func (c *batchCheck) best(k int, r *batch.Report, offers []*asking, of []*batch.Alternatives, picks []int,
	total point) {
	byTime := c.objective() == batch.LeastCost
	limit, limited, made := r.Budget, total.cost, total.time
	if byTime {
		limit, limited, made = r.TimeLimit, total.time, total.cost
	}
	if keepsLimit(limited.is, limit) < 0 {
		c.Violation("solution.chosen", "of cycle "+strconv.Itoa(k)+" adds up to "+verify.Number(limited.is)+
			", above the limit "+verify.Number(limit))
		return
	}
	f := fold{classes: classes(offers, byTime, false), limit: limit, most: made.is, tries: &c.tries, states: mostKept}
	f.price = c.price(k, f.classes, limit)
	if c.policy != nil && c.policy.Of(batch.DecideWindow) != nil {
		c.prefers(k, offers, of, picks, limit, byTime)
		if r.Income != nil && !byTime {
			limit = r.Income.AtMost
		}
		c.rounds[k-1], c.proved = settledCycle{f.classes, limit, made.is, false}, false
		return
	}
	left := c.tries
	found, whole := f.better(made, limited.is)
	easy := left-c.tries < easyTries
	if whole && found.better && (easy || c.claimsBest()) {
		c.Violation("solution.chosen", "of cycle "+strconv.Itoa(k)+" makes "+verify.Number(made.is)+" with "+
			verify.Number(limited.is)+" of what is limited; another combination within the limit makes "+
			verify.Number(found.least)+
			" with "+verify.Number(found.limited))
	}
	proved := whole && !found.better
	if r.Income != nil && !byTime {
		limit, proved = r.Income.AtMost, false // as far as the budget may go
	}
	c.rounds[k-1] = settledCycle{f.classes, limit, made.is, proved}
	c.proved = c.proved && proved
}

// price is that by which the bound of a cycle is argued, else one of our own.
func (c *batchCheck) price(k int, classes [][]mark, limit float64) float64 {
	if b := c.Answer.Bound; b != nil && b.Certificate != nil && k <= len(b.Certificate.Multipliers) {
		if x := b.Certificate.Multipliers[k-1]; x >= 0 && !math.IsInf(x, 1) {
			return x
		}
	}
	return fairPrice(classes, limit)
}

// claimsBest tells whether the answer says that nothing is better.
func (c *batchCheck) claimsBest() bool {
	b := c.Answer.Bound
	return b != nil && verify.Near(b.Value, c.Answer.Metrics[b.Metric])
}

// Proves follows the argument for a bound of the objective, the sum of what it
// shows of every cycle, for the windows that the cycle found and the limit that
// it had: that no combination makes less, by making them all but those that the
// price of the cycle leaves out (fold); where there are too many for that,
// what the price alone shows.
func (c *batchCheck) Proves(b *scenario.Bound, m *verify.Metric) bool {
	cert := b.Certificate
	if cert == nil || cert.By != batch.ByPrices || len(cert.Multipliers) != len(c.rounds) {
		return false
	}
	shown := 0.0
	for k, price := range cert.Multipliers {
		r := &c.rounds[k]
		switch {
		case !(price >= 0) || math.IsInf(price, 1):
			return false
		case r.classes == nil: // chose nothing
		case r.proved:
			shown += r.made
		default:
			shown += shownBy(r.classes, price, r.limit)
		}
	}
	return b.Value <= shown || verify.Same(b.Value, shown, m.Of)
}
