package solve

import (
	"math"

	"gridbox/core/kind/batch"
)

// A weight is the contribution of a window to the sums of a choice: its time
// and its cost. They are float64 with the offer's tolerance at first, and
// computed to thirty digits only if those do not decide (exact), which is rare
// and costs as much as ten windows.
type weight struct {
	time, cost amount
	known      bool // to thirty digits
}

// weigh sets the weights of all windows of a cycle from the searches.
func (r *run) weigh(offers []offer) {
	if len(r.digits) != len(r.performance) {
		r.digits = make([]digits, len(r.performance))
	}
	for i := range offers {
		o := &offers[i]
		o.measure, o.run, o.digits = r.options.Measure, r, jobDigits{}
		// Two conversions, three operations for each part, and the sum of the parts.
		o.tolerance = float64(o.nodes+16) * 0x1p-52
		o.weights = make([]weight, len(o.windows))
		for k := range o.windows {
			w := &o.windows[k]
			o.weights[k] = weight{time: amount{hi: w.time(o.measure)}, cost: amount{hi: w.cost}}
		}
	}
}

// digits are the numbers of a node as documents write them, jobDigits those of
// a job. A performance or volume of 0 has not been converted yet.
type (
	digits    struct{ performance, price amount }
	jobDigits struct{ volume, minPerformance amount }
)

// exact returns the weight of a window to thirty digits.
func (o *offer) exact(k int) *weight {
	known := &o.weights[k]
	if known.known {
		return known
	}
	if o.digits.volume.hi == 0 {
		o.digits = jobDigits{decimal(o.volume), decimal(o.minPerformance)}
	}
	sum, longest, cost := amount{}, amount{}, amount{}
	r, w := o.run, &o.windows[k]
	for _, p := range r.parts[w.first:w.last] {
		d := &r.digits[p.node]
		if d.performance.hi == 0 {
			*d = digits{decimal(r.performance[p.node]), decimal(r.price[p.node])}
		}
		length := o.digits.volume.divide(d.performance)
		if o.literal {
			length = o.digits.volume.divide(o.digits.minPerformance).times(
				d.performance.divide(o.digits.minPerformance))
		}
		if length.compare(longest) > 0 {
			longest = length
		}
		sum, cost = sum.plus(length), cost.plus(length.times(d.price))
	}
	if o.measure == batch.Sum {
		longest = sum
	}
	*known = weight{longest, cost, true}
	return known
}

// mean returns sum / n. It is not below least, the least of the n numbers.
func mean(sum amount, n int, least amount) amount {
	m := sum.divide(amount{hi: float64(n)})
	if m.compare(least) < 0 {
		return least // of equal numbers, rounded
	}
	return m
}

// jobQuota returns the contribution of a job to T*.
func (o *offer) jobQuota(quota batch.TimeQuota) float64 {
	if whole, sure := o.floorMean(); sure && quota != batch.PerTerm && quota != batch.Exact {
		return whole
	}
	sum, terms, least := amount{}, amount{}, amount{hi: math.Inf(1)}
	n := amount{hi: float64(len(o.weights))}
	for k := range o.weights {
		t := o.exact(k).time
		sum, terms = sum.plus(t), terms.plus(t.divide(n).floor())
		if t.hi < least.hi || t.compare(least) < 0 {
			least = t
		}
	}
	whole := mean(sum, len(o.weights), least)
	switch {
	case quota == batch.PerTerm:
		return terms.hi
	case quota == batch.Exact || whole.floor().compare(least) < 0:
		return whole.hi
	}
	return whole.floor().hi
}

// floorMean returns the mean time of a job's windows, rounded down. It reports
// whether float64 determines the result, and that it is not below the shortest
// time.
func (o *offer) floorMean() (whole float64, sure bool) {
	sum, least := 0.0, math.Inf(1)
	for k := range o.weights {
		t := o.weights[k].time.hi
		sum += t
		least = min(least, t)
	}
	n := float64(len(o.weights))
	mean := sum / n
	room := float64(mean * (o.tolerance + float64(n*0x1p-52)))
	whole = math.Floor(mean)
	return whole, whole == math.Floor(mean-room) && whole == math.Floor(mean+room) &&
		whole > least+float64(least*o.tolerance) && mean < 1<<52
}

// meanCosts returns B* as the sum of the jobs' mean costs.
func meanCosts(offers []offer) float64 {
	total := 0.0
	for i := range offers {
		weights := offers[i].weights
		if len(weights) == 0 {
			continue
		}
		sum, least := amount{}, amount{hi: math.Inf(1)}
		for k := range weights {
			c := offers[i].exact(k).cost
			sum = sum.plus(c)
			if c.hi < least.hi || c.compare(least) < 0 {
				least = c
			}
		}
		total += mean(sum, len(weights), least).hi
	}
	return total
}
