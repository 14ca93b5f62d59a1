package conform

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
)

// predictions are what EASY++ believes of run times.
type predictions struct {
	once  bool
	begun []int                // jobs in the order of their starts
	ended []int                // since the last pass
	runs  map[string][]float64 // by user: run times in the order of the ends
}

// plusPlus simulates EASY++.
func (c *checker) plusPlus() *simulator {
	q := &queues{stream: newStream(c.newSimulator()), backfill: farm.BackfillEASY, depth: 1}
	q.predictions = &predictions{once: c.Options.Predict == farm.PredictOnce, runs: map[string][]float64{}}
	q.scores = &scores{stream: q.stream, first: make([]float64, len(q.jobs)), others: make([]float64, len(q.jobs))}
	q.stream.decide = q.decide
	q.run()
	return q.simulator
}

// predict predicts all jobs of the queue, or those that have joined it if each is predicted
// once. The least predictions are tried first.
func (q *queues) predict() {
	p := q.predictions
	for _, j := range p.begun { // so jobs that end in one moment are in the order of their starts
		if slices.Contains(p.ended, j) {
			user := q.jobs[j].User
			p.runs[user] = append(p.runs[user], q.jobs[j].work)
		}
	}
	p.begun = slices.DeleteFunc(p.begun, func(j int) bool { return slices.Contains(p.ended, j) })
	p.ended = nil
	jobs := q.queue
	if p.once {
		jobs = q.joined
	}
	for _, j := range jobs {
		x := &q.jobs[j]
		x.left = x.Estimated()
		if runs := p.runs[x.User]; x.User != "" && len(runs) > 1 {
			last := runs[len(runs)-2:]
			x.left = min(x.left, max(1, math.Floor((last[0]+last[1])/2)))
		}
		q.scores.others[j] = x.left
	}
	q.joined = nil
}
