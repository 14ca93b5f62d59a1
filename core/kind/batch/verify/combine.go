package verify

import (
	"cmp"
	"math"

	"gridbox/core/kind/batch"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// LimitTolerance is the share of a limit by which a sum may exceed it. sumTolerance is the share
// of a sum that a different order of additions may change.
const (
	LimitTolerance = 1e-12
	sumTolerance   = 1e-14
)

// KeepsLimit returns 1 if a sum keeps a limit, -1 if it does not, and 0 if rounding
// decides.
func KeepsLimit(total, limit float64) int {
	room := LimitTolerance * math.Abs(limit)
	switch {
	case total <= limit+float64(room*0.9):
		return 1
	case total > limit+float64(room*1.1):
		return -1
	}
	return 0
}

// ApproxEqualSum reports whether two sums may be the same number.
func ApproxEqualSum(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*max(math.Abs(a), math.Abs(b))
}

// A Mark is the limited and the minimised sum of a window or of a combination of windows.
type Mark struct{ Limited, Minimised float64 }

// UndominatedMarks returns the marks that no other mark dominates, by the limited sum.
func UndominatedMarks(marks []Mark) []Mark {
	sorting.Sort(marks, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Limited, b.Limited), cmp.Compare(a.Minimised, b.Minimised))
	})
	kept := marks[:0]
	for _, m := range marks {
		kept = keep(kept, m)
	}
	return kept
}

// keep appends a mark to a sorted list unless it is dominated.
func keep(list []Mark, m Mark) []Mark {
	n := len(list)
	switch {
	case n > 0 && (m.Minimised >= list[n-1].Minimised || ApproxEqualSum(m.Minimised, list[n-1].Minimised,
		sumTolerance)):
		return list
	case n > 0 && ApproxEqualSum(m.Limited, list[n-1].Limited, sumTolerance):
		list[n-1] = m
		return list
	}
	return append(list, m)
}

// merge appends the undominated marks of two sorted lists to out.
func merge(out, a, b []Mark) []Mark {
	for len(a) > 0 && len(b) > 0 {
		if a[0].Limited < b[0].Limited || a[0].Limited == b[0].Limited && a[0].Minimised <= b[0].Minimised {
			out, a = keep(out, a[0]), a[1:]
		} else {
			out, b = keep(out, b[0]), b[1:]
		}
	}
	for _, m := range a {
		out = keep(out, m)
	}
	for _, m := range b {
		out = keep(out, m)
	}
	return out
}

// Combinations adds up one mark of each class, class by class. It prunes combinations that
// another one dominates, that cannot keep the limit, or that cannot reach MaxMinimised: for any
// combination within the limit and any price >= 0
//
//	least + price (limited - limit) <= least,
//
// and the left side is at least the sum of the minima over the remaining classes.
type Combinations struct {
	Classes                    [][]Mark
	Limit, Price, MaxMinimised float64
	Tries                      *int // number of partial combinations that may still be computed
	MaxKept                    int  // greatest number of partial combinations kept
	Layer                      []Mark
}

// Run computes the combinations of all classes. It reports false if there are too many.
func (f *Combinations) Run() bool {
	limited, priced := f.rests()
	target := f.target(priced[0])
	f.Layer = []Mark{{}}
	for i, class := range f.Classes {
		maxLimited, maxPriced := float64(f.Limit*(1+2*LimitTolerance))-limited[i+1], target-priced[i+1]
		var all, shifted, room []Mark
		for _, more := range class {
			shifted = shifted[:0]
			for _, m := range f.Layer {
				x := Mark{m.Limited + more.Limited, m.Minimised + more.Minimised}
				if x.Limited <= maxLimited && x.Minimised+float64(f.Price*x.Limited) <= maxPriced {
					shifted = append(shifted, x)
				}
			}
			if *f.Tries -= len(shifted); *f.Tries < 0 {
				return false
			}
			all, room = merge(room[:0], all, shifted), all
		}
		if f.Layer = all; len(f.Layer) > f.MaxKept {
			return false
		}
	}
	return true
}

// target returns the greatest priced sum that can reach MaxMinimised, up to rounding.
func (f *Combinations) target(priced float64) float64 {
	if f.Price == 0 && math.IsInf(f.MaxMinimised, 1) {
		return math.Inf(1)
	}
	allowed := float64(f.Price * f.Limit)
	return f.MaxMinimised + allowed + float64(LimitTolerance*(math.Abs(f.MaxMinimised)+allowed+math.Abs(priced)))
}

