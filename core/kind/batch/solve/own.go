package solve

import (
	"context"
	"math"

	"gridbox/core/formula"
	"gridbox/core/kind/batch"
	"gridbox/core/policy"
	"gridbox/core/sorting"
)

// AlgorithmOwn finds windows by AMP, or by ALP with the option Search, and
// chooses by a policy's formulas. The waiting jobs are ordered by their scores.
// Of the combinations that keep the limit of a cycle, which is that of AMP, the
// one with the lowest sum of scores is chosen. So "time" and "cost" are the
// objectives of the scenarios. NaN is worse than any score. Equal jobs keep
// their order; of equal combinations the one with the lower limited sum is
// chosen.
//
// A program finds the windows itself instead; see Decide.
const AlgorithmOwn Algorithm = policy.AlgorithmOwn

// searchOption returns the search for windows that the options select.
func searchOption(o *Options) Algorithm {
	if o.Search == batch.SearchALP {
		return ALP
	}
	return AMP
}

// rules are the formulas of a run.
type rules struct {
	window, job *formula.Expression // nil if the policy has none
	row         []float64
}

func newRules(f *policy.Formulas) *rules {
	return &rules{window: f.Expression(batch.DecideWindow), job: f.Expression(batch.DecideJob)}
}

// arrange sorts the waiting jobs in place into the order of a cycle: by descending priority, then
// by arrival, then by the document. If a policy has a formula for jobs, ascending scores come
// before that order, NaN last.
func (r *run) arrange(jobs []*batch.Job) {
	queue(jobs)
	if r.rules == nil || r.rules.job == nil {
		return
	}
	place := make(map[*batch.Job]int, len(r.p.Jobs))
	for i := range r.p.Jobs {
		place[&r.p.Jobs[i]] = i + 1
	}
	score := make(map[*batch.Job]float64, len(jobs))
	for _, j := range jobs {
		r.rules.row = append(r.rules.row[:0], float64(j.Nodes), j.Volume, j.MinPerformance, j.MaxPrice, j.Budget(),
			j.Priority, float64(j.Arrives()), float64(r.number), float64(place[j]))
		score[j] = r.score(r.rules.job)
	}
	sorting.Stable(jobs, func(a, b *batch.Job) int {
		switch x, y := score[a], score[b]; {
		case x < y || x == x && y != y:
			return -1
		case x > y || x != x && y == y:
			return 1
		}
		return 0
	})
}

// score returns the score of the current row.
func (r *run) score(e *formula.Expression) float64 {
	score := e.Evaluate(r.rules.row, nil)
	switch {
	case score != score:
		r.stats.Unscored++
	case math.IsInf(score, 0):
		r.stats.Infinite++
	}
	return score
}

// maxScore is the limit of distinguishable scores.
const maxScore = 1e200

// worths returns the scores of all windows of a cycle, by offer.
func (r *run) worths(offers []offer) [][]float64 {
	list := make([][]float64, len(offers))
	least, most := math.Inf(1), math.Inf(-1)
	for i := range offers {
		o := &offers[i]
		list[i] = make([]float64, len(o.windows))
		for k := range o.windows {
			w := &o.windows[k]
			r.rules.row = append(r.rules.row[:0], w.start, w.start+w.maxDuration, w.time(o.measure), w.cost,
				float64(o.nodes), o.volume, o.price, o.job.Priority, float64(k+1), float64(len(o.windows)),
				float64(i+1), float64(r.number), r.now)
			x := r.score(r.rules.window)
			if list[i][k] = x; math.Abs(x) <= maxScore {
				least, most = min(least, x), max(most, x)
			}
		}
	}
	if least > most { // none is finite
		least, most = 0, 0
	}
	apart := most - least + 1
	for _, scores := range list {
		for k, x := range scores {
			switch {
			case x < -maxScore:
				scores[k] = least - apart
			case !(x <= maxScore):
				scores[k] = most + apart
			}
		}
	}
	return list
}

// prefer chooses by scores in place of the objective, within the same limit.
// The bound of the objective is then that of its relaxation.
func (r *run) prefer(ctx context.Context, offers []offer, d *decision, byTime bool, held float64) error {
	c := &r.chooser
	c.suffixes(d.classes)
	limit := held
	if d.income != nil && !byTime {
		limit = d.income.UpperBound
	}
	d.exact, d.bound = false, min(d.bound, c.relaxation(limit))
	scores := r.worths(offers)
	d.pickClasses = make([]class, 0, len(offers))
	for i := range offers {
		if o := &offers[i]; len(o.windows) > 0 {
			d.pickClasses = append(d.pickClasses, o.reduceByScore(scores[i], aim{byTime: byTime}))
		}
	}
	best, err := c.choose(ctx, d.pickClasses, held)
	d.picks = append([]int32(nil), best.picks...)
	return err
}

// reduceByScore does the same as reduce with scores in place of the objective.
func (o *offer) reduceByScore(scores []float64, a aim) class {
	all := make(class, len(scores))
	for k, g := range scores {
		z, _ := a.amounts(o.exact(k))
		all[k] = item{z: z.hi, zrest: z.lo, g: g, index: int32(k)}
	}
	sorting.Stable(all, func(x, y item) int {
		apart := x.limitedAmount().compare(y.limitedAmount())
		if apart == 0 {
			apart = x.g - y.g
		}
		switch {
		case apart < 0:
			return -1
		case apart > 0:
			return 1
		}
		return 0
	})
	kept := all[:0]
	for _, x := range all {
		if n := len(kept); n == 0 || x.g < kept[n-1].g {
			kept = append(kept, x)
		}
	}
	return kept
}
