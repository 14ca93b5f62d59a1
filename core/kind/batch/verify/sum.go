package verify

import (
	"math"
	"math/bits"
	"strconv"

	"gridbox/core/kind/window"
)

// An exact sum of times or of costs: as a number, and by its remainder modulo a prime.
// Documents hold decimals; a time is one divided by another. Modulo a prime
// such quotients are added without rounding, so sums that are the same number
// have the same remainder, in whatever order they were added, and of two that
// are near to each other and differ one pair in 2^61 has it.
type exact struct {
	is  float64
	mod uint64
}

// modulus is a prime.
const modulus = 1<<61 - 1

func (a exact) plus(b exact) exact { return exact{a.is + b.is, reducedOnce(a.mod + b.mod)} }

func (a exact) negative() exact { return exact{-a.is, reducedOnce(modulus - a.mod)} }

// roundingOf is the part of a sum that adding up numbers may be off by.
const roundingOf = 1e-12

// beside tells whether two sums may be the same number, as far as numbers of
// sixteen digits go.
func (a exact) beside(b exact) bool {
	return math.Abs(a.is-b.is) <= roundingOf*max(math.Abs(a.is), math.Abs(b.is))
}

// equals tells whether two sums are the same number.
func (a exact) equals(b exact) bool { return a.beside(b) && a.mod == b.mod }

// atMost tells whether it is certain that a sum is not above another one.
func (a exact) atMost(b exact) bool {
	if a.beside(b) {
		return a.mod == b.mod
	}
	return a.is < b.is
}

// share is the n-th part of a sum, as a whole number where it is one.
func (a exact) share(n int) (is float64, whole bool) {
	is = a.is / float64(n)
	near := math.Round(is)
	if near >= 0 && near < 1<<53 && (exact{is: is}).beside(exact{is: near}) &&
		remainderProduct(uint64(near), uint64(n)) == a.mod {
		return near, true
	}
	return is, false
}

func reducedOnce(x uint64) uint64 {
	if x >= modulus {
		return x - modulus
	}
	return x
}

func remainderProduct(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return reducedOnce(reducedOnce(low&modulus) + (high<<3 | low>>61))
}

func remainderPower(a uint64, n uint64) uint64 {
	out := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out = remainderProduct(out, a)
		}
		a = remainderProduct(a, a)
	}
	return out
}

func remainderInverse(a uint64) uint64 { return remainderPower(a, modulus-2) }

// thousandth is the remainder of 0.001.
var thousandth = remainderInverse(1000)

// remainder reads a number from 0 on as the decimal that a document writes for it.
func remainder(x float64) uint64 {
	// Three decimals, as most numbers have: of fifteen digits one decimal is that.
	if y := math.Round(x * 1000); y/1000 == x && y < 1e15 {
		return remainderProduct(uint64(y), thousandth)
	}
	text := strconv.FormatFloat(x, 'e', -1, 64)
	digits, places, point := uint64(0), 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			point = true
		case c >= '0' && c <= '9':
			digits = digits*10 + uint64(c-'0')
			if point {
				places++
			}
		case c == 'e':
			exponent, _ := strconv.Atoi(text[i+1:]) // FormatFloat writes one
			if exponent -= places; exponent >= 0 {
				return remainderProduct(digits, remainderPower(10, uint64(exponent)))
			}
			return remainderProduct(digits, remainderInverse(remainderPower(10, uint64(-exponent))))
		}
	}
	return digits
}

// speeds are the remainders of a node's numbers.
type speeds struct {
	performance, one, price uint64 // one divided by the performance
}

// remainders reads the numbers of all nodes. All inverses are made of one: of the
// product of all performances.
func remainders(nodes []window.Node) []speeds {
	out := make([]speeds, len(nodes))
	all := uint64(1)
	for i := range nodes {
		out[i] = speeds{remainder(nodes[i].Performance), all, remainder(nodes[i].Price)}
		if out[i].performance != 0 {
			all = remainderProduct(all, out[i].performance)
		}
	}
	inverse := remainderInverse(all)
	for i := len(out) - 1; i >= 0; i-- {
		s := &out[i]
		if s.one = remainderProduct(s.one, inverse); s.performance != 0 {
			inverse = remainderProduct(inverse, s.performance)
		}
	}
	return out
}

// A point is a window, or a combination of windows, in the two numbers that it
// is chosen by.
type point struct{ time, cost exact }

// point is the time of a window by the answer's measure, and its cost.
func (c *batchCheck) point(a *asking, nodes []int32) point {
	out, all := point{}, exact{}
	for _, n := range nodes {
		length, cost := c.part(a, n)
		all, out.cost = all.plus(length), out.cost.plus(cost)
		if !length.atMost(out.time) {
			out.time = length
		}
	}
	if c.added {
		out.time = all
	}
	return out
}

// part is how long a part of a job lasts on a node, and what it costs.
func (c *batchCheck) part(a *asking, node int32) (length, cost exact) {
	n, s := &c.p.Nodes[node], &c.speeds[node]
	length = exact{c.duration(a.job, int(node)), remainderProduct(a.volume, s.one)}
	if c.scaled {
		length.mod = remainderProduct(remainderProduct(a.volume, s.performance), a.scale)
	}
	return length, exact{n.Price * length.is, remainderProduct(s.price, length.mod)}
}
