package report

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gridbox/core/rng"
)

// Student's t, two-sided: the published table of critical values (Fisher and
// Yates, Statistical Tables, table III; also NIST/SEMATECH e-Handbook, 1.3.6.7.2).
func TestCriticalValuesOfThePublishedTable(t *testing.T) {
	for _, row := range []struct {
		df                  int
		p90, p95, p99, p999 float64
	}{
		{1, 6.314, 12.706, 63.657, 636.619}, {2, 2.920, 4.303, 9.925, 31.599}, {3, 2.353, 3.182, 5.841, 12.924},
		{4, 2.132, 2.776, 4.604, 8.610}, {5, 2.015, 2.571, 4.032, 6.869}, {9, 1.833, 2.262, 3.250, 4.781},
		{10, 1.812, 2.228, 3.169, 4.587}, {20, 1.725, 2.086, 2.845, 3.850}, {29, 1.699, 2.045, 2.756, 3.659},
		{30, 1.697, 2.042, 2.750, 3.646}, {60, 1.671, 2.000, 2.660, 3.460}, {120, 1.658, 1.980, 2.617, 3.373},
		{1_000_000, 1.645, 1.960, 2.576, 3.291},
	} {
		for level, want := range map[float64]float64{0.90: row.p90, 0.95: row.p95, 0.99: row.p99, 0.999: row.p999} {
			if got := critical(level, row.df); math.Abs(got-want) > 0.00051 {
				t.Errorf("t of %v with %d degrees: %.4f, the table has %v", level, row.df, got, want)
			}
		}
	}
}

// Student's t against gonum, for many degrees of freedom and out to the tails,
// as far as gonum itself is exact: about 1e-10 for many degrees of freedom.
func TestStudentAgreesWithGonum(t *testing.T) {
	for _, df := range []int{1, 2, 3, 4, 7, 8, 31, 32, 99, 100, 999, 2999, 24999, 25000} {
		d := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}
		for _, x := range []float64{0.01, 0.3, 1, 1.96, 2.5, 4, 7} {
			if got, want := centralP(x, df), 2*d.CDF(x)-1; math.Abs(got-want) > 3e-11 {
				t.Errorf("P(|T| <= %v) with %d degrees: %v, gonum has %v", x, df, got, want)
			}
		}
		for _, level := range []float64{0.5, 0.8, 0.9, 0.95, 0.99, 0.9999} {
			if got, want := critical(level, df), d.Quantile((1+level)/2); math.Abs(got-want) > 1e-8*want {
				t.Errorf("t of %v with %d degrees of freedom: got %v, want %v as of gonum", level, df, got, want)
			}
		}
	}
	if centralP(0, 5) != 0 || centralP(1, 0) != 0 || centralP(1e300, 3) != 1 || twoSidedP(1e200, 7) != minP {
		t.Error("centralP and twoSidedP at the ends of the distribution are wrong")
	}
}

func TestArctan(t *testing.T) {
	for x := 1e-8; x < 1e8; x *= 1.37 {
		if got, want := arctan(x), math.Atan(x); math.Abs(got-want) > 1e-15*want {
			t.Errorf("arctan %v: got %v, want %v", x, got, want)
		}
	}
}

