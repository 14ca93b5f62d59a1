package solve

import (
	"math"
	"math/bits"
)

// An exact is a product of availabilities as an integer times powers of two and
// ten, so that two products can be compared without rounding. An availability
// of up to six decimals is an integer of millionths (or fewer); any other is
// its float64 value.
type exact struct {
	words     []uint64 // least significant first
	twos, ten int
}

func (e *exact) reset() { e.words, e.twos, e.ten = append(e.words[:0], 1), 0, 0 }

// times multiplies by an availability.
func (e *exact) times(odd float64) {
	if odd == 1 {
		return
	}
	for d := 0; d <= decimals; d++ {
		if isDecimal(odd, d) {
			e.mul(uint64(math.Floor(float64(odd*ten(d)) + 0.5)))
			e.ten -= d
			return
		}
	}
	fraction, exponent := math.Frexp(odd)
	e.mul(uint64(math.Ldexp(fraction, 53)))
	e.twos += exponent - 53
}

func (e *exact) mul(by uint64) {
	carry := uint64(0)
	for i, w := range e.words {
		hi, lo := bits.Mul64(w, by)
		lo, c := bits.Add64(lo, carry, 0)
		e.words[i], carry = lo, hi+c
	}
	if carry != 0 {
		e.words = append(e.words, carry)
	}
}

// compare returns the sign of a - b. It modifies both.
func (e *exact) compare(b *exact) int {
	for ; e.ten > b.ten; e.ten-- {
		e.mul(10)
	}
	for ; b.ten > e.ten; b.ten-- {
		b.mul(10)
	}
	e.double(e.twos - b.twos)
	b.double(b.twos - e.twos)
	if d := len(e.words) - len(b.words); d != 0 {
		return d
	}
	for i := len(e.words) - 1; i >= 0; i-- {
		if e.words[i] != b.words[i] {
			if e.words[i] > b.words[i] {
				return 1
			}
			return -1
		}
	}
	return 0
}

// double multiplies by a power of two.
func (e *exact) double(times int) {
	for ; times >= 32; times -= 32 {
		e.mul(1 << 32)
	}
	if times > 0 {
		e.mul(1 << times)
	}
}
