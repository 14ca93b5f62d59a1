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

// Methods of an interval.
const (
	Student   = "student"
	Bootstrap = "bootstrap"
)

// Normal tells whether means of such samples are near enough to normal for
// Student's interval: Cochran's rule (Sampling Techniques, 3rd ed., 2.15), by
// which n should exceed 25 times the square of the skewness.
func (s *Sample) Normal() bool {
	return float64(len(s.Values)) > 25*float64(s.Skew*s.Skew)
}

// Method is how an interval of the mean is best made: Student's, or by the
// bootstrap where Cochran's rule says no and there are values enough to draw from.
func (s *Sample) Method() string {
	if s.Normal() || len(s.Values) < fewest {
		return Student
	}
	return Bootstrap
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

// bootstrapped gives the studentised means of samples drawn from this one with
// replacement, sorted. Those that happen to have no spread are left out.
//
// Most of a study's statistics is these draws, so they come from a generator
// that takes few steps, SplitMix64 (Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, 2014), begun by the stream, and a number of
// it serves for two of them, a half each: 2^32 mod n values come up more often
// than the others by n in 2^32, for all n in use less than one in a thousand.
func (s *Sample) bootstrapped(draw *rng.Stream) []float64 {
	n := len(s.Values)
	centred, drawn := make([]float64, n), make([]float64, n+1)
	for i, x := range s.Values {
		centred[i] = x - s.Mean
	}
	ts := make([]float64, 0, resamples(n))
	mix := draw.Uint64()
	for range cap(ts) {
		sum, squares := 0.0, 0.0
		for i := 0; i < n; i += 2 {
			mix += 0x9e3779b97f4a7c15
			u := (mix ^ mix>>30) * 0xbf58476d1ce4e5b9
			u = (u ^ u>>27) * 0x94d049bb133111eb
			u ^= u >> 31
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
		if spread > 0 {
			ts = append(ts, mean/math.Sqrt(spread/float64(n-1)/float64(n)))
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

// Bootstrap is the bootstrap-t interval of the mean (Efron and Tibshirani, An
// Introduction to the Bootstrap, chapter 12) and the p-value of a mean of 0: how
// often a resample is as far from its own centre as the sample is from 0.
func (s *Sample) Bootstrap(level float64, draw *rng.Stream) (low, high, p float64) {
	ts, e := s.bootstrapped(draw), s.error()
	if len(ts) == 0 || e == 0 {
		return s.Mean, s.Mean, 1
	}
	drawn := Sample{sorted: ts}
	tail := float64((1 - level) / 2)
	far, t := 0, math.Abs(s.Mean/e)
	for _, x := range ts {
		if math.Abs(x) >= t {
			far++
		}
	}
	return s.Mean - float64(drawn.Quantile(1-tail)*e), s.Mean - float64(drawn.Quantile(tail)*e),
		float64(1+far) / float64(1+len(ts))
}
