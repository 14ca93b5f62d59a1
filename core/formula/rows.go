package formula

// Rows evaluates an expression over the set for many sets together, such as all
// jobs of a queue. It visits each node once and loops over the rows there,
// which is several times as fast as separate evaluations and gives the same
// bits.
type Rows struct {
	root    *node
	buffers [][]float64
	used    int
}

// Rows prepares an expression, which must not read members.
func (e *Expression) Rows() *Rows { return &Rows{root: e.root} }

// Evaluate writes the value of each row to out. Columns are the numbers of the
// set in the order of the names given to Compile. Columns that the expression
// does not read may be nil.
func (r *Rows) Evaluate(columns [][]float64, out []float64) {
	r.used = 0
	r.fill(r.root, columns, out)
}

// scratch returns scratch space for one column. fill frees it when it returns.
func (r *Rows) scratch(n int) []float64 {
	if r.used == len(r.buffers) {
		r.buffers = append(r.buffers, nil)
	}
	if cap(r.buffers[r.used]) < n {
		r.buffers[r.used] = make([]float64, n+n/2)
	}
	r.used++
	return r.buffers[r.used-1][:n]
}

// column returns the values of a node: an input column, or a filled scratch
// column.
func (r *Rows) column(n *node, columns [][]float64, rows int) []float64 {
	if n.op == opSet {
		return columns[n.index][:rows]
	}
	out := r.scratch(rows)
	r.fill(n, columns, out)
	return out
}

// fill writes the values of a node for all rows to out. The scratch columns
// that it takes are free again afterwards.
func (r *Rows) fill(n *node, columns [][]float64, out []float64) {
	used := r.used
	defer func() { r.used = used }()
	switch n.op {
	case opNumber:
		for i := range out {
			out[i] = n.value
		}
		return
	case opSet:
		copy(out, columns[n.index])
		return
	case opIf:
		when, then := r.column(n.args[0], columns, len(out)), r.column(n.args[1], columns, len(out))
		other := r.column(n.args[2], columns, len(out))
		for i := range out {
			if out[i] = other[i]; when[i] != 0 {
				out[i] = then[i]
			}
		}
		return
	}
	x := r.column(n.args[0], columns, len(out))
	if len(n.args) == 1 {
		for i := range out {
			out[i] = n.unary(x[i])
		}
		return
	}
	for _, arg := range n.args[1:] {
		y := r.column(arg, columns, len(out))
		n.combine(x, y, out)
		x = out
	}
}

// combine is binary for columns. Frequent operations have their own loops.
func (n *node) combine(x, y, out []float64) {
	x, y = x[:len(out)], y[:len(out)]
	switch n.op {
	case opAdd:
		for i := range out {
			out[i] = x[i] + y[i]
		}
	case opSubtract:
		for i := range out {
			out[i] = x[i] - y[i]
		}
	case opMultiply:
		for i := range out {
			out[i] = float64(x[i] * y[i])
		}
	case opDivide:
		for i := range out {
			out[i] = x[i] / y[i]
		}
	default:
		for i := range out {
			out[i] = n.binary(x[i], y[i])
		}
	}
}

// Hoist extracts the subexpressions that read only numbers for which stays
// reports true, so that they are evaluated once. The expression rest reads part
// k as the number with index from + k.
func (e *Expression) Hoist(stays func(index int) bool, from int) (parts []*Expression, rest *Expression) {
	var walk func(n *node) *node
	walk = func(n *node) *node {
		if len(n.args) == 0 {
			return n
		}
		if n.stays(stays) {
			parts = append(parts, &Expression{n})
			return &node{op: opSet, index: from + len(parts) - 1}
		}
		moved := *n
		moved.args = make([]*node, len(n.args))
		for i, a := range n.args {
			moved.args[i] = walk(a)
		}
		return &moved
	}
	rest = &Expression{walk(e.root)}
	return parts, rest
}

// stays reports whether the node uses only set attributes for which the
// function stays reports true. Attributes of members and aggregates do not
// qualify.
func (n *node) stays(stays func(index int) bool) bool {
	switch n.op {
	case opSet:
		return stays(n.index)
	case opMember, opSum, opMean, opLeast, opMost:
		return false
	}
	for _, a := range n.args {
		if !a.stays(stays) {
			return false
		}
	}
	return true
}
