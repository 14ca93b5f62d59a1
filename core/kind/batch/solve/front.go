package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/batch"
)

// Limits of a front's states and points, and of the partial combinations
// created for the fronts of a run.
const (
	maxFrontStates = 20_000
	maxFrontPoints = 2_000
	maxFrontTries  = 2_000_000
)

// front returns the sums of z and g of all undominated combinations, ordered by
// z, by the programme of choose.go without a limit. If there are too many, it
// returns the lower left hull, the combinations that are optimal for some price
// of z, and reports hull.
//
// Candidates are compared as float64 if that decides, and computed to thirty
// digits only if kept. With combined set, each point has its windows.
func (c *chooser) front(classes []class, combined bool) (points []batch.Point, hull bool) {
	var trail [][]candidate // by class: the states with their last items
	c.merged = append(c.merged[:0], state{})
	c.tolerance = 0
	if !hasExactSums(classes) {
		c.tolerance = 0x1p-50
	}
	for _, items := range classes {
		if c.frontTries += len(c.merged) * len(items); c.frontTries > maxFrontTries {
			return c.supportedPoints(classes, combined), true
		}
		kept := c.candidates[:0]
		for k := range items {
			c.spareCandidates = c.mergeItem(c.spareCandidates[:0], kept, items, int32(k))
			kept, c.spareCandidates = c.spareCandidates, kept
		}
		c.candidates = kept
		layer := append(c.spare[:0], c.merged...)
		c.spare, c.merged = layer, c.merged[:0]
		for i := range kept {
			c.merged = append(c.merged, layer[kept[i].from].extend(&items[kept[i].item]))
		}
		if len(c.merged) > maxFrontStates {
			return c.supportedPoints(classes, combined), true
		}
		if combined {
			trail = append(trail, slices.Clone(kept))
		}
	}
	if len(c.merged) > maxFrontPoints {
		return c.supportedPoints(classes, combined), true
	}
	points = make([]batch.Point, len(c.merged))
	for i := range c.merged {
		points[i] = batch.Point{Time: c.merged[i].z, Cost: c.merged[i].g}
		if combined {
			points[i].Windows = backtrack(classes, trail, int32(i))
		}
	}
	return points, false
}

// backtrack returns the windows of a state of the last layer.
func backtrack(classes []class, trail [][]candidate, state int32) []int {
	list := make([]int, len(classes))
	for k := len(classes) - 1; k >= 0; k-- {
		at := trail[k][state]
		list[k], state = int(classes[k][at.item].index), at.from
	}
	return list
}

// limitByTime returns classes with the time as the limited number.
func limitByTime(classes []class, byTime bool) []class {
	if byTime {
		return classes
	}
	return swapNumbers(classes)
}

// A candidate is a state and an item that may form a state.
type candidate struct {
	z, g       float64
	from, item int32
}

// mergeItem merges the layer extended by one item with the candidates so far into
// out, as join does.
func (c *chooser) mergeItem(out, so []candidate, items []item, k int32) []candidate {
	blur, last := c.tolerance, math.Inf(1)
	next, n := candidate{item: k}, 0
	for i := 0; ; {
		if n < len(c.merged) {
			next.z, next.g, next.from = c.merged[n].z+items[k].z, c.merged[n].g+items[k].g, int32(n)
		} else if i == len(so) {
			return out
		}
		s := &next
		switch {
		case i == len(so):
		case n == len(c.merged):
			s = &so[i]
		default:
			apart := next.z - so[i].z
			if near := float64(blur * next.z); apart > near || apart >= -near && !c.precedes(s, &so[i], items) {
				s = &so[i]
			}
		}
		apart := s.g - last
		if near := float64(blur * s.g); apart < -near ||
			apart <= near && c.compare(s, &out[len(out)-1], items, false) < 0 {
			out, last = append(out, *s), s.g
		}
		if s == &next {
			n++
		} else {
			i++
		}
	}
}

// precedes reports whether candidate a precedes candidate b: by the limited sum, then by the other
// one.
func (c *chooser) precedes(a, b *candidate, items []item) bool {
	apart := c.compare(a, b, items, true)
	return apart < 0 || apart == 0 && c.compare(a, b, items, false) < 0
}

// compare compares two candidates by the limited sum, or by the other one.
func (c *chooser) compare(a, b *candidate, items []item, limited bool) float64 {
	x, y := a.g, b.g
	if limited {
		x, y = a.z, b.z
	}
	if apart := x - y; abs(apart) > float64(c.tolerance*x) || c.tolerance == 0 {
		return apart
	}
	s, t := c.merged[a.from].extend(&items[a.item]), c.merged[b.from].extend(&items[b.item])
	if limited {
		return s.limitedAmount().compare(t.limitedAmount())
	}
	return s.goal().compare(t.goal())
}

// hasExactSums reports whether the sums of z and of g over every combination are whole numbers below 2^53,
// so that float64 adds them exactly.
func hasExactSums(classes []class) bool {
	total := 0.0
	for _, c := range classes {
		most := 0.0
		for i := range c {
			x := &c[i]
			if x.zrest != 0 || x.grest != 0 || x.z != math.Floor(x.z) || x.g != math.Floor(x.g) {
				return false
			}
			most = max(most, x.z, x.g)
		}
		total += most
	}
	return total < 1<<53
}

// supportedPoints returns the points of the lower left hull by the limited sum: the least one, then one
// after each step of the relaxation. Equally steep steps lie on one line, and so do their points.
func (c *chooser) supportedPoints(classes []class, combined bool) []batch.Point {
	c.x.begin(classes)
	sum := state{}
	for i := range classes {
		sum = sum.extend(&classes[i][0])
	}
	points := []batch.Point{c.currentPoint(&sum, combined)}
	for len(c.x.heap) > 0 {
		i := c.x.heap[0]
		from, to := c.x.step(i)
		z := sum.limitedAmount().plus(from.limitedAmount().negative()).plus(to.limitedAmount())
		g := sum.goal().plus(from.goal().negative()).plus(to.goal())
		sum = state{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo}
		c.x.advance(i)
		points = append(points, c.currentPoint(&sum, combined))
		if c.x.steps(i) {
			c.x.sink(0)
			continue
		}
		c.x.drop()
	}
	return points
}

// currentPoint returns the point of the relaxation's current combination.
func (c *chooser) currentPoint(sum *state, combined bool) batch.Point {
	p := batch.Point{Time: sum.z, Cost: sum.g}
	if combined {
		p.Windows = windows(c.x.classes, c.x.picks)
	}
	return p
}
