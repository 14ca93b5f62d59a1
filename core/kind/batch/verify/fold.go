package verify

import (
	"cmp"
	"math"

	"gridbox/core/kind/batch"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A mark is a window, or a combination of windows: what is limited of it, and
// what shall be least.
type mark struct{ limited, least exact }

func (a *mark) atMost(b *mark) bool { return a.limited.atMost(b.limited) && a.least.atMost(b.least) }

// before orders marks as a list has them.
func (a *mark) before(b *mark) int {
	switch {
	case a.limited.is < b.limited.is:
		return -1
	case a.limited.is > b.limited.is:
		return 1
	}
	return cmp.Compare(a.least.is, b.least.is)
}

// addUndominated appends a mark, which is not before those of a list, unless one of them is
// certainly as good in both; it takes out those that it is as good as.
func addUndominated(list []mark, m *mark) []mark {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].atMost(m) {
			return list
		}
		if !list[i].limited.beside(m.limited) {
			break
		}
	}
	for len(list) > 0 && m.atMost(&list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return append(list, *m)
}

// undominated are the marks that no other one is certainly as good as.
func undominated(marks []mark) []mark {
	sorting.Stable(marks, func(a, b mark) int { return a.before(&b) })
	kept := marks[:0]
	for i := range marks {
		m := marks[i]
		kept = addUndominated(kept, &m)
	}
	return kept
}

// A fold adds up combinations of one mark a class, class by class, and forgets
// those that another one is certainly as good as, those that cannot keep the
// limit, and, by the price of a unit of what is limited, those that cannot come
// down to most: for any combination that keeps the limit
//
//	least + price (limited - limit) <= least,
//
// and the left side is at least the sum of what every class adds to it at least.
type fold struct {
	classes            [][]mark
	limit, price, most float64
	tries              *int // how many more partial combinations may be made
	states             int  // how many of them a class may leave
	restLimited        []float64
	restPriced         []float64
	layer              []mark
}

// run leaves the combinations in layer; false where there are too many.
func (f *fold) run() bool {
	f.rests()
	allowed := float64(f.price * f.limit)
	target := f.most + allowed
	target += roundingOf * (math.Abs(f.most) + allowed + math.Abs(f.restPriced[0]))
	if f.price == 0 && math.IsInf(f.most, 1) {
		target = verify.Infinite
	}
	f.layer = []mark{{}}
	var so, other []mark
	for i, class := range f.classes {
		so = so[:0]
		mostLimited, mostPriced := float64(f.limit*(1+2*roundingOf))-f.restLimited[i+1], target-f.restPriced[i+1]
		for k := range class {
			other = f.onTop(other[:0], so, &class[k], mostLimited, mostPriced)
			so, other = other, so
			if *f.tries < 0 {
				return false
			}
		}
		if f.layer, so = so, f.layer; len(f.layer) > f.states {
			return false
		}
	}
	return true
}

// onTop merges what the layer makes with one more mark into the combinations so
// far, written to out. What numbers say of a mark and the last one of the list
// they say here, as they do nearly always.
func (f *fold) onTop(out, so []mark, more *mark, mostLimited, mostPriced float64) []mark {
	lastLimited, lastLeast := -verify.Infinite, verify.Infinite
	for i, n, next, some := 0, 0, (mark{}), false; ; {
		for ; !some && n < len(f.layer); n++ {
			m := &f.layer[n]
			next.limited.is, next.least.is = m.limited.is+more.limited.is, m.least.is+more.least.is
			if some = next.limited.is <= mostLimited &&
				next.least.is+float64(f.price*next.limited.is) <= mostPriced; some {
				next.limited.mod = reducedOnce(m.limited.mod + more.limited.mod)
				next.least.mod = reducedOnce(m.least.mod + more.least.mod)
				*f.tries--
			}
		}
		m := &next
		switch {
		case i < len(so) && (!some || so[i].limited.is < next.limited.is ||
			so[i].limited.is == next.limited.is && so[i].least.is <= next.least.is):
			m = &so[i]
			i++
		case !some:
			return out
		default:
			some = false
		}
		if apart := m.least.is - lastLeast; m.limited.is-lastLimited > roundingOf*m.limited.is {
			room := roundingOf * (math.Abs(m.least.is) + math.Abs(lastLeast))
			if apart > room {
				continue
			}
			if apart < -room {
				out = append(out, *m)
				lastLimited, lastLeast = m.limited.is, m.least.is
				continue
			}
		}
		out = addUndominated(out, m)
		lastLimited, lastLeast = out[len(out)-1].limited.is, out[len(out)-1].least.is
	}
}

// rests are what the classes from each on add at least.
func (f *fold) rests() {
	n := len(f.classes)
	f.restLimited, f.restPriced = make([]float64, n+1), make([]float64, n+1)
	for i := n - 1; i >= 0; i-- {
		limited, priced := verify.Infinite, verify.Infinite
		for _, m := range f.classes[i] {
			limited = min(limited, m.limited.is)
			priced = min(priced, m.least.is+float64(f.price*m.limited.is))
		}
		f.restLimited[i], f.restPriced[i] = f.restLimited[i+1]+limited, f.restPriced[i+1]+priced
	}
}

// shownBy is the bound by a price on what combinations within a limit have at
// least, taken down by more than the rounding of its sums.
func shownBy(classes [][]mark, price, limit float64) float64 {
	f := fold{classes: classes, price: price}
	f.rests()
	allowed := float64(price * limit)
	return f.restPriced[0] - allowed - 2*roundingOf*(math.Abs(f.restPriced[0])+allowed)
}

// A slope is a step along the lower left hull of a class.
type slope struct {
	class         int
	limited, gain float64 // more of what is limited, less of what shall be least
	from, to      batch.Point
}

// slopes lists the steps along the hulls of all classes, the steepest first:
// added up from the least of what is limited on, they are the lower left hull
// of all combinations.
func slopes(classes [][]mark) []slope {
	var out []slope
	for i, class := range classes {
		var hull []mark
		for _, m := range class {
			for len(hull) >= 2 && !under(&hull[len(hull)-2], &hull[len(hull)-1], &m) {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, m)
		}
		for k := 1; k < len(hull); k++ {
			from := batch.Point{Time: hull[k-1].limited.is, Cost: hull[k-1].least.is}
			to := batch.Point{Time: hull[k].limited.is, Cost: hull[k].least.is}
			out = append(out, slope{i, to.Time - from.Time, from.Cost - to.Cost, from, to})
		}
	}
	sorting.Stable(out, func(a, b slope) int { return cmp.Compare(b.gain/b.limited, a.gain/a.limited) })
	return out
}

// under tells whether b lies below the line from a to c.
func under(a, b, c *mark) bool {
	return float64((a.least.is-b.least.is)*(c.limited.is-a.limited.is)) >
		float64((a.least.is-c.least.is)*(b.limited.is-a.limited.is))
}

// fairPrice is a price by which the bound is best: that of the step along the
// hull which the limit cuts.
func fairPrice(classes [][]mark, limit float64) float64 {
	at := 0.0
	for _, class := range classes {
		at += class[0].limited.is
	}
	for _, s := range slopes(classes) {
		if at += s.limited; at > limit*(1+roundingOf) {
			return s.gain / s.limited
		}
	}
	return 0
}
