package report

import (
	"math"
	"slices"

	"gridbox/core/rng"
)

// A Sample is the values of one column, or of the differences of two.
type Sample struct {
	Values []float64
	Mean   float64
	SD     float64 // with n-1; 0 for fewer than two values
	// Skew is the moment coefficient of skewness, 0 where nothing varies.
	Skew   float64
	sorted []float64
}

// NewSample takes values in the order of the replications; sums are
// compensated (Neumaier), so that they are right to the last bit or two.
func NewSample(values []float64) *Sample {
	s := &Sample{Values: values}
	n := float64(len(values))
	if n == 0 {
		return s
	}
	s.Mean = total(values, func(x float64) float64 { return x }) / n
	if equal(values) {
		s.Mean = values[0]
		return s
	}
	squares := total(values, func(x float64) float64 { d := x - s.Mean; return float64(d * d) })
	cubes := total(values, func(x float64) float64 { d := x - s.Mean; return float64(float64(d*d) * d) })
	s.SD = math.Sqrt(squares / (n - 1))
	if spread := math.Sqrt(squares / n); spread > 0 {
		s.Skew = cubes / n / float64(float64(spread*spread)*spread)
	}
	return s
}

func equal(values []float64) bool {
	for _, x := range values {
		if x != values[0] {
			return false
		}
	}
	return true
}

// total adds up with Neumaier's compensation.
func total(values []float64, of func(float64) float64) float64 {
	sum, lost := 0.0, 0.0
	for _, value := range values {
		x := of(value)
		next := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += (sum - next) + x
		} else {
			lost += (x - next) + sum
		}
		sum = next
	}
	return sum + lost
}

// Quantile is the p-quantile by linear interpolation between order statistics,
// the one that spreadsheets, R (its type 7) and NumPy give.
func (s *Sample) Quantile(p float64) float64 {
	if s.sorted == nil {
		s.sorted = slices.Clone(s.Values)
		slices.Sort(s.sorted)
	}
	at := float64(p * float64(len(s.sorted)-1))
	low := int(at)
	if low+1 >= len(s.sorted) {
		return s.sorted[len(s.sorted)-1]
	}
	return s.sorted[low] + float64((at-float64(low))*(s.sorted[low+1]-s.sorted[low]))
}

// Methods of an interval, and tests that a p-value is of.
const (
	Student   = "student"
	Bootstrap = "bootstrap"
	SignFlip  = "sign-flip"
)

// Why a mean has no interval.
const (
	OneInstance = "one-instance" // the instances cannot differ
	NoSpread    = "no-spread"    // the values do not
	TooFew      = "too-few"      // they are too few for how they are spread
	Later       = "later"        // it is made when the study is complete
)

// Normal tells whether means of such samples are near enough to normal for
// Student's interval: Cochran's rule (Sampling Techniques, 3rd ed., 2.15), by
// which n should exceed 25 times the square of the skewness. A sample without
// spread says nothing about that.
func (s *Sample) Normal() bool {
	return s.SD > 0 && float64(len(s.Values)) > 25*float64(s.Skew*s.Skew)
}

// Method is how an interval of the mean is best made: Student's, or by the
// bootstrap where Cochran's rule says no; "" where there can be none, and why.
func (s *Sample) Method() (method, why string) {
	switch {
	case len(s.Values) < 2:
		return "", TooFew
	case s.SD == 0:
		return "", NoSpread
	case s.Normal():
		return Student, ""
	case len(s.Values) < fewest:
		return "", TooFew
	}
	return Bootstrap, ""
}

// error is the standard error of the mean.
func (s *Sample) error() float64 { return s.SD / math.Sqrt(float64(len(s.Values))) }

// Student is Student's interval of the mean; it needs two values.
func (s *Sample) Student(level float64) (low, high float64) {
	half := float64(critical(level, len(s.Values)-1) * s.error())
	return s.Mean - half, s.Mean + half
}

// fewest is the least number of values that the bootstrap is used for.
const fewest = 8

