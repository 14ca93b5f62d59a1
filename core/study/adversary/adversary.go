// Package adversary searches for the instance on which an algorithm does worst
// against another, and for the smallest instance that still shows it.
//
// [Find] searches over seeds and over the parameters of the scenario's
// generator, keeping the worst few candidates and changing them further. It
// proves nothing: there may be worse ones. [Shrink] removes jobs, nodes, links
// and other elements of the document's lists as long as most of the
// disadvantage remains, and then shortens the numbers.
package adversary

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// A Contest compares two runs by one metric of their kind.
type Contest struct {
	A      scenario.Run `json:"a"`
	B      scenario.Run `json:"b"`
	Metric string       `json:"metric" rule:"required"`
}

// A Case is one instance with the results of both runs.
type Case struct {
	// Scenario is explicit.
	Scenario *scenario.Scenario
	// A and B are the values of the metric.
	A, B float64
	// Ratio is the disadvantage of A: A/B if lower is better, B/A otherwise. It
	// is infinite if only the divisor is 0.
	Ratio float64
}

// Env is the environment of a search. The zero Env is valid.
type Env struct {
	// Parallel calls do for 0 to n-1, in any order and on any core; nil means in sequence. The
	// result does not depend on it.
	Parallel func(n int, do func(i int))
	// Progress receives the number of instances tried and their total.
	Progress func(tried, total int)
	// Cores is the number of instances that Parallel processes at the same time; 0 means 1.
	Cores int
	// Tries is the maximum number of smaller instances that Shrink tries; 0 means 6000.
	Tries int
	// Programs runs policies in JavaScript, nil if there is no interpreter.
	Programs policy.Interpreter
}

// batchSize returns the number of smaller instances that are tried together. It is
// one without Parallel, since instances after an accepted one are tried in
// vain.
func (e Env) batchSize(s *Shrinking) int {
	if e.Parallel == nil || e.Cores <= 1 {
		return 1
	}
	return s.BatchSize(e.Cores)
}

func (e Env) forEach(n int, do func(i int)) {
	if e.Parallel != nil {
		e.Parallel(n, do)
		return
	}
	for i := range n {
		do(i)
	}
}

func (e Env) report(tried, total int) {
	if e.Progress != nil {
		e.Progress(tried, total)
	}
}

// A judge compares two runs on instances.
type judge struct {
	engine  engine.Engine
	contest Contest
	reader  study.Reader
	env     engine.Env
}

func newJudge(e engine.Engine, c Contest, programs policy.Interpreter) *judge {
	return &judge{engine: e, contest: c, reader: study.NewReader(c.Metric),
		env: engine.Env{Bare: c.Metric != study.Gap, Programs: programs}}
}

// An Outcome is the result of both runs on one instance.
type Outcome struct {
	A, B float64
	// OK is false if they cannot be compared, because one of them has no answer or the
	// metric's sign excludes a ratio.
	OK bool
	// Faulty is set if a run has no answer because of a fault of its policy.
	Faulty bool
}

// ratio returns the disadvantage of A relative to B: above 1 if A is worse, 1
// if both are equal. It is infinite if only the better value is 0. It reports
// false if a value is missing, negative or not finite.
func (o Outcome) ratio(less bool) (ratio float64, ok bool) {
	worse, better := o.A, o.B
	if !less {
		worse, better = o.B, o.A
	}
	switch {
	case !o.OK || worse < 0 || better < 0 || worse-worse != 0 || better-better != 0:
		return 0, false
	case worse == better:
		return 1, true
	case better == 0:
		return math.Inf(1), true
	}
	return worse / better, true
}

// WriteOutcomes returns outcomes as one line: A and B of each, a dash for none,
// or ! for a fault of a policy.
func WriteOutcomes(list []Outcome) string {
	b := &strings.Builder{}
	for i, o := range list {
		if i > 0 {
			b.WriteByte(';')
		}
		if !o.OK {
			sign := byte('-')
			if o.Faulty {
				sign = '!'
			}
			b.WriteByte(sign)
			continue
		}
		b.WriteString(doc.Exact(o.A) + " " + doc.Exact(o.B))
	}
	return b.String()
}

