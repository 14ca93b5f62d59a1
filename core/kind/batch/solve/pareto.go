package solve

import "gridbox/core/kind/batch"

// AlgorithmPareto answers with the Pareto front of each cycle (front.go), each
// point with its combination, and chooses one of the points that keep the limit
// of the cycle, by the option Pick. If there are too many points, the front is
// only its lower left hull, and the choice is one of its points.
const AlgorithmPareto Algorithm = batch.Pareto

// pickPoint chooses a point of the front in place of the best by the objective. The bound of the objective
// is then that of its relaxation.
func (r *run) pickPoint(d *decision, byTime bool, held float64) {
	c := &r.chooser
	c.suffixes(d.classes)
	limit := held
	if d.income != nil && !byTime {
		limit = d.income.UpperBound
	}
	d.exact, d.bound = false, min(d.bound, c.relaxation(limit))
	d.front, d.hull = c.front(limitByTime(d.classes, byTime), true)
	var kept []batch.Point
	for _, p := range d.front {
		if byTime && keepsLimit(p.Time, held) || !byTime && keepsLimit(p.Cost, held) {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return // the hull has no point within the limit; the best by the objective stays
	}
	p := kept[pickIndex(kept, r.options.Pick)]
	d.pickClasses, d.picks = make([]class, len(p.Windows)), make([]int32, len(p.Windows))
	for i, w := range p.Windows {
		d.pickClasses[i] = class{{index: int32(w)}}
	}
}

// pickIndex returns the index of the chosen point: the first, the last, or the first with the least
// sum of time and cost as shares of their ranges. Points must be a front ordered by time, and not
// empty.
func pickIndex(points []batch.Point, by batch.Pick) int {
	last := len(points) - 1
	switch by {
	case batch.PickTime:
		return 0
	case batch.PickCost:
		return last
	}
	first, end, best, least := &points[0], &points[last], 0, 2.0
	for i := range points {
		sum := 0.0
		if end.Time > first.Time {
			sum += (points[i].Time - first.Time) / (end.Time - first.Time)
		}
		if first.Cost > end.Cost {
			sum += (points[i].Cost - end.Cost) / (first.Cost - end.Cost)
		}
		if sum < least {
			best, least = i, sum
		}
	}
	return best
}
