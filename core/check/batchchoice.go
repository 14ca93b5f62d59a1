package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/batch"
	"gridbox/core/problem/window"
)

// An offered job with its windows, as the problem of choice sees it.
type offered struct {
	job    *batch.Job
	points []batch.Point // time and cost of each window
}

// choices checks the quotas and the choice of a cycle, takes the chosen windows
// for good and gives the jobs that wait on.
func (c *batchCheck) choices(s *batch.Solution, k int, lists []*batch.Alternatives,
	waiting []*batch.Job) ([]*batch.Job, bool) {
	var offers []offered
	var windows [][]window.Window
	var next []*batch.Job
	for i, a := range lists {
		c.windows += len(a.Windows)
		c.offers++
		if len(a.Windows) == 0 {
			next = append(next, waiting[i])
			continue
		}
		offers = append(offers, offered{waiting[i], c.points(waiting[i], a.Windows)})
		windows = append(windows, a.Windows)
	}
	if len(offers) == 0 || !c.chose(s, k, offers[0].job) {
		// No window, or no combination within the limit: all wait.
		if len(offers) > 0 {
			c.mustBeTight(k, offers)
		}
		c.report(s, k, batch.Point{}, offers, waiting)
		return slices.Clone(waiting), true
	}
	var picks []int
	for i, o := range offers {
		path := "solution.chosen[" + strconv.Itoa(c.chosen) + "]"
		if c.chosen >= len(s.Chosen) || s.Chosen[c.chosen].Job != o.job.ID ||
			s.Chosen[c.chosen].Cycle != c.numbered(k) {
			c.violation(path, "must choose for job "+o.job.ID+" in cycle "+strconv.Itoa(k))
			return nil, false
		}
		pick := s.Chosen[c.chosen].Window
		if pick < 0 || pick >= len(o.points) {
			c.violation(path+".window", "is "+strconv.Itoa(pick)+"; job "+o.job.ID+" has "+
				strconv.Itoa(len(o.points))+" windows")
			return nil, false
		}
		c.chosen++
		picks = append(picks, pick)
		for _, t := range windows[i][pick].Slots {
			takeOut(c.free, c.nodes[t.Node], span{t.Start, t.End})
		}
	}
	total := sums(offers, picks)
	c.time += total.Time
	c.cost += total.Cost
	c.best(k, offers, picks, total)
	c.report(s, k, total, offers, next)
	return next, true
}

// chose tells whether the solution chooses anything in a cycle.
func (c *batchCheck) chose(s *batch.Solution, k int, job *batch.Job) bool {
	return c.chosen < len(s.Chosen) && s.Chosen[c.chosen].Cycle == c.numbered(k) && s.Chosen[c.chosen].Job == job.ID
}

func (c *batchCheck) points(j *batch.Job, windows []window.Window) []batch.Point {
	points := make([]batch.Point, len(windows))
	for w := range windows {
		longest, sum, cost := 0.0, 0.0, 0.0
		for _, t := range windows[w].Slots {
			length := c.duration(j, c.nodes[t.Node])
			longest = max(longest, length)
			sum += length
			cost += t.Cost
		}
		points[w] = batch.Point{Time: longest, Cost: cost}
		if c.word("measure", "window") == "slots" {
			points[w].Time = sum
		}
	}
	return points
}

func sums(offers []offered, picks []int) batch.Point {
	total := batch.Point{}
	for i, pick := range picks {
		total.Time += offers[i].points[pick].Time
		total.Cost += offers[i].points[pick].Cost
	}
	return total
}

func (c *batchCheck) held(offers []offered) float64 {
	timeLimit, budget := c.limits(offers)
	if c.objective() == batch.LeastCost {
		return timeLimit
	}
	return budget
}

