package batch

import (
	"math"

	"gridbox/core/problem/batch"
)

// A weight is what a window adds to the sums that are chosen by: its time and
// its cost to thirty digits.
type weight struct{ time, cost amount }

// weigh works out the weights of all windows of a cycle.
func (r *run) weigh(offers []offer) {
	if len(r.digits) != len(r.performance) {
		r.digits = make([]digits, len(r.performance))
	}
	for i := range offers {
		o := &offers[i]
		o.weights = o.weights[:0]
		volume, least := decimal(o.volume), decimal(o.least)
		for k := range o.windows {
			o.weights = append(o.weights, r.weight(o, &o.windows[k], volume, least))
		}
	}
}

// digits are the numbers of a node as documents write them; a performance of 0 is
// not read yet.
type digits struct{ performance, price amount }

func (r *run) weight(o *offer, w *alternative, volume, least amount) weight {
	sum, longest, cost := amount{}, amount{}, amount{}
	for _, p := range r.parts[w.first:w.last] {
		d := &r.digits[p.node]
		if d.performance.hi == 0 {
			*d = digits{decimal(r.performance[p.node]), decimal(r.price[p.node])}
		}
		length := volume.over(d.performance)
		if o.literal {
			length = volume.over(least).times(d.performance.over(least))
		}
		if length.compare(longest) > 0 {
			longest = length
		}
		sum, cost = sum.plus(length), cost.plus(length.times(d.price))
	}
	if r.options.Measure == batch.Sum {
		longest = sum
	}
	return weight{longest, cost}
}

// mean divides a sum by a count; no number of a list is above it if least is not.
func mean(sum amount, n int, least amount) amount {
	m := sum.over(amount{hi: float64(n)})
	if m.compare(least) < 0 {
		return least // of equal numbers, rounded
	}
	return m
}

// jobQuota is what a job adds to T*.
func (r *run) jobQuota(weights []weight) float64 {
	sum, terms, least := amount{}, amount{}, amount{hi: math.Inf(1)}
	n := amount{hi: float64(len(weights))}
	for k := range weights {
		t := weights[k].time
		sum, terms = sum.plus(t), terms.plus(t.over(n).floor())
		if t.hi < least.hi || t.compare(least) < 0 {
			least = t
		}
	}
	whole := mean(sum, len(weights), least)
	switch {
	case r.options.TimeQuota == batch.PerTerm:
		return terms.hi
	case r.options.TimeQuota == batch.Exact || whole.floor().compare(least) < 0:
		return whole.hi
	}
	return whole.floor().hi
}

// meanCosts is the other reading of B*: the sum of the mean costs.
func meanCosts(offers []offer) float64 {
	total := 0.0
	for i := range offers {
		weights := offers[i].weights
		if len(weights) == 0 {
			continue
		}
		sum, least := amount{}, amount{hi: math.Inf(1)}
		for k := range weights {
			c := weights[k].cost
			sum = sum.plus(c)
			if c.hi < least.hi || c.compare(least) < 0 {
				least = c
			}
		}
		total += mean(sum, len(weights), least).hi
	}
	return total
}