// Mean, spread and skewness against gonum, and where a plain sum fails.
func TestSampleAgreesWithGonum(t *testing.T) {
	draw := rng.New(1, "samples", 0)
	for _, n := range []int{2, 3, 10, 1001} {
		values := make([]float64, n)
		for i := range values {
			values[i] = draw.PowerLaw(2, 1, 100)
		}
		s := NewSample(values)
		mean, sd := stat.MeanStdDev(values, nil)
		if math.Abs(s.Mean-mean) > 1e-13*mean || math.Abs(s.SD-sd) > 1e-12*sd {
			t.Errorf("%d values: got %v ± %v, want %v ± %v as of gonum", n, s.Mean, s.SD, mean, sd)
		}
		// gonum's skewness is adjusted for bias, by n^2/((n-1)(n-2)) and the other sd.
		if m := float64(n); n > 2 {
			adjusted := s.Skew * math.Sqrt(m*(m-1)) / (m - 2)
			if want := stat.Skew(values, nil); math.Abs(adjusted-want) > 1e-9*max(1, math.Abs(want)) {
				t.Errorf("%d values: got skewness %v, want %v as of gonum", n, adjusted, want)
			}
		}
	}
	if s := NewSample([]float64{1e16, 1, 1, 1, 1, -1e16}); s.Mean != 4.0/6 {
		t.Errorf("mean with cancellation: got %v, want 4/6", s.Mean)
	}
	if s := NewSample([]float64{0.1, 0.1, 0.1}); s.Mean != 0.1 || s.SD != 0 || s.Skew != 0 || s.Normal() {
		t.Errorf("constant values: got %+v, want mean 0.1 without spread", s)
	}
}

// R: quantile(c(1, 2, 4, 8), c(0, .25, .5, .9, 1)) is 1, 1.75, 3, 6.8, 8.
func TestQuantiles(t *testing.T) {
	s := NewSample([]float64{8, 1, 4, 2})
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3, 0.9: 6.8, 1: 8} {
		if got := s.Quantile(p); math.Abs(got-want) > 1e-15*want*4 {
			t.Errorf("quantile %v: got %v, want %v", p, got, want)
		}
	}
	if s.Values[0] != 8 {
		t.Error("Quantile sorts the values of its sample")
	}
}

// bootstrap is the bootstrap-t interval of values.
func bootstrap(values []float64, level float64, draw *rng.Stream) (low, high float64, ok bool) {
	s := NewSample(values)
	return s.bounds(s.bootstrapMeans(draw), level)
}

// Cochran's rule chooses the method, and a bootstrap with the same stream gives
// the same interval.
func TestMethod(t *testing.T) {
	even, skewed := make([]float64, 40), make([]float64, 40)
	for i := range even {
		even[i], skewed[i] = float64(i), float64(i%5)
	}
	skewed[7] = 100
	for name, c := range map[string]struct {
		values         []float64
		method, reason string
	}{
		"even": {even, Student, ""}, "skewed": {skewed, Bootstrap, ""}, "five": {skewed[3:8], "", TooFew},
		"one": {even[:1], "", TooFew}, "two": {even[:2], Student, ""}, "flat": {[]float64{2, 2, 2}, "", NoSpread},
	} {
		if m, why := NewSample(c.values).Method(); m != c.method || why != c.reason {
			t.Errorf("Method, %s: got %q, %q; want %q, %q", name, m, why, c.method, c.reason)
		}
	}
	draw := func() *rng.Stream { return rng.New(1, "b", 0) }
	a, b, ok := bootstrap(skewed, 0.9, draw())
	c, d, _ := bootstrap(skewed, 0.9, draw())
	if mean := NewSample(skewed).Mean; a != c || b != d || !ok || a > mean || b < mean {
		t.Errorf("bootstrap: got %v to %v, then %v to %v; want the same around the mean", a, b, c, d)
	}
	// One of 40 is too few for a tail, and no draws reach a level of 0.99999.
	rare := make([]float64, 40)
	rare[7] = 1
	if _, _, ok := bootstrap(rare, 0.95, draw()); ok {
		t.Error("one nonzero value of 40: got an interval, want none")
	}
	if _, _, ok := bootstrap(skewed, 0.99999, draw()); ok {
		t.Error("level 0.99999: got an interval beyond all draws, want none")
	}
}

// Holm's own arithmetic: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02
// (R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")).
func TestHolm(t *testing.T) {
	family := []*Pair{}
	for _, p := range []float64{0.01, 0.04, 0.03, 0.005} {
		family = append(family, &Pair{P: &p})
	}
	Holm(family)
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(*family[i].Holm-want) > 1e-15 {
			t.Errorf("p-value %d: got %v, want %v", i, *family[i].Holm, want)
		}
	}
}
