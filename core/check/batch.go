package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/batch"
	"gridbox/core/problem/window"
	"gridbox/core/scenario"
)

// Batch checks an answer to a valid, explicit batch problem, cycle by cycle:
//
//   - every window has the job's number of different, fast enough nodes, all
//     parts start together, last volume / performance and cost price x time, and
//     ALP's price limit or AMP's budget holds;
//   - windows lie in free time and no two of a cycle overlap;
//   - each window is the earliest that its job could have when its turn came,
//     and a job that got no further window could have none (as long as that
//     takes no more than some ten million looks at slots);
//   - the quotas are what the windows make them, the limit is kept, and every
//     job with windows has one of them;
//   - no other combination is better: all are tried where they are few, else
//     every exchange of one window;
//   - the Pareto front is that of all combinations, where they are few;
//   - jobs without a window wait, and what is taken stays taken;
//   - the metrics are what the choices make them, and no bound is beyond them.
func Batch(p *batch.Problem, a *scenario.Answer) scenario.Check {
	c := &batchCheck{verdict: verdict{kind: "batch", answer: a, lenient: true}, p: p, looks: mostLooks}
	c.free = freeTimes(&p.Environment)
	c.nodes = places(p.Nodes, func(n *window.Node) string { return n.ID })
	c.scaled = c.word("duration", "corrected") == "literal"
	return judge(&c.verdict, c)
}

// mostWindows is up to how many windows an answer must list. There may be more,
// and an algorithm that gives up then says infeasible.
const mostWindows = 200_000

// mostLooks bounds the looks at free times in search of earlier windows.
const mostLooks = 20_000_000

// batchCheck is the state of one check.
type batchCheck struct {
	verdict
	p      *batch.Problem
	scaled bool // durations as printed: volume scaled by how fast the node is
	nodes  map[string]int
	free   [][]span // by node: what no chosen window has taken yet
	rest   [][]span // in the cycle being checked: what no window found has taken
	looks  int
	costs  []float64 // room

	alternatives, chosen int // how much of the solution is read
	windows, offers      int
	time, cost           float64
	timeLimit, budget    float64
}

// solution goes through the cycles.
func (c *batchCheck) solution(s *batch.Solution) []metric {
	var waiting []*batch.Job
	for k := 1; k <= c.p.Rounds(); k++ {
		for i := range c.p.Jobs {
			if j := &c.p.Jobs[i]; j.Arrives() == k {
				waiting = append(waiting, j)
			}
		}
		slices.SortStableFunc(waiting, func(a, b *batch.Job) int {
			switch {
			case a.Priority > b.Priority || a.Priority == b.Priority && a.Arrives() < b.Arrives():
				return -1
			case a.Priority < b.Priority || a.Arrives() > b.Arrives():
				return 1
			}
			return 0
		})
		next, ok := c.cycle(s, k, waiting)
		if !ok || c.full() {
			return nil
		}
		waiting = next
	}
	c.rests(s, waiting)
	return c.measured(len(s.Chosen))
}

// rests checks that the solution says nothing beyond its cycles.
func (c *batchCheck) rests(s *batch.Solution, waiting []*batch.Job) {
	if c.alternatives < len(s.Alternatives) {
		c.violation("solution.alternatives", "has "+strconv.Itoa(len(s.Alternatives))+" entries; the cycles have "+
			strconv.Itoa(c.alternatives)+" jobs waiting in all")
	}
	if c.chosen < len(s.Chosen) {
		c.violation("solution.chosen", "has "+strconv.Itoa(len(s.Chosen))+" entries; "+strconv.Itoa(c.chosen)+
			" jobs have windows to choose from")
	}
	if len(s.Cycles) != 0 && len(s.Cycles) != c.p.Rounds() {
		c.violation("solution.cycles", "has "+strconv.Itoa(len(s.Cycles))+" entries for "+
			strconv.Itoa(c.p.Rounds())+" cycles")
	}
	c.names("solution.postponed", s.Postponed, waiting)
}

// names checks a list of jobs by name.
func (c *batchCheck) names(path string, said []string, is []*batch.Job) {
	same := len(said) == len(is)
	for i := 0; same && i < len(is); i++ {
		same = said[i] == is[i].ID
	}
	if !same {
		var right []string
		for _, j := range is {
			right = append(right, j.ID)
		}
		c.violation(path, "does not name the jobs without a window in the order in which they wait; there are "+
			strconv.Itoa(len(right)))
	}
}

// measured computes the metrics over all cycles again.
func (c *batchCheck) measured(chosen int) []metric {
	if chosen == 0 {
		c.violation("feasible", "is true although no job is given a window")
		return nil
	}
	n := float64(chosen)
	time, cost := metric{name: "totalTime", is: c.time}, metric{name: "totalCost", is: c.cost}
	if c.objective() == batch.LeastCost {
		cost.bound = below
	} else {
		time.bound = below
	}
	return []metric{{name: "alternativesPerJob", is: float64(c.windows) / float64(c.offers)}, time, cost,
		{name: "meanTime", is: c.time / n}, {name: "meanCost", is: c.cost / n},
		{name: "timeLimit", is: c.timeLimit}, {name: "budget", is: c.budget}}
}

// objective is the one that holds in this answer.
func (c *batchCheck) objective() string {
	if o := c.word("objective", "scenario"); o != "scenario" {
		return o
	}
	return c.p.Goal()
}

// limit is the user's limit where it is of the objective's kind.
func (c *batchCheck) limit() *float64 {
	if c.objective() != c.p.Goal() {
		return nil
	}
	return c.p.Limit
}

// infeasible checks the claim that no job can get a window. Where a limit may
// be the reason, or there may be too many windows, it is not checked.
func (c *batchCheck) infeasible() bool {
	if c.limit() != nil || c.word("timeQuota", "job") == "term" || c.countless() {
		return false
	}
	for k := 1; k <= c.p.Rounds(); k++ {
		c.rest = c.sight(k)
		for i := range c.p.Jobs {
			j := &c.p.Jobs[i]
			if j.Arrives() > k {
				continue
			}
			if start, ok := c.earliest(j, 0, infinite); ok {
				c.violation("feasible", "is false although job "+j.ID+" can have a window at "+number(start)+
					" in cycle "+strconv.Itoa(k))
				return false
			}
		}
	}
	return false
}

// countless tells whether there may be too many windows for an answer, or times
// and costs beyond all numbers. Windows of a cycle do not overlap, so that a job
// has at most as many as its parts go into the free time.
func (c *batchCheck) countless() bool {
	windows, most := 0.0, c.families()
	size := 0.0
	for i := range c.p.Jobs {
		j, parts := &c.p.Jobs[i], 0.0
		for n, free := range c.free {
			length := c.duration(j, n)
			size += length + c.p.Nodes[n].Price*length
			for _, s := range free {
				parts += (s.end - s.start) / length
			}
		}
		windows += min(parts/float64(j.Nodes), most)
	}
	return windows*float64(c.p.Rounds()) > mostWindows || math.IsInf(size, 1)
}

// families is how many windows a job is offered in a cycle at most.
func (c *batchCheck) families() float64 {
	if most, ok := c.answer.Options["families"].(float64); ok && most > 0 {
		return most
	}
	return infinite
}

// proves knows no argument yet.
func (c *batchCheck) proves(*scenario.Bound, *metric) bool { return false }
