package rng

import "math"

// ln 2 in two parts: k*ln2Hi is exact for |k| < 2^20 because the low bits of
// ln2Hi are zero, as in the argument reduction of fdlibm.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)

// Ln returns the natural logarithm of x, with the same bits on every platform
// and within two units in the last place. x must be positive and finite.
//
// With x = m 2^k and sqrt(1/2) <= m < sqrt 2, ln m = 2 artanh(s) for s =
// (m-1)/(m+1), |s| < 0.1716, and the series in s^2 converges by a factor of 34
// a term: twelve terms reach 2^-60.
func Ln(x float64) float64 {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1)
	z := s * s
	sum := 0.0
	for n := 23; n >= 3; n -= 2 {
		sum = float64((sum + 1/float64(n)) * z)
	}
	low := float64(2*float64(s*sum)) + float64(float64(k)*ln2Lo)
	return float64(float64(k)*ln2Hi) + (2*s + low)
}

// Exp returns e^x, with the same bits on every platform and within two units in
// the last place. It overflows to +Inf and underflows to 0 as math.Exp does.
//
// With x = k ln 2 + r and |r| <= ln(2)/2, fifteen terms of the Taylor series
// reach 2^-62.
func Exp(x float64) float64 {
	switch {
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	r := (x - float64(k*ln2Hi)) - float64(k*ln2Lo)
	sum := 1.0
	for n := 15.0; n >= 1; n-- {
		sum = 1 + float64(float64(sum*r)/n)
	}
	return math.Ldexp(sum, int(k))
}
