// Package runner runs replications of a study. It is the part of studies that a
// worker needs, without statistics.
//
// Its overhead over drawing instances and solving them is a few microseconds
// per run (see the benchmark). The answers of some replications are verified by
// the independent checker, which may take many times as long as the solver (see
// [NeedsCheck]). An answer that does not pass counts as failed.
package runner

import (
	"context"
	"iter"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// NeedsCheck reports whether the answers of a replication are verified: the first,
// those whose number is a power of two, and every 1024th. It depends on nothing
// else, so a divided study fails where the whole one does.
func NeedsCheck(replication int) bool {
	return replication%1024 == 0 || replication&(replication-1) == 0 && replication < 1024
}

// A Task is a range of replications, From to To-1, at one point of a plan.
type Task struct{ Point, From, To int }

// Tasks returns a plan's replications from first to last-1 as tasks of at most
// size, in the order in which a study fills evenly.
func Tasks(p *study.Plan, first, last, size int) []Task {
	var tasks []Task
	for from := first; from < last; from += size {
		for point := range p.Points {
			tasks = append(tasks, Task{point, from, min(from+size, last)})
		}
	}
	return tasks
}

// Shard returns the range of replications of part i of n, counted from 1.
func Shard(replications, i, n int) (first, last int) {
	return replications * (i - 1) / n, replications * i / n
}

// Env is the environment of a run. The zero Env is valid.
type Env struct {
	Clock func() float64 // a monotonic clock in milliseconds, for elapsedMs
	Done  func()         // called after every replication
	// Programs runs policies in JavaScript, nil if there is no interpreter.
	Programs policy.Interpreter
}

// Run runs the replications of tasks, which must contain each replication of a
// point once and in ascending order. A cancelled run returns the completed
// replications and the error of the context. The same tasks give the same part,
// except for timings.
func Run(ctx context.Context, e engine.Engine, p *study.Plan, tasks iter.Seq[Task], env Env) (*study.Part, error) {
	part := study.NewPart(p, catalog.Version)
	r := newRunner(e, p, env)
	row := part.NewRow()
	for t := range tasks {
		part.Grow(t.Point, t.To-t.From)
		for n := t.From; n < t.To; n++ {
			row.Reset(n)
			if err := r.replication(ctx, t.Point, n, row); err != nil {
				return part, err
			}
			part.Add(t.Point, row)
			if env.Done != nil {
				env.Done()
			}
		}
	}
	return part, nil
}

// A runner solves replications of a plan, point by point.
type runner struct {
	engine  engine.Engine
	plan    *study.Plan
	env     engine.Env
	readers []study.Reader
	timed   bool // timings are measured, so no work is shared between runs
}

func newRunner(e engine.Engine, p *study.Plan, env Env) *runner {
	r := &runner{engine: e, plan: p, env: engine.Env{Clock: env.Clock, Bare: true, Programs: env.Programs}}
	for _, m := range p.Metrics {
		r.readers = append(r.readers, study.NewReader(m))
		r.env.Bare = r.env.Bare && m != study.Gap
		r.timed = r.timed || m == study.Elapsed
	}
	return r
}

// instance returns the instance of a replication.
func (r *runner) instance(point, n int, held []int32) (*scenario.Scenario, error) {
	s, err := r.plan.Instance(point, n, held)
	if err == nil && !r.timed && (r.plan.Noisy() || scenario.Generates(r.plan.Points[point].Scenario)) {
		r.engine.Share(s)
	}
	return s, err
}

// replication solves one replication with every run and fills the row. The
// error is that of the context; every other one is an outcome.
func (r *runner) replication(ctx context.Context, point, n int, row *study.Row) error {
	s, err := r.instance(point, n, row.LimitedCounts)
	if err != nil {
		for run := range row.Outcomes {
			row.Fail(run, err.Error())
		}
		return ctx.Err()
	}
	for k, run := range r.plan.Points[point].Runs {
		answer, err := r.engine.Measure(ctx, s, run, r.env)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && NeedsCheck(n) {
			err = r.verify(s, &answer)
		}
		if err == nil {
			err = r.read(s, &answer, row.Values[k*len(r.readers):(k+1)*len(r.readers)])
		}
		switch {
		case err != nil:
			row.Fail(k, err.Error())
		case !answer.Feasible:
			row.Outcomes[k] = study.Infeasible
		}
	}
	return nil
}

// read sets values to the metrics of an answer, and leaves a value unchanged if
// the answer lacks it. It returns an error for a value that is not finite,
// because no document can contain it.
func (r *runner) read(s *scenario.Scenario, a *scenario.Answer, values []float64) error {
	for m, reader := range r.readers {
		x, ok := reader(s, a)
		if ok && x-x != 0 {
			return failure(r.plan.Metrics[m] + " is not a finite number")
		}
		if ok {
			values[m] = x
		}
	}
	return nil
}

// verify verifies an answer.
func (r *runner) verify(s *scenario.Scenario, a *scenario.Answer) error {
	check := r.engine.Verify(s, a)
	if check.OK {
		return nil
	}
	v := check.Violations[0]
	return failure("the checker refuses the answer: " + v.Path + " " + v.Reason + " (" +
		strconv.Itoa(len(check.Violations)) + " violations)")
}

type failure string

func (f failure) Error() string { return string(f) }

// Unit returns the task of one unit of a plan.
func Unit(p *study.Plan, unit int) Task {
	r := unit / len(p.Points)
	return Task{unit % len(p.Points), r, r + 1}
}