// resamples is how many samples the bootstrap draws of n values: 1999, or as
// many as 20 million draws allow, but 399.
func resamples(n int) int { return max(399, min(1999, 20_000_000/n)) }

// splitMix is SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom
// Number Generators, 2014), a generator that takes few steps: draws from samples
// are most of a study's statistics. It is begun by a stream.
type splitMix uint64

func (m *splitMix) next() uint64 {
	*m += 0x9e3779b97f4a7c15
	u := uint64(*m)
	u = (u ^ u>>30) * 0xbf58476d1ce4e5b9
	u = (u ^ u>>27) * 0x94d049bb133111eb
	return u ^ u>>31
}

// bootstrapped gives the studentised means of samples drawn from this one with
// replacement, sorted. One that happens to have no spread is infinitely far from
// the centre as it sees it, on the side where it is.
//
// A number of the generator serves for two draws, a half each: 2^32 mod n values
// come up more often than the others by n in 2^32, for all n in use less than one
// in a thousand.
func (s *Sample) bootstrapped(draw *rng.Stream) []float64 {
	n := len(s.Values)
	centred, drawn := make([]float64, n), make([]float64, n+1)
	for i, x := range s.Values {
		centred[i] = x - s.Mean
	}
	ts := make([]float64, resamples(n))
	mix := splitMix(draw.Uint64())
	for k := range ts {
		sum, squares := 0.0, 0.0
		for i := 0; i < n; i += 2 {
			u := mix.next()
			a, b := centred[u>>32*uint64(n)>>32], centred[u&(1<<32-1)*uint64(n)>>32]
			if i == n-1 {
				b = 0
			}
			drawn[i], drawn[i+1] = a, b
			sum += a + b
			squares += float64(a*a) + float64(b*b)
		}
		mean := sum / float64(n)
		spread := squares - float64(sum*mean)
		if spread < 1e-6*squares { // mostly rounding
			spread = around(drawn[:n])
		}
		if ts[k] = math.Inf(1); mean < 0 {
			ts[k] = math.Inf(-1)
		}
		if spread > 0 {
			ts[k] = mean / math.Sqrt(spread/float64(n-1)/float64(n))
		}
	}
	slices.Sort(ts)
	return ts
}

// around is the sum of the squares of the distances to the mean, exactly 0
// where nothing varies. It takes the first value for a nearby centre.
func around(values []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range values {
		d := x - values[0]
		sum += d
		squares += float64(d * d)
	}
	return max(0, squares-float64(sum*(sum/float64(len(values)))))
}

// longTail is how much of the error allowed for at one end is kept for the end
// beyond the long tail of a skewed sample. There the plain bootstrap-t misses
// too often, for most samples hold too little of the tail and none can tell;
// this brings lognormal, Pareto and zero-inflated values near the level that is
// asked for (TestCoverage, and its table in the page on studies).
const longTail = 0.2

// fewestBeyond is how many of the bootstrap's draws must lie beyond an end for
// it to be told.
const fewestBeyond = 2

// bounds reads an interval of a level off the studentised means of resamples
// (the bootstrap-t: Efron and Tibshirani, An Introduction to the Bootstrap,
// chapter 12). ok is false where an end is infinite, or further out than the
// draws reach: then there are too few values.
func (s *Sample) bounds(ts []float64, level float64) (low, high float64, ok bool) {
	below, above := (1-level)/2, (1-level)/2
	if s.Skew > 0 {
		below *= longTail // of the resamples: the interval's upper end
	} else {
		above *= longTail
	}
	if min(below, above)*float64(len(ts)) < fewestBeyond {
		return 0, 0, false
	}
	least, most := ts[int(float64(below*float64(len(ts))))], ts[len(ts)-1-int(float64(above*float64(len(ts))))]
	low, high = s.Mean-float64(most*s.error()), s.Mean-float64(least*s.error())
	return low, high, !math.IsInf(low, 0) && !math.IsInf(high, 0)
}
