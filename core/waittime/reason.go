package waittime

import (
	"context"
	"slices"

	"gridbox/core/kind/farm"
)

// reason sets the reasons for which a job waits in the plan, one after another, each
// determined by a simulation without it:
//
//  1. Until it may begin: dependency, or limits if it must not begin earlier.
//  2. If it started no sooner without other waiting jobs, the rest is caused by running
//     jobs: limits if it would start sooner without its floating licences, reservation
//     if it would without reservations, otherwise resources.
//  3. Otherwise earlier jobs of the queue are in the way: priority until the last earlier
//     one that starts before it has started, then as in 2 with all other jobs. Before
//     that it is limits or a reservation while these delay it in any case.
func (q *queue) reason(ctx context.Context, j, rank int, to *Job) error {
	job, plan := &q.base.Jobs[j], q.plan
	start := plan.start[j]
	ready, class := 0.0, ""
	if job.Submitted > 0 {
		ready, class = job.Submitted, Limits
	}
	for k := range job.After {
		for other := range q.base.Jobs {
			if q.base.Jobs[other].ID == job.After[k].Job && plan.finish[other]+job.After[k].Delay >= ready {
				ready, class, to.DependsOn = plan.finish[other]+job.After[k].Delay, Dependency, job.After[k].Job
			}
		}
	}
	add := func(class string, until float64) {
		from := 0.0
		if n := len(to.Waits); n > 0 {
			from = to.Waits[n-1].Until
		}
		if n := len(to.Waits); until > from && n > 0 && to.Waits[n-1].Class == class {
			to.Waits[n-1].Until = until
		} else if until > from {
			to.Waits = append(to.Waits, Wait{class, until})
		}
	}
	if class != "" {
		add(class, min(ready, start))
	}
	defer func() {
		if len(to.Waits) > 0 {
			to.Reason = to.Waits[0].Class
		}
	}()
	if start <= ready {
		return nil
	}
	alone := func(i int) bool { return i == j || q.base.Jobs[i].Running != nil }
	single := q.withChangedJob(j, func(job *farm.Job) { job.After, job.Submitted = nil, ready })
	first, err := q.starts(ctx, single, alone)
	if err != nil {
		return err
	}
	everybody := alone
	if first.start[j] < start { // earlier jobs delay it
		if first.start[j] > ready {
			why, err := q.scarce(ctx, j, first.start[j], single, alone)
			if err != nil {
				return err
			}
			if why != Resources { // it waits for this independently of other jobs
				add(why, first.start[j])
			}
		}
		head := ready
		for _, other := range q.order[:rank] {
			if s := plan.start[other]; s < start {
				head = max(head, s)
			}
		}
		add(Priority, head)
		if head >= start {
			return nil
		}
		single, everybody = q.base, nil
	}
	why, err := q.scarce(ctx, j, start, single, everybody)
	if err != nil {
		return err
	}
	add(why, start)
	return nil
}

// withChangedJob returns the farm with one job changed.
func (q *queue) withChangedJob(j int, change func(job *farm.Job)) *farm.Problem {
	out := *q.base
	out.Jobs = slices.Clone(q.base.Jobs)
	change(&out.Jobs[j])
	return &out
}

// scarce returns the resource that keeps a job from starting before a time.
func (q *queue) scarce(ctx context.Context, j int, start float64, p *farm.Problem,
	only func(int) bool) (string, error) {
	job := &p.Jobs[j]
	floating, reserved := false, false
	for name := range job.Licenses {
		if _, floats := p.Licenses[name]; floats {
			floating = true
		}
	}
	for i := range p.Jobs {
		reserved = reserved || p.Jobs[i].IsReservation()
	}
	if floating {
		free := *p
		free.Jobs = slices.Clone(p.Jobs)
		free.Jobs[j].Licenses = nil
		for name, n := range job.Licenses {
			if _, floats := p.Licenses[name]; !floats {
				if free.Jobs[j].Licenses == nil {
					free.Jobs[j].Licenses = map[string]int{}
				}
				free.Jobs[j].Licenses[name] = n
			}
		}
		if out, err := q.starts(ctx, &free, only); err != nil || out.start[j] < start {
			return Limits, err
		}
	}
	if reserved {
		out, err := q.starts(ctx, p, func(i int) bool { return (only == nil || only(i)) && !p.Jobs[i].IsReservation() })
		if err != nil || out.start[j] < start {
			return Reservation, err
		}
	}
	return Resources, nil
}
