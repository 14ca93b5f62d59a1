// Package conform checks that an answer to a farm problem is the schedule of the algorithm that
// it names, with its options. It simulates the algorithm step by step, with plain data structures
// of its own, and compares the schedules. Large problems are checked for validity only.
package conform

import (
	"cmp"
	"math"
	"strconv"

	"gridbox/core/kind/farm"
	farmverify "gridbox/core/kind/farm/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Limits of a simulation. If one is exceeded, the answer is only checked for validity. A thousand
// jobs on 20 machines, all submitted at the same time, stay within them.
const (
	maxJobs = 5000
	// maxInspections is the greatest number of machines inspected for jobs, plus jobs sorted.
	maxInspections = 20_000_000
	// maxSearch limits the repeated tries of two-stage: each counts as the square of the number
	// of jobs plus the number of pairs of jobs and machines. Further tries can only lower the
	// cost.
	maxSearch = 4_000_000
)

// Answer checks an answer to a valid, explicit farm problem by package verify and, if it is
// valid, by the rule of its algorithm. The answer of a policy is checked by its formulas, which
// are nil for other answers.
func Answer(p *farm.Problem, formulas *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &checker{Check: farmverify.Answer(p, a), formulas: formulas, suitable: map[[2]int][]int{}}
	check := c.Result()
	if !check.OK || !a.Feasible && check.Scope == scenario.ScopeOptimal {
		return check
	}
	if len(p.Jobs) <= maxJobs {
		c.unit, c.machineOrder = c.loadUnit(), c.machinesByKind()
		if s := c.simulate(); s != nil && !s.isExhausted() {
			c.compareSchedules(s)
		}
	}
	return c.Result()
}

// A checker checks one answer by the rule of its algorithm.
type checker struct {
	*farmverify.Check
	formulas     *policy.Formulas // of an answer by own
	unit         float64          // unit of loads
	machineOrder []int            // machines grouped by kind
	suitable     map[[2]int][]int // machines by job and number of parts
	partial      bool             // the algorithm's search was not repeated completely
}

// simulate returns the simulator after a run of the answer's algorithm. It returns nil if the
// algorithm is unknown and has no formulas, or if its formulas cannot be followed.
func (c *checker) simulate() *simulator {
	switch c.Answer.Algorithm {
	case "fcfs":
		return c.queues(farm.BackfillNone, nil)
	case "easy":
		return c.queues(farm.BackfillEASY, nil)
	case "easy-sjbf":
		return c.queues(farm.BackfillEASY, farm.Formulas(cmp.Or(c.Options.Queue, farm.DefaultQueue),
			cmp.Or(c.Options.BackfillOrder, farm.DefaultOthers)))
	case "lookahead":
		return c.variant(func(q *queues) { q.choose = q.lookahead })
	case "greedy":
		return c.variant(func(q *queues) { q.choose, q.delay = q.greedy, c.Options.Delay })
	case "relaxed":
		return c.variant(func(q *queues) { q.relax, q.latestStarts = farm.RelaxOf(c.Options.Relax), map[int]float64{} })
	case "easy-plus-plus":
		return c.plusPlus()
	case "multifactor":
		return c.multifactor()
	case "conservative":
		return c.queues(farm.BackfillConservative, nil)
	case "two-stage":
		return c.twoStage()
	case "gang":
		return c.gang()
	}
	if c.formulas == nil {
		return nil
	}
	return c.queues(cmp.Or(c.Options.Backfill, farm.BackfillEASY), c.formulas)
}

// variant simulates a variant of EASY, which change sets.
func (c *checker) variant(change func(q *queues)) *simulator {
	q := &queues{stream: newStream(c.newSimulator()), backfill: farm.BackfillEASY, depth: 1}
	q.stream.decide = q.decide
	change(q)
	q.run()
	return q.simulator
}

// queues returns the simulator after a run of an algorithm with one queue, which formulas may
// order. It returns nil if the formulas cannot be followed.
func (c *checker) queues(backfill farm.Backfill, formulas *policy.Formulas) *simulator {
	q := &queues{stream: newStream(c.newSimulator()), backfill: backfill, depth: max(1, c.Options.Reservations)}
	q.stream.decide = q.decide
	if backfill == farm.BackfillConservative {
		q.stream.decide = q.conservative
	}
	if formulas != nil {
		if !q.follow(formulas) {
			return nil
		}
	} else {
		q.keep = c.Options.Compression != farm.Replan
	}
	q.run()
	return q.simulator
}

// twoStage simulates the two-stage algorithm.
func (c *checker) twoStage() *simulator {
	if c.Options.Mode != farm.Published && !c.singlePass() {
		t := c.newTwoStage()
		cycles := &cycles{stream: newStream(t.simulator), stages: t, nextPass: math.Inf(1)}
		cycles.stream.decide = cycles.decide
		cycles.run()
		return t.simulator
	}
	n := len(c.Problem.Jobs)
	tries := min(c.Options.Tries, maxSearch/max(1, n*(n+len(c.Problem.Machines))))
	c.partial = tries < c.Options.Tries
	return c.bestOrder(tries).simulator
}

// compareSchedules compares the answer with the simulated schedule.
func (c *checker) compareSchedules(s *simulator) {
	switch {
	case !c.Answer.Feasible && !s.stuck:
		c.Violation("feasible", "is false although the rule of %s makes a schedule", c.Answer.Algorithm)
	case c.Answer.Feasible && s.stuck:
		c.Violation("feasible", "is true although the rule of %s makes no schedule", c.Answer.Algorithm)
	case c.Answer.Feasible && c.partial:
		if stated, cost := c.Answer.Metrics["cost"], s.cost(); stated > cost && !verify.ApproxEqual(stated, cost) {
			c.Violation("metrics.cost", "is %v; by the first of its tries it is at most %v", stated, cost)
		}
	case c.Answer.Feasible:
		c.compare(s)
	}
}

// compare reports the first decision that differs from the rule, by time.
func (c *checker) compare(s *simulator) {
	first, when := -1, 0.0
	for j := range s.jobs {
		if at, same := c.equal(j, s.jobs[j].pieces); !same && (first < 0 || at < when) {
			first, when = j, at
		}
	}
	if first < 0 {
		return
	}
	x := &s.jobs[first].pieces[0]
	text := "job " + s.jobs[first].ID + " is not what " + c.Answer.Algorithm + " does: by its rule it starts at " +
		verify.Number(x.start) + " on " + s.machines[x.machines[0]].ID
	if len(x.machines) > 1 {
		text += " and " + strconv.Itoa(len(x.machines)-1) + " more"
	}
	if x.preempted {
		text += " until job " + s.jobs[x.preemptedBy].ID + " stops it at " + verify.Number(x.ends[0])
	}
	c.Violation(farmverify.Path(c.Pieces[first][0].Parts[0], "start"), "%s (%s)", text, x.startKind)
}

// equal reports whether a job runs in the given pieces, and if not, the time of the first
// difference.
func (c *checker) equal(j int, pieces []piece) (at float64, same bool) {
	for k := range pieces {
		x := &pieces[k]
		if k >= len(c.Pieces[j]) {
			return x.start, false
		}
		parts := c.Pieces[j][k].Parts
		at = min(x.start, c.Reservations[parts[0]].Start)
		if len(parts) != len(x.machines) {
			return at, false
		}
		for i, place := range parts {
			r := &c.Reservations[place]
			if c.MachineIndex[r.Machine] != x.machines[i] || !farmverify.ApproxEqualTime(r.Start, x.start) ||
				!farmverify.ApproxEqualTime(r.Finish, x.ends[i]) || r.StartKind != x.startKind ||
				(r.Preempted != nil) != x.preempted {
				return at, false
			}
			if stop := r.Preempted; stop != nil && (stop.By != c.Problem.Jobs[x.preemptedBy].ID ||
				!verify.ApproxEqual(stop.Ratio, x.ratio) || stop.Turn != x.turn) {
				return at, false
			}
		}
	}
	return at, len(pieces) == len(c.Pieces[j])
}
