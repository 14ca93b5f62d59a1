package solve

import "math"

// A demand is the least sum over n nodes. At least one node is a cell's own, and
// at least one starts in it.
type demand[T int64 | float64] struct {
	sum, last, prior          T // sum of the n least, the greatest of them, and the one before
	minOwn, minFresh, minBoth T // the least of each sort, and of nodes of both sorts
	none                      T
}

func newDemand[T int64 | float64](none T) demand[T] {
	return demand[T]{minOwn: none, minFresh: none, minBoth: none, none: none}
}

// addNode adds a node that may be useful.
func (d *demand[T]) addNode(x T, owned, fresh bool) {
	if owned {
		d.minOwn = min(d.minOwn, x)
	}
	if fresh {
		d.minFresh = min(d.minFresh, x)
	}
	if owned && fresh {
		d.minBoth = min(d.minBoth, x)
	}
}

// minSum returns the sum. It reports false if the demand cannot be met.
func (d *demand[T]) minSum(n int) (sum T, ok bool) {
	switch {
	case d.minOwn == d.none || d.minFresh == d.none || n == 1 && d.minBoth == d.none:
		return 0, false
	case n == 1:
		return d.minBoth, true
	}
	first, second := d.minOwn > d.last, d.minFresh > d.last
	switch {
	case first && second:
		sum = d.sum - d.last - d.prior + d.minOwn + d.minFresh
		if d.minBoth != d.none {
			sum = min(sum, d.sum-d.last+d.minBoth)
		}
		return sum, true
	case first:
		return d.sum - d.last + d.minOwn, true
	case second:
		return d.sum - d.last + d.minFresh, true
	}
	return d.sum, true
}

// sumLeast sums the n least numbers and moves them to the front (quickselect).
func sumLeast(list []float64, n int, d *demand[float64]) {
	for low, high := 0, len(list); low < n && n < high && high-low > 1; {
		pivot := middle(list[low], list[(low+high)/2], list[high-1])
		i, k := low, high-1
		for i <= k {
			for list[i] < pivot {
				i++
			}
			for list[k] > pivot {
				k--
			}
			if i <= k {
				list[i], list[k] = list[k], list[i]
				i++
				k--
			}
		}
		switch {
		case n <= k:
			high = k + 1
		case n > i:
			low = i
		default:
			low = n
		}
	}
	d.sum, d.last, d.prior = 0, math.Inf(-1), math.Inf(-1)
	for _, x := range list[:n] {
		d.sum += x
		switch {
		case x > d.last:
			d.prior, d.last = d.last, x
		case x > d.prior:
			d.prior = x
		}
	}
}

func middle(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }
