package formula

import "math"

// Moves reports whether the value may rise or fall if the numbers grow of the
// set increase by the same amount and all others stay the same. It may report
// too much but never too little. Set and member are the spans of the numbers. A
// value that becomes finite counts as both.
func (e *Expression) Moves(set, member []Span, grow ...int) (rises, falls bool) {
	m := mover{set, member, grow}
	return m.directions(e.root)
}

type mover struct {
	set, member []Span
	grow        []int
}

// directions returns the result of Moves for a node. It reports both directions
// wherever it finds no tighter answer.
func (m *mover) directions(n *node) (rises, falls bool) {
	if n.op == opSet {
		for _, i := range m.grow {
			rises = rises || n.index == i
		}
		return rises, false
	}
	var each [][2]bool
	moves := false
	for _, a := range n.args {
		up, down := m.directions(a)
		each = append(each, [2]bool{up, down})
		rises, falls, moves = rises || up, falls || down, moves || up || down
	}
	if !moves {
		return false, false
	}
	switch n.op {
	case opAdd, opMin, opMax, opFloor, opCeil, opSum, opMean, opLeast, opMost:
		return rises, falls
	case opSqrt:
		if span := n.args[0].span(m.set, m.member); span.Low >= 0 {
			return rises, falls
		}
	case opNegate:
		return falls, rises
	case opSubtract, opLess, opLessEqual:
		rises, falls = each[0][0] || each[1][1], each[0][1] || each[1][0]
		if n.op == opSubtract {
			return rises, falls
		}
		return falls, rises
	case opMultiply, opDivide:
		return m.productDirections(n, each)
	case opIf:
		if !each[0][0] && !each[0][1] {
			return rises, falls
		}
	}
	return true, true
}

// productDirections returns the directions of a product or quotient with one changing
// operand, by the sign of the other. It reports both if the sign is unknown,
// both operands change, or the divisor changes.
func (m *mover) productDirections(n *node, each [][2]bool) (rises, falls bool) {
	moving, by := 0, 1
	if each[1][0] || each[1][1] {
		moving, by = 1, 0
	}
	if n.op == opDivide && moving == 1 || each[by][0] || each[by][1] {
		return true, true
	}
	rises, falls = each[moving][0], each[moving][1]
	switch span := n.args[by].span(m.set, m.member); {
	case math.IsNaN(span.Low) || math.IsNaN(span.High):
	case span.Low >= 0:
		return rises, falls
	case span.High <= 0:
		return falls, rises
	}
	return true, true
}