// best checks that the choice keeps its limit and that no other one does and is
// better.
func (c *batchCheck) best(k int, offers []offered, picks []int, total batch.Point) {
	limit := c.held(offers)
	if math.IsNaN(limit) {
		return
	}
	path := "solution.chosen"
	limited, least := c.turned(total)
	if !keeps(limited, limit) {
		c.violation(path, "of cycle "+strconv.Itoa(k)+" adds up to "+number(limited)+", above the limit "+number(limit))
		return
	}
	better := func(x batch.Point) {
		l, g := c.turned(x)
		if l <= limit && g < least && !near(g, least) {
			c.violation(path, "of cycle "+strconv.Itoa(k)+" makes "+number(least)+
				"; another combination within the limit makes "+number(g))
			least = g
		}
	}
	if every(offers, 1, better) {
		return
	}
	for i, o := range offers {
		was := o.points[picks[i]]
		for _, x := range o.points {
			better(batch.Point{Time: total.Time - was.Time + x.Time, Cost: total.Cost - was.Cost + x.Cost})
		}
	}
}

// mustBeTight checks that a cycle without a choice had none within its limit.
func (c *batchCheck) mustBeTight(k int, offers []offered) {
	limit, sum := c.held(offers), 0.0
	for _, o := range offers {
		least := infinite
		for _, x := range o.points {
			l, _ := c.turned(x)
			least = min(least, l)
		}
		sum += least
	}
	if keeps(sum, limit) {
		c.violation("solution.chosen", "has nothing for cycle "+strconv.Itoa(k)+
			" although a combination keeps the limit "+number(limit))
	}
}

// report checks the account of a cycle and adds up the limits that held.
func (c *batchCheck) report(s *batch.Solution, k int, total batch.Point, offers []offered, next []*batch.Job) {
	if k > len(s.Cycles) {
		c.violation("solution.cycles", "has no account of cycle "+strconv.Itoa(k))
		return
	}
	r, path := &s.Cycles[k-1], "solution.cycles["+strconv.Itoa(k-1)+"]"
	c.equal(path+".start", r.Start, float64(k-1)*c.p.Period)
	c.equal(path+".time", r.Time, total.Time)
	c.equal(path+".cost", r.Cost, total.Cost)
	c.names(path+".postponed", r.Postponed, next)
	if len(offers) == 0 {
		return
	}
	timeLimit, budget := c.limits(offers)
	c.equal(path+".timeLimit", r.TimeLimit, timeLimit)
	if !math.IsNaN(budget) {
		c.equal(path+".budget", r.Budget, budget)
	}
	if total != (batch.Point{}) {
		c.timeLimit += r.TimeLimit
		c.budget += r.Budget
	}
	c.front(path+".front", r, offers)
}

// front checks the Pareto front against all combinations, where they are few:
// no combination lies below it, and each of its points is one.
func (c *batchCheck) front(path string, r *batch.Report, offers []offered) {
	for i := 1; i < len(r.Front); i++ {
		if r.Front[i].Time <= r.Front[i-1].Time || r.Front[i].Cost >= r.Front[i-1].Cost &&
			!near(r.Front[i].Cost, r.Front[i-1].Cost) {
			c.violation(path+"["+strconv.Itoa(i)+"]", "must have more time and less cost than the point before it")
			return
		}
	}
	var all []batch.Point
	if len(r.Front) == 0 || r.Hull || !every(offers, 1, func(x batch.Point) { all = append(all, x) }) {
		return
	}
	slices.SortFunc(all, func(a, b batch.Point) int {
		if a.Time < b.Time || a.Time == b.Time && a.Cost < b.Cost {
			return -1
		}
		return 1
	})
	reached, at := make([]bool, len(r.Front)), 0
	for _, x := range all {
		for at+1 < len(r.Front) && keeps(r.Front[at+1].Time, x.Time) {
			at++
		}
		p := r.Front[at]
		if !keeps(p.Time, x.Time) || !keeps(p.Cost, x.Cost) {
			c.violation(path, "misses the combination of time "+number(x.Time)+" and cost "+number(x.Cost))
			return
		}
		reached[at] = reached[at] || near(p.Time, x.Time) && near(p.Cost, x.Cost)
	}
	for i, ok := range reached {
		if !ok {
			c.violation(path+"["+strconv.Itoa(i)+"]", "is not the time and cost of any combination")
			return
		}
	}
}
