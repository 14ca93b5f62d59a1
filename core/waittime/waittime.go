// Package waittime predicts the start times of a cluster's queue: when a job starts,
// why it waits, and which changes would let it start sooner.
//
// It takes a farm at time 0 with running and waiting jobs and simulates the cluster's
// scheduler: jobs in the order of their priority, each with a reservation that delays no
// earlier one. This is conservative backfilling that plans again whenever a job ends, as
// Slurm's backfill scheduler does.
//
//   - The plan assumes that every job runs for its time limit, which is all that a
//     scheduler knows. Its starts are the promises of the cluster.
//   - A replay draws the run time of each job from the shares of their limits that
//     earlier jobs used (farm.Moment.Used), and simulates the same scheduler, which uses
//     limits only. The prediction is the median of a job's starts over the replays, and
//     the interval contains the middle 80 % of them.
//
// If n jobs have ended, the next uses a greater share than all of them with probability
// 1/(n+1) (the rule of succession), so one more job that uses its whole limit is added to
// the sample. A running job has used more than the time that has passed, so it draws
// among greater shares.
//
// The n jobs are only a sample. If it has too few long jobs, all jobs of the queue run
// longer than predicted, and errors add up along the queue. So each replay has its own
// probabilities of the shares, drawn from the posterior of the sample, and its jobs draw
// by these (Rubin, "The Bayesian Bootstrap", Annals of Statistics 9(1), 1981, with the
// prior of Jeffreys). The fewer jobs have ended, the wider are the intervals. A test
// measures how many starts lie in their intervals.
//
// If no job has ended, shares are assumed to be uniform: Mu'alem and Feitelson found an
// almost flat histogram ("Utilization, Predictability, Workloads, and User Runtime
// Estimates in Scheduling the IBM SP2 with Backfilling", IEEE TPDS 12(6), 2001,
// section 5).
//
// The model includes neither fair shares, later submissions, nor limits that the files
// do not contain. Jobs that must not begin before a time come after the waiting jobs.
//
// The result depends only on the farm and the options. Each job draws from its own
// stream, so that a change of one job leaves the draws of others unchanged and its gain
// is not caused by chance. Cost: the number of replays times the cost of one conservative
// schedule, and the same for each change that is tried.
package waittime

import (
	"context"
	"errors"
	"slices"

	"gridbox/core/kind/farm"
)

// Options of a question; the zero value is valid.
type Options struct {
	Replays int    // 0 means DefaultReplays
	Seed    uint64 // of the streams of run times
	// JobsToChange lists the jobs for which changes are tried; All means every job.
	JobsToChange []string
	All          bool
	// Worlds requests three whole replays.
	Worlds bool
	// Progress receives the progress.
	Progress func(done, total int)
}

// Format is the format of an answer.
const Format = "gridbox-queue"

// Level is the share of replays within an interval.
const Level = 0.8

// The five classes of reasons.
const (
	Resources   = "resources"
	Priority    = "priority"
	Dependency  = "dependency"
	Limits      = "limits"
	Reservation = "reservation"
)

// An Answer is the prediction for a queue at its moment 0.
type Answer struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Clock   string  `json:"clock,omitempty"` // the cluster's clock at 0
	Level   float64 `json:"level"`
	Replays int     `json:"replays"`
	Ended   int     `json:"ended"` // ended jobs whose shares of limits were used; 0 means the default shares
	Running int     `json:"running"`
	Jobs    []Job   `json:"jobs"` // waiting jobs by priority
	// Worlds are an early, a typical and a late replay, if requested.
	Worlds []World `json:"worlds,omitempty"`
}

// A World has the reservations of one replay.
type World struct {
	Reservations []farm.Reservation `json:"reservations"`
}

// A Job is a waiting job.
type Job struct {
	ID     string  `json:"id"`
	User   string  `json:"user,omitempty"`
	Slots  int     `json:"slots"`
	Memory float64 `json:"memory,omitempty"`
	Limit  float64 `json:"limit"`
	// Start is the median start. In the middle 80 % of the replays it is between Early and
	// Late.
	Start float64 `json:"start"`
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
	// Planned is the start if every job runs for its limit.
	Planned float64 `json:"planned"`
	// Reason is why the job does not start now, or "". Waits lists what it waits for in the
	// plan, in order.
	Reason    string `json:"reason,omitempty"`
	Waits     []Wait `json:"waits,omitempty"`
	JobsAhead int    `json:"ahead"` // waiting jobs ahead of it
	DependsOn string `json:"for,omitempty"`
	// RunTime is the run time with the median share.
	RunTime float64 `json:"lasts"`
	// Forecast is the cluster's own information.
	Forecast *farm.Forecast `json:"told,omitempty"`
	Changes  []Change       `json:"sooner,omitempty"`
	// For jobs with changes: the jobs ahead, and OmittedHolders that are not listed; the start by the
	// number of them that run to their limits; the histogram of starts.
	Holders        []Holder   `json:"behind,omitempty"`
	OmittedHolders int        `json:"more,omitempty"`
	Cases          []Case     `json:"cases,omitempty"`
	Histogram      *Histogram `json:"spread,omitempty"`
}

