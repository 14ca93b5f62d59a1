package formula

import "math"

// Logarithms, the exponential function and powers have the same bits on every
// processor. They consist of +, -, *, / and square roots alone, which IEEE 754
// rounds in the same way everywhere. Each product is rounded before an addition,
// so that no compiler fuses the two.
//
// Errors, in units in the last place of the result (tested against sums of many
// more digits, see elementary_test.go): ln, log2, log10 and exp are within 0.51
// and powers within 0.6 for normal results. Subnormal results are within one unit
// of the smallest number. So results that can be exact are exact: log10(1000) is
// 3, log2(8) is 3, pow(3, 4) is 81.
//
// Results that are not finite real numbers:
//
//	ln, log2, log10 of 0 are -Inf, of numbers below 0 NaN, of +Inf +Inf
//	exp(-Inf) is 0, exp(+Inf) and an overflow are +Inf
//	pow(x, 0) and pow(1, y) are 1 for any x and y, NaN included
//	pow(0, y) is 0 for y > 0 and +Inf for y < 0, with x's sign for odd whole y
//	pow(x, y) for finite x < 0 is NaN, except for whole y: pow(-x, y), negative if y is odd
//
// and NaN of NaN everywhere else, as IEEE 754 recommends.

// A pair is a number in double-double arithmetic: hi + lo, with lo at most half
// a unit in the last place of hi.
type pair struct{ hi, lo float64 }

// twoSum returns a + b without error (Knuth, The Art of Computer Programming 2,
// section 4.2.2).
func twoSum(a, b float64) pair {
	s := a + b
	bb := s - a
	return pair{s, (a - (s - bb)) + (b - bb)}
}

// quickSum is twoSum for |a| >= |b|.
func quickSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// split splits a number into two of half the digits (Dekker 1971).
func split(a float64) (hi, lo float64) {
	c := float64(134217729 * a) // 2^27 + 1
	hi = c - (c - a)
	return hi, a - hi
}

// twoProduct returns a * b without error, unless it overflows or underflows.
func twoProduct(a, b float64) pair {
	p := float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	e := float64(ah*bh) - p
	e += float64(ah * bl)
	e += float64(al * bh)
	e += float64(al * bl)
	return pair{p, e}
}

func (x pair) plus(y pair) pair {
	s := twoSum(x.hi, y.hi)
	return quickSum(s.hi, s.lo+(x.lo+y.lo))
}

func (x pair) times(y pair) pair {
	p := twoProduct(x.hi, y.hi)
	return quickSum(p.hi, p.lo+(float64(x.hi*y.lo)+float64(x.lo*y.hi)))
}

// twice returns 2x exactly.
func (x pair) twice() pair { return pair{float64(2 * x.hi), float64(2 * x.lo)} }

// timesFloat returns x * y for a float64 y.
func (x pair) timesFloat(y float64) pair {
	p := twoProduct(x.hi, y)
	return quickSum(p.hi, p.lo+float64(x.lo*y))
}

// Constants in double-double precision: ln 2, 1/ln 2, 1/ln 10, 1/3 and 1/5.
var (
	ln2         = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	inverseLn2  = pair{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}
	inverseLn10 = pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
	third       = pair{0x1.5555555555555p-2, 0x1.5555555555555p-56}
	fifth       = pair{0x1.999999999999ap-3, -0x1.999999999999ap-57}
)

// odds are 1/7, 1/9, …, 1/29, and factors are 1/3!, 1/4!, …, 1/11!.
var (
	odds = [12]float64{1. / 7, 1. / 9, 1. / 11, 1. / 13, 1. / 15, 1. / 17, 1. / 19, 1. / 21, 1. / 23, 1. / 25,
		1. / 27, 1. / 29}
	factors = [9]float64{1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320, 1. / 362880, 1. / 3628800,
		1. / 39916800}
)

// logarithm returns ln x for a positive finite x, within 2^-66 of itself.
//
// With x = m 2^e and sqrt(1/2) <= m < sqrt 2, ln m = 2 artanh z for
// z = (m-1)/(m+1), |z| < 0.1716: 2z (1 + z²/3 + z⁴/5 + ...). The first three terms
// have twice the digits, the others are below 0.000004.
func logarithm(x float64) pair {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = float64(2*m), e-1
	}
	d := twoSum(m, 1)
	f := m - 1 // exact
	z := pair{hi: f / d.hi}
	p := twoProduct(z.hi, d.hi)
	z.lo = ((f - p.hi) - p.lo - float64(z.hi*d.lo)) / d.hi
	w := z.times(z)
	t := odds[len(odds)-1]
	for i := len(odds) - 2; i >= 0; i-- {
		t = float64(t*w.hi) + odds[i]
	}
	series := w.times(fifth.plus(pair{hi: float64(w.hi * t)}))
	series = w.times(third.plus(series))
	log := z.times(pair{1, 0}.plus(series))
	return ln2.timesFloat(float64(e)).plus(log.twice())
}

