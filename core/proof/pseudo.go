package proof

import (
	"math/big"
	"slices"
	"strings"
)

// A literal is a variable of a pseudo-Boolean formula (twice its number) or its negation (one more).
type literal int

func (l literal) negation() literal { return l ^ 1 }

func (l literal) String() string {
	name := "x" + decimal(int(l/2)+1)
	if l&1 == 1 {
		return "~" + name
	}
	return name
}

// A term is a coefficient above 0 of a literal.
type term struct {
	coefficient *big.Int
	literal     literal
}

// A linear is a constraint: the sum of its terms is at least least.
type linear struct {
	terms []term
	min   *big.Int
}

// newLinear returns the constraint that the sum of coefficients times variables is at least a number. Variables
// with a coefficient below 0 are replaced by one minus their negation.
func newLinear(by map[int]*big.Int, least *big.Int) linear {
	c := linear{min: new(big.Int).Set(least)}
	for v, x := range by {
		switch x.Sign() {
		case 1:
			c.terms = append(c.terms, term{x, literal(2 * v)})
		case -1:
			c.terms = append(c.terms, term{new(big.Int).Neg(x), literal(2*v + 1)})
			c.min.Sub(c.min, x)
		}
	}
	slices.SortFunc(c.terms, func(a, b term) int { return int(a.literal - b.literal) })
	return c
}

// A use is a multiple of a constraint, by its place from 0, in a sum.
type use struct {
	row        int
	multiplier *big.Int
}

// A guide directs the search of a refutation.
type guide interface {
	// sum returns the multiples of constraints that are to be added up for a state of the variables: 1 true, -1
	// false, 0 open. It is nil if there are none.
	sum(values []int8) []use
	// branch returns literals, at least one of them true in each solution of the state; nil if there are none.
	branch(values []int8) []literal
}

// A refuter writes a proof that a formula has no solution: a search tree. A state is contradicted if a constraint,
// or a sum of them, cannot be satisfied any more after unit propagation. The clause that excludes the state follows
// then by reverse unit propagation.
type refuter struct {
	rows   []linear
	guide  guide
	values []int8
	path   []literal // decisions that led to the state
	text   strings.Builder
	nodes  int // remaining
}

// propagate sets literals that a constraint forces, until none is left. It returns the variables that it has set, and
// reports whether a constraint cannot be satisfied.
func (r *refuter) propagate() (set []int, contradicted bool) {
	for changed := true; changed; {
		changed = false
		for i := range r.rows {
			c := &r.rows[i]
			if c.min == nil {
				continue // deleted
			}
			slack := new(big.Int).Neg(c.min)
			for _, t := range c.terms {
				if !r.isFalse(t.literal) {
					slack.Add(slack, t.coefficient)
				}
			}
			if slack.Sign() < 0 {
				return set, true
			}
			for _, t := range c.terms {
				if r.values[t.literal/2] == 0 && t.coefficient.Cmp(slack) > 0 {
					r.assume(t.literal)
					set, changed = append(set, int(t.literal/2)), true
				}
			}
		}
	}
	return set, false
}

func (r *refuter) isFalse(l literal) bool { return r.values[l/2] == int8(2*int(l&1)-1) }

func (r *refuter) assume(l literal) { r.values[l/2] = int8(1 - 2*int(l&1)) }

// add appends a constraint that the proof has derived.
func (r *refuter) add(c linear) { r.rows = append(r.rows, c) }

// refute writes the proof that the state has no solution. It reports false if there is one, or the search is too
// long.
func (r *refuter) refute() bool {
	if r.nodes--; r.nodes < 0 {
		return false
	}
	first := len(r.rows)
	set, contradicted := r.propagate()
	defer func() {
		for _, v := range set {
			r.values[v] = 0
		}
	}()
	if !contradicted {
		if uses := r.guide.sum(r.values); len(uses) > 0 {
			r.text.WriteString("pol")
			for i, u := range uses {
				r.text.WriteString(" " + decimal(u.row+1) + " " + u.multiplier.String() + " *")
				if i > 0 {
					r.text.WriteString(" +")
				}
			}
			r.text.WriteString("\n")
			r.add(r.total(uses))
			var more []int
			more, contradicted = r.propagate()
			set = append(set, more...)
		}
	}
	if !contradicted {
		choices := r.guide.branch(r.values)
		if len(choices) == 0 {
			return false
		}
		for _, l := range choices {
			if r.isFalse(l) {
				continue
			}
			before := r.values[l/2]
			r.assume(l)
			r.path = append(r.path, l)
			refuted := r.refute()
			r.path = r.path[:len(r.path)-1]
			r.values[l/2] = before
			if !refuted {
				return false
			}
		}
	}
	r.exclude(first)
	return true
}

// exclude writes the clause that one of the decisions is not taken, and deletes what was derived for it from the
// place first on.
func (r *refuter) exclude(first int) {
	c := linear{min: big.NewInt(1)}
	r.text.WriteString("rup")
	for _, l := range r.path {
		c.terms = append(c.terms, term{big.NewInt(1), l.negation()})
		r.text.WriteString(" 1 " + l.negation().String())
	}
	r.text.WriteString(" >= 1 ;\n")
	deleted := ""
	for i := first; i < len(r.rows); i++ {
		if r.rows[i].min != nil {
			deleted += " " + decimal(i+1)
			r.rows[i] = linear{}
		}
	}
	if deleted != "" {
		r.text.WriteString("del id" + deleted + "\n")
	}
	r.add(c)
}

// total returns a sum of multiples of constraints.
func (r *refuter) total(uses []use) linear {
	by, least := map[int]*big.Int{}, new(big.Int)
	for _, u := range uses {
		c := &r.rows[u.row]
		least.Add(least, new(big.Int).Mul(u.multiplier, c.min))
		for _, t := range c.terms {
			x := new(big.Int).Mul(u.multiplier, t.coefficient)
			if t.literal&1 == 1 {
				least.Sub(least, x)
				x.Neg(x)
			}
			v := int(t.literal / 2)
			if by[v] == nil {
				by[v] = new(big.Int)
			}
			by[v].Add(by[v], x)
		}
	}
	return newLinear(by, least)
}

// formula returns constraints in the format OPB. Coefficients are above 0 and literals may be negated, because some
// checkers misread large coefficients below 0.
func formula(about string, variables int, rows []linear) []byte {
	b := &strings.Builder{}
	b.WriteString("* #variable= " + decimal(variables) + " #constraint= " + decimal(len(rows)) + "\n")
	for line := range strings.Lines(about) {
		b.WriteString("* " + line)
	}
	for _, c := range rows {
		for _, t := range c.terms {
			b.WriteString("+" + t.coefficient.String() + " " + t.literal.String() + " ")
		}
		b.WriteString(">= " + c.min.String() + " ;\n")
	}
	return []byte(b.String())
}

// refutation returns a proof, in the format VeriPB 2.0, that constraints on a number of variables have no solution.
// It is nil if the search visits more than nodes states, or finds a solution.
func refutation(variables int, rows []linear, g guide, nodes int) []byte {
	r := &refuter{rows: slices.Clone(rows), guide: g, values: make([]int8, variables), nodes: nodes}
	r.text.WriteString("pseudo-Boolean proof version 2.0\nf " + decimal(len(rows)) + "\n")
	if !r.refute() {
		return nil
	}
	r.text.WriteString("output NONE\nconclusion UNSAT : " + decimal(len(r.rows)) + "\nend pseudo-Boolean proof\n")
	return []byte(r.text.String())
}
