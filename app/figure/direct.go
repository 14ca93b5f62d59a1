package figure

import (
	"context"
	"errors"
	"slices"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
	"gridbox/wasm/msg"
)

// Direct is an engine that computes on the caller's goroutine, one step at a
// time: for the pages that the site draws beforehand, and for tests. The zero
// Direct is ready to use.
type Direct struct {
	queue []func()
}

// Expand puts an expansion into the queue.
func (d *Direct) Expand(_ string, text []byte, done func([]byte, *compute.Trouble)) func() {
	d.queue = append(d.queue, func() {
		s, faults := catalog.Parse(text)
		if len(faults) == 0 {
			s, faults = scenario.Expand(s)
		}
		if len(faults) > 0 {
			done(nil, &compute.Trouble{Reason: msg.Faulty, Text: "The scenario has faults.", Faults: faults})
			return
		}
		done(scenario.Canonical(s), nil)
	})
	return func() {}
}

// Solve puts a run into the queue.
func (d *Direct) Solve(_ string, text []byte, run scenario.Run, progress func(done, total int),
	done func(*scenario.Answer, *compute.Trouble)) func() {
	ctx, stop := context.WithCancel(context.Background())
	d.queue = append(d.queue, func() {
		answer, err := solve(ctx, text, run, progress)
		if err != nil {
			done(nil, troubleOf(err))
			return
		}
		done(answer, nil)
	})
	return stop
}

// Scope puts the request for the size of a study into the queue.
func (d *Direct) Scope(text []byte, done func(compute.Scope, *compute.Trouble)) func() {
	d.queue = append(d.queue, func() {
		plan, err := planOf(text)
		if err != nil {
			done(compute.Scope{}, troubleOf(err))
			return
		}
		done(compute.Scope{Replications: len(plan.Points) * plan.Replications(), Metrics: plan.Metrics}, nil)
	})
	return func() {}
}

// Survey puts a study into the queue.
func (d *Direct) Survey(_ string, text []byte, metric string, size int, seen func([]byte, int),
	ended func(*compute.Trouble)) func() {
	ctx, stop := context.WithCancel(context.Background())
	d.queue = append(d.queue, func() {
		plan, err := planOf(text)
		if err == nil {
			tasks := slices.Values(runner.Tasks(plan, 0, plan.Replications(), plan.Replications()))
			var part *study.Part
			if part, err = runner.Run(ctx, engine.All(), plan, tasks, runner.Env{}); err == nil {
				seen(doc.Canonical(report.View(plan, part, metric, 0)), size)
				ended(nil)
				return
			}
		}
		ended(troubleOf(err))
	})
	return stop
}

func planOf(text []byte) (*study.Plan, error) {
	s, faults := catalog.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	plan, faults := study.New(s, study.Limits{})
	return plan, faults.Err()
}

// Explain puts an explanation into the queue.
func (d *Direct) Explain(_ string, text []byte, run scenario.Run, about map[string]string,
	done func(compute.Explanation, *compute.Trouble)) func() {
	ctx, stop := context.WithCancel(context.Background())
	d.queue = append(d.queue, func() {
		s, faults := catalog.Parse(text)
		if len(faults) > 0 {
			done(compute.Explanation{}, troubleOf(faults))
			return
		}
		why, err := engine.All().ExplainExplicit(ctx, s, run, about, engine.Env{})
		if err != nil {
			done(compute.Explanation{}, troubleOf(err))
			return
		}
		reply := compute.Explanation{Trace: why.Trace}
		if why.Detail != nil {
			reply.Detail = doc.Canonical(why.Detail)
		}
		done(reply, nil)
	})
	return stop
}

func troubleOf(err error) *compute.Trouble {
	var faults doc.Faults
	switch {
	case errors.Is(err, context.Canceled):
		return &compute.Trouble{Reason: msg.Cancelled, Text: "Cancelled."}
	case errors.As(err, &faults):
		return &compute.Trouble{Reason: msg.Faulty, Text: err.Error(), Faults: faults}
	}
	return &compute.Trouble{Reason: msg.Internal, Text: err.Error()}
}

// solve parses a scenario and solves one run of it in the calling goroutine. It returns the error of a cancelled
// context, the faults of the scenario, or the error of the run.
func solve(ctx context.Context, text []byte, run scenario.Run,
	progress func(done, total int)) (*scenario.Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, faults := catalog.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	a, err := engine.All().Run(ctx, s, run, engine.Env{Progress: progress})
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// Step runs the first request of the queue and reports whether there was one.
func (d *Direct) Step() bool {
	if len(d.queue) == 0 {
		return false
	}
	next := d.queue[0]
	d.queue = d.queue[1:]
	next()
	return true
}

// Settle runs all requests of the queue, and the requests that they add.
func (d *Direct) Settle() {
	for d.Step() {
	}
}