// rests returns lower bounds of the limited and the priced sums of the classes from each index
// on.
func (f *Combinations) rests() (limited, priced []float64) {
	n := len(f.Classes)
	limited, priced = make([]float64, n+1), make([]float64, n+1)
	for i := n - 1; i >= 0; i-- {
		least, cheapest := math.Inf(1), math.Inf(1)
		for _, m := range f.Classes[i] {
			least = min(least, m.Limited)
			cheapest = min(cheapest, m.Minimised+float64(f.Price*m.Limited))
		}
		limited[i], priced[i] = limited[i+1]+least, priced[i+1]+cheapest
	}
	return limited, priced
}

// An Outcome is the result of a search for better combinations: whether one is better, its sums,
// and whether one is equal.
type Outcome struct {
	Better, Reached bool
	Mark            Mark
	Whole           bool // all combinations were examined
	Easy            bool // no solver can fail to find what is better
}

// FindBetter searches for combinations with a lower sum than a mark, or an equal sum with a lower
// limited sum.
func (f *Combinations) FindBetter(than Mark) (out Outcome) {
	before := *f.Tries
	out.Whole, out.Mark.Minimised = f.Run(), than.Minimised
	out.Easy = before-*f.Tries < easyTries
	if !out.Whole {
		return out
	}
	for _, m := range f.Layer {
		keeps, near := KeepsLimit(m.Limited, f.Limit), verify.ApproxEqual(m.Minimised, than.Minimised)
		out.Reached = out.Reached || keeps >= 0 && near
		tied := ApproxEqualSum(m.Minimised, than.Minimised, sumTolerance) && m.Limited < than.Limited &&
			!verify.ApproxEqual(m.Limited, than.Limited)
		if keeps > 0 && (m.Minimised < out.Mark.Minimised && !near || tied && !out.Better) {
			out.Better, out.Mark = true, m
		}
	}
	return out
}

// priceBound returns the lower bound by a price on the minimised sum within a limit, reduced by its
// rounding errors.
func priceBound(classes [][]Mark, price, limit float64) float64 {
	f := Combinations{Classes: classes, Price: price}
	_, priced := f.rests()
	allowed := float64(price * limit)
	return priced[0] - allowed - float64(2*LimitTolerance*(math.Abs(priced[0])+allowed))
}

// A Step is an edge of the lower left hull of a class.
type Step struct {
	Class         int
	Limited, Gain float64 // increase of the limited sum, decrease of the minimised one
	From, To      batch.Point
}

// HullSteps returns the edges of the lower left hulls of all classes, by descending gain per
// limited sum, ties in the order of the classes. Each class must be undominated and ordered by the
// limited sum. Added up from the least limited sum, the edges are the lower left hull of all
// combinations.
func HullSteps(classes [][]Mark) (steps []Step) {
	for i, class := range classes {
		var hull []Mark
		for _, m := range class {
			for len(hull) >= 2 && !isBelow(hull[len(hull)-2], hull[len(hull)-1], m) {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, m)
		}
		for k := 1; k < len(hull); k++ {
			from := batch.Point{Time: hull[k-1].Limited, Cost: hull[k-1].Minimised}
			to := batch.Point{Time: hull[k].Limited, Cost: hull[k].Minimised}
			steps = append(steps, Step{i, to.Time - from.Time, from.Cost - to.Cost, from, to})
		}
	}
	sorting.Stable(steps, func(a, b Step) int { return cmp.Compare(b.Gain/b.Limited, a.Gain/a.Limited) })
	return steps
}

// isBelow reports whether b is below the line from a to c.
func isBelow(a, b, c Mark) bool {
	return float64((a.Minimised-b.Minimised)*(c.Limited-a.Limited)) > float64(
		(a.Minimised-c.Minimised)*(b.Limited-a.Limited))
}

// CriticalPrice returns the price of the best bound: the slope of the hull where the limit is
// reached.
func CriticalPrice(classes [][]Mark, limit float64) float64 {
	at := 0.0
	for _, class := range classes {
		at += class[0].Limited
	}
	for _, s := range HullSteps(classes) {
		if at += s.Limited; at > limit*(1+LimitTolerance) {
			return s.Gain / s.Limited
		}
	}
	return 0
}
