package solve

import (
	"math"
	"strconv"
)

// An amount is a time or a cost in double-double arithmetic, with about thirty
// digits. Documents have decimals, and a time is a quotient of two of them. So
// the sums of two combinations are either equal or clearly different in thirty
// digits, whatever the order of addition: 0.1 + 0.2 is 0.3, and 1/3 + 1/3 + 1/3
// is 1. With sixteen digits they are not.
//
// Products are rounded before they are added (float64(a*b)), since a fused
// operation would give other digits.
type amount struct{ hi, lo float64 }

// sameness is the relative difference up to which amounts are equal: each of
// ten thousand additions may have an error of some 10^-32.
const sameness = 1e-26

// compare returns a negative, zero or positive number if a is less than, equal
// to or greater than b.
func (a amount) compare(b amount) float64 {
	apart := (a.hi - b.hi) + (a.lo - b.lo)
	if math.Abs(apart) <= sameness*math.Abs(a.hi) {
		return 0
	}
	return apart
}

func (a amount) plus(b amount) amount {
	sum := a.hi + b.hi
	shift := sum - a.hi
	rest := (a.hi - (sum - shift)) + (b.hi - shift) + a.lo + b.lo
	return normalise(sum, rest)
}

func (a amount) negative() amount { return amount{-a.hi, -a.lo} }

func (a amount) times(b amount) amount {
	product, rest := exactly(a.hi, b.hi)
	return normalise(product, rest+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a amount) divide(b amount) amount {
	first := a.hi / b.hi
	back, rest := exactly(first, b.hi)
	left := ((a.hi - back) - rest) + (a.lo - float64(first*b.lo))
	return normalise(first, left/b.hi)
}

// normalise normalises a sum of a number and a rest. An infinite result has no
// rest.
func normalise(number, rest float64) amount {
	sum := number + rest
	if lo := rest - (sum - number); lo-lo == 0 {
		return amount{sum, lo}
	}
	return amount{hi: number}
}

// exactly returns a product and its rounding error (Dekker).
func exactly(a, b float64) (product, rest float64) {
	product = float64(a * b)
	a1, a2 := halves(a)
	b1, b2 := halves(b)
	rest = ((float64(a1*b1) - product) + float64(a1*b2) + float64(a2*b1)) + float64(a2*b2)
	return product, rest
}

// halves splits a number into two of half the digits.
func halves(a float64) (upper, lower float64) {
	far := float64(a * (1<<27 + 1))
	upper = far - (far - a)
	return upper, a - upper
}

// decimal returns the decimal that a document writes for a number.
func decimal(x float64) amount {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return amount{hi: x}
	}
	// Fast path for three decimals, the most frequent case: only one decimal of fifteen digits
	// is that near.
	if y := math.Round(x * 1000); y/1000 == x && math.Abs(y) < 1e15 {
		return amount{hi: y}.divide(amount{hi: 1000})
	}
	var room [32]byte
	text := strconv.AppendFloat(room[:0], x, 'e', -1, 64)
	digits, exponent, i := int64(0), 0, 0
	for ; text[i] != 'e'; i++ {
		if c := text[i]; c >= '0' && c <= '9' {
			digits = digits*10 + int64(c-'0')
			exponent--
		}
	}
	power, err := strconv.Atoi(string(text[i+1:]))
	if exponent += power + 1; err != nil || x < 0 || exponent < -300 || exponent > 280 {
		return amount{hi: x} // no time, volume or price is that large
	}
	whole := float64(digits)
	a := amount{whole, float64(digits - int64(whole))}
	for ; exponent > 0; exponent -= min(exponent, maxExactPower) {
		a = a.times(amount{hi: math.Pow10(min(exponent, maxExactPower))})
	}
	for ; exponent < 0; exponent += min(-exponent, maxExactPower) {
		a = a.divide(amount{hi: math.Pow10(min(-exponent, maxExactPower))})
	}
	return a
}

// maxExactPower is the greatest power of ten that a float64 represents exactly.
const maxExactPower = 22

// floor returns the amount rounded down. An amount that is whole except for
// rounding is that whole number.
func (a amount) floor() amount {
	if near := math.Round(a.hi); a.compare(amount{hi: near}) == 0 {
		return amount{hi: near}
	}
	if whole := math.Floor(a.hi); whole == a.hi && a.lo < 0 {
		return amount{hi: whole - 1}
	}
	return amount{hi: math.Floor(a.hi)}
}
