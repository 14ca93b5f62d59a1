// Package check judges answers by the scenario alone. It imports the nouns and
// never a solver: distances, times, limits and metrics are computed again by
// code of its own, so that a mistake in a solver cannot hide in its checker.
// The one exception is core/formula: the criteria that people write are read
// and evaluated by the same code in both.
//
// What is the same for every kind stands in this file: an answer either has a
// solution or says why there is none, its metrics are those of the solution,
// and a bound keeps to its side of the metric and has the right gap. What is
// particular to a kind stands in the files that begin with its name.
package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Tolerance is the relative difference up to which two numbers count as equal.
// Answers from elsewhere may add up in another order.
const Tolerance = 1e-9

// mostViolations bounds the list for an answer in which nothing is right.
const mostViolations = 100

// A particular is what there is to check in one kind, whose solutions are S.
type particular[S any] interface {
	// solution checks what an answer decided and computes all metrics of the
	// kind again: nil where so much is wrong that there are none.
	solution(s *S) []metric
	// proves tells whether the certificate of a bound, which keeps to its side,
	// shows that no answer to the scenario passes its value; it reports what is
	// wrong with it.
	proves(b *scenario.Bound, m *metric) bool
	// infeasible checks the claim that there is no solution, and tells whether it
	// was seen that there is none.
	infeasible() bool
}

// A metric is a number that an answer must state, as its solution makes it.
type metric struct {
	name string
	is   float64
	// of is the greatest number that it was added up from, where terms may
	// cancel: a difference of two times is as rough as the times.
	of    float64
	bound side
}

// A side tells where a bound of a metric lies.
type side int

const (
	unbounded side = iota // nothing proves a bound of it
	below                 // less is better: no answer has less than the bound
	above                 // more is better: no answer has more
)

// A verdict is what has been found about one answer.
type verdict struct {
	kind   string // as in a scenario
	answer *scenario.Answer
	found  []scenario.Violation
	scope  string // how far the check went
	// among is what an answer is best among, where not among all.
	among string
	// partial keeps the scope at valid: something was too much to be looked at.
	partial bool
	// lenient lets bounds pass that nothing proves.
	lenient bool
}

// judge checks an answer of any kind.
func judge[S any](v *verdict, c particular[S]) scenario.Check {
	s, ok := v.answer.Solution.(*S)
	solved := ok && s != nil
	v.scope = scenario.ScopeValid
	switch {
	case !v.answer.Feasible:
		v.nothing(solved)
		v.reached(c.infeasible())
	case !solved:
		v.violation("solution", "is missing although the answer says feasible")
	default:
		if is := c.solution(s); is != nil {
			v.metrics(is)
			if m := v.bounds(is); m != nil {
				v.proven(m, c.proves(v.answer.Bound, m))
			}
		}
	}
	if v.partial || len(v.found) > 0 {
		v.scope = scenario.ScopeValid
	}
	if v.scope == scenario.ScopeValid {
		v.among = ""
	}
	return scenario.Check{OK: len(v.found) == 0, Violations: append([]scenario.Violation{}, v.found...), Scope: v.scope,
		Among: v.among}
}

// nothing checks the form of an answer that says infeasible.
func (v *verdict) nothing(solved bool) {
	const although = " given although the answer says infeasible"
	if solved {
		v.violation("solution", "is"+although)
	}
	if len(v.answer.Metrics) > 0 {
		v.violation("metrics", "are"+although)
	}
	if v.answer.Bound != nil {
		v.violation("bound", "is"+although)
	}
	if v.answer.Reason.String() == "" {
		v.violation("reason", "is missing: an infeasible answer says why")
	}
}

