package verify

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/batch"
	"gridbox/core/verify"
)

// maxFrontKept and maxFrontPoints are how many points a front has on the way and at its
// end, and maxFrontTries how many partial combinations are made for all fronts of an
// answer. They are the solver's limits. Up to a tenth around them an answer may have a
// whole front or only its hull.
const (
	maxFrontKept   = 20_000
	maxFrontPoints = 2_000
	maxFrontTries  = 2_000_000
)

// front compares the Pareto front of a cycle with that of all combinations. An answer
// may leave it out. The hull stands for a front that is too large.
func (c *Check) front(path string, y *Cycle) {
	r := y.Report
	if len(r.Front) == 0 {
		if r.Hull {
			c.Violation(path+".hull", "is true without a front")
		}
		return
	}
	all := classes(y.Offers, true, false)
	tries := c.fronts + maxFrontTries/10
	f := Combinations{Classes: all, Limit: math.Inf(1), Most: math.Inf(1), Tries: &tries, Kept: maxFrontKept * 11 / 10}
	whole := f.Run()
	c.fronts = tries - maxFrontTries/10
	small := whole && len(f.Layer) <= maxFrontPoints*9/10 && c.fronts > 0
	switch {
	case r.Hull && small:
		c.Violation(path+".hull", "is true although the whole front has no more than "+strconv.Itoa(len(f.Layer))+
			" points")
	case r.Hull:
		c.hull(path+".front", r.Front, all)
	case !whole:
		c.Violation(path+".hull", "must be true: the front has too many points to be listed")
	default:
		c.points(path+".front", r.Front, f.Layer)
	}
}

// points compares a front with the one that was computed here, whose points are in
// order. A point may be missing only if it may be as good as its neighbour by rounding.
func (c *Check) points(path string, stated []batch.Point, is []Mark) {
	at := 0
	for i := range stated {
		p := &stated[i]
		for at < len(is) && !alike(p, &is[at]) && openPoint(is, at) {
			at++
		}
		switch {
		case at == len(is), !alike(p, &is[at]) && p.Time < is[at].Limited:
			c.Violation(path+"["+strconv.Itoa(i)+"]", "is not the time and cost of a combination that no other beats")
			return
		case !alike(p, &is[at]):
			c.Violation(path, "misses the combination of time "+verify.Number(is[at].Limited)+" and cost "+
				verify.Number(is[at].Least))
			return
		}
		at++
	}
	for at < len(is) && openPoint(is, at) {
		at++
	}
	if at < len(is) {
		c.Violation(path, "misses the combination of time "+verify.Number(is[at].Limited)+" and cost "+
			verify.Number(is[at].Least))
	}
}

func alike(p *batch.Point, m *Mark) bool {
	return verify.Near(p.Time, m.Limited) && verify.Near(p.Cost, m.Least)
}

// openPoint reports whether a point may be no better than one of its neighbours.
func openPoint(is []Mark, at int) bool {
	return at > 0 && open(&is[at-1], &is[at]) || at+1 < len(is) && open(&is[at], &is[at+1])
}

func open(a, b *Mark) bool {
	return sameSum(a.Limited, b.Limited, limitTolerance) || sameSum(a.Least, b.Least, limitTolerance)
}

// hull checks a front that is only its lower left hull. It must be the same line as the
// one computed here, and each of its points one of that, or on a straight stretch of
// several steps or windows, of which any may come first.
func (c *Check) hull(path string, stated []batch.Point, all [][]Mark) {
	steps := hullSteps(all)
	at := batch.Point{}
	for _, class := range all {
		at.Time += class[0].Limited
		at.Cost += class[0].Least
	}
	is := []batch.Point{at}
	for _, s := range steps {
		at = batch.Point{Time: at.Time + s.limited, Cost: at.Cost - s.gain}
		is = append(is, at)
	}
	room := verify.Tolerance * math.Abs(is[0].Cost)
	for i := range stated {
		p := &stated[i]
		on := i == 0 || p.Time >= stated[i-1].Time
		if !on || math.Abs(costOn(is, p.Time)-p.Cost) > room || !placed(is, steps, all, p, room) {
			c.Violation(path+"["+strconv.Itoa(i)+"]", "is not a point of the hull")
			return
		}
	}
	for _, p := range is {
		if math.Abs(costOn(stated, p.Time)-p.Cost) > room {
			c.Violation(path,
				"misses the point of time "+verify.Number(p.Time)+" and cost "+verify.Number(p.Cost)+" of the hull")
			return
		}
	}
}

// costOn returns the cost at a time on a line of points in order, and infinity beyond
// its ends.
func costOn(line []batch.Point, time float64) float64 {
	i := fromTime(line, time)
	switch {
	case i < len(line) && verify.Near(line[i].Time, time):
		return line[i].Cost
	case i > 0 && verify.Near(line[i-1].Time, time):
		return line[i-1].Cost
	case i == 0 || i == len(line):
		return math.Inf(1)
	}
	return between(line[i-1], line[i], time)
}

// fromTime returns the place of the first point that is not before a time.
func fromTime(line []batch.Point, time float64) int {
	i, _ := slices.BinarySearchFunc(line, time, func(p batch.Point, t float64) int { return cmp.Compare(p.Time, t) })
	return i
}

// between returns the cost at a time on the line from a to b.
func between(a, b batch.Point, time float64) float64 {
	if b.Time <= a.Time {
		return b.Cost
	}
	return a.Cost + float64((b.Cost-a.Cost)*((time-a.Time)/(b.Time-a.Time)))
}

// placed reports whether a point on the hull is the end of a step, or may be another
// combination.
func placed(is []batch.Point, steps []step, all [][]Mark, p *batch.Point, room float64) bool {
	i := fromTime(is, p.Time)
	for _, k := range []int{i - 1, i} {
		if k >= 0 && k < len(is) && verify.Near(is[k].Time, p.Time) {
			return true
		}
	}
	if i == 0 || i == len(is) {
		return false
	}
	straight := func(k int) bool { // whether the line goes straight on at a point
		return k > 0 && k+1 < len(is) &&
			math.Abs(between(is[k-1], is[k+1], is[k].Time)-is[k].Cost) <= room
	}
	step := steps[i-1]
	return straight(i-1) || straight(i) || slices.ContainsFunc(all[step.class], func(m Mark) bool {
		from, to := step.from, step.to
		return m.Limited > from.Time && m.Limited < to.Time &&
			math.Abs(between(from, to, m.Limited)-m.Least) <= room
	})
}
