package report

import (
	"math"

	"gridbox/core/rng"
)

// The sign-flip test tests the hypothesis that neither of two algorithms is
// better: then each difference is as likely with the other sign, whatever their
// distribution. Its p-value is the share of all 2^n sign patterns whose sum is
// at least as far from 0 as the observed one (Fisher, The Design of
// Experiments, section 21; for the mean of skewed differences it is valid
// asymptotically, as Student's is).
//
// Few differences are enumerated. For many, uniform random signs would give no
// p below one in the number of draws, and a correction for many comparisons
// multiplies that. So signs are drawn such that their sums are near the
// observed one, and each draw is weighted by its likelihood ratio: importance
// sampling, with the sample itself as one more draw (Harrison, Conservative
// Hypothesis Tests and Confidence Intervals Using Importance Sampling, 2012).

// maxCounted is the maximum number of differences that are enumerated, in 2^14
// patterns.
const maxCounted = 14

// minP is the smallest reported p-value, about the smallest float64.
const minP = 1e-300

// signFlip returns the two-sided p-value of differences.
func signFlip(differences []float64, draw *rng.Stream) float64 {
	size, sign := 0.0, 1.0 // of the largest, and of the sum
	for _, d := range differences {
		size = max(size, math.Abs(d))
	}
	if size == 0 {
		return 1
	}
	if total(differences, func(x float64) float64 { return x / size }) < 0 {
		sign = -1
	}
	var list []float64 // all but 0, positive if they agree with the sum
	for _, d := range differences {
		if d != 0 {
			list = append(list, sign*d/size)
		}
	}
	f := newFlips(list)
	if len(list) <= maxCounted {
		return f.exactP()
	}
	return f.sampledP(draw)
}

// flips are the sign patterns of sizes. A pattern is described by the sizes
// against the sum; its sum is as far from 0 as the observed one if no more is
// against it.
type flips struct {
	sizes   []float64
	against []bool  // in the sample
	limit   float64 // total against in the sample, plus rounding
	total   float64 // of all sizes
}

func newFlips(list []float64) *flips {
	f := &flips{sizes: make([]float64, len(list)), against: make([]bool, len(list))}
	for i, d := range list {
		f.sizes[i], f.against[i] = math.Abs(d), d < 0
	}
	f.total = total(f.sizes, func(x float64) float64 { return x })
	f.limit = total(list, func(d float64) float64 { return max(0, -d) }) + float64(1e-12*f.total)
	return f
}

// exactP enumerates all patterns, each with one sign changed (a Gray code).
func (f *flips) exactP() float64 {
	n := len(f.sizes)
	set, found := make([]bool, n), 1 // with none against
	for way := 1; way < 1<<n; way++ {
		i := 0
		for way>>i&1 == 0 {
			i++
		}
		set[i] = !set[i]
		sum := 0.0
		for k, on := range set {
			if on {
				sum += f.sizes[k]
			}
		}
		if sum <= f.limit {
			found++
		}
	}
	return min(1, 2*float64(found)/float64(int(1)<<n))
}

// sampledP samples as many patterns as the bootstrap draws samples.
func (f *flips) sampledP(draw *rng.Stream) float64 {
	n, tilt := len(f.sizes), f.tilt()
	// A size is against if its 32 random bits are below a threshold. none is the log
	// likelihood ratio of a pattern with none against, and more[i] its change for size i.
	thresholds, more, none := make([]uint64, n), make([]float64, n), 0.0
	for i, x := range f.sizes {
		share := 1 / (1 + rng.Exp(2*float64(tilt*x)))
		k := math.Max(1, math.Round(float64(share*(1<<32))))
		with, without := -rng.Ln(2*k/(1<<32)), -rng.Ln(2*(1-float64(k/(1<<32))))
		thresholds[i], more[i] = uint64(k), with-without
		none += without
	}
	sample := none
	for i, on := range f.against {
		if on {
			sample += more[i]
		}
	}
	ways := resamples(n)
	found, mix := rng.Exp(sample), splitMix(draw.Uint64())
	for range ways {
		sum, weight := 0.0, none
		for i := 0; i < n && sum <= f.limit; i += 2 {
			u := mix.next()
			if u>>32 < thresholds[i] {
				sum, weight = sum+f.sizes[i], weight+more[i]
			}
			if i+1 < n && u&(1<<32-1) < thresholds[i+1] {
				sum, weight = sum+f.sizes[i+1], weight+more[i+1]
			}
		}
		if sum <= f.limit {
			found += rng.Exp(weight)
		}
	}
	return max(minP, min(1, 2*found/float64(1+ways)))
}

// tilt returns the t of the probabilities 1/(1 + exp(2 t x)) for which the
// expected total against is that of the sample. If that is 0, they are small.
func (f *flips) tilt() float64 {
	low, high := 0.0, 1.0
	for f.expectedSum(high) > f.limit && high < 1<<20 {
		low, high = high, 2*high
	}
	for range 30 {
		if middle := (low + high) / 2; f.expectedSum(middle) > f.limit {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func (f *flips) expectedSum(tilt float64) float64 {
	sum := 0.0
	for _, x := range f.sizes {
		sum += x / (1 + rng.Exp(2*float64(tilt*x)))
	}
	return sum
}
