package report

import (
	"math"
	"slices"

	"gridbox/core/rng"
)

// A Sample is the values of one column, or the differences of two.
type Sample struct {
	Values []float64
	Mean   float64
	SD     float64 // with n-1; 0 for fewer than two values
	// Skew is the moment coefficient of skewness, 0 if nothing varies.
	Skew   float64
	sorted []float64
}

// NewSample returns the sample of values in the order of the replications. Sums
// are compensated (Neumaier), so that they are accurate to a bit or two.
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

// total returns a sum with Neumaier's compensation.
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

// Quantile returns the p-quantile by linear interpolation between order
// statistics, as spreadsheets, R (type 7) and NumPy do.
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

// Methods of intervals and tests.
const (
	Student   = "student"
	Bootstrap = "bootstrap"
	SignFlip  = "sign-flip"
)

// Reasons why a mean has no interval.
const (
	OneInstance = "one-instance" // the instances cannot differ
	NoSpread    = "no-spread"    // the values do not differ
	TooFew      = "too-few"      // the values are too few for their spread
	Later       = "later"        // it is computed when the study is complete
)

// Normal reports whether means of such samples are close enough to normal for
// Student's interval, by Cochran's rule (Sampling Techniques, 3rd ed., 2.15): n
// should exceed 25 times the square of the skewness. It is false without
// spread.
func (s *Sample) Normal() bool {
	return s.SD > 0 && float64(len(s.Values)) > 25*float64(s.Skew*s.Skew)
}

// Method returns the method for an interval of the mean: Student's, or the
// bootstrap if Cochran's rule fails. It returns "" and the reason if there is
// none.
func (s *Sample) Method() (method, why string) {
	switch {
	case len(s.Values) < 2:
		return "", TooFew
	case s.SD == 0:
		return "", NoSpread
	case s.Normal():
		return Student, ""
	case len(s.Values) < minBootstrapValues:
		return "", TooFew
	}
	return Bootstrap, ""
}

// error returns the standard error of the mean.
func (s *Sample) error() float64 { return s.SD / math.Sqrt(float64(len(s.Values))) }

// Student returns Student's interval of the mean. It needs two values.
func (s *Sample) Student(level float64) (low, high float64) {
	half := float64(critical(level, len(s.Values)-1) * s.error())
	return s.Mean - half, s.Mean + half
}

// minBootstrapValues is the least number of values for the bootstrap.
const minBootstrapValues = 8

// resamples returns the number of samples that the bootstrap draws of n values:
// 1999, or as many as 20 million draws allow, but at least 399.
func resamples(n int) int { return max(399, min(1999, 20_000_000/n)) }

// splitMix is SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom
// Number Generators, 2014), a fast generator for resampling, which takes most
// of the time of statistics. It is seeded by a stream.
type splitMix uint64

func (m *splitMix) next() uint64 {
	*m += 0x9e3779b97f4a7c15
	u := uint64(*m)
	u = (u ^ u>>30) * 0xbf58476d1ce4e5b9
	u = (u ^ u>>27) * 0x94d049bb133111eb
	return u ^ u>>31
}

// bootstrapMeans returns the sorted studentised means of samples drawn with
// replacement. A sample without spread is infinitely far from the centre.
//
// One number of the generator serves two draws: 2^32 mod n values are more
// likely by n in 2^32, which is below one in a thousand for all n in use.
func (s *Sample) bootstrapMeans(draw *rng.Stream) []float64 {
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
			spread = squaredDeviations(drawn[:n])
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

// squaredDeviations returns the sum of squared distances from the mean, exactly 0 if
// nothing varies. It uses the first value as a nearby centre.
func squaredDeviations(values []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range values {
		d := x - values[0]
		sum += d
		squares += float64(d * d)
	}
	return max(0, squares-float64(sum*(sum/float64(len(values)))))
}

// longTailShare is the share of the error that is allowed at the end on the long
// tail of a skewed sample. There the plain bootstrap-t is too short, since most
// samples contain too little of the tail; this brings lognormal, Pareto and
// zero-inflated values near the requested level (TestCoverage, and its table in
// the page on studies).
const longTailShare = 0.2

// minDrawsBeyond is the least number of bootstrap draws beyond an end.
const minDrawsBeyond = 2

// bounds returns an interval from the studentised means of resamples (the
// bootstrap-t: Efron and Tibshirani, An Introduction to the Bootstrap, chapter
// 12). It reports false if an end is infinite or beyond the draws: then there
// are too few values.
func (s *Sample) bounds(ts []float64, level float64) (low, high float64, ok bool) {
	below, above := (1-level)/2, (1-level)/2
	if s.Skew > 0 {
		below *= longTailShare // of the resamples: the interval's upper end
	} else {
		above *= longTailShare
	}
	if min(below, above)*float64(len(ts)) < minDrawsBeyond {
		return 0, 0, false
	}
	least, most := ts[int(float64(below*float64(len(ts))))], ts[len(ts)-1-int(float64(above*float64(len(ts))))]
	low, high = s.Mean-float64(most*s.error()), s.Mean-float64(least*s.error())
	return low, high, !math.IsInf(low, 0) && !math.IsInf(high, 0)
}
