package formula

import "math"

// A Span is the range of a number, from Low to High. If an end is infinite, the
// number may also be undefined. Both are NaN if it is certainly undefined.
type Span struct{ Low, High float64 }

// anything is the span of a number that may be undefined.
var anything = Span{math.Inf(-1), math.Inf(1)}

// Span returns bounds of a member's term, as returned by Split, for spans of
// the numbers of the set and of the member. The value is within the result or
// not finite. The operations are those of Evaluate, whose rounding is
// monotonic, so that no error is added.
func (e *Expression) Span(set, member []Span) Span { return e.root.span(set, member) }

// span returns a span that contains all values of the node for numbers within
// the given spans. It is not always the smallest.
func (n *node) span(set, member []Span) Span {
	switch n.op {
	case opNumber:
		return Span{n.value, n.value}
	case opSet:
		return set[n.index]
	case opMember:
		return member[n.index]
	case opSum, opMean, opLeast, opMost:
		return anything
	case opIf:
		return n.choice(set, member)
	}
	x := n.args[0].span(set, member)
	if len(n.args) == 1 {
		return n.unarySpan(x)
	}
	for _, a := range n.args[1:] {
		x = n.binarySpan(x, a.span(set, member))
	}
	return x
}

func (s Span) isUndefined() bool { return math.IsNaN(s.Low) || math.IsNaN(s.High) }

func (s Span) isBounded() bool {
	return !s.isUndefined() && !math.IsInf(s.Low, 0) && !math.IsInf(s.High, 0)
}

// choice returns the span of an if. An undefined condition is not 0.
func (n *node) choice(set, member []Span) Span {
	c := n.args[0].span(set, member)
	switch {
	case c.isUndefined() || c.Low > 0 || c.High < 0:
		return n.args[1].span(set, member)
	case c.Low == 0 && c.High == 0:
		return n.args[2].span(set, member)
	}
	x, y := n.args[1].span(set, member), n.args[2].span(set, member)
	if !x.isBounded() || !y.isBounded() {
		return anything
	}
	return Span{math.Min(x.Low, y.Low), math.Max(x.High, y.High)}
}

// unarySpan returns a span of the values of the node's operation for an operand
// in x. It is unlimited if x is, or if x leaves the domain.
func (n *node) unarySpan(x Span) Span {
	if !x.isBounded() {
		if x.isUndefined() {
			return x
		}
		return anything
	}
	switch n.op {
	case opNegate:
		return Span{-x.High, -x.Low}
	case opAbs:
		if x.Low <= 0 && x.High >= 0 {
			return Span{0, math.Max(-x.Low, x.High)}
		}
		a, b := math.Abs(x.Low), math.Abs(x.High)
		return Span{math.Min(a, b), math.Max(a, b)}
	case opSqrt:
		if x.Low < 0 {
			return anything
		}
		return Span{math.Sqrt(x.Low), math.Sqrt(x.High)}
	case opFloor:
		return Span{math.Floor(x.Low), math.Floor(x.High)}
	case opCeil:
		return Span{math.Ceil(x.Low), math.Ceil(x.High)}
	case opLn, opLog2, opLog10, opExp:
		return widen(n.unary(x.Low), n.unary(x.High))
	}
	return x
}

// binarySpan returns a span of the values of the node's operation for operands
// in x and y. It is unlimited after a possible division by 0 or power of a
// number not above 0.
func (n *node) binarySpan(x, y Span) Span {
	switch n.op {
	case opLess, opLessEqual, opEqual, opUnequal:
		return n.compareSpans(x, y)
	}
	if !x.isBounded() || !y.isBounded() {
		// A power may be defined although an operand is not: 1 to any power is 1.
		if n.op != opPower && (x.isUndefined() && y.isBounded() || y.isUndefined() && x.isBounded()) {
			return Span{math.NaN(), math.NaN()}
		}
		return anything
	}
	switch n.op {
	case opAdd:
		return Span{x.Low + y.Low, x.High + y.High}
	case opSubtract:
		return Span{x.Low - y.High, x.High - y.Low}
	case opMin:
		return Span{math.Min(x.Low, y.Low), math.Min(x.High, y.High)}
	case opMax:
		return Span{math.Max(x.Low, y.Low), math.Max(x.High, y.High)}
	case opDivide:
		if y.Low <= 0 && y.High >= 0 {
			return anything
		}
	case opPower:
		if x.Low <= 0 {
			return anything
		}
		a, b := n.binary(x.Low, y.Low), n.binary(x.Low, y.High)
		c, d := n.binary(x.High, y.Low), n.binary(x.High, y.High)
		return widen(min(a, b, c, d), max(a, b, c, d))
	}
	a, b := n.binary(x.Low, y.Low), n.binary(x.Low, y.High)
	c, d := n.binary(x.High, y.Low), n.binary(x.High, y.High)
	return Span{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}
}

// widen returns the span of an increasing function or a power, whose rounding
// is not monotonic: both ends are moved outwards by two units in the last
// place. If an end is NaN, the result is anything.
func widen(low, high float64) Span {
	s := Span{low, high}
	if !s.isBounded() {
		return anything
	}
	for range 2 {
		s = Span{math.Nextafter(s.Low, math.Inf(-1)), math.Nextafter(s.High, math.Inf(1))}
	}
	return s
}

// compareSpans returns the span of a comparison: 0 or 1 if the result is
// certain.
func (n *node) compareSpans(x, y Span) Span {
	yes, no := Span{1, 1}, Span{}
	if n.op == opUnequal {
		yes, no = no, yes
	}
	equality := n.op == opEqual || n.op == opUnequal
	switch {
	case x.isUndefined() || y.isUndefined():
		return no
	case equality && (x.High < y.Low || y.High < x.Low):
		return no
	case equality && x.isBounded() && x.Low == x.High && x == y:
		return yes
	case !equality && x.isBounded() && y.isBounded() && (x.High < y.Low || n.op == opLessEqual && x.High == y.Low):
		return yes
	case !equality && x.isBounded() && y.isBounded() && (x.Low > y.High || n.op == opLess && x.Low == y.High):
		return no
	}
	return Span{0, 1}
}