// A Wait is a part of the wait in the plan.
type Wait struct {
	Class string  `json:"class"`
	Until float64 `json:"until"`
}

// HasQueue reports whether a farm has a queue: running and waiting jobs.
func HasQueue(p *farm.Problem) bool {
	runs, waits := false, false
	for i := range p.Jobs {
		if p.Jobs[i].Running != nil {
			runs = true
		} else {
			waits = true
		}
	}
	return runs && waits
}

// First returns the default job to ask about: the waiting job with the most
// slots, which waits longest, and of these the first by priority. It returns ""
// if no job waits.
func First(p *farm.Problem) string {
	var first *farm.Job
	for i := range p.Jobs {
		switch j := &p.Jobs[i]; {
		case j.Running != nil:
		case first == nil || j.Slots > first.Slots || j.Slots == first.Slots && (j.Priority > first.Priority ||
			j.Priority == first.Priority && j.Submitted < first.Submitted):
			first = j
		}
	}
	if first == nil {
		return ""
	}
	return first.ID
}

// DefaultReplays returns the number of replays for a queue: fewer for a long queue,
// whose replays take longer.
func DefaultReplays(jobs int) int { return min(400, max(50, 20_000/max(jobs, 1))) }

// ErrNone reports that no job waits.
var ErrNone = errors.New("queue: no job waits")

// Predict returns the predicted starts of all waiting jobs, with further details for the
// jobs that the options select. The problem must be valid. It returns ErrNone if no job
// waits, and the error of a cancelled context.
func Predict(ctx context.Context, p *farm.Problem, o Options) (*Answer, error) {
	q, err := newQueue(p, o)
	if err != nil {
		return nil, err
	}
	a := &Answer{Format: Format, Version: 1, Level: Level, Replays: q.replays,
		Running: len(p.Jobs) - len(q.order)}
	if p.Moment != nil {
		a.Clock, a.Ended = p.Moment.Clock, len(p.Moment.UsedShares)
	}
	if q.plan, err = q.starts(ctx, q.base, nil); err != nil {
		return nil, err
	}
	var crowds []*delayCounter
	for _, j := range q.order {
		if o.All || slices.Contains(o.JobsToChange, q.base.Jobs[j].ID) {
			crowds = append(crowds, newDelayCounter(j, len(q.base.Jobs), q.replays))
		}
	}
	luck, err := q.replay(ctx, q.base, crowds...)
	if err != nil {
		return nil, err
	}
	q.done(len(q.order))
	if o.Worlds && len(p.Jobs) <= maxInWorlds {
		if a.Worlds, err = q.worldsOf(ctx, luck); err != nil {
			return nil, err
		}
	}
	for rank, j := range q.order {
		from := &q.base.Jobs[j]
		job := Job{ID: from.ID, User: from.User, Slots: from.Slots, Memory: from.Memory, Limit: from.EstimatedRunTime(),
			Planned: q.plan.start[j], JobsAhead: rank, Forecast: from.Forecast}
		job.Early, job.Start, job.Late = middle(luck[j])
		job.RunTime = float64(max(q.shares[len(q.shares)/2], minShare) * job.Limit)
		if err := q.reason(ctx, j, rank, &job); err != nil {
			return nil, err
		}
		if len(crowds) > 0 && crowds[0].j == j {
			crowds[0].fillJob(q, rank, luck, &job)
			crowds = crowds[1:]
			if job.Changes, err = q.improvements(ctx, j, job.Start); err != nil {
				return nil, err
			}
		}
		a.Jobs = append(a.Jobs, job)
		q.done(1)
	}
	return a, nil
}

// middle returns the median and the ends of the interval.
func middle(starts []float64) (early, median, late float64) {
	list := slices.Clone(starts)
	slices.Sort(list)
	at := func(share float64) float64 { return list[int(float64(share*float64(len(list)-1))+0.5)] }
	return at((1 - Level) / 2), at(0.5), at((1 + Level) / 2)
}

// Keep removes all jobs but the given ones from an answer.
func (a *Answer) Keep(ids []string) {
	a.Jobs = slices.DeleteFunc(a.Jobs, func(j Job) bool { return !slices.Contains(ids, j.ID) })
}
