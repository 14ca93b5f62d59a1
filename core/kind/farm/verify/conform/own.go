package conform

import (
	"math"

	"gridbox/core/formula"
	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/verify"
)

// scores order the queue by the formulas of a policy. They are computed from the same numbers in
// the same order of operations as in the solver, so that they are bitwise equal and ties are
// broken equally.
type scores struct {
	*stream
	job, backfill, machine      *formula.Expression // nil if the policy has none
	queueScores, backfillScores []float64           // of each job, in the queue and for backfilling
	waiting, slots              float64             // number of jobs in the queue, and of idle slots
	shared                      *shared             // multifactor's; nil for other algorithms
}

// follow orders the queue by a policy's formulas. It reports false if that is not reproducible:
// if all reservations are made again and a formula chooses machines, the time of its evaluation
// for a job that starts later is unknown.
func (q *queues) follow(formulas *policy.Formulas) bool {
	s := &scores{stream: q.stream, job: formulas.Expression(farm.DecideJob),
		backfill: formulas.Expression(farm.DecideBackfill),
		machine:  formulas.Expression(farm.DecideMachine), queueScores: make([]float64, len(q.jobs))}
	if s.backfill != nil {
		s.backfillScores = make([]float64, len(q.jobs))
	}
	q.scores = s
	return q.backfill != farm.BackfillConservative || s.machine == nil
}

// variables returns the numbers of a job that formulas read, in the order of their names.
func (s *scores) variables(j int) []float64 {
	x, due := &s.jobs[j], math.Inf(1)
	if x.Deadline != nil {
		due = *x.Deadline
	}
	r := x.EstimatedRunTime()
	return []float64{r, float64(x.Slots), x.Submitted, x.Memory, x.Priority, due,
		float64(x.counts[len(x.counts)-1]), float64(j + 1), s.now - x.Submitted, s.now, due - s.now - r, s.waiting,
		s.slots}
}

// rank computes the scores of the jobs in the queue.
func (s *scores) rank() {
	s.waiting, s.slots = float64(len(s.queue)), float64(s.idle)
	if s.shared != nil {
		s.shared.rank(s.stream, s.queueScores)
		return
	}
	for _, j := range s.queue {
		if s.job != nil {
			s.queueScores[j] = s.job.Evaluate(s.variables(j), nil)
		}
		if s.backfill != nil {
			s.backfillScores[j] = s.backfill.Evaluate(s.variables(j), nil)
		}
	}
}

// rate returns the candidates that start first, with scores as costs.
func (s *scores) rate(j int, list []candidate) []candidate {
	first := math.Inf(1)
	for _, x := range list {
		first = min(first, x.start)
	}
	var rated []candidate
	for _, x := range list {
		if x.start > first {
			continue
		}
		m := &s.machines[x.machine]
		x.cost = s.machine.Evaluate(append(s.variables(j), s.speed(j, x.machine), float64(m.Slots), m.Memory, x.load,
			m.demand, x.start, x.start+s.runTime(j, x.machine), float64(x.machine+1)), nil)
		if math.IsNaN(x.cost) {
			x.cost = math.Inf(1)
		}
		rated = append(rated, x)
	}
	return rated
}

// compare orders jobs by score, then by submission.
func (s *stream) compare(a, b int, score []float64) int {
	if score != nil {
		if by := verify.CompareScores(score[a], score[b]); by != 0 {
			return by
		}
	}
	return s.compareBySubmission(a, b)
}
