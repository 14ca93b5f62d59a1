// Package verify holds what the verifiers of all problem kinds have in common.
//
// A verifier judges an answer by the scenario alone. It imports the nouns of its
// kind and never a solver: distances, times, limits and metrics are computed
// again by its own code, so that a mistake in a solver cannot hide. The one
// exception is core/formula, which evaluates the criteria that people write for
// solver and verifier alike.
//
// Judge checks what is the same in every kind: an answer has a solution or says
// why there is none, its metrics are those of its solution, and a bound is on the
// right side of its metric with the right gap. The packages
// core/kind/<kind>/verify implement the rest.
package verify

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

// A Verifier checks what is particular to one kind, whose solutions have type S.
type Verifier[S any] interface {
	// Solution checks the decisions of an answer and returns all metrics of the
	// kind, computed again, or nil if too much is wrong to compute them.
	Solution(s *S) []Metric
	// Proves reports whether the certificate of a bound shows that no answer to the
	// scenario is better than its value. It records what is wrong with it.
	Proves(b *scenario.Bound, m *Metric) bool
	// Infeasible checks the claim that there is no solution. It reports whether
	// there is proof of it.
	Infeasible() bool
}

// A Metric is a number that an answer must state, computed from its solution.
type Metric struct {
	Name string
	Is   float64
	// Of is the greatest term of the sum that made it, where terms may cancel: a
	// difference of two times has the rounding errors of the times.
	Of    float64
	Bound Side
}

// A Side says where a bound of a metric lies.
type Side int

const (
	unbounded Side = iota // nothing proves a bound of it
	Below                 // less is better: no answer has less than the bound
	Above                 // more is better: no answer has more
)

// A Verdict collects what has been found about one answer.
type Verdict struct {
	Kind   string // as in a scenario
	Answer *scenario.Answer
	Found  []scenario.Violation
	scope  string // how far the check went
	// Among is what an answer is best among, where not among all.
	Among string
	// Partial keeps the scope at valid: something was too much to be looked at.
	Partial bool
	// Lenient lets bounds pass that nothing proves.
	Lenient bool
}

// Judge checks an answer of any kind and records in v what it finds. A caller may
// then add violations to v, or call Reached; v.Result has the result.
func Judge[S any](v *Verdict, c Verifier[S]) {
	s, ok := v.Answer.Solution.(*S)
	solved := ok && s != nil
	v.scope = scenario.ScopeValid
	switch {
	case !v.Answer.Feasible:
		v.nothing(solved)
		v.Reached(c.Infeasible())
	case !solved:
		v.Violation("solution", "is missing although the answer says feasible")
	default:
		if is := c.Solution(s); is != nil {
			v.metrics(is)
			if m := v.bounds(is); m != nil {
				v.proven(m, c.Proves(v.Answer.Bound, m))
			}
		}
	}
}

// Result returns what has been found: the violations, and how far the check went. An
// answer with violations, or of which not all was inspected, is valid at most.
func (v *Verdict) Result() scenario.Check {
	check := scenario.Check{OK: len(v.Found) == 0, Violations: append([]scenario.Violation{}, v.Found...),
		Scope: v.scope}
	if v.Partial || len(v.Found) > 0 {
		check.Scope = scenario.ScopeValid
	}
	if check.Scope != scenario.ScopeValid {
		check.Among = v.Among
	}
	return check
}

// nothing checks the form of an answer that says infeasible.
func (v *Verdict) nothing(solved bool) {
	const although = " given although the answer says infeasible"
	if solved {
		v.Violation("solution", "is"+although)
	}
	if len(v.Answer.Metrics) > 0 {
		v.Violation("metrics", "are"+although)
	}
	if v.Answer.Bound != nil {
		v.Violation("bound", "is"+although)
	}
	if v.Answer.Reason.String() == "" {
		v.Violation("reason", "is missing: an infeasible answer says why")
	}
}

