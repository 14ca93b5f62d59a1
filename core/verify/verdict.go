// Package verify contains what the verifiers of all problem kinds share.
//
// A verifier judges an answer by the scenario alone. It imports the types of
// its kind and never a solver. Distances, times, limits and metrics are
// computed again by its own code, so that a mistake in a solver cannot hide.
// The one exception is core/formula, which evaluates the criteria that users
// write for both.
//
// Judge performs the checks that are the same in every kind: an answer has a
// solution or explains why there is none, its metrics are those of its
// solution, and a bound is on the right side of its metric with the right gap.
// The packages core/kind/<kind>/verify implement the rest.
package verify

import (
	"fmt"
	"math"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Tolerance is the relative difference up to which two numbers count as equal.
// Answers of other programs may add up in another order.
const Tolerance = 1e-9

// maxViolations limits the list of violations.
const maxViolations = 100

// A Verifier performs the checks of one kind, whose solutions have type S.
type Verifier[S any] interface {
	// Solution checks the decisions of an answer and returns all metrics of the kind, computed
	// again. It returns nil if they cannot be computed.
	Solution(s *S) []Metric
	// Proves reports whether the certificate of a bound shows that no answer to the scenario
	// is better than its value. It records violations of the certificate.
	Proves(b *scenario.Bound, m *Metric) bool
	// Infeasible checks the claim that there is no solution. It reports whether
	// there is proof of it.
	Infeasible() bool
}

// A Metric is a number that an answer must state, computed from its solution.
type Metric struct {
	Name  string
	Value float64
	// MaxTerm is the greatest term of the sum that gave the metric, where terms may cancel: a
	// difference of two times has the rounding errors of the times.
	MaxTerm float64
	Bound   Side
}

// A Side is the side of a metric on which its bound lies.
type Side int

const (
	noBound    Side = iota // no bound can be proved
	LowerBound             // less is better: no answer has less than the bound
	UpperBound             // more is better: no answer has more
)

// A Verdict collects the findings about one answer.
type Verdict struct {
	Kind       string // kind of the problem, as in a scenario
	Answer     *scenario.Answer
	Violations []scenario.Violation
	scope      string // how far the check got
	// Domain names the set of answers in which the answer is optimal, if not all.
	Domain string
	// Partial limits the scope to valid: the check was incomplete.
	Partial bool
	// Lenient accepts bounds without proof.
	Lenient bool
}

// Judge checks an answer of any kind and records in v what it finds. A caller may
// then add violations to v, or call MarkOptimal; v.Result has the result.
func Judge[S any](v *Verdict, c Verifier[S]) {
	s, ok := v.Answer.Solution.(*S)
	solved := ok && s != nil
	v.scope = scenario.ScopeValid
	switch {
	case !v.Answer.Feasible:
		v.infeasible(solved)
		v.MarkOptimal(c.Infeasible())
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

// Result returns the violations and how far the check got. An answer with
// violations, or an incomplete check, has the scope valid at most.
func (v *Verdict) Result() scenario.Check {
	check := scenario.Check{OK: len(v.Violations) == 0, Violations: append([]scenario.Violation{}, v.Violations...),
		Scope: v.scope}
	if v.Partial || len(v.Violations) > 0 {
		check.Scope = scenario.ScopeValid
	}
	if check.Scope != scenario.ScopeValid {
		check.Domain = v.Domain
	}
	return check
}

// infeasible checks the form of an infeasible answer.
func (v *Verdict) infeasible(solved bool) {
	const although = " given although the answer says infeasible"
	if solved {
		v.Violation("solution", "is%s", although)
	}
	if len(v.Answer.Metrics) > 0 {
		v.Violation("metrics", "are%s", although)
	}
	if v.Answer.Bound != nil {
		v.Violation("bound", "is%s", although)
	}
	if v.Answer.Reason.String() == "" {
		v.Violation("reason", "is missing: an infeasible answer says why")
	}
}

// metrics compares the metrics of an answer with those of its solution.
func (v *Verdict) metrics(list []Metric) {
	for i := range list {
		m := &list[i]
		if stated, ok := v.Answer.Metrics[m.Name]; ok {
			v.EqualSum("metrics."+m.Name, stated, m.Value, m.MaxTerm)
		} else {
			v.Violation("metrics."+m.Name, "is missing")
		}
	}
	for _, name := range sorting.Keys(v.Answer.Metrics) {
		if Find(list, name) == nil {
			v.Violation("metrics."+name, "is not a metric of kind %s", v.Kind)
		}
	}
}

// MarkOptimal sets the scope to optimal if best is set: the check has proved that no answer is better or, for an
// infeasible answer, that there is none. Otherwise it leaves the scope unchanged.
func (v *Verdict) MarkOptimal(best bool) {
	if best {
		v.scope = scenario.ScopeOptimal
	}
}

// proven records the result of checking the certificate of the bound of metric m; shown is set if
// it proves the bound. The scope of a proved bound is optimal if the answer meets the bound, and
// bounded otherwise. An unproved bound is a violation unless the check is lenient.
func (v *Verdict) proven(m *Metric, shown bool) {
	b := v.Answer.Bound
	switch {
	case !shown && v.Lenient:
	case !shown && b.Certificate == nil:
		v.Violation("bound.certificate", "is missing: nothing shows that no answer has a %s beyond %v", m.Name, b.Value)
	case !shown:
		v.Violation("bound.certificate", "does not show that no answer has a %s beyond %v", m.Name, b.Value)
	case ApproxEqualSum(b.Value, m.Value, m.MaxTerm):
		v.scope = scenario.ScopeOptimal
	case v.scope == scenario.ScopeValid:
		v.scope = scenario.ScopeBounded
	}
}

// bounds checks that a bound, if present, is on the right side of its metric
// and that the gap is right. It returns the metric of the bound, or nil if its
// certificate need not be checked.
func (v *Verdict) bounds(list []Metric) *Metric {
	b := v.Answer.Bound
	if b == nil {
		return nil
	}
	m := Find(list, b.Metric)
	switch {
	case m == nil:
		v.Violation("bound.metric", "%q is not a metric of kind %s", b.Metric, v.Kind)
		return nil
	case m.Bound == noBound:
		v.Violation("bound.metric", "%q has no bound in this answer", b.Metric)
		return nil
	case ApproxEqualSum(b.Value, m.Value, m.MaxTerm):
	case m.Bound == LowerBound && b.Value > m.Value:
		v.Violation("bound.value", "is %v, above the %s %v of this very answer", b.Value, m.Name, m.Value)
		return nil
	case m.Bound == UpperBound && b.Value < m.Value:
		v.Violation("bound.value", "is %v, below the %s %v of this very answer", b.Value, m.Name, m.Value)
		return nil
	}
	// The gap is relative to the bound, and so is the rounding of its terms.
	unit := math.Abs(b.Value)
	if unit == 0 {
		unit = 1
	}
	v.EqualSum("bound.gap", b.Gap, math.Abs(m.Value-b.Value)/unit, max(math.Abs(b.Value), math.Abs(m.Value),
		m.MaxTerm)/unit)
	return m
}

// Find returns the metric of a name, or nil.
func Find(list []Metric, name string) *Metric {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Violation records what is wrong at a path, in the form of fmt.Sprintf.
func (v *Verdict) Violation(path, why string, values ...any) {
	if !v.IsFull() {
		v.Violations = append(v.Violations, scenario.Violation{Path: path, Reason: fmt.Sprintf(why, values...)})
	}
}

// IsFull reports whether the list of violations is full.
func (v *Verdict) IsFull() bool { return len(v.Violations) >= maxViolations }

func (v *Verdict) Differs(path string, stated, is float64) {
	v.Violation(path, "is %v, must be %v", stated, is)
}

// Equal records a violation if the stated number is not the computed one.
func (v *Verdict) Equal(path string, stated, is float64) { v.EqualSum(path, stated, is, 0) }

// EqualSum is Equal for a sum; of is the greatest absolute value of its terms.
func (v *Verdict) EqualSum(path string, stated, is, of float64) {
	if !ApproxEqualSum(stated, is, of) {
		v.Differs(path, stated, is)
	}
}

// ReadOptions sets o, which points to the options of the kind, from the answer.
// It reports false and records violations if the algorithm does not have an
// option or the option does not take the value. An algorithm that the catalogue
// does not list may have any options.
func (v *Verdict) ReadOptions(o any) bool {
	doc.Fill(o, v.Answer.Options)
	if _, listed := catalog.Find(v.Kind, v.Answer.Algorithm); !listed {
		return true
	}
	run := scenario.Run{Algorithm: v.Answer.Algorithm, Options: v.Answer.Options}
	faults := catalog.CheckRun(v.Kind, run)
	for _, f := range faults {
		v.Violation(f.Path, "%s", f.Reason)
	}
	return len(faults) == 0
}

// ApproxEqualSum reports whether two numbers are equal except for rounding, relative to
// the greatest of them and of the terms of their sum.
func ApproxEqualSum(a, b, of float64) bool {
	apart := math.Abs(a - b)
	return a == b || apart <= Tolerance*max(math.Abs(a), math.Abs(b), of) && !math.IsInf(apart, 1)
}

// ApproxEqual reports the same as ApproxEqualSum for numbers whose terms do not cancel.
func ApproxEqual(a, b float64) bool { return ApproxEqualSum(a, b, 0) }

func Number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// IndexByID returns the index of each element of a list by its id.
func IndexByID[T any](list []T, id func(*T) string) map[string]int {
	at := make(map[string]int, len(list))
	for i := range list {
		at[id(&list[i])] = i
	}
	return at
}

// CompareScores compares two scores: the lower one first, NaN last.
func CompareScores(x, y float64) int {
	switch {
	case x < y || x == x && y != y:
		return -1
	case x > y || x != x && y == y:
		return 1
	}
	return 0
}
