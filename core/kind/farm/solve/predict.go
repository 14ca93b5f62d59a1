package solve

import (
	"context"
	"math"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// AlgorithmEASYPlusPlus is EASY-SJBF with predictions in place of estimates (Tsafrir, Etsion,
// Feitelson 2007). The predicted run time of a job is the mean of the run times of the two jobs
// of its user that ended last, rounded down to whole seconds, at least one second and at most its
// estimate. It is the estimate while fewer than two have ended, or if the job has no user. Jobs
// that end at the same time count as ended in the order of their starts. All waiting jobs are
// predicted again at every pass, or once with farm.PredictOnce.
//
// With farm.PredictShare it is alpha EASY of pyss: the prediction is the estimate times the mean
// of run time / estimate over all ended jobs of the user, rounded and limited in the same way.
//
// A job that exceeds its prediction is then assumed to run for its estimate, without a pass of
// the scheduler. If it exceeds its estimate, that is multiplied by the policy's Overrun, as in
// all algorithms.
//
// Complexity: that of EASY, plus O(log n) for each waiting job of a user with a newly ended job,
// and O(q log q) at an event for the q jobs that the sieve lets through.
const AlgorithmEASYPlusPlus Algorithm = "easy-plus-plus"

// A predictor predicts run times from the jobs of a user that ended last. It sets run.left, the
// assumed remaining times, of waiting jobs.
type predictor struct {
	once       bool
	share      bool
	user       []int32 // of each job, -1 if it has none
	last       [][2]float64
	endedCount []int     // by user: number of ended jobs
	shares     []float64 // by user: sum of run time / estimate of ended jobs
	waiting    [][]int32 // by user: waiting jobs, and some that have left
	startRank  []int32   // by job: number of jobs that started before it
	count      int32
	ended      []int32 // jobs that have ended since the last pass
	news       []int32 // users of those jobs
}

// newPredictor returns the predictor of a run.
func newPredictor(in *instance, how farm.Predict) *predictor {
	n := len(in.jobs)
	p := &predictor{once: how == farm.PredictOnce, share: how == farm.PredictShare,
		user: make([]int32, n), startRank: make([]int32, n)}
	known := map[string]int32{}
	for j := range in.p.Jobs {
		name := in.p.Jobs[j].User
		u, met := known[name]
		switch {
		case name == "":
			u = -1
		case !met:
			u = int32(len(known))
			known[name] = u
		}
		p.user[j] = u
	}
	p.last, p.endedCount, p.waiting = make([][2]float64, len(known)), make([]int, len(known)),
		make([][]int32, len(known))
	p.shares = make([]float64, len(known))
	return p
}

// starts records the start of a job. The receiver may be nil.
func (p *predictor) starts(j int32) {
	if p != nil {
		p.startRank[j] = p.count
		p.count++
	}
}

// ends records the end of a job. The receiver may be nil.
func (p *predictor) ends(j int32) {
	if p != nil && p.user[j] >= 0 {
		p.ended = append(p.ended, j)
	}
}

// update adds the jobs that have ended since the last pass. It returns the users whose predictions
// change.
func (p *predictor) update(r *run) []int32 {
	sorting.Sort(p.ended, func(a, b int32) int { return int(p.startRank[a] - p.startRank[b]) })
	p.news = p.news[:0]
	for _, j := range p.ended {
		u := p.user[j]
		p.last[u] = [2]float64{p.last[u][1], r.truth[j]}
		p.shares[u] += r.truth[j] / r.in.p.Jobs[j].EstimatedRunTime()
		if p.endedCount[u]++; p.endedCount[u] > 1 || p.share {
			p.news = append(p.news, u)
		}
	}
	p.ended = p.ended[:0]
	return p.news
}

// predictedTime returns the predicted run time of a job.
func (p *predictor) predictedTime(r *run, j int32) float64 {
	u, estimate := p.user[j], r.in.p.Jobs[j].EstimatedRunTime()
	switch {
	case u < 0 || p.endedCount[u] == 0 || p.endedCount[u] == 1 && !p.share:
		return estimate
	case p.share:
		return min(estimate, max(1, math.Floor(p.shares[u]/float64(p.endedCount[u])*estimate)))
	}
	return min(estimate, max(1, math.Floor((p.last[u][0]+p.last[u][1])/2)))
}

// plusPlus schedules by EASY++.
func (r *run) plusPlus(ctx context.Context) error {
	r.predictor = newPredictor(r.in, r.o.Predict)
	a := newScoredQueue(r.scores, true)
	a.sorted = false
	return r.stream(ctx, a)
}

// newPredicted returns the scores of a queue by submission with backfilling by ascending
// prediction.
func newPredicted(r *run) *scores {
	s := &scores{in: r.in, tieRank: r.in.turns(), unscored: make([]bool, len(r.in.jobs)),
		infinite: make([]bool, len(r.in.jobs))}
	s.job, s.backfill = s.submission(), &ordering{list: r.remaining, tieRank: s.tieRank}
	return s
}

// predict updates the predictions of new jobs and of users with newly ended jobs.
func (a *scoredQueue) predict(s *stream) {
	p := s.predictor
	news := p.update(s.run)
	for _, j := range s.newJobs {
		a.predictJob(s, j)
		if u := p.user[j]; u >= 0 && !p.once {
			p.waiting[u] = append(p.waiting[u], j)
		}
	}
	for _, u := range news {
		still := p.waiting[u][:0]
		for _, j := range p.waiting[u] {
			if s.waiting[j] {
				still = append(still, j)
				a.predictJob(s, j)
			}
		}
		p.waiting[u] = still
	}
}

// predictJob sets the remaining time of a job to its current prediction, and updates its place in
// the sieve if that changed.
func (a *scoredQueue) predictJob(s *stream, j int32) {
	is := s.predictor.predictedTime(s.run, j)
	if s.on && s.isRecorded(j) {
		s.o.Log.Add(trace.Event{Kind: "predict", Refs: []trace.Ref{jobRef(s.run, "job", j)},
			Values: []trace.Value{{Name: "at", Num: s.now}, {Name: "runs", Num: is},
				{Name: "estimate", Num: s.in.p.Jobs[j].EstimatedRunTime()}}})
	}
	if s.remaining[j] == is {
		return
	}
	s.remaining[j] = is
	if a.jobIndex != nil && a.jobIndex.jobs[a.jobIndex.rank[j]] >= 0 {
		a.jobIndex.add(j)
	}
}

// correctPrediction moves the end of a part that exceeds its prediction to that of its estimate, and
// reports whether it is in the future.
func (s *stream) correctPrediction(h *hold, i int32) bool {
	if s.predictor == nil {
		return false
	}
	end := h.start + s.in.p.Jobs[h.job].EstimatedRunTime()/s.in.speed(h.job, h.machines[i])
	h.finish[i] = max(h.finish[i], end)
	return h.finish[i] > s.now
}
