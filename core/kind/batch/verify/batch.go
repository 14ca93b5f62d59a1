// Package verify checks answers to batch problems: that windows and choices are valid, that
// limits and metrics follow from them, and that the bound is proved. It uses none of the solvers'
// code. Package conform checks in addition that an answer follows the rule of its algorithm.
package verify

import (
	"cmp"
	"math"
	"slices"

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
//   - every window has the job's number of different, fast enough nodes; all parts start
//     together, last volume / performance and cost price x time;
//   - the windows lie in free time and no two overlap;
//   - the quotas and the greatest income follow from the windows, the limit is kept, and every
//     job with windows gets one of them;
//   - jobs without a window wait, and reserved time stays reserved;
//   - the metrics follow from the choices, and no combination of the windows of each cycle is
//     better than the bound.
//
// The formulas of a policy order the jobs. They are nil for other answers.
func Answer(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := New(p, by, a)
	c.Judge(c)
	return c.Result()
}

// A Check is the state of one check.
type Check struct {
	verify.Verdict
	Options   batch.Options
	Problem   *batch.Problem
	Policy    *policy.Formulas // of an answer by own
	NodeIndex map[string]int   // index of each node by name
	// Rule checks each cycle further unless it is nil.
	Rule Rule
	// Unchecked is set if something was too expensive to check.
	Unchecked bool
	// Proved is set while the choice of each cycle is known to be the best.
	Proved bool

	scaled bool           // durations as printed: volume scaled by the speed of the node
	free   [][]slots.Span // by node: time not yet taken by a chosen window
	rounds []*Cycle
	tries  int // number of partial combinations that may still be computed

	alternatives, choices int // number of alternatives and choices read so far
	windows, offers       int
	total, limits         Point
}

// A Rule checks the decisions of an algorithm in a cycle.
type Rule interface {
	// Windows checks the windows that the jobs are offered. It reports false if the rest of the
	// answer cannot be checked.
	Windows(c *Cycle) bool
	// Choice checks the chosen combination.
	Choice(c *Cycle)
	// Front checks the Pareto front that a cycle reports at a path.
	Front(path string, c *Cycle)
}

// A Cycle is one cycle of a solution.
type Cycle struct {
	Number int // from 1
	First  int // index of the first job's alternatives in the solution
	Jobs   []*Offer
	// Offers are the jobs that have windows, and Picks the indexes of their chosen windows.
	Offers []*Offer
	Picks  []int
	Report *batch.Report
	// ByTime is set if the time is limited and the cost is minimised; otherwise it is the
	// reverse.
	ByTime bool
	// Limit is the limit of the choice, and Sums the sums of the choice.
	Limit float64
	Sums  Mark
	// Outcome is the result of the search for a better combination.
	Outcome Outcome

	classes [][]Mark
	bound   float64 // the limit used for the bound
	proved  bool    // nothing better keeps the limit
}

// An Offer has the windows of a job in a cycle.
type Offer struct {
	Job          *batch.Job
	Position     int // position in the queue of the cycle, from 0
	Alternatives *batch.Alternatives
	Points       []Point // of the windows
}

// A Point is the total time and cost of a window, or of several.
type Point struct{ Time, Cost float64 }

// New returns the check of an answer.
func New(p *batch.Problem, by *policy.Formulas, a *scenario.Answer) *Check {
	c := &Check{Verdict: verify.Verdict{Kind: "batch", Answer: a}, Problem: p, Policy: by, Proved: true,
		tries: maxTries, rounds: make([]*Cycle, p.Rounds())}
	c.NodeIndex = slots.NodePlaces(p.Nodes)
	c.free = slots.FreeTimes(&p.Environment, c.NodeIndex)
	c.ReadOptions(&c.Options)
	c.scaled = c.Options.Duration == batch.Literal
	if _, listed := catalog.Find("batch", a.Algorithm); !listed {
		c.Violation("algorithm", "%q is not one of batches", a.Algorithm)
	}
	return c
}

// Judge checks the answer by the check itself or by one that extends it, unless its options or
// its algorithm are invalid.
func (c *Check) Judge(by verify.Verifier[batch.Solution]) {
	if len(c.Violations) == 0 {
		verify.Judge(&c.Verdict, by)
	}
}

// Solution checks the cycles.
func (c *Check) Solution(s *batch.Solution) []verify.Metric {
	var waiting []*batch.Job
	for k := 1; k <= c.Problem.Rounds(); k++ {
		next, ok := c.cycle(s, k, c.Queue(k, waiting))
		if !ok || c.IsFull() {
			return nil
		}
		waiting = next
	}
	c.checkEnd(s, waiting)
	c.Partial, c.Domain = c.Unchecked, "the windows that each cycle found"
	c.MarkOptimal(c.Rule != nil && c.Proved)
	return c.metrics(len(s.Chosen))
}

// Infeasible returns false: the claim that no job gets a window is not checked
// here, because windows are found by the rule of an algorithm.
func (c *Check) Infeasible() bool { return false }

// Queue adds the jobs that arrive in a cycle to the waiting ones and returns them in the order of
// service.
func (c *Check) Queue(k int, waiting []*batch.Job) []*batch.Job {
	places := map[*batch.Job]int{}
	for i := range c.Problem.Jobs {
		j := &c.Problem.Jobs[i]
		if places[j] = i; j.Arrives() == k {
			waiting = append(waiting, j)
		}
	}
	sorting.Stable(waiting, func(a, b *batch.Job) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Arrives(), b.Arrives()))
	})
	if c.Policy == nil || c.Policy.Expression(batch.DecideJob) == nil {
		return waiting
	}
	score := map[*batch.Job]float64{}
	for _, j := range waiting {
		score[j] = c.Policy.Expression(batch.DecideJob).Evaluate([]float64{float64(j.Nodes), j.Volume, j.MinPerformance,
			j.MaxPrice, j.MaxPrice * (j.Volume / j.MinPerformance) * float64(j.Nodes), j.Priority,
			float64(j.Arrives()), float64(k), float64(places[j] + 1)}, nil)
	}
	sorting.Stable(waiting, func(a, b *batch.Job) int { return verify.CompareScores(score[a], score[b]) })
	return waiting
}

