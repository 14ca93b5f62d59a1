package rng

import "math"

// Uniform returns a number uniform on [lo, hi).
func (s *Stream) Uniform(lo, hi float64) float64 {
	return lo + float64((hi-lo)*s.Float64())
}

// Chance returns true with probability p.
func (s *Stream) Chance(p float64) bool { return s.Float64() < p }

// Normal returns a Gaussian deviate by Marsaglia's polar method, which needs no
// sine and one logarithm for two deviates.
func (s *Stream) Normal(mean, sd float64) float64 {
	if s.hasSpare {
		s.hasSpare = false
		return mean + float64(sd*s.spare)
	}
	for {
		u, v := float64(2*s.Float64())-1, float64(2*s.Float64())-1
		r := float64(u*u) + float64(v*v)
		if r >= 1 || r == 0 {
			continue
		}
		scale := math.Sqrt(-2 * Ln(r) / r)
		s.spare, s.hasSpare = v*scale, true
		return mean + float64(sd*float64(u*scale))
	}
}

// normalTries limits the rejections in TruncatedNormal. An interval that a
// thousand deviates miss has less than about 0.5 % of the distribution.
const normalTries = 1000

// TruncatedNormal returns a Gaussian deviate conditioned on [lo, hi]. If a
// thousand deviates miss the interval, it returns the end nearer to the mean.
func (s *Stream) TruncatedNormal(mean, sd, lo, hi float64) float64 {
	if sd > 0 {
		for range normalTries {
			if x := s.Normal(mean, sd); x >= lo && x <= hi {
				return x
			}
		}
	}
	return math.Min(math.Max(mean, lo), hi)
}

// PowerLaw returns a deviate with density proportional to x^-alpha on [lo, hi],
// 0 < lo <= hi, as the paper on RBHS draws dataset sizes and work. It inverts
// the distribution function.
func (s *Stream) PowerLaw(alpha, lo, hi float64) float64 {
	u := s.Float64()
	if hi <= lo {
		return lo
	}
	var x float64
	switch alpha {
	case 1:
		x = lo * Exp(float64(u*Ln(hi/lo)))
	case 2:
		x = lo / (1 - float64(u*(1-lo/hi)))
	default:
		// x = lo (1 - u (1 - (hi/lo)^(1-alpha)))^(1/(1-alpha))
		b := 1 - alpha
		tail := 1 - Exp(float64(b*Ln(hi/lo)))
		x = lo * Exp(Ln(1-float64(u*tail))/b)
	}
	return math.Min(math.Max(x, lo), hi)
}
