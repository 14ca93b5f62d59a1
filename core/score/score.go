// Package score measures a policy on a suite of fixed instances and reports the score, the
// ratio to a published algorithm on every instance, and each failure with its line.
//
// A suite is the family of a challenge with instances that never change, so that two
// policies, or two versions of one, are compared on equal terms. A challenge draws
// new instances for every attempt instead.
package score

import (
	"context"
	"errors"
	"math"
	"strings"

	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// Instances is the number of instances of a suite.
const Instances = 50

// start is the number from which the instances of every suite are drawn.
const start = 1

// Format is the format name of reports.
const Format = "gridbox-score"

// The codes of failures.
const (
	CodePolicy     = "policy-invalid"   // the policy cannot be read, or stopped with a fault
	CodeInfeasible = "infeasible"       // the target has an answer, the policy has none
	CodeCheck      = "check-violations" // the answer did not pass the check
	CodeRun        = "run-failed"       // the run ended for another reason
)

// A Report holds the score of a policy on a suite.
type Report struct {
	Format    string           `json:"format"`
	Version   int              `json:"version"`
	Engine    string           `json:"engine"`
	Suite     string           `json:"suite"`
	Kind      string           `json:"kind"`
	Metric    string           `json:"metric"`
	Target    string           `json:"target"` // the algorithm that scores 100
	Policy    string           `json:"policy"`
	Score     float64          `json:"score"`             // 0 if an instance failed
	Nearest   *NearestInstance `json:"nearest,omitempty"` // the instance on which the policy is nearest to a bound
	Failures  []Failure        `json:"failures"`
	Instances []Instance       `json:"instances"`
}

// An Instance is the result of one instance. Ratio is above 1 where the policy is better than
// the target. A number that does not exist is left out.
type Instance struct {
	Seed   uint64          `json:"seed"`
	Value  *float64        `json:"value,omitempty"`
	Target *float64        `json:"target,omitempty"`
	Ratio  *float64        `json:"ratio,omitempty"`
	Bound  *scenario.Bound `json:"bound,omitempty"` // no answer has a better value than this
}

// NearestInstance is the instance with the smallest gap between the policy's value and a bound.
type NearestInstance struct {
	Instance int     `json:"instance"`
	Gap      float64 `json:"gap"`
}

// A Failure is the reason why an instance failed. Line and Column are positions in the policy's source,
// from 1, and 0 if unknown.
type Failure struct {
	Instance int    `json:"instance"`
	Code     string `json:"code"`
	Path     string `json:"path"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Message  string `json:"message"`
}

// Suite returns a suite by the id of its challenge. It reports false if there is none.
func Suite(id string) (*challenge.Challenge, bool) {
	c, ok := challenge.Find(id)
	if !ok {
		return nil, false
	}
	suite := *c
	suite.Instances = Instances
	return &suite, true
}

// Run measures a policy on a suite. Errors in the policy's options are returned as faults. A policy
// that cannot be read is tried on the first instance alone.
func Run(ctx context.Context, suite *challenge.Challenge, p scenario.Policy, options map[string]any,
	env engine.Env) (*Report, error) {
	list, faults := suite.Scenarios(start, p, options)
	if len(faults) > 0 {
		return nil, faults
	}
	r := &Report{Format: Format, Version: 1, Suite: suite.ID, Kind: suite.Kind, Metric: suite.Metric,
		Target: suite.Target, Policy: p.ID, Failures: []Failure{}, Instances: []Instance{}}
	measured := make([]challenge.AnswerPair, 0, len(list))
	for i, s := range list {
		m, failure, err := measure(ctx, s, env)
		if err != nil {
			return nil, err
		}
		r.add(suite, s.Seed, m, failure)
		measured = append(measured, m)
		if failure != nil && failure.Code == CodePolicy && i == 0 {
			break
		}
	}
	if len(r.Failures) == 0 {
		r.Score = suite.Score(measured)
	}
	return r, nil
}

// measure solves one instance with the target and with the policy, whose answer is checked. A run
// of the policy that fails is a Failure. It returns an error if the instance is invalid, the target
// fails, or ctx ends.
func measure(ctx context.Context, s *scenario.Scenario, env engine.Env) (challenge.AnswerPair, *Failure, error) {
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		return challenge.AnswerPair{}, nil, faults
	}
	target, err := engine.All().Measure(ctx, explicit, s.Runs[0], env)
	if err != nil {
		return challenge.AnswerPair{}, nil, err
	}
	mine, err := engine.All().RunExplicit(ctx, explicit, s.Runs[1], env)
	m := challenge.AnswerPair{Target: target, Mine: mine}
	if ctx.Err() != nil {
		return m, nil, ctx.Err()
	}
	return m, failure(&m, s.Policies[0].Source, err), nil
}

// failure returns the reason why an instance failed, nil if it did not.
func failure(m *challenge.AnswerPair, source string, err error) *Failure {
	if faults := (doc.Faults)(nil); errors.As(err, &faults) && len(faults) > 0 {
		f := &Failure{Code: CodePolicy, Path: faults[0].Path, Message: faults[0].Reason}
		if faults[0].End > 0 && faults[0].Start <= len(source) {
			before := source[:faults[0].Start]
			f.Line = 1 + strings.Count(before, "\n")
			f.Column = 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
		}
		return f
	}
	switch mine := &m.Mine; {
	case err != nil:
		return &Failure{Code: CodeRun, Message: err.Error()}
	case !mine.Feasible && m.Target.Feasible:
		return &Failure{Code: CodeInfeasible, Message: mine.Reason.String()}
	case !mine.Check.OK:
		f := &Failure{Code: CodeCheck}
		if len(mine.Check.Violations) > 0 {
			f.Path, f.Message = mine.Check.Violations[0].Path, mine.Check.Violations[0].Reason
		}
		return f
	}
	return nil
}

// add adds the result of an instance, with the failure f unless it is nil. Of instances with equal
// gaps to a bound, r.Nearest keeps the first.
func (r *Report) add(suite *challenge.Challenge, seed uint64, m challenge.AnswerPair, f *Failure) {
	i, place := Instance{Seed: seed}, len(r.Instances)
	if target, ok := m.Target.Metrics[suite.Metric]; ok && m.Target.Feasible {
		i.Target = &target
	}
	if f != nil {
		f.Instance = place
		r.Failures = append(r.Failures, *f)
	} else if value, ok := m.Mine.Metrics[suite.Metric]; ok && m.Mine.Feasible {
		i.Value = &value
		if i.Target != nil {
			i.Ratio = ratio(suite, value, *i.Target)
		}
		i.Bound = bound(suite.Metric, value, &m)
	}
	if i.Bound != nil && (r.Nearest == nil || i.Bound.Gap < r.Nearest.Gap) {
		r.Nearest = &NearestInstance{place, i.Bound.Gap}
	}
	r.Instances = append(r.Instances, i)
}

// ratio returns how many times better a value is than the target: above 1 if it is better, 1 if
// both are equal. It returns nil if the quotient is not finite.
func ratio(suite *challenge.Challenge, value, target float64) *float64 {
	better := target / value
	if suite.MoreIsBetter() {
		better = value / target
	}
	if value == target {
		better = 1
	}
	if math.IsInf(better, 0) || math.IsNaN(better) {
		return nil
	}
	return &better
}

// bound returns the bound of the policy's answer, or the target's if it has none, with the gap
// between the policy's value and the bound.
func bound(metric string, value float64, m *challenge.AnswerPair) *scenario.Bound {
	from := m.Mine.Bound
	if from == nil {
		from = m.Target.Bound
	}
	if from == nil || from.Metric != metric {
		return nil
	}
	unit := math.Abs(from.Value)
	if unit == 0 {
		unit = 1
	}
	return &scenario.Bound{Metric: metric, Value: from.Value, Gap: math.Abs(value-from.Value) / unit}
}
