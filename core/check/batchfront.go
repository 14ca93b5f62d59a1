package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/batch"
)

// What a front holds at most, on the way and at its end, and how many partial
// combinations are made for the fronts of an answer: as a run is bound to, but
// for a tenth either way, in which an answer may be the one or the other.
const (
	frontKept   = 20_000
	frontPoints = 2_000
	frontTries  = 20_000_000
)

// front holds the Pareto front of a cycle to all combinations, class by class.
// An answer may leave it out; a hull stands for a front that is too large.
func (c *batchCheck) front(path string, r *batch.Report, offers []*asking) {
	if len(r.Front) == 0 {
		if r.Hull {
			c.violation(path+".hull", "is true without a front")
		}
		return
	}
	all := classes(offers, true, false)
	tries := c.frontTries + frontTries/10
	f := fold{classes: all, limit: infinite, most: infinite, tries: &tries, states: frontKept * 11 / 10}
	whole := f.run()
	c.frontTries = tries - frontTries/10
	small := whole && len(f.layer) <= frontPoints*9/10 && c.frontTries > 0
	switch {
	case r.Hull && small:
		c.violation(path+".hull", "is true although the whole front has no more than "+strconv.Itoa(len(f.layer))+" points")
	case r.Hull:
		c.hull(path+".front", r.Front, all)
	case !whole:
		c.violation(path+".hull", "must be true: the front has too many points to be listed")
	default:
		c.points(path+".front", r.Front, f.layer)
	}
}

// points compares a front with the one that was made here, whose points are in
// order. Only where rounding leaves open whether one of ours is as good as its
// neighbour may it be missing.
func (c *batchCheck) points(path string, said []batch.Point, is []mark) {
	at := 0
	for i := range said {
		p := &said[i]
		for at < len(is) && !alike(p, &is[at]) && openPoint(is, at) {
			at++
		}
		switch {
		case at == len(is), !alike(p, &is[at]) && p.Time < is[at].limited.is:
			c.violation(path+"["+strconv.Itoa(i)+"]", "is not the time and cost of a combination that no other beats")
			return
		case !alike(p, &is[at]):
			c.violation(path, "misses the combination of time "+number(is[at].limited.is)+" and cost "+
				number(is[at].least.is))
			return
		}
		at++
	}
	for at < len(is) && openPoint(is, at) {
		at++
	}
	if at < len(is) {
		c.violation(path, "misses the combination of time "+number(is[at].limited.is)+" and cost "+number(is[at].least.is))
	}
}

func alike(p *batch.Point, m *mark) bool {
	return near(p.Time, m.limited.is) && near(p.Cost, m.least.is)
}

// openPoint tells whether a point may be no better than one of its neighbours.
func openPoint(is []mark, at int) bool {
	return at > 0 && open(&is[at-1], &is[at]) || at+1 < len(is) && open(&is[at], &is[at+1])
}

func open(a, b *mark) bool { return a.limited.beside(b.limited) || a.least.beside(b.least) }

// hull checks a front that is only its lower left hull: every corner of ours is
// said, and what is said lies on ours. Of steps that are equally steep any may
// come first.
func (c *batchCheck) hull(path string, said []batch.Point, all [][]mark) {
	at := batch.Point{}
	for _, class := range all {
		at.Time += class[0].limited.is
		at.Cost += class[0].least.is
	}
	steps := slopes(all)
	scale := batch.Point{Time: Tolerance * at.Time, Cost: Tolerance * at.Cost}
	for _, s := range steps {
		scale.Time += Tolerance * s.limited
	}
	on := func(a, b batch.Point) bool {
		return math.Abs(a.Time-b.Time) <= scale.Time && math.Abs(a.Cost-b.Cost) <= scale.Cost
	}
	if len(said) != len(steps)+1 || !on(said[0], at) {
		c.violation(path, "is not the hull, which has "+strconv.Itoa(len(steps)+1)+" points")
		return
	}
	for i, s := range steps {
		at = batch.Point{Time: at.Time + s.limited, Cost: at.Cost - s.gain}
		if on(said[i+1], at) {
			continue
		}
		same := func(t slope) bool { return near(t.gain/t.limited, s.gain/s.limited) }
		corner := i+1 == len(steps) || !same(steps[i+1])
		last := said[i]
		if corner || !slices.ContainsFunc(steps, func(t slope) bool {
			return same(t) && on(said[i+1], batch.Point{Time: last.Time + t.limited, Cost: last.Cost - t.gain})
		}) {
			c.violation(path+"["+strconv.Itoa(i+1)+"]", "is not on the hull, whose next point is "+number(at.Time)+", "+
				number(at.Cost))
			return
		}
	}
}
