package solve

import (
	"context"
	"math"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// AlgorithmEASYPlusPlus is EASY-SJBF with predictions in place of estimates (Tsafrir, Etsion,
// Feitelson 2007). A job is predicted to run for the mean of the run times of the two jobs
// of its user that ended last, rounded down to whole seconds, at least one second and at
// most its estimate; for its estimate as long as two have not ended, or where it names no
// user. Jobs that end in one moment count as ended in the order in which they started. All
// jobs that wait are predicted anew at every pass, or once with Options.Predict at
// farm.PredictOnce. With farm.PredictShare it is alpha EASY of pyss: a job is predicted to
// run for its estimate x the mean of run time / estimate over all jobs of its user that have
// ended, rounded and limited in the same way. A job that outruns its prediction is from then
// on believed to run for its estimate, and no pass of the scheduler follows; one that outruns
// its estimate has it multiplied by the policy's Overrun, as everywhere.
//
// Complexity: that of EASY, and O(log n) for each job that waits of a user of whom one has
// ended, and O(q log q) at an event for the q jobs that the sieve lets through.
const AlgorithmEASYPlusPlus Algorithm = "easy-plus-plus"

// A predictor believes that a job runs as long as those of its user that ended last. The
// scheduler's beliefs are run.left, of which it changes those of jobs that wait.
type predictor struct {
	once    bool
	share   bool
	user    []int32 // of each job, -1 where it names none
	last    [][2]float64
	seen    []int     // by user: how many have ended
	shares  []float64 // by user: the sum of run time / estimate of those
	waiting [][]int32 // by user: jobs that wait, and some that have left
	begun   []int32   // by job: how many had started before it
	count   int32
	ended   []int32 // jobs that have ended since the last pass
	news    []int32 // users of those
}

func newPredictor(in *instance, how farm.Predict) *predictor {
	n := len(in.jobs)
	p := &predictor{once: how == farm.PredictOnce, share: how == farm.PredictShare,
		user: make([]int32, n), begun: make([]int32, n)}
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
	p.last, p.seen, p.waiting = make([][2]float64, len(known)), make([]int, len(known)), make([][]int32, len(known))
	p.shares = make([]float64, len(known))
	return p
}

// starts hears that a job starts, and ends that it has ended. Nobody may be there to hear.
func (p *predictor) starts(j int32) {
	if p != nil {
		p.begun[j] = p.count
		p.count++
	}
}

func (p *predictor) ends(j int32) {
	if p != nil && p.user[j] >= 0 {
		p.ended = append(p.ended, j)
	}
}

// learn takes what has ended since the last pass into account. It returns the users whose
// jobs are predicted otherwise.
func (p *predictor) learn(r *run) []int32 {
	sorting.By(p.ended, func(a, b int32) int { return int(p.begun[a] - p.begun[b]) })
	p.news = p.news[:0]
	for _, j := range p.ended {
		u := p.user[j]
		p.last[u] = [2]float64{p.last[u][1], r.truth[j]}
		p.shares[u] += r.truth[j] / r.in.p.Jobs[j].Estimated()
		if p.seen[u]++; p.seen[u] > 1 || p.share {
			p.news = append(p.news, u)
		}
	}
	p.ended = p.ended[:0]
	return p.news
}

// of returns the prediction of a job.
func (p *predictor) of(r *run, j int32) float64 {
	u, estimate := p.user[j], r.in.p.Jobs[j].Estimated()
	switch {
	case u < 0 || p.seen[u] == 0 || p.seen[u] == 1 && !p.share:
		return estimate
	case p.share:
		return min(estimate, max(1, math.Floor(p.shares[u]/float64(p.seen[u])*estimate)))
	}
	return min(estimate, max(1, math.Floor((p.last[u][0]+p.last[u][1])/2)))
}

// plusPlus schedules by EASY++.
func (r *run) plusPlus(ctx context.Context) error {
	r.predictor = newPredictor(r.in, r.o.Predict)
	a := newAsked(r.own, true)
	a.sorted = false
	return r.stream(ctx, a)
}

// newPredicted makes the scores of a queue by submission of which the least predictions are
// tried first.
func newPredicted(r *run) *scores {
	s := &scores{in: r.in, turn: r.in.turns(), lost: make([]bool, len(r.in.jobs)),
		infinite: make([]bool, len(r.in.jobs))}
	s.job, s.backfill = s.submission(), &ordering{list: r.left, turn: s.turn}
	return s
}

// predict predicts the jobs that wait, those that have just come among them.
func (a *asked) predict(s *stream) {
	p := s.predictor
	news := p.learn(s.run)
	for _, j := range s.fresh {
		a.believe(s, j)
		if u := p.user[j]; u >= 0 && !p.once {
			p.waiting[u] = append(p.waiting[u], j)
		}
	}
	for _, u := range news {
		still := p.waiting[u][:0]
		for _, j := range p.waiting[u] {
			if s.waiting[j] {
				still = append(still, j)
				a.believe(s, j)
			}
		}
		p.waiting[u] = still
	}
}

// believe predicts one job.
func (a *asked) believe(s *stream, j int32) {
	is := s.predictor.of(s.run, j)
	if s.on && s.wanted(j) {
		s.o.Log.Add(trace.Event{Kind: "predict", Refs: []trace.Ref{jobRef(s.run, "job", j)},
			Values: []trace.Value{{Name: "at", Num: s.now}, {Name: "runs", Num: is},
				{Name: "estimate", Num: s.in.p.Jobs[j].Estimated()}}})
	}
	if s.left[j] == is {
		return
	}
	s.left[j] = is
	if a.sieve != nil && a.sieve.jobs[a.sieve.rank[j]] >= 0 {
		a.sieve.join(j)
	}
}

// corrected puts the end of a part that outruns its prediction to what the estimate says,
// and reports whether that lies ahead.
func (s *stream) corrected(h *hold, i int32) bool {
	if s.predictor == nil {
		return false
	}
	end := h.start + s.in.p.Jobs[h.job].Estimated()/s.in.speed(h.job, h.machines[i])
	h.finish[i] = max(h.finish[i], end)
	return h.finish[i] > s.now
}