// ReadOutcomes parses outcomes joined by semicolons: two numbers, or - for none
// and ! for a faulty one. It returns an error for any other text.
func ReadOutcomes(line string) ([]Outcome, error) {
	var list []Outcome
	for text := range strings.SplitSeq(line, ";") {
		a, b, two := strings.Cut(text, " ")
		if !two {
			if text != "-" && text != "!" {
				return nil, errors.New("worst: " + strconv.Quote(text) + " is no outcome")
			}
			list = append(list, Outcome{Faulty: text == "!"})
			continue
		}
		x, wrong := strconv.ParseFloat(a, 64)
		y, bad := strconv.ParseFloat(b, 64)
		if err := errors.Join(wrong, bad); err != nil {
			return nil, err
		}
		list = append(list, Outcome{A: x, B: y, OK: true})
	}
	return list, nil
}

// outcome returns the outcome of an explicit instance under both runs. It is not OK
// if a run fails or lacks the metric, and faulty if a run fails with
// doc.Faults.
func (j *judge) outcome(ctx context.Context, s *scenario.Scenario) (o Outcome) {
	for _, x := range []struct {
		run   scenario.Run
		value *float64
	}{{j.contest.A, &o.A}, {j.contest.B, &o.B}} {
		answer, err := j.engine.Measure(ctx, s, x.run, j.env)
		if err != nil || !answer.Feasible {
			return Outcome{Faulty: errors.As(err, new(doc.Faults))}
		}
		value, ok := j.reader(s, &answer)
		if !ok {
			return Outcome{}
		}
		*x.value = value
	}
	o.OK = true
	return o
}

// try draws a generated scenario with its seed and compares the runs on it.
func (j *judge) try(ctx context.Context, s *scenario.Scenario) Outcome {
	if !scenario.Generates(s) {
		return j.outcome(ctx, s)
	}
	explicit, err := scenario.Draw(s, s.Seed)
	if err != nil {
		return Outcome{}
	}
	return j.outcome(ctx, explicit)
}

// Try compares the runs of a contest on the scenarios of a Search or a
// Shrinking, with the interpreter of env. The error is that of the context.
func Try(ctx context.Context, e engine.Engine, list []*scenario.Scenario, c Contest, env Env,
	done func()) ([]Outcome, error) {
	outcomes, j := make([]Outcome, len(list)), newJudge(e, c, env.Programs)
	for i, s := range list {
		outcomes[i] = j.try(ctx, s)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		done()
	}
	return outcomes, nil
}

// PassesCheck reports whether both answers pass the independent checker.
func PassesCheck(ctx context.Context, e engine.Engine, s *scenario.Scenario, c Contest, env Env) bool {
	for _, run := range []scenario.Run{c.A, c.B} {
		answer, err := e.Run(ctx, s, run, engine.Env{Programs: env.Programs})
		if err != nil || !answer.Check.OK {
			return false
		}
	}
	return true
}

// MaxTries is the maximum number of tries of a search.
const MaxTries = 100_000_000

// Check returns the faults of a search on a valid scenario, or nil. It checks the
// two runs, the number of tries, the metric, and the numbers to vary. It stops
// at the first of them that is invalid.
func Check(s *scenario.Scenario, h *Spec) doc.Faults {
	for _, x := range []struct {
		path string
		run  scenario.Run
	}{{"a", h.A}, {"b", h.B}} {
		if faults := catalog.CheckRun(s.Kind, x.run); len(faults) > 0 {
			return faults.PrefixPaths(x.path)
		}
	}
	if h.Tries < 1 || h.Tries > MaxTries {
		return doc.Faults{{Path: "tries", Value: strconv.Itoa(h.Tries),
			Reason: "must be from 1 to " + strconv.Itoa(MaxTries)}}
	}
	if study.MachineDependent(h.Metric) {
		return doc.Faults{{Path: "metric", Value: h.Metric,
			Reason: "is a time, which differs from run to run; choose a metric of the answer"}}
	}
	asked := *s
	asked.Runs, asked.Study = nil, &scenario.Study{Replications: 1, Metrics: []string{h.Metric}}
	if _, faults := study.New(&asked, study.Limits{Large: true}); len(faults) > 0 {
		faults[0].Path = "metric"
		return faults[:1]
	}
	knobs := Knobs(s)
	for i := range knobs {
		if why := knobs[i].wrong(s); why != "" {
			return doc.Faults{{Path: "study.vary", Value: knobs[i].Path, Reason: why}}
		}
	}
	for _, path := range h.Paths {
		if !slices.ContainsFunc(knobs, func(k Knob) bool { return k.Path == path }) {
			return doc.Faults{{Path: "turn", Value: path, Reason: "is no number that the search may turn"}}
		}
	}
	return nil
}
