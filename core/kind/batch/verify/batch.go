package verify

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/kind/batch"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// Answer checks an answer to a valid, explicit batch problem, cycle by cycle:
//
//   - every window has the job's number of different, fast enough nodes, all
//     parts start together, last volume / performance and cost price x time;
//   - the windows are those that the rule of ALP or AMP finds, search by search,
//     on the very nodes that it takes (rule.go), as long as that takes no
//     more than mostLooks looks at slots; beyond that they lie in free time and
//     no two overlap, and the answer is no more than valid;
//   - the quotas are what the windows make them, the greatest income too, the
//     limit is kept, and every job with windows has one of them;
//   - no other combination of these windows keeps the limit and is better
//     (fold.go), as long as no more than mostTries partial ones are made;
//   - the Pareto front is that of all combinations, or the hull of one that has
//     too many (front.go);
//   - jobs without a window wait, and what is taken stays taken;
//   - the metrics are what the choices make them, and no combination of the
//     windows that each cycle found passes the bound (proves).
//
// An answer is optimal if the last but one is shown of every cycle: nothing is
// better among the windows that the algorithm finds, cycle by cycle. Other windows,
// or another choice in an earlier cycle, may be.
//
// The answer of a policy is checked by its formulas, which are nil for other answers.
func Answer(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := newBatchCheck(p, by, a)
	if _, listed := catalog.Find("batch", a.Algorithm); !listed {
		c.Violation("algorithm", strconv.Quote(a.Algorithm)+" is not one of batches")
	}
	if len(c.Found) > 0 {
		return scenario.Check{Violations: c.Found, Scope: scenario.ScopeValid}
	}
	return verify.Judge(&c.Verdict, c)
}

func newBatchCheck(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) *batchCheck {
	c := &batchCheck{Verdict: verify.Verdict{Kind: "batch", Answer: a}, p: p, policy: by, looks: mostLooks,
		tries:      mostTries,
		frontTries: frontTries, proved: true, speeds: remainders(p.Nodes), marks: make([]int, len(p.Nodes)),
		rounds: make([]settledCycle, p.Rounds())}
	c.nodes = slots.NewNodeIndex(p.Nodes)
	c.free = slots.FreeTimes(&p.Environment, c.nodes)
	c.ReadOptions(&c.options)
	c.scaled, c.added = c.options.Duration == batch.Literal, c.options.Measure == batch.Sum
	for i := range p.Nodes {
		c.fastest = max(c.fastest, p.Nodes[i].Performance)
	}
	c.rule = c.finds()
	c.grade(c.free)
	return c
}

// mostWindows is up to how many windows a cycle may find. Where there are more an
// algorithm says infeasible.
const mostWindows = 200_000

// mostLooks bounds the looks at free times in search of the windows.
const mostLooks = 400_000_000

// batchCheck is the state of one check.
type batchCheck struct {
	verify.Verdict
	options batch.Options
	p       *batch.Problem
	policy  *policy.Formulas // of an answer by own
	rule    string           // by which windows are found
	scaled  bool             // durations as printed: volume scaled by how fast the node is
	added   bool             // the time of a window is the sum of its parts'
	fastest float64
	nodes   *slots.NodeIndex
	speeds  []speeds
	free    [][]slots.Span // by node: what no chosen window has taken yet
	now     int            // the cycle being checked
	left    []shelf        // in it, what no window found has taken
	grades  grades
	held    []holding
	spare   []holding
	came    int     // slots taken up
	nodesOf []int32 // room
	marks   []int   // by node: when it was last marked
	marked  int

	looks, tries, frontTries int
	proved                   bool           // nothing better was to be found, in every cycle
	unseen                   bool           // something was too much to look at
	rounds                   []settledCycle // by cycle

	alternatives, chosen int // how much of the solution is read
	windows, offers      int
	time, cost           float64
	timeLimit, budget    float64
}

// Solution goes through the cycles.
func (c *batchCheck) Solution(s *batch.Solution) []verify.Metric {
	var waiting []*batch.Job
	for k := 1; k <= c.p.Rounds(); k++ {
		waiting = c.queue(k, waiting)
		next, ok := c.cycle(s, k, waiting)
		if !ok || c.Full() {
			return nil
		}
		waiting = next
	}
	c.rests(s, waiting)
	c.Partial, c.Among = c.unseen, "the windows that each cycle found"
	c.Reached(c.proved)
	return c.measured(len(s.Chosen))
}

// queue adds the jobs that arrive in a cycle to those that wait, in the order in
// which they are served.
func (c *batchCheck) queue(k int, waiting []*batch.Job) []*batch.Job {
	for i := range c.p.Jobs {
		if j := &c.p.Jobs[i]; j.Arrives() == k {
			waiting = append(waiting, j)
		}
	}
	sorting.Stable(waiting, func(a, b *batch.Job) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Arrives(), b.Arrives()))
	})
	c.arrange(waiting, k)
	return waiting
}

