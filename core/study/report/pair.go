package report

import (
	"math"

	"gridbox/core/rng"
	"gridbox/core/study"
)

// Verdicts on a comparison.
const (
	Different = "different" // significant
	Equal     = "equal"     // the mean difference is within the margin
	Undecided = "undecided"
)

// A comparison is two columns of the same replications. If both are fixed, the
// same in every replication, it is one measurement.
type comparison struct {
	a, b        *study.Column
	less, fixed bool
}

// pair compares two columns by replication.
func (w *writer) pair(c *comparison, draw *rng.Stream) Pair {
	p, both := Pair{}, c.count()
	p.Count, p.OnlyA, p.OnlyB = len(both.differences), both.onlyA, both.onlyB
	if !c.fixed {
		p.Wins, p.Ties, p.Losses = pointerTo(both.wins), pointerTo(both.ties), pointerTo(both.losses)
	}
	if p.Count == 0 {
		return p
	}
	s := NewSample(both.differences)
	p.MeanDifference = pointerTo(s.Mean)
	if c.fixed {
		p.NoInterval = OneInstance
		return p
	}
	e := w.estimate(s, draw)
	p.CI95, p.Interval, p.NoInterval = e.ci95, e.interval, e.reason
	if p.Count < 2 {
		return p
	}
	p.SD, p.Verdict = pointerTo(s.SD), Undecided
	if w.margin > 0 {
		margin := float64(w.margin * min(math.Abs(both.a/float64(p.Count)), math.Abs(both.b/float64(p.Count))))
		p.Margin = &margin
		if w.inside(s, &e, margin) {
			p.Verdict = Equal
		}
	}
	switch {
	case s.Normal():
		value := twoSidedP(s.Mean/s.error(), p.Count-1)
		p.P, p.Test = &value, Student
	case !w.live:
		value := signFlip(both.differences, draw)
		p.P, p.Test = &value, SignFlip
	}
	return p
}

// inside reports whether the mean is certain to be within the margin: whether
// an interval of it is, at a level corrected for all comparisons of the study
// (Bonferroni's correction of two one-sided tests: Schuirmann, 1987). A sample
// without spread is never certain.
func (w *writer) inside(s *Sample, e *estimate, margin float64) bool {
	level, low, high := 1-(1-w.level)/float64(w.family), 0.0, 0.0
	switch {
	case e.interval == nil:
		return false
	case e.bootstrapMeans == nil:
		low, high = s.Student(level)
	default:
		ok := false
		if low, high, ok = s.bounds(e.bootstrapMeans, level); !ok {
			return false
		}
	}
	return -margin < low && high < margin
}

// A pairCounts has the differences and counts of two columns.
type pairCounts struct {
	differences        []float64 // a - b for replications with both values
	a, b               float64   // sums over these
	wins, ties, losses int
	onlyA, onlyB       int
}

// count returns the wins, losses, ties and differences of the replications
// that both runs have, and how many only one has. A tie has the difference 0.
func (c *comparison) count() pairCounts {
	a, b, n := c.a, c.b, pairCounts{differences: make([]float64, 0, min(len(c.a.Values), len(c.b.Values)))}
	for i, k := 0, 0; i < len(a.Values) || k < len(b.Values); {
		switch {
		case k == len(b.Values) || i < len(a.Values) && a.Replications[i] < b.Replications[k]:
			n.onlyA++
			i++
			continue
		case i == len(a.Values) || b.Replications[k] < a.Replications[i]:
			n.onlyB++
			k++
			continue
		}
		x, y := a.Values[i], b.Values[k]
		n.a, n.b = n.a+x, n.b+y
		switch {
		case approxEqual(x, y):
			n.ties++
			y = x
		case x < y == c.less:
			n.wins++
		default:
			n.losses++
		}
		n.differences = append(n.differences, x-y)
		i, k = i+1, k+1
	}
	return n
}
