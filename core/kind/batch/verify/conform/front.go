package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/verify"
)

// Limits of fronts, as in the solver. Within a tenth of them an answer may have the whole front
// or only its hull.
const (
	maxFrontKept   = 20_000    // points of a partial front
	maxFrontPoints = 2_000     // points of a front
	maxFrontTries  = 2_000_000 // partial combinations for all fronts of an answer
)

// Front compares the Pareto front of a cycle with that of all combinations. An answer may omit
// it, and has the hull if the front is too large.
func (c *check) Front(path string, y *kernel.Cycle) {
	r := y.Report
	c.combinations(path+".front", y)
	if len(r.Front) == 0 {
		if r.Hull {
			c.Violation(path+".hull", "is true without a front")
		}
		return
	}
	all := kernel.Classes(y.Offers, true, false)
	tries := c.fronts + maxFrontTries/10
	f := kernel.Combinations{Classes: all, Limit: math.Inf(1), MaxMinimised: math.Inf(1), Tries: &tries,
		MaxKept: maxFrontKept * 11 / 10}
	whole := f.Run()
	c.fronts = tries - maxFrontTries/10
	small := whole && len(f.Layer) <= maxFrontPoints*9/10 && c.fronts > 0
	switch {
	case r.Hull && small:
		c.Violation(path+".hull", "is true although the whole front has no more than %d points", len(f.Layer))
	case r.Hull:
		c.hull(path+".front", r.Front, all)
	case !whole:
		c.Violation(path+".hull", "must be true: the front has too many points to be listed")
	default:
		c.points(path+".front", r.Front, f.Layer)
	}
}

// combinations checks the windows of the points of a front. Answers of Pareto must have them, and no others.
func (c *check) combinations(path string, y *kernel.Cycle) {
	listed := c.Answer.Algorithm == batch.Pareto
	if listed && len(y.Report.Front) == 0 {
		c.Violation(path, "is missing")
	}
	for i := range y.Report.Front {
		p, at := &y.Report.Front[i], doc.At(path, i)
		if !listed {
			if p.Windows != nil {
				c.Violation(at+".windows", "is given by an algorithm that chooses no point of a front")
			}
			continue
		}
		total, ok := y.Total(p.Windows)
		switch {
		case !ok:
			c.Violation(at+".windows", "does not name one window of each job that has any")
		case !verify.ApproxEqual(total.Time, p.Time):
			c.Differs(at+".time", p.Time, total.Time)
		case !verify.ApproxEqual(total.Cost, p.Cost):
			c.Differs(at+".cost", p.Cost, total.Cost)
		}
	}
}

// points compares a front with the computed one, whose points are sorted. A point may be missing
// only if it may equal its neighbour by rounding.
func (c *check) points(path string, stated []batch.Point, is []kernel.Mark) {
	at := 0
	for i := range is {
		switch {
		case at < len(stated) && equalPoint(&stated[at], &is[i]):
			at++
		case openPoint(is, i):
		case at < len(stated) && stated[at].Time < is[i].Limited:
			c.Violation(doc.At(path, at), "is not the time and cost of a combination that no other beats")
			return
		default:
			c.Violation(path, "misses the combination of time %v and cost %v", is[i].Limited, is[i].Minimised)
			return
		}
	}
	if at < len(stated) {
		c.Violation(doc.At(path, at), "is not the time and cost of a combination that no other beats")
	}
}

// equalPoint reports whether a stated point equals a computed one up to rounding.
func equalPoint(p *batch.Point, m *kernel.Mark) bool {
	return verify.ApproxEqual(p.Time, m.Limited) && verify.ApproxEqual(p.Cost, m.Minimised)
}

// openPoint reports whether a point may be no better than one of its neighbours.
func openPoint(is []kernel.Mark, at int) bool {
	return at > 0 && open(&is[at-1], &is[at]) || at+1 < len(is) && open(&is[at], &is[at+1])
}

// open reports whether rounding may decide whether one of two points dominates the other.
func open(a, b *kernel.Mark) bool {
	return kernel.ApproxEqualSum(a.Limited, b.Limited, kernel.LimitTolerance) ||
		kernel.ApproxEqualSum(a.Minimised, b.Minimised, kernel.LimitTolerance)
}

// hull checks a front that is only its lower left hull. It must be the same line as the computed
// one. Each of its points must be one of the computed points, or lie on a straight line of
// several edges or windows, which may be in any order.
func (c *check) hull(path string, stated []batch.Point, all [][]kernel.Mark) {
	steps := kernel.HullSteps(all)
	at := batch.Point{}
	for _, class := range all {
		at.Time += class[0].Limited
		at.Cost += class[0].Minimised
	}
	is := []batch.Point{at}
	for _, s := range steps {
		at = batch.Point{Time: at.Time + s.Limited, Cost: at.Cost - s.Gain}
		is = append(is, at)
	}
	room := verify.Tolerance * math.Abs(is[0].Cost)
	for i := range stated {
		p := &stated[i]
		on := i == 0 || p.Time >= stated[i-1].Time
		if !on || math.Abs(costOn(is, p.Time)-p.Cost) > room || !isHullPoint(is, steps, all, p, room) {
			c.Violation(doc.At(path+"", i), "is not a point of the hull")
			return
		}
	}
	for _, p := range is {
		if math.Abs(costOn(stated, p.Time)-p.Cost) > room {
			c.Violation(path, "misses the point of time %v and cost %v of the hull", p.Time, p.Cost)
			return
		}
	}
}

// costOn returns the cost at a time on a polygonal line, or +Inf beyond its ends.
func costOn(line []batch.Point, time float64) float64 {
	i := searchTime(line, time)
	switch {
	case i < len(line) && verify.ApproxEqual(line[i].Time, time):
		return line[i].Cost
	case i > 0 && verify.ApproxEqual(line[i-1].Time, time):
		return line[i-1].Cost
	case i == 0 || i == len(line):
		return math.Inf(1)
	}
	return interpolateCost(line[i-1], line[i], time)
}

// searchTime returns the index of the first point at or after a time.
func searchTime(line []batch.Point, time float64) int {
	i, _ := slices.BinarySearchFunc(line, time, func(p batch.Point, t float64) int { return cmp.Compare(p.Time, t) })
	return i
}

// interpolateCost returns the cost at a time on the line from a to b.
func interpolateCost(a, b batch.Point, time float64) float64 {
	if b.Time <= a.Time {
		return b.Cost
	}
	return a.Cost + float64((b.Cost-a.Cost)*((time-a.Time)/(b.Time-a.Time)))
}

// isHullPoint reports whether a point on the hull is the end of an edge, or may be another
// combination.
func isHullPoint(is []batch.Point, steps []kernel.Step, all [][]kernel.Mark, p *batch.Point, room float64) bool {
	i := searchTime(is, p.Time)
	for _, k := range []int{i - 1, i} {
		if k >= 0 && k < len(is) && verify.ApproxEqual(is[k].Time, p.Time) {
			return true
		}
	}
	if i == 0 || i == len(is) {
		return false
	}
	straight := func(k int) bool { // whether the line is straight at a point
		return k > 0 && k+1 < len(is) &&
			math.Abs(interpolateCost(is[k-1], is[k+1], is[k].Time)-is[k].Cost) <= room
	}
	step := steps[i-1]
	return straight(i-1) || straight(i) || slices.ContainsFunc(all[step.Class], func(m kernel.Mark) bool {
		from, to := step.From, step.To
		return m.Limited > from.Time && m.Limited < to.Time &&
			math.Abs(interpolateCost(from, to, m.Limited)-m.Minimised) <= room
	})
}
