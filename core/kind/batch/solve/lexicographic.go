package solve

import (
	"context"
	"math"

	"gridbox/core/kind/batch"
	"gridbox/core/sorting"
)

// AlgorithmLexicographic chooses by several objectives in an order (option
// Order), among the combinations within the limit of the cycle. The default
// order is the greatest number of jobs with a window, then the least total
// cost, then the least total time. Jobs that are left out wait for the next
// cycle. Of equally good jobs the first of the queue gets its window.
//
// If the limited sum decides first, windows are taken by ascending limited sum
// as long as they fit. This gives the greatest number of jobs, and the least
// sum for that number. Otherwise the problem is that of choose.go with one more
// item for each job, which leaves it out. That item uses nothing of the limit
// and costs more than all others.
const AlgorithmLexicographic Algorithm = batch.Lexicographic

// noWindow is the index of the window of a job that gets none.
const noWindow = -1

// lexicographic replaces the choice of a decision by that of the order.
func (r *run) lexicographic(ctx context.Context, d *decision, byTime bool, held float64) error {
	switch order := r.options.Order; {
	case order.TimeFirst() == byTime:
		if order.Jobs() || d.ok {
			r.chooseSmallest(d, held)
		}
		return nil
	case !order.Jobs():
		return nil // the choice already follows this order
	}
	d.pickClasses = optional(d.classes)
	best, err := r.chooser.choose(ctx, d.pickClasses, held)
	d.picks = append(d.picks[:0], best.picks...)
	d.ok = false
	for i, k := range best.picks {
		d.ok = d.ok || d.pickClasses[i][k].index != noWindow // a choice without any window does not count
	}
	return err
}

// chooseSmallest sets the decision to the windows with the least limited sum, of as many jobs as fit into
// held. Ties are decided by the other sum, then by the order of the jobs. The decision is not ok if
// no window fits.
func (r *run) chooseSmallest(d *decision, held float64) {
	order := make([]int32, len(d.classes))
	for i := range order {
		order[i] = int32(i)
	}
	sorting.Stable(order, func(a, b int32) int {
		x, y := &d.classes[a][0], &d.classes[b][0]
		apart := x.limitedAmount().compare(y.limitedAmount())
		if apart == 0 {
			apart = x.goal().compare(y.goal())
		}
		switch {
		case apart < 0:
			return -1
		case apart > 0:
			return 1
		}
		return 0
	})
	d.pickClasses, d.picks = make([]class, len(d.classes)), make([]int32, len(d.classes))
	for i := range d.pickClasses {
		d.pickClasses[i] = class{{index: noWindow}}
	}
	sum := state{}
	d.ok = false
	for _, i := range order {
		next := sum.extend(&d.classes[i][0])
		if !keepsLimit(next.z, held) {
			break
		}
		sum, d.pickClasses[i], d.ok = next, d.classes[i], true
	}
}

// optional returns classes with an item that leaves the job out.
func optional(classes []class) []class {
	most := 1.0
	for _, c := range classes {
		most += max(0, c[0].g)
	}
	dear := math.Ldexp(1, math.Ilogb(most)+2) // a power of two, so that sums stay exact
	out := make([]class, len(classes))
	for i, c := range classes {
		if c[0].z > 0 {
			out[i] = append(class{{g: dear, index: noWindow}}, c...)
		} else {
			out[i] = c // a window that takes nothing of the limit is never left out
		}
	}
	return out
}
