package conform

import (
	"cmp"
	"math"

	"gridbox/core/fairshare"
	"gridbox/core/kind/farm"
)

// shared are the priorities of multifactor.
type shared struct {
	farm.Multifactor
	user   []int // of each job, -1 if it has none
	ledger *fairshare.Ledger
	tree   *fairshare.Tree
}

// multifactor simulates multifactor.
func (c *checker) multifactor() *simulator {
	q := &queues{stream: newStream(c.newSimulator()), backfill: cmp.Or(c.Options.Backfill, farm.BackfillEASY), depth: 1}
	q.stream.decide = q.decide
	if q.backfill == farm.BackfillConservative {
		q.stream.decide = q.conservative
	}
	entries, user := c.Problem.FairShares()
	usage := make([]float64, len(entries))
	for i, e := range entries {
		usage[i] = e.Usage
	}
	m := c.Options.Multifactor()
	q.scores = &scores{stream: q.stream, queueScores: make([]float64, len(q.jobs)), shared: &shared{m, user,
		fairshare.NewLedger(usage, m.HalfLife), fairshare.NewTree(entries)}}
	q.run()
	return q.simulator
}

// charge changes the slots that the user of a job holds.
func (s *stream) charge(j, slots int) {
	if s.scores != nil && s.scores.shared != nil && s.scores.shared.user[j] >= 0 {
		s.scores.shared.ledger.Hold(s.scores.shared.user[j], float64(slots), s.now)
	}
}

// rank sets the scores of the jobs in the queue, which are negative priorities. The operations are those of the
// solver, so that priorities are bitwise equal.
func (x *shared) rank(s *stream, scores []float64) {
	x.tree.Use(x.ledger.Usage(s.now))
	users := x.tree.FairTree()
	if x.Classic {
		users = x.tree.Classic(x.Dampening)
	}
	all, most := 0.0, 0.0
	for q := range s.machines {
		all += float64(s.machines[q].Slots)
	}
	for j := range s.jobs {
		most = max(most, s.jobs[j].Priority)
	}
	s.inspected += len(s.queue) + len(users) + len(s.jobs)/10
	for _, j := range s.queue {
		job, fair, own := &s.jobs[j], 0.0, 0.0
		age := min(1, (s.now-s.ready(j, math.Inf(-1)))/x.MaxAge)
		if x.user[j] >= 0 {
			fair = users[x.user[j]].Factor
		}
		wide := float64(job.Slots)
		if x.Small {
			wide = all - wide + 1
		}
		if most > 0 && job.Priority > 0 {
			own = job.Priority / most
		}
		scores[j] = -(float64(x.Age*age) + float64(x.Fairshare*fair) + float64(x.Size*(wide/all)) +
			float64(x.Priority*own))
	}
}
