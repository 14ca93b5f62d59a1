package lublin

import (
	"math"
	"testing"

	"gridbox/core/rng"
)

// Samples of the model have the moments stated by its authors: alpha beta and alpha beta squared
// for gamma, the mixture's mean, the mean of the two-stage uniform distribution, and the shares of
// serial jobs and powers of two.
func TestMoments(t *testing.T) {
	const n = 200_000
	draw := rng.New(1, "test/lublin", 0)
	for _, c := range [][2]float64{{shape1, scale1}, {shape2, scale2},
		{arrivalShape, arrivalScale}} {
		sum, squares := 0.0, 0.0
		for range n {
			x := gamma(draw, c[0], c[1])
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / n
		if want := c[0] * c[1]; math.Abs(mean/want-1) > 0.01 {
			t.Errorf("gamma %v: got mean %v, want %v", c, mean, want)
		}
		if is, want := squares/n-mean*mean, c[0]*c[1]*c[1]; math.Abs(is/want-1) > 0.03 {
			t.Errorf("gamma %v: got variance %v, want %v", c, is, want)
		}
	}
	serial, powers, logs, others := 0.0, 0.0, 0.0, 0.0
	for range n {
		switch s := slotsOf(draw, 128); {
		case s == 1:
			serial++
		case s&(s-1) == 0:
			powers++
		default:
			logs, others = logs+math.Log2(float64(s)), others+1
		}
		if s := slotsOf(draw, 100); s < 1 || s > 100 {
			t.Fatalf("slotsOf: got %d slots, want 1 to 100", s)
		}
	}
	if math.Abs(serial/n-serialShare) > 0.02 || powers/n < powerShare {
		t.Errorf("got share %v of serial jobs, %v of powers of two; want about %v, at least %v", serial/n, powers/n,
			serialShare, powerShare)
	}
	low, middle, high := lowLog, 4.5, 7.0
	want := firstStage*(low+middle)/2 + (1-firstStage)*(middle+high)/2
	sum := 0.0
	for range n { // the logarithm before it is rounded, from jobs that are no powers of two
		u, v := draw.Float64(), draw.Float64()
		x := middle + (high-middle)*v
		if u < firstStage {
			x = low + (middle-low)*v
		}
		sum += x
	}
	if math.Abs(sum/n-want) > 0.02 || math.Abs(logs/others-want) > 0.5 {
		t.Errorf("got mean logarithm of slots %v, without powers of two %v; want about %v", sum/n, logs/others, want)
	}
	for _, slots := range []int{1, 32, 128} {
		p := slope*float64(slots) + share
		want, sum := p*shape1*scale1+(1-p)*shape2*scale2, 0.0
		for range n {
			sum += math.Log(durationOf(draw, slots))
		}
		// whole seconds and the limit of 12 lower the mean by up to a tenth
		if is := sum / n; is > want || is < 0.88*want {
			t.Errorf("%d slots: got mean logarithm of run times %v, want about %v", slots, is, want)
		}
	}
}

// The weights of the day are differences of the incomplete gamma function, by its series.
func TestWeights(t *testing.T) {
	cdf := func(x float64) float64 { // P(a, x/b)
		z, term, sum := x/cycleScale, 1/cycleShape, 1/cycleShape
		for k := 1; k < 2000; k++ {
			term *= z / (cycleShape + float64(k))
			sum += term
		}
		lg, _ := math.Lgamma(cycleShape)
		return sum * math.Exp(-z+cycleShape*math.Log(z)-lg)
	}
	weights, sum := weightsOfDay(), 0.0
	for i := 11; i < 59; i++ {
		sum += cdf(float64(i)+0.5) - cdf(float64(i)-0.5)
	}
	for i := 11; i < 59; i++ {
		want := (cdf(float64(i)+0.5) - cdf(float64(i)-0.5)) / (sum / 48)
		if got := weights[(i-1)%48]; math.Abs(got-want) > 1e-9 {
			t.Errorf("bucket %d: got %v, want %v", i, got, want)
		}
	}
}

// The arrivals over the day follow the weights, twice as fast with twice the load.
func TestArrivals(t *testing.T) {
	a := newArrivals(rng.New(2, "test/arrivals", 0), 1)
	var counts [buckets]float64
	last, n := 0.0, 400_000
	for range n {
		at := a.next()
		if at < last {
			t.Fatalf("got arrival %v after %v, want ascending times", at, last)
		}
		last = at
		counts[int(at)%(24*3600)/secondsPerBucket]++
	}
	weights := weightsOfDay()
	for i, w := range weights {
		if got := counts[i] / float64(n) * buckets; math.Abs(got-w) > 0.15*w+0.03 {
			t.Errorf("bucket %d: got %v, want %v", i, got, w)
		}
	}
	twice := newArrivals(rng.New(2, "test/arrivals", 0), 2)
	end := 0.0
	for range n {
		end = twice.next()
	}
	if math.Abs(end*2/last-1) > 1e-9 {
		t.Errorf("last arrival with twice the load: got %v, want half of %v", end, last)
	}
}
