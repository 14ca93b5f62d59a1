// Package formula evaluates users' expressions over the numbers of a set and of
// its members: cost + 2 * sum(q) / nodes.
//
// An expression may come from an untrusted link, so the language has only
// numbers: no loops, no assignment, no text, at most MaxLength characters and
// MaxDepth nested parentheses; evaluation takes time in proportion to the text
// and the members. A general expression library would be half as large again as
// the whole program that computes.
//
//	1.5 2e3                       numbers
//	start  "disk size"            names; quoted unless they are plain words
//	+ - * / ^  unary -  ( )       arithmetic; ^ is a power, of highest precedence, right associative
//	< <= > >= = !=                comparisons: 1 for true, 0 for false
//	min(a, b, ...) max abs sqrt floor ceil
//	ln log2 log10 exp pow(base, exponent)   see elementary.go for their errors
//	if(condition, then, else)     condition is anything but 0
//	sum(e) mean(e) least(e) most(e)   e over the members
//
// Inside sum, mean, least and most the names of members are known as well as
// those of the set; outside only those of the set. Outside, a name that only
// members have means its sum over them. Division by zero, a root or logarithm
// of a negative number and an overflow are not finite; the caller decides what
// that means.
package formula

import "math"

// Limits of an expression.
const (
	MaxLength = 1000
	MaxDepth  = 40
)

// An Expression is a compiled text.
type Expression struct{ root *node }

type operator uint8

const (
	opNumber operator = iota
	opSet             // number of the set
	opMember          // number of a member
	opAdd
	opSubtract
	opMultiply
	opDivide
	opNegate
	opLess
	opLessEqual
	opEqual
	opUnequal
	opMin
	opMax
	opAbs
	opSqrt
	opFloor
	opCeil
	opLn
	opLog2
	opLog10
	opExp
	opPower
	opIf
	opSum
	opMean
	opLeast
	opMost
)

type node struct {
	op    operator
	value float64
	index int
	args  []*node
}

// Evaluate returns the value for a set of numbers, in the order of the names
// given to Compile, and its members.
func (e *Expression) Evaluate(set []float64, members [][]float64) float64 {
	return e.root.evaluate(set, members, nil)
}

// EvaluateMember returns the value of a member's term, as returned by Split.
func (e *Expression) EvaluateMember(set, member []float64) float64 {
	return e.root.evaluate(set, nil, member)
}

// evaluate returns the value of the node for the numbers of a set and of its
// members. The numbers in member are of the current member within an aggregate,
// otherwise nil.
func (n *node) evaluate(set []float64, members [][]float64, member []float64) float64 {
	switch n.op {
	case opNumber:
		return n.value
	case opSet:
		return set[n.index]
	case opMember:
		return member[n.index]
	case opSum, opMean, opLeast, opMost:
		return n.aggregate(set, members)
	case opIf:
		if n.args[0].evaluate(set, members, member) != 0 {
			return n.args[1].evaluate(set, members, member)
		}
		return n.args[2].evaluate(set, members, member)
	}
	x := n.args[0].evaluate(set, members, member)
	if len(n.args) == 1 {
		return n.unary(x)
	}
	for _, a := range n.args[1:] {
		x = n.binary(x, a.evaluate(set, members, member))
	}
	return x
}

// unary returns the value of the node's operation for its only operand. The
// minimum or maximum of one number is that number. Outside the domain of the
// operation the value is infinite or not a number.
func (n *node) unary(x float64) float64 {
	switch n.op {
	case opNegate:
		return -x
	case opAbs:
		return math.Abs(x)
	case opSqrt:
		return math.Sqrt(x)
	case opFloor:
		return math.Floor(x)
	case opCeil:
		return math.Ceil(x)
	case opLn:
		return Ln(x)
	case opLog2:
		return Log2(x)
	case opLog10:
		return Log10(x)
	case opExp:
		return Exp(x)
	}
	return x // min and max of one number
}

// binary returns the value of the node's operation for two operands. A
// comparison is 1 or 0.
func (n *node) binary(x, y float64) float64 {
	switch n.op {
	case opAdd:
		return x + y
	case opSubtract:
		return x - y
	case opMultiply:
		return float64(x * y)
	case opDivide:
		return x / y
	case opLess:
		return truth(x < y)
	case opLessEqual:
		return truth(x <= y)
	case opEqual:
		return truth(x == y)
	case opUnequal:
		return truth(x != y)
	case opMin:
		return math.Min(x, y)
	case opPower:
		return Pow(x, y)
	}
	return math.Max(x, y)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// aggregate returns the sum, mean, least or greatest value of the argument over
// the members. Without members it is 0, but the mean is not a number.
func (n *node) aggregate(set []float64, members [][]float64) float64 {
	x := 0.0
	for i, m := range members {
		y := n.args[0].evaluate(set, nil, m)
		switch {
		case i == 0:
			x = y
		case n.op == opLeast:
			x = math.Min(x, y)
		case n.op == opMost:
			x = math.Max(x, y)
		default:
			x += y
		}
	}
	if n.op == opMean {
		return x / float64(len(members))
	}
	return x
}

// Uses reports whether the expression reads the number of the set with an
// index.
func (e *Expression) Uses(index int) bool { return e.root.uses(index) }

func (n *node) uses(index int) bool {
	if n.op == opSet && n.index == index {
		return true
	}
	for _, a := range n.args {
		if a.uses(index) {
			return true
		}
	}
	return false
}