// metrics holds what an answer says to what its solution makes of it.
func (v *Verdict) metrics(list []Metric) {
	var unknown []string
	for name := range v.Answer.Metrics {
		if Find(list, name) == nil {
			unknown = append(unknown, name)
		}
	}
	for i := range list {
		m := &list[i]
		if said, ok := v.Answer.Metrics[m.Name]; ok {
			v.Alike("metrics."+m.Name, said, m.Is, m.Of)
		} else {
			v.Violation("metrics."+m.Name, "is missing")
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		v.Violation("metrics."+name, "is not a metric of kind "+v.Kind)
	}
}

// Reached notes whether it was seen that nothing is better.
func (v *Verdict) Reached(best bool) {
	if best {
		v.scope = scenario.ScopeOptimal
	}
}

// proven notes what a certificate has shown: a bound that the answer meets
// leaves nothing better.
func (v *Verdict) proven(m *Metric, shown bool) {
	b := v.Answer.Bound
	switch {
	case !shown && v.Lenient:
	case !shown && b.Certificate == nil:
		v.Violation("bound.certificate", "is missing: nothing shows that no answer has a "+m.Name+" beyond "+
			Number(b.Value))
	case !shown:
		v.Violation("bound.certificate", "does not show that no answer has a "+m.Name+" beyond "+Number(b.Value))
	case Same(b.Value, m.Is, m.Of):
		v.scope = scenario.ScopeOptimal
	case v.scope == scenario.ScopeValid:
		v.scope = scenario.ScopeBounded
	}
}

// bounds checks that the bound, where there is one, is not on the wrong side of
// its metric, and the gap between the two. It gives the metric that is bounded,
// nil where there is no use in asking whether no answer can pass it.
func (v *Verdict) bounds(list []Metric) *Metric {
	b := v.Answer.Bound
	if b == nil {
		return nil
	}
	m := Find(list, b.Metric)
	switch {
	case m == nil:
		v.Violation("bound.metric", strconv.Quote(b.Metric)+" is not a metric of kind "+v.Kind)
		return nil
	case m.Bound == unbounded:
		v.Violation("bound.metric", strconv.Quote(b.Metric)+" has no bound in this answer")
		return nil
	case Same(b.Value, m.Is, m.Of):
	case m.Bound == Below && b.Value > m.Is:
		v.Violation("bound.value", "is "+Number(b.Value)+", above the "+m.Name+" "+Number(m.Is)+" of this very answer")
		return nil
	case m.Bound == Above && b.Value < m.Is:
		v.Violation("bound.value", "is "+Number(b.Value)+", below the "+m.Name+" "+Number(m.Is)+" of this very answer")
		return nil
	}
	// The gap is relative to the bound, and so is the rounding of its terms.
	unit := math.Abs(b.Value)
	if unit == 0 {
		unit = 1
	}
	v.Alike("bound.gap", b.Gap, math.Abs(m.Is-b.Value)/unit, max(math.Abs(b.Value), math.Abs(m.Is), m.Of)/unit)
	return m
}

// Find finds a metric, nil where there is none of the name.
func Find(list []Metric, name string) *Metric {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

func (v *Verdict) Violation(path, why string) {
	if !v.Full() {
		v.Found = append(v.Found, scenario.Violation{Path: path, Why: why})
	}
}

// Full reports whether there is no use in looking for more.
func (v *Verdict) Full() bool { return len(v.Found) >= mostViolations }

func (v *Verdict) Differs(path string, said, is float64) {
	v.Violation(path, "is "+Number(said)+", must be "+Number(is))
}

// Equal reports a number that is not what it must be.
func (v *Verdict) Equal(path string, said, is float64) { v.Alike(path, said, is, 0) }

// Alike does the same for a number that was added up from greater ones.
func (v *Verdict) Alike(path string, said, is, of float64) {
	if !Same(said, is, of) {
		v.Differs(path, said, is)
	}
}

// ReadOptions sets o, which points to the options of the kind, as a solver does. It
// reports false, and adds violations, where the algorithm does not have an option
// of the answer or an option does not take its value. An algorithm that the
// catalogue does not list may have any options.
func (v *Verdict) ReadOptions(o any) bool {
	doc.Fill(o, v.Answer.Options)
	if _, listed := catalog.Find(v.Kind, v.Answer.Algorithm); !listed {
		return true
	}
	run := scenario.Run{Algorithm: v.Answer.Algorithm, Options: v.Answer.Options}
	faults := catalog.CheckRun(v.Kind, run)
	for _, f := range faults {
		v.Violation(f.Path, f.Why)
	}
	return len(faults) == 0
}

// Same reports whether two numbers are equal but for rounding, which is relative
// to the greatest of them and of what they were added up from.
func Same(a, b, of float64) bool {
	apart := math.Abs(a - b)
	return a == b || apart <= Tolerance*max(math.Abs(a), math.Abs(b), of) && !math.IsInf(apart, 1)
}

// Near is same for numbers whose terms do not cancel.
func Near(a, b float64) bool { return Same(a, b, 0) }

func Number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Places tells where in a list each thing stands.
func Places[T any](list []T, id func(*T) string) map[string]int {
	at := make(map[string]int, len(list))
	for i := range list {
		at[id(&list[i])] = i
	}
	return at
}