// special returns the logarithm of x if it is not finite, and reports whether
// that is so.
func special(x float64) (log float64, ok bool) {
	switch {
	case x < 0 || x != x:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	case x > math.MaxFloat64:
		return x, true
	}
	return 0, false
}

// Ln returns the natural logarithm, within 0.51 units in the last place.
// Special cases are listed above.
func Ln(x float64) float64 {
	if y, ok := special(x); ok {
		return y
	}
	return logarithm(x).hi
}

// Log2 returns the logarithm to the base 2, as accurate as Ln.
func Log2(x float64) float64 {
	if y, ok := special(x); ok {
		return y
	}
	return logarithm(x).times(inverseLn2).hi
}

// Log10 returns the logarithm to the base 10, as accurate as Ln.
func Log10(x float64) float64 {
	if y, ok := special(x); ok {
		return y
	}
	return logarithm(x).times(inverseLn10).hi
}

// Exp returns e^x, within 0.51 units in the last place.
func Exp(x float64) float64 {
	if x != x {
		return x
	}
	return exponential(pair{hi: x})
}

// exponential returns e^x for a double-double x.
//
// With x = k ln 2 + r and |r| <= ln(2)/2, e^r = (e^(r/8))^8. For |y| < 0.0434
// the first three terms of the series are double-double and the others are
// below 0.00002. Each of the three squarings keeps the digits.
func exponential(x pair) float64 {
	switch {
	case x.hi > 709.79:
		return math.Inf(1)
	case x.hi < -745.2:
		return 0
	}
	k := math.Floor(float64(x.hi*inverseLn2.hi) + 0.5)
	product := ln2.timesFloat(k)
	r := x.plus(pair{-product.hi, -product.lo})
	y := pair{float64(r.hi * 0.125), float64(r.lo * 0.125)}
	square := y.times(y)
	t := factors[len(factors)-1]
	for i := len(factors) - 2; i >= 0; i-- {
		t = float64(t*y.hi) + factors[i]
	}
	rest := float64(float64(square.hi*y.hi) * t)
	// Keep e^y - 1 without adding the 1, so that its digits are not lost.
	less := y.plus(pair{float64(square.hi * 0.5), float64(square.lo * 0.5)}.plus(pair{hi: rest}))
	for range 3 { // (1 + a)^2 - 1 = 2a + a^2
		less = less.twice().plus(less.times(less))
	}
	value := pair{1, 0}.plus(less)
	return scale(value, int(k))
}

// scale returns x times 2^k, rounded once. For a subnormal result the anchor
// is added first, so that the last place of the sum is that of the result.
func scale(x pair, k int) float64 {
	anchor := math.Ldexp(1, -1022-k)
	switch {
	case k > 1023: // 2^1024 overflows, although half of it times 2 may not
		return float64(2*x.hi) * math.Ldexp(1, k-1)
	case x.hi >= anchor:
		return x.hi * math.Ldexp(1, k)
	}
	sum := twoSum(anchor, x.hi)
	return math.Ldexp(sum.hi+(sum.lo+x.lo)-anchor, k)
}

// Pow returns x to the power of y, within 0.6 units in the last place.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case y == 1:
		return x
	case y == 2:
		return float64(x * x)
	case y == 0.5 && x > 0:
		return math.Sqrt(x)
	}
	size := math.Abs(x)
	if (y == 3 || y == 4) && size > 0x1p-240 && size < 0x1p240 { // the same to within 2^-100, and faster
		square := twoProduct(x, x)
		if y == 3 {
			return square.timesFloat(x).hi
		}
		return square.times(square).hi
	}
	whole := math.Floor(y) == y
	odd := whole && math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0
	sign := 1.0
	if x < 0 || x == 0 && math.Signbit(x) {
		if x < 0 && !whole && x >= -math.MaxFloat64 {
			return math.NaN()
		}
		if odd {
			sign = -1
		}
	}
	return float64(sign * power(size, y))
}

// power returns x to the power of y for x >= 0. Neither may be NaN.
func power(x, y float64) float64 {
	up := y > 0
	switch {
	case x == 1:
		return 1
	case x == 0, x > math.MaxFloat64, math.IsInf(y, 0):
		if (x > 1) == up {
			return math.Inf(1)
		}
		return 0
	}
	log := logarithm(x)
	if far := float64(log.hi * y); far > 710 || far < -746 {
		return exponential(pair{hi: far})
	}
	return exponential(log.timesFloat(y))
}
