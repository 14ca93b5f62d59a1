package verify

import (
	"cmp"
	"math"
	"strconv"

	"gridbox/core/kind/batch"
	"gridbox/core/policy"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// An answer by the formulas of a policy is held to them: the jobs stand in the
// order of their scores, the windows are those of AMP or ALP, as the option says,
// and no combination of them within the limit has a lower sum of scores. What a program
// decides cannot be asked again; its windows lie in free time, do not overlap and
// keep AMP's budget, and the combination of them is the one that AMP would choose.

// The rules by which windows are found.
const (
	byAMP     = "amp"
	byALP     = "alp"
	byProgram = "" // and of an algorithm whose rule is not known here
)

// finds is the rule by which an answer's windows are found.
func (c *batchCheck) finds() string {
	switch a := c.Answer.Algorithm; {
	case a == byALP || a == byAMP:
		return a
	case a == policy.Own && c.policy != nil:
		return cmp.Or(c.options.Search, byAMP)
	}
	return byProgram
}

// arrange puts jobs, which stand as without a policy, in the order of its scores.
func (c *batchCheck) arrange(waiting []*batch.Job, k int) {
	if c.policy == nil || c.policy.Of(batch.DecideJob) == nil {
		return
	}
	score := make(map[*batch.Job]float64, len(c.p.Jobs))
	for i := range c.p.Jobs {
		j := &c.p.Jobs[i]
		score[j] = c.policy.Of(batch.DecideJob).Evaluate([]float64{float64(j.Nodes), j.Volume, j.MinPerformance,
			j.MaxPrice, j.MaxPrice * (j.Volume / j.MinPerformance) * float64(j.Nodes), j.Priority,
			float64(j.Arrives()), float64(k), float64(i + 1)}, nil)
	}
	sorting.Stable(waiting, func(a, b *batch.Job) int { return verify.Ranked(score[a], score[b]) })
}

// mostScore is the greatest score that is told from others.
const mostScore = 1e200

// preferences are the scores of all windows of a cycle, job by job, each above the least
// of its job.
func (c *batchCheck) preferences(k int, offers []*asking, of []*batch.Alternatives) [][]float64 {
	list, least, most := make([][]float64, len(offers)), verify.Infinite, -verify.Infinite
	for i, o := range offers {
		for w, x := range o.points {
			j, start := o.job, of[i].Windows[w].Start
			score := c.policy.Of(batch.DecideWindow).Evaluate([]float64{start, of[i].Windows[w].End, x.time.is,
				x.cost.is, float64(j.Nodes), j.Volume, j.MaxPrice, j.Priority, float64(w + 1), float64(len(o.points)),
				float64(o.place + 1), float64(k), float64(k-1) * c.p.Period}, nil)
			list[i] = append(list[i], score)
			if math.Abs(score) <= mostScore {
				least, most = min(least, score), max(most, score)
			}
		}
	}
	if least > most {
		least, most = 0, 0
	}
	apart := most - least + 1
	for _, scores := range list {
		lowest := verify.Infinite
		for w, x := range scores {
			if x < -mostScore {
				scores[w] = least - apart
			} else if !(x <= mostScore) {
				scores[w] = most + apart
			}
			lowest = min(lowest, scores[w])
		}
		for w := range scores {
			scores[w] -= lowest
		}
	}
	return list
}

// prefers checks that no combination within the limit has a lower sum of scores.
func (c *batchCheck) prefers(k int, offers []*asking, of []*batch.Alternatives, picks []int,
	limit float64, byTime bool) {
	scores, made, marks := c.preferences(k, offers, of), 0.0, make([][]mark, len(offers))
	for i, o := range offers {
		made += scores[i][picks[i]]
		for w, x := range o.points {
			m := mark{limited: x.cost, least: exact{is: scores[i][w]}}
			if byTime {
				m.limited = x.time
			}
			marks[i] = append(marks[i], m)
		}
		marks[i] = undominated(marks[i])
	}
	f := fold{classes: marks, limit: limit, most: made, tries: &c.tries, states: mostKept}
	f.price = fairPrice(marks, limit)
	left := c.tries
	found, whole := f.better(exact{is: made})
	switch {
	case !whole:
		c.unseen = true
	case found.better && left-c.tries < easyTries:
		c.Violation("solution.chosen", "of cycle "+strconv.Itoa(k)+" has scores "+verify.Number(made-found.least)+
			" above those of another combination within the limit")
	}
}
