package solve

import "gridbox/core/sorting"

// An item is one alternative of a job in a problem of choice: it adds z to the
// limited sum and g to the objective.
type item struct {
	z, g         float64
	zrest, grest float64 // rounding errors of both, see amount
	index        int32   // index of the window in the job's windows
}

func (a *item) limitedAmount() amount { return amount{a.z, a.zrest} }

func (a *item) goal() amount { return amount{a.g, a.grest} }

// A class has the undominated alternatives of a job, ordered by z with falling
// g.
type class []item

// An aim selects the limited number of a window: its time if byTime is set,
// else its cost. The other number is minimised, or maximised with greatest.
type aim struct{ byTime, greatest bool }

func (a aim) amounts(w *weight) (z, g amount) {
	z, g = w.cost, w.time
	if a.byTime {
		z, g = g, z
	}
	if a.greatest {
		g = g.negative()
	}
	return z, g
}

// reduce appends a job's undominated windows in order; of equal ones the first
// window is kept. Nearly all comparisons need only float64.
func (o *offer) reduce(into []item, a aim, room []roughItem) (class, []roughItem) {
	room = room[:0]
	for k := range o.weights {
		z, g := a.amounts(&o.weights[k])
		room = append(room, roughItem{z.hi, g.hi, int32(k)})
	}
	sorting.Sort(room, func(x, y roughItem) int {
		apart := o.compare(a, &x, &y, true)
		if apart == 0 {
			apart = o.compare(a, &x, &y, false)
		}
		switch {
		case apart < 0:
			return -1
		case apart > 0:
			return 1
		}
		return int(x.index - y.index)
	})
	kept := room[:0]
	for _, x := range room {
		if n := len(kept); n == 0 || o.compare(a, &x, &kept[n-1], false) < 0 {
			kept = append(kept, x)
		}
	}
	for _, x := range kept {
		z, g := a.amounts(o.exact(int(x.index)))
		into = append(into, item{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo, index: x.index})
	}
	return into, room
}

// A roughItem is an item with its numbers as float64.
type roughItem struct {
	z, g  float64
	index int32
}

// compare compares two windows by the limited number, or by the other one.
func (o *offer) compare(a aim, x, y *roughItem, limited bool) float64 {
	p, q := x.g, y.g
	if limited {
		p, q = x.z, y.z
	}
	if apart := p - q; abs(apart) > float64(2*o.tolerance)*abs(p) {
		return apart
	}
	xz, xg := a.amounts(o.exact(int(x.index)))
	yz, yg := a.amounts(o.exact(int(y.index)))
	if limited {
		return xz.compare(yz)
	}
	return xg.compare(yg)
}

// swapNumbers swaps the two numbers of all classes. Dominance is the same either
// way.
func swapNumbers(classes []class) []class {
	out, count := make([]class, len(classes)), 0
	for _, c := range classes {
		count += len(c)
	}
	items := make([]item, 0, count)
	for i, c := range classes {
		first := len(items)
		for k := len(c) - 1; k >= 0; k-- {
			x := &c[k]
			items = append(items, item{x.g, x.z, x.grest, x.zrest, x.index})
		}
		out[i] = items[first:]
	}
	return out
}

// hull appends the indexes of the items on the lower left convex hull of a
// class, which are optimal for some price of z.
func (c class) hull(into []int32) []int32 {
	first := len(into)
	for i := range c {
		for len(into)-first >= 2 {
			a, b := &c[into[len(into)-2]], &c[into[len(into)-1]]
			// b stays if it is below the line from a to c[i].
			if (b.g-a.g)*(c[i].z-a.z) < (c[i].g-a.g)*(b.z-a.z) {
				break
			}
			into = into[:len(into)-1]
		}
		into = append(into, int32(i))
	}
	return into
}