// metrics holds what an answer says to what its solution makes of it.
func (v *verdict) metrics(list []metric) {
	var unknown []string
	for name := range v.answer.Metrics {
		if find(list, name) == nil {
			unknown = append(unknown, name)
		}
	}
	for i := range list {
		m := &list[i]
		if said, ok := v.answer.Metrics[m.name]; ok {
			v.alike("metrics."+m.name, said, m.is, m.of)
		} else {
			v.violation("metrics."+m.name, "is missing")
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		v.violation("metrics."+name, "is not a metric of kind "+v.kind)
	}
}

// reached notes whether it was seen that nothing is better.
func (v *verdict) reached(best bool) {
	if best {
		v.scope = scenario.ScopeOptimal
	}
}

// proven notes what a certificate has shown: a bound that the answer meets
// leaves nothing better.
func (v *verdict) proven(m *metric, shown bool) {
	b := v.answer.Bound
	switch {
	case !shown && v.lenient:
	case !shown && b.Certificate == nil:
		v.violation("bound.certificate", "is missing: nothing shows that no answer has a "+m.name+" beyond "+
			number(b.Value))
	case !shown:
		v.violation("bound.certificate", "does not show that no answer has a "+m.name+" beyond "+number(b.Value))
	case same(b.Value, m.is, m.of):
		v.scope = scenario.ScopeOptimal
	case v.scope == scenario.ScopeValid:
		v.scope = scenario.ScopeBounded
	}
}

// bounds checks that the bound, where there is one, is not on the wrong side of
// its metric, and the gap between the two. It gives the metric that is bounded,
// nil where there is no use in asking whether no answer can pass it.
func (v *verdict) bounds(list []metric) *metric {
	b := v.answer.Bound
	if b == nil {
		return nil
	}
	m := find(list, b.Metric)
	switch {
	case m == nil:
		v.violation("bound.metric", strconv.Quote(b.Metric)+" is not a metric of kind "+v.kind)
		return nil
	case m.bound == unbounded:
		v.violation("bound.metric", strconv.Quote(b.Metric)+" has no bound in this answer")
		return nil
	case same(b.Value, m.is, m.of):
	case m.bound == below && b.Value > m.is:
		v.violation("bound.value", "is "+number(b.Value)+", above the "+m.name+" "+number(m.is)+" of this very answer")
		return nil
	case m.bound == above && b.Value < m.is:
		v.violation("bound.value", "is "+number(b.Value)+", below the "+m.name+" "+number(m.is)+" of this very answer")
		return nil
	}
	// The gap is relative to the bound, and so is the rounding of its terms.
	unit := math.Abs(b.Value)
	if unit == 0 {
		unit = 1
	}
	v.alike("bound.gap", b.Gap, math.Abs(m.is-b.Value)/unit, max(math.Abs(b.Value), math.Abs(m.is), m.of)/unit)
	return m
}

// find finds a metric, nil where there is none of the name.
func find(list []metric, name string) *metric {
	for i := range list {
		if list[i].name == name {
			return &list[i]
		}
	}
	return nil
}

func (v *verdict) violation(path, why string) {
	if !v.full() {
		v.found = append(v.found, scenario.Violation{Path: path, Why: why})
	}
}

// full tells whether there is no use in looking for more.
func (v *verdict) full() bool { return len(v.found) >= mostViolations }

func (v *verdict) differs(path string, said, is float64) {
	v.violation(path, "is "+number(said)+", must be "+number(is))
}

// equal reports a number that is not what it must be.
func (v *verdict) equal(path string, said, is float64) { v.alike(path, said, is, 0) }

// alike does the same for a number that was added up from greater ones.
func (v *verdict) alike(path string, said, is, of float64) {
	if !same(said, is, of) {
		v.differs(path, said, is)
	}
}

// readOptions sets o, which points to the options of the kind, as a solver does. It
// reports false, and adds violations, where the algorithm does not have an option
// of the answer or an option does not take its value. An algorithm that the
// catalogue does not list may have any options.
func (v *verdict) readOptions(o any) bool {
	doc.Fill(o, v.answer.Options)
	if _, listed := catalog.Find(v.kind, v.answer.Algorithm); !listed {
		return true
	}
	run := scenario.Run{Algorithm: v.answer.Algorithm, Options: v.answer.Options}
	faults := catalog.CheckRun(v.kind, run)
	for _, f := range faults {
		v.violation(f.Path, f.Why)
	}
	return len(faults) == 0
}

// same tells whether two numbers are equal but for rounding, which is relative
// to the greatest of them and of what they were added up from.
func same(a, b, of float64) bool {
	apart := math.Abs(a - b)
	return a == b || apart <= Tolerance*max(math.Abs(a), math.Abs(b), of) && !math.IsInf(apart, 1)
}

// near is same for numbers whose terms do not cancel.
func near(a, b float64) bool { return same(a, b, 0) }

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// places tells where in a list each thing stands.
func places[T any](list []T, id func(*T) string) map[string]int {
	at := make(map[string]int, len(list))
	for i := range list {
		at[id(&list[i])] = i
	}
	return at
}
