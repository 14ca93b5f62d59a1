package conform

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
)

// predictions are the run times predicted by EASY++.
type predictions struct {
	method      farm.Predict
	startedJobs []int                // jobs in the order of their starts
	endedJobs   []int                // since the last pass
	runs        map[string][]float64 // by user: run times in the order of the ends
	parts       map[string]float64   // by user: sum of run time / estimate
}

// plusPlus simulates EASY++.
func (c *checker) plusPlus() *simulator {
	q := &queues{stream: newStream(c.newSimulator()), backfill: farm.BackfillEASY, depth: 1}
	q.predictions = &predictions{method: c.Options.Predict, runs: map[string][]float64{}, parts: map[string]float64{}}
	q.scores = &scores{stream: q.stream, queueScores: make([]float64, len(q.jobs)),
		backfillScores: make([]float64, len(q.jobs))}
	q.stream.decide = q.decide
	q.run()
	return q.simulator
}

// predict predicts all jobs of the queue, or the new ones if each is predicted once. The least
// predictions are tried first.
func (q *queues) predict() {
	p := q.predictions
	for _, j := range p.startedJobs { // jobs that end at the same time are in the order of their starts
		if slices.Contains(p.endedJobs, j) {
			user := q.jobs[j].User
			p.runs[user] = append(p.runs[user], q.jobs[j].work)
			p.parts[user] += q.jobs[j].work / q.jobs[j].EstimatedRunTime()
		}
	}
	p.startedJobs = slices.DeleteFunc(p.startedJobs, func(j int) bool { return slices.Contains(p.endedJobs, j) })
	p.endedJobs = nil
	jobs := q.queue
	if p.method == farm.PredictOnce {
		jobs = q.newJobs
	}
	for _, j := range jobs {
		x := &q.jobs[j]
		x.remaining = x.EstimatedRunTime()
		runs := p.runs[x.User]
		switch {
		case x.User == "" || len(runs) == 0:
		case p.method == farm.PredictShare:
			mean := p.parts[x.User] / float64(len(runs))
			x.remaining = min(x.remaining, max(1, math.Floor(float64(mean*x.remaining))))
		case len(runs) > 1:
			last := runs[len(runs)-2:]
			x.remaining = min(x.remaining, max(1, math.Floor((last[0]+last[1])/2)))
		}
		q.scores.backfillScores[j] = x.remaining
	}
	q.newJobs = nil
}
