package solve

import "gridbox/core/sorting"

// An item is one alternative of a job in a problem of choice: it adds z to what
// is limited and g to what is to be least.
type item struct {
	z, g         float64
	zrest, grest float64 // what the two are rounded by, see amount
	index        int32   // the window's place among the job's
}

func (a *item) limited() amount { return amount{a.z, a.zrest} }

func (a *item) goal() amount { return amount{a.g, a.grest} }

// A class is a job's alternatives that can be in a best combination: ordered
// by z, with g falling.
type class []item

// An aim says what of a window is limited, its time where byTime says so, else its
// cost; the other one is to be least, or the greatest.
type aim struct{ byTime, greatest bool }

func (a aim) of(w *weight) (z, g amount) {
	z, g = w.cost, w.time
	if a.byTime {
		z, g = g, z
	}
	if a.greatest {
		g = g.negative()
	}
	return z, g
}

// reduce appends a job's windows in order without those that another one is as good as
// in both numbers; of equal ones the first window stays. Sixteen digits decide
// that of nearly all.
func (o *offer) reduce(into []item, a aim, room []rough) (class, []rough) {
	room = room[:0]
	for k := range o.weights {
		z, g := a.of(&o.weights[k])
		room = append(room, rough{z.hi, g.hi, int32(k)})
	}
	sorting.By(room, func(x, y rough) int {
		apart := o.apart(a, &x, &y, true)
		if apart == 0 {
			apart = o.apart(a, &x, &y, false)
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
		if n := len(kept); n == 0 || o.apart(a, &x, &kept[n-1], false) < 0 {
			kept = append(kept, x)
		}
	}
	for _, x := range kept {
		z, g := a.of(o.exact(int(x.index)))
		into = append(into, item{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo, index: x.index})
	}
	return into, room
}

// A rough item is one in sixteen digits.
type rough struct {
	z, g  float64
	index int32
}

// apart compares two windows in what is limited, or in the other number.
func (o *offer) apart(a aim, x, y *rough, limited bool) float64 {
	p, q := x.g, y.g
	if limited {
		p, q = x.z, y.z
	}
	if apart := p - q; abs(apart) > float64(2*o.blur)*abs(p) {
		return apart
	}
	xz, xg := a.of(o.exact(int(x.index)))
	yz, yg := a.of(o.exact(int(y.index)))
	if limited {
		return xz.compare(yz)
	}
	return xg.compare(yg)
}

// turned has the two numbers of all classes change places: what is as good in both
// is so either way.
func turned(classes []class) []class {
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

// hull appends the places of the items on the lower left convex hull of a
// class: those that are best for some price of z.
func (c class) hull(into []int32) []int32 {
	first := len(into)
	for i := range c {
		for len(into)-first >= 2 {
			a, b := &c[into[len(into)-2]], &c[into[len(into)-1]]
			// b stays if it lies below the line from a to c[i].
			if (b.g-a.g)*(c[i].z-a.z) < (c[i].g-a.g)*(b.z-a.z) {
				break
			}
			into = into[:len(into)-1]
		}
		into = append(into, int32(i))
	}
	return into
}
