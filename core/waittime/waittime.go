// Package waittime answers what people ask of a cluster's queue: when does my job
// start, why does it wait, and what would let it start sooner?
//
// It takes a farm at its moment 0 with jobs that run and jobs that wait, and
// solves it again and again as the cluster would: jobs in the order of their
// priority, and every one with a reservation that delays none before it
// (conservative backfilling that plans anew whenever a job ends), which is what
// Slurm's backfill scheduler does.
//
//   - The plan takes every job to run for all of its time limit. That is all that
//     a scheduler knows; the starts in it are those that the cluster would promise.
//   - A replay draws how long each job really runs from how much of their limits
//     jobs have used before (farm.Moment.Used), and lets the same scheduler, which
//     knows limits only, go through it. The prediction is the median of a job's
//     starts over the replays, and the interval holds the middle 80 % of them.
//
// Of n jobs that ended, the next uses more of its limit than all with chance
// 1/(n+1) (the rule of succession), so one more that uses all of it is counted
// among them. A job that runs already has used more than what has passed, so it
// draws among the larger ones.
//
// The n jobs are a sample, and the jobs of the queue are all drawn from what it is a
// sample of: where the sample has too few long jobs, all of them come to run longer
// than it says, and errors add up along the queue. So each replay is a world in which
// the shares have chances of its own, drawn from all that the sample allows, and the
// jobs of a replay draw from that (Rubin, "The Bayesian Bootstrap", Annals of
// Statistics 9(1), 1981, with the prior of Jeffreys). The fewer jobs have ended, the
// wider the intervals are. In 80 worlds of 20 jobs that wait, 71, 78 and 81 in a hundred
// starts lay in their intervals where 3, 7 and 30 jobs had ended; of those that did
// not, most began before the interval.
//
// Where no job is known to have ended, shares of limits are taken to be spread
// evenly: Mu'alem and Feitelson found an almost flat histogram ("Utilization,
// Predictability, Workloads, and User Runtime Estimates in Scheduling the IBM SP2
// with Backfilling", IEEE TPDS 12(6), 2001, section 5).
//
// The model knows neither the cluster's fair shares nor jobs that come later, nor
// limits that the files do not tell. Jobs that may not begin before a time stand
// behind those that wait now.
//
// The same farm and options give the same answer everywhere. A job draws from a
// stream of its own name, so that a change of one leaves the luck of the others
// as it was, and what a change gains is the change's alone. Cost: replays times
// the cost of one conservative schedule, and again for each change that is tried.
package waittime

import (
	"context"
	"errors"
	"slices"

	"gridbox/core/kind/farm"
)

// Options of a question; the zero value is valid.
type Options struct {
	Replays int    // 0 means Enough
	Seed    uint64 // of the streams of run times
	// Sooner lists the jobs for which changes are tried; All means every job.
	Sooner []string
	All    bool
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
	Reason string `json:"reason,omitempty"`
	Waits  []Wait `json:"waits,omitempty"`
	Ahead  int    `json:"ahead"` // waiting jobs ahead of it
	For    string `json:"for,omitempty"`
	// Lasts is the run time with the median share.
	Lasts float64 `json:"lasts"`
	// Told is the cluster's own information.
	Told   *farm.Told `json:"told,omitempty"`
	Sooner []Change   `json:"sooner,omitempty"`
	// For jobs with changes: the jobs ahead, and More that are not listed; the start by the
	// number of them that run to their limits; the histogram of starts.
	Behind []Holder `json:"behind,omitempty"`
	More   int      `json:"more,omitempty"`
	Cases  []Case   `json:"cases,omitempty"`
	Spread *Spread  `json:"spread,omitempty"`
}

// A Wait is a part of the wait in the plan.
type Wait struct {
	Class string  `json:"class"`
	Until float64 `json:"until"`
}

// Asks reports whether a farm has a queue: running and waiting jobs.
func Asks(p *farm.Problem) bool {
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

// Enough returns the number of replays for a queue: fewer for a long queue,
// whose replays take longer.
func Enough(jobs int) int { return min(400, max(50, 20_000/max(jobs, 1))) }

// ErrNone reports that no job waits.
var ErrNone = errors.New("queue: no job waits")

// Predict answers for every waiting job. The problem must be valid.
func Predict(ctx context.Context, p *farm.Problem, o Options) (*Answer, error) {
	q, err := newQueue(p, o)
	if err != nil {
		return nil, err
	}
	a := &Answer{Format: Format, Version: 1, Level: Level, Replays: q.replays,
		Running: len(p.Jobs) - len(q.order)}
	if p.Moment != nil {
		a.Clock, a.Ended = p.Moment.Clock, len(p.Moment.Used)
	}
	if q.plan, err = q.starts(ctx, q.base, nil); err != nil {
		return nil, err
	}
	var crowds []*crowd
	for _, j := range q.order {
		if o.All || slices.Contains(o.Sooner, q.base.Jobs[j].ID) {
			crowds = append(crowds, newCrowd(j, len(q.base.Jobs), q.replays))
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
		job := Job{ID: from.ID, User: from.User, Slots: from.Slots, Memory: from.Memory, Limit: from.Estimated(),
			Planned: q.plan.start[j], Ahead: rank, Told: from.Told}
		job.Early, job.Start, job.Late = middle(luck[j])
		job.Lasts = float64(max(q.shares[len(q.shares)/2], least) * job.Limit)
		if err := q.reason(ctx, j, rank, &job); err != nil {
			return nil, err
		}
		if len(crowds) > 0 && crowds[0].j == j {
			crowds[0].tell(q, rank, luck, &job)
			crowds = crowds[1:]
			if job.Sooner, err = q.sooner(ctx, j, job.Start); err != nil {
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