// checkEnd checks that the solution has nothing beyond its cycles.
func (c *Check) checkEnd(s *batch.Solution, waiting []*batch.Job) {
	if c.alternatives < len(s.Alternatives) {
		c.Violation("solution.alternatives", "has %d entries; the cycles have %d jobs waiting in all",
			len(s.Alternatives), c.alternatives)
	}
	if c.choices < len(s.Chosen) {
		c.Violation("solution.chosen", "has %d entries; %d jobs have windows to choose from", len(s.Chosen), c.choices)
	}
	if len(s.Cycles) != c.Problem.Rounds() {
		c.Violation("solution.cycles", "has %d entries for %d cycles", len(s.Cycles), c.Problem.Rounds())
	}
	c.names("solution.postponed", s.Postponed, waiting)
}

// names checks a list of jobs by name.
func (c *Check) names(path string, stated []string, is []*batch.Job) {
	if !slices.EqualFunc(stated, is, func(name string, j *batch.Job) bool { return name == j.ID }) {
		c.Violation(path, "does not name the jobs without a window in the order in which they wait; there are %d",
			len(is))
	}
}

// metrics returns the metrics over all cycles, for the number of jobs with a chosen window. The
// minimised sum has a bound from below. Without such a job it records a violation and returns nil.
func (c *Check) metrics(chosen int) []verify.Metric {
	if chosen == 0 {
		c.Violation("feasible", "is true although no job is given a window")
		return nil
	}
	n := float64(chosen)
	time, cost := verify.Metric{Name: "totalTime", Value: c.total.Time},
		verify.Metric{Name: "totalCost", Value: c.total.Cost}
	if c.limitsTime() {
		cost.Bound = verify.LowerBound
	} else {
		time.Bound = verify.LowerBound
	}
	return []verify.Metric{{Name: "alternativesPerJob", Value: float64(c.windows) / float64(c.offers)}, time, cost,
		{Name: "meanTime", Value: c.total.Time / n}, {Name: "meanCost", Value: c.total.Cost / n},
		{Name: "timeLimit", Value: c.limits.Time}, {Name: "budget", Value: c.limits.Cost}}
}

// limitsTime reports whether the time is limited and the cost is minimised.
func (c *Check) limitsTime() bool {
	objective, _ := c.Options.Aim(c.Problem)
	return objective == batch.LeastCost
}

// limit returns the user's limit, or nil if there is none for the objective.
func (c *Check) limit() *float64 {
	if _, own := c.Options.Aim(c.Problem); !own {
		return nil
	}
	return c.Problem.Limit
}

// Proves reports whether a bound of the objective is proved: the sum of the bounds of every
// cycle, for its windows and its limit. If the choice of a cycle is known to be the best, its
// bound is the sum of the choice, otherwise that by the price of the cycle.
func (c *Check) Proves(b *scenario.Bound, m *verify.Metric) bool {
	cert := b.Certificate
	if cert == nil || cert.Argument != batch.ByPrices || len(cert.Multipliers) != len(c.rounds) {
		return false
	}
	shown := 0.0
	for k, price := range cert.Multipliers {
		r := c.rounds[k]
		switch {
		case !(price >= 0) || math.IsInf(price, 1):
			return false
		case r == nil: // nothing was chosen
		case r.proved:
			shown += r.Sums.Minimised
		default:
			shown += priceBound(r.classes, price, r.bound)
		}
	}
	return b.Value <= shown || verify.ApproxEqualSum(b.Value, shown, m.MaxTerm)
}
