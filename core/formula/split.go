package formula

// Split decomposes an additive expression: for every set of count members,
//
//	value = rest + sum of term over the members
//
// where rest uses attributes of the set only, and term attributes of the set and
// of one member. ok is true if sums and means are only added, subtracted,
// and multiplied or divided by expressions that do not depend on the members.
func (e *Expression) Split(count int) (rest, term *Expression, ok bool) {
	r, t, ok := e.root.split(float64(count))
	if !ok {
		return nil, nil, false
	}
	return &Expression{r}, &Expression{t}, true
}

var zero = &node{op: opNumber}

// split returns the result of Split for a node and count members. It reports
// false if the node is not additive; then the nodes are not usable.
func (n *node) split(count float64) (rest, term *node, ok bool) {
	if !n.aggregates() {
		return n, zero, true
	}
	switch n.op {
	case opSum:
		return zero, n.args[0], true
	case opMean:
		return zero, &node{op: opDivide, args: []*node{n.args[0], {op: opNumber, value: count}}}, true
	case opNegate:
		r, t, ok := n.args[0].split(count)
		return &node{op: opNegate, args: []*node{r}}, &node{op: opNegate, args: []*node{t}}, ok
	case opAdd, opSubtract:
		r1, t1, ok1 := n.args[0].split(count)
		r2, t2, ok2 := n.args[1].split(count)
		return &node{op: n.op, args: []*node{r1, r2}}, &node{op: n.op, args: []*node{t1, t2}}, ok1 && ok2
	case opMultiply, opDivide:
		a, b := n.args[0], n.args[1]
		if n.op == opMultiply && !a.aggregates() {
			a, b = b, a
		}
		if b.aggregates() {
			return nil, nil, false
		}
		r, t, ok := a.split(count)
		return &node{op: n.op, args: []*node{r, b}}, &node{op: n.op, args: []*node{t, b}}, ok
	}
	return nil, nil, false
}

// aggregates reports whether the node depends on the members.
func (n *node) aggregates() bool {
	if n.op >= opSum {
		return true
	}
	for _, a := range n.args {
		if a.aggregates() {
			return true
		}
	}
	return false
}

// Sum returns the sum of the expression over the members. The expression
// must come from CompileTerm.
func (e *Expression) Sum() *Expression {
	return &Expression{&node{op: opSum, args: []*node{e.root}}}
}
