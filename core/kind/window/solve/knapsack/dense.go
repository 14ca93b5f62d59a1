package knapsack

import "math"

// denseBits is the limit of the recurrence's table of decisions: 64 MB.
const denseBits = 1 << 29

// fallBackWork is the limit of cells for a search that falls back on the
// recurrence: about half a second.
const fallBackWork = 1 << 28

// denseWork returns the number of cells of the recurrence.
func denseWork(p Problem) float64 {
	return float64(len(p.Values)) * float64(p.Count) * (float64(capacityOf(p)) + 1)
}

// capacityOf returns the capacity, or the weight of all items if that is less.
func capacityOf(p Problem) int64 {
	total := int64(0)
	for _, w := range p.Weights {
		total += w
	}
	return min(p.Capacity, total)
}

// Dense solves the problem by the paper's recurrence (2),
//
//	f_i(C, k) = max { f_{i-1}(C, k), f_{i-1}(C - c_i, k - 1) + z_i }
//
// with f_0(C, k) = -inf for k > 0; the paper leaves that open, and with 0
// fewer than n items would be selected. Rows are overwritten in place, k and C
// descending; a bit for every decision serves the backward pass. The floor is
// not used.
//
// Complexity: O(m n C) in time and bits of memory.
func Dense(p Problem) (Result, error) {
	n := p.Count
	if n < 0 || n > len(p.Values) || p.Capacity < 0 {
		return Result{Outcome: None, Bound: math.Inf(-1)}, nil
	}
	if !(denseWork(p) <= denseBits) {
		return Result{}, ErrTooLarge
	}
	capacity := int(capacityOf(p))
	d := dense{p: p, width: capacity + 1, best: make([]float64, (n+1)*(capacity+1)),
		decisions: make([]uint64, (len(p.Values)*n*(capacity+1)+63)/64)}
	for i := d.width; i < len(d.best); i++ {
		d.best[i] = math.Inf(-1)
	}
	for i := range p.Values {
		d.item(i)
	}
	at := n*d.width + capacity
	if math.IsInf(d.best[at], -1) {
		return Result{Outcome: None, Bound: math.Inf(-1)}, nil
	}
	return d.backward(), nil
}

type dense struct {
	p         Problem
	width     int       // cells in a row
	best      []float64 // f by count, then cost
	decisions []uint64  // decisions by item, count, cost
}

// item computes the step from i-1 to i in place, by descending counts, and marks the cells in which
// item i is taken.
func (d *dense) item(i int) {
	value, weight := d.p.Values[i], int(min(d.p.Weights[i], int64(d.width)))
	for k := min(d.p.Count, i+1); k >= 1; k-- {
		row, fewer := d.best[k*d.width:][:d.width], d.best[(k-1)*d.width:][:d.width]
		bit := (i*d.p.Count + k - 1) * d.width
		for c := weight; c < d.width; c++ {
			if t := fewer[c-weight] + value; t > row[c] {
				row[c] = t
				d.decisions[(bit+c)>>6] |= 1 << ((bit + c) & 63)
			}
		}
	}
}

// backward follows the decisions from the last item to the first.
func (d *dense) backward() Result {
	r := Result{Outcome: Found}
	k, c := d.p.Count, d.width-1
	for i := len(d.p.Values) - 1; i >= 0 && k > 0; i-- {
		if bit := (i*d.p.Count+k-1)*d.width + c; d.decisions[bit>>6]>>(bit&63)&1 == 1 {
			r.Items = append(r.Items, int32(i))
			k--
			c -= int(d.p.Weights[i])
		}
	}
	ascending(r.Items)
	for _, i := range r.Items {
		r.Value += d.p.Values[i]
		r.Weight += d.p.Weights[i]
	}
	r.Bound = r.Value
	return r
}
