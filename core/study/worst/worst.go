// Package worst finds where an algorithm breaks: the instance on which it does
// worst against another, and the smallest instance that still shows it.
//
// [Find] searches over seeds and over the parameters of the scenario's
// generator, keeping the few worst candidates and changing them further. It
// proves nothing: there may be worse. [Shrink] drops jobs, nodes, links and
// whatever else a list of the document holds, as long as most of the
// disadvantage stays, and then shortens the numbers.
package worst

import (
	"context"
	"math"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// A Contest is between two runs by one metric of their kind.
type Contest struct {
	A, B   scenario.Run
	Metric string
}

// A Case is one instance with what both runs make of it.
type Case struct {
	// Scenario is explicit.
	Scenario *scenario.Scenario
	// A and B are the values of the metric.
	A, B float64
	// Ratio says how many times as bad A is as B: A/B where less is better, B/A
	// where more is; infinite where only B reaches 0, or is more than 0.
	Ratio float64
}

// Env is what searching may use of its surroundings. The zero Env serves.
type Env struct {
	// Parallel calls do for 0 to n-1, in any order and on any core; nil calls
	// one after another. What is found does not depend on it.
	Parallel func(n int, do func(i int))
	// Progress hears how many of how many instances were tried.
	Progress func(tried, total int)
}

func (e Env) each(n int, do func(i int)) {
	if e.Parallel != nil {
		e.Parallel(n, do)
		return
	}
	for i := range n {
		do(i)
	}
}

func (e Env) tell(tried, total int) {
	if e.Progress != nil {
		e.Progress(tried, total)
	}
}

// A judge compares two runs on instances.
type judge struct {
	engine  engine.Engine
	contest Contest
	read    study.Reader
	less    bool
}

func newJudge(e engine.Engine, kind string, c Contest) *judge {
	return &judge{engine: e, contest: c, read: study.NewReader(kind, c.Metric), less: study.Less(kind, c.Metric)}
}

// on solves an explicit instance with both runs; ok is false where they cannot
// be compared, because one of them has no answer or the metric no sign to it.
func (j *judge) on(ctx context.Context, s *scenario.Scenario) (c Case, ok bool) {
	var values [2]float64
	for i, run := range []scenario.Run{j.contest.A, j.contest.B} {
		answer, err := j.engine.Measure(ctx, s, run, engine.Env{Bare: j.contest.Metric != study.Gap})
		if err != nil || !answer.Feasible {
			return c, false
		}
		if values[i], ok = j.read(s, &answer); !ok {
			return c, false
		}
	}
	c = Case{Scenario: s, A: values[0], B: values[1]}
	worse, better := c.A, c.B
	if !j.less {
		worse, better = c.B, c.A
	}
	switch {
	case worse < 0 || better < 0 || worse-worse != 0 || better-better != 0:
		return c, false
	case worse == better:
		c.Ratio = 1
	case better == 0:
		c.Ratio = math.Inf(1)
	default:
		c.Ratio = worse / better
	}
	return c, true
}

// Checked has both answers judged by the independent checker.
func Checked(ctx context.Context, e engine.Engine, s *scenario.Scenario, c Contest) bool {
	for _, run := range []scenario.Run{c.A, c.B} {
		answer, err := e.Run(ctx, s, run, engine.Env{})
		if err != nil || !answer.Check.OK {
			return false
		}
	}
	return true
}
