package conform

import (
	"math"

	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
)

// maxScore is the greatest score that is distinguished from greater ones.
const maxScore = 1e200

// scores returns the scores of all windows of a cycle by the policy's formula, job by job, each
// minus the least of its job. Scores that are NaN or too great count as one above, and scores
// that are too small as one below all others.
func (c *check) scores(y *kernel.Cycle) [][]float64 {
	list, least, most := make([][]float64, len(y.Offers)), math.Inf(1), math.Inf(-1)
	for i, o := range y.Offers {
		for w, x := range o.Points {
			j, listed := o.Job, &o.Alternatives.Windows[w]
			score := c.Policy.Expression(batch.DecideWindow).Evaluate(
				[]float64{listed.Start, listed.End, x.Time, x.Cost,
					float64(j.Nodes), j.Volume, j.MaxPrice, j.Priority, float64(w + 1), float64(len(o.Points)),
					float64(o.Position + 1), float64(y.Number), float64(y.Number-1) * c.Problem.Period}, nil)
			list[i] = append(list[i], score)
			if math.Abs(score) <= maxScore {
				least, most = min(least, score), max(most, score)
			}
		}
	}
	if least > most {
		least, most = 0, 0
	}
	apart := most - least + 1
	for _, scores := range list {
		lowest := math.Inf(1)
		for w, x := range scores {
			if x < -maxScore {
				scores[w] = least - apart
			} else if !(x <= maxScore) {
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
func (c *check) prefers(y *kernel.Cycle) {
	scores, made, classes := c.scores(y), 0.0, make([][]kernel.Mark, len(y.Offers))
	for i, o := range y.Offers {
		made += scores[i][y.Picks[i]]
		for w, x := range o.Points {
			m := kernel.Mark{Limited: x.Cost, Minimised: scores[i][w]}
			if y.ByTime {
				m.Limited = x.Time
			}
			classes[i] = append(classes[i], m)
		}
		classes[i] = kernel.UndominatedMarks(classes[i])
	}
	found := c.FindBetter(classes, kernel.CriticalPrice(classes, y.Limit), y.Limit,
		kernel.Mark{Limited: math.Inf(-1), Minimised: made})
	switch {
	case !found.Whole:
		c.Unchecked = true
	case found.Better && found.Easy:
		c.Violation("solution.chosen", "of cycle %d has scores %v above those of another combination within the limit",
			y.Number, made-found.Mark.Minimised)
	}
}