// rests checks that the solution says nothing beyond its cycles.
func (c *batchCheck) rests(s *batch.Solution, waiting []*batch.Job) {
	if c.alternatives < len(s.Alternatives) {
		c.Violation("solution.alternatives", "has "+strconv.Itoa(len(s.Alternatives))+" entries; the cycles have "+
			strconv.Itoa(c.alternatives)+" jobs waiting in all")
	}
	if c.chosen < len(s.Chosen) {
		c.Violation("solution.chosen", "has "+strconv.Itoa(len(s.Chosen))+" entries; "+strconv.Itoa(c.chosen)+
			" jobs have windows to choose from")
	}
	if len(s.Cycles) != c.p.Rounds() {
		c.Violation("solution.cycles", "has "+strconv.Itoa(len(s.Cycles))+" entries for "+
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
		c.Violation(path, "does not name the jobs without a window in the order in which they wait; there are "+
			strconv.Itoa(len(right)))
	}
}

// measured computes the metrics over all cycles again.
func (c *batchCheck) measured(chosen int) []verify.Metric {
	if chosen == 0 {
		c.Violation("feasible", "is true although no job is given a window")
		return nil
	}
	n := float64(chosen)
	time, cost := verify.Metric{Name: "totalTime", Is: c.time}, verify.Metric{Name: "totalCost", Is: c.cost}
	if c.objective() == batch.LeastCost {
		cost.Bound = verify.Below
	} else {
		time.Bound = verify.Below
	}
	return []verify.Metric{{Name: "alternativesPerJob", Is: float64(c.windows) / float64(c.offers)}, time, cost,
		{Name: "meanTime", Is: c.time / n}, {Name: "meanCost", Is: c.cost / n},
		{Name: "timeLimit", Is: c.timeLimit}, {Name: "budget", Is: c.budget}}
}

// objective is the one that holds in this answer.
func (c *batchCheck) objective() string {
	objective, _ := c.options.Aim(c.p)
	return objective
}

// limit is the user's limit where it is of the objective's kind.
func (c *batchCheck) limit() *float64 {
	if _, own := c.options.Aim(c.p); !own {
		return nil
	}
	return c.p.Limit
}

// Infeasible checks the claim that no job gets a window: in no cycle are there
// windows of which a combination keeps the limit, or a cycle finds too many of
// them, or some that cost more than a number can say. It is not refuted where
// that takes too much looking.
func (c *batchCheck) Infeasible() bool {
	var waiting []*batch.Job
	for k := 1; k <= c.p.Rounds(); k++ {
		waiting = c.queue(k, waiting)
		jobs := make([]*asking, len(waiting))
		for i, j := range waiting {
			jobs[i] = c.asking(j)
		}
		c.left = c.shelves(c.sight(k))
		count := 0
		done := c.families(jobs, func(_, _ int, _ float64, found []holding) bool {
			if len(found) > 0 {
				count++
			}
			return count <= mostWindows
		})
		offers := slices.DeleteFunc(jobs, func(a *asking) bool { return len(a.points) == 0 })
		total := 0.0
		for _, o := range offers {
			for _, x := range o.points {
				total = max(total, x.time.is, x.cost.is)
			}
		}
		switch {
		case count > mostWindows || math.IsInf(total, 1):
			return true
		case !done || math.IsInf(total*float64(len(c.p.Jobs)), 1):
			return false
		case len(offers) == 0:
			continue
		}
		if c.rule == byProgram {
			return false // it may take other windows than these, or none
		}
		if limit, kept := c.keepable(offers); kept && !c.countless(k+1) {
			c.Violation("feasible", "is false although job "+offers[0].job.ID+" can have a window in cycle "+
				strconv.Itoa(k)+", and a combination keeps the limit "+verify.Number(limit))
			return false
		} else if kept {
			return false
		}
	}
	return true
}

// keepable tells whether a combination keeps the limit of a cycle for certain.
func (c *batchCheck) keepable(offers []*asking) (limit float64, kept bool) {
	timeLimit, budget, own := c.limits(offers)
	byTime := own || c.objective() == batch.LeastCost
	if limit = budget; byTime {
		limit = timeLimit
	}
	return limit, keepsLimit(leastOf(offers, byTime), limit) > 0
}

// countless tells whether a cycle from the k-th on may find too many windows.
// They do not overlap, so that a job has at most as many as its parts go into
// the free time.
func (c *batchCheck) countless(k int) bool {
	for ; k <= c.p.Rounds(); k++ {
		free, windows := c.sight(k), 0.0
		for i := range c.p.Jobs {
			j, parts := &c.p.Jobs[i], 0.0
			for n, spans := range free {
				for _, s := range spans {
					parts += (s.End - s.Start) / c.duration(j, n)
				}
			}
			windows += min(parts/float64(j.Nodes), float64(c.mostFamilies()))
		}
		if windows > mostWindows {
			return true
		}
	}
	return false
}

// mostFamilies is how many windows a job is offered in a cycle at most.
func (c *batchCheck) mostFamilies() int {
	return cmp.Or(max(0, c.options.Families), math.MaxInt32)
}
