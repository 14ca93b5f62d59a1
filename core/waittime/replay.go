package waittime

import (
	"context"
	"errors"
	"math"
	"slices"

	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/rng"
	"gridbox/core/sorting"
)

// A queue is a farm prepared for repeated simulation.
type queue struct {
	base     *farm.Problem // the cluster's view: by priority, without real run times
	order    []int         // waiting jobs by priority
	shares   []float64     // shares of limits, ascending
	chances  [][]float64   // by replay: cumulative probability of each share
	replays  int
	seed     uint64
	plan     *outcome
	luck     map[string][]float64 // uniform numbers of each job by id, one for each replay
	progress func(done, total int)
	did      int
	total    int
}

// An outcome is the result of one schedule.
type outcome struct {
	start, finish []float64
	solution      *farm.Solution
}

// usualShares is the number of evenly spaced shares that are used if no ended
// job is known.
const usualShares = 20

// newQueue returns the state of a prediction with its waiting jobs, its shares
// of time limits and the draws for each replay. It returns ErrNone if no job
// waits.
func newQueue(p *farm.Problem, o Options) (*queue, error) {
	q := &queue{seed: o.Seed, replays: o.Replays, luck: map[string][]float64{}, progress: o.Progress}
	q.base = clusterView(p)
	for j := range q.base.Jobs {
		if q.base.Jobs[j].Running == nil {
			q.order = append(q.order, j)
		}
	}
	if len(q.order) == 0 {
		return nil, ErrNone
	}
	if q.replays <= 0 {
		q.replays = DefaultReplays(len(p.Jobs))
	}
	if p.Moment != nil && len(p.Moment.UsedShares) > 0 {
		q.shares = append(slices.Clone(p.Moment.UsedShares), 1)
		slices.Sort(q.shares)
	} else {
		for i := range usualShares {
			q.shares = append(q.shares, float64(i+1)/usualShares)
		}
	}
	q.chances = q.worlds()
	q.total = 2 * len(q.order)
	return q, nil
}

// worlds draws the cumulative probabilities of the shares for each replay. They
// come from a Dirichlet distribution with parameters 1/2, a less informative
// prior than parameters 1.
func (q *queue) worlds() [][]float64 {
	stream := rng.New(q.seed, "queue", 0)
	all := make([][]float64, q.replays)
	for r := range all {
		list := make([]float64, len(q.shares))
		sum := 0.0
		for i := range list {
			z := stream.Normal(0, 1)
			sum += float64(z * z)
			list[i] = sum
		}
		for i := range list {
			list[i] /= sum
		}
		all[r] = list
	}
	return all
}

// clusterView returns the cluster's view of the farm: every job runs for its limit,
// and waiting jobs are in the order of priority, both in the document and by
// submission, which queues use.
func clusterView(p *farm.Problem) *farm.Problem {
	out := &farm.Problem{Machines: p.Machines, Links: p.Links, Licenses: p.Licenses, Jobs: slices.Clone(p.Jobs),
		Moment: p.Moment}
	sorting.Stable(out.Jobs, func(a, b farm.Job) int {
		switch before, behind := a.Running != nil, b.Running != nil; {
		case before != behind && before, before == behind && a.Priority > b.Priority:
			return -1
		case before != behind || a.Priority < b.Priority:
			return 1
		case a.Submitted < b.Submitted:
			return -1
		case a.Submitted > b.Submitted:
			return 1
		}
		return 0
	})
	for j := range out.Jobs {
		job := &out.Jobs[j]
		limit := job.EstimatedRunTime()
		job.Duration, job.Estimate = limitOf(job), &limit
		if job.Running == nil && job.Submitted <= 0 {
			job.Submitted = float64(j - len(out.Jobs))
		}
	}
	return out
}

// limitOf returns the limit of a job: its estimate. A running job that exceeded
// it ends after another hundredth of the time passed.
func limitOf(j *farm.Job) float64 {
	limit := j.EstimatedRunTime()
	if j.Running != nil && limit <= -j.Running.Since {
		limit = float64(-j.Running.Since*1.01) + 1e-3
	}
	return limit
}

var errStuck = errors.New("queue: some job can never start")

// starts solves a farm as the cluster would. If only is not nil, it selects the
// jobs.
func (q *queue) starts(ctx context.Context, p *farm.Problem, only func(j int) bool) (*outcome, error) {
	at := make(map[string]int, len(p.Jobs))
	if only != nil {
		some := *p
		some.Jobs = nil
		for j := range p.Jobs {
			if only(j) {
				some.Jobs = append(some.Jobs, p.Jobs[j])
			}
		}
		for j := range p.Jobs {
			at[p.Jobs[j].ID] = j
		}
		return q.solve(ctx, &some, at, len(p.Jobs))
	}
	for j := range p.Jobs {
		at[p.Jobs[j].ID] = j
	}
	return q.solve(ctx, p, at, len(p.Jobs))
}

// solve returns the start and the finish of each of n jobs under conservative
// backfilling that replans. The map at gives the places of the jobs by id; the
// start of a job without a reservation is not a number. It returns an error if
// there is no schedule.
func (q *queue) solve(ctx context.Context, p *farm.Problem, at map[string]int, n int) (*outcome, error) {
	o := solver.Options{NoBound: true}
	o.Compression = farm.Replan
	r, err := solver.Solve(ctx, p, solver.AlgorithmConservative, o)
	if err != nil {
		return nil, err
	}
	if !r.Feasible {
		if r.Reason != nil {
			return nil, errors.New("queue: " + r.Reason.Text)
		}
		return nil, errStuck
	}
	out := &outcome{start: make([]float64, n), finish: make([]float64, n), solution: r.Solution}
	for j := range out.start {
		out.start[j] = math.NaN()
	}
	for i := range r.Solution.Reservations {
		v := &r.Solution.Reservations[i]
		j := at[v.Job]
		if !(out.start[j] <= v.Start) {
			out.start[j] = v.Start
		}
		out.finish[j] = max(out.finish[j], v.Finish)
	}
	return out, nil
}

// replay returns the starts of every job over the replays, by job and replay,
// and counts them in crowds. It returns an error if a replay has no schedule or
// ctx ends.
func (q *queue) replay(ctx context.Context, p *farm.Problem, crowds ...*delayCounter) ([][]float64, error) {
	all := make([][]float64, len(p.Jobs))
	one := q.replayer(p)
	for r := range q.replays {
		some, out, err := one(ctx, r)
		if err != nil {
			return nil, err
		}
		for j := range all {
			all[j] = append(all[j], out.start[j])
		}
		for _, c := range crowds {
			c.addReplay(r, some, out.solution, out)
		}
	}
	return all, nil
}

// replayer returns a function that simulates the replay with a number. It
// reuses one farm for the drawn run times.
func (q *queue) replayer(p *farm.Problem) func(ctx context.Context, r int) (*farm.Problem, *outcome, error) {
	at := make(map[string]int, len(p.Jobs))
	drawn := make([][]float64, len(p.Jobs))
	for j := range p.Jobs {
		at[p.Jobs[j].ID], drawn[j] = j, q.draws(&p.Jobs[j])
	}
	some := *p
	some.Jobs = slices.Clone(p.Jobs)
	return func(ctx context.Context, r int) (*farm.Problem, *outcome, error) {
		for j := range some.Jobs {
			some.Jobs[j].Duration = q.lasts(&some.Jobs[j], drawn[j][r], q.chances[r])
		}
		out, err := q.solve(ctx, &some, at, len(p.Jobs))
		return &some, out, err
	}
}

// maxInWorlds is the maximum number of jobs of a farm for which whole replays
// are returned.
const maxInWorlds = 2000

// worldsOf returns three replays: by the mean start of the waiting jobs, those
// at the ends of the interval and the middle one.
func (q *queue) worldsOf(ctx context.Context, starts [][]float64) ([]World, error) {
	sum, order := make([]float64, q.replays), make([]int, q.replays)
	for r := range order {
		order[r] = r
		for _, j := range q.order {
			sum[r] += starts[j][r]
		}
	}
	sorting.Stable(order, func(a, b int) int { return sorting.Ascending(sum[a], sum[b]) })
	one := q.replayer(q.base)
	var worlds []World
	for _, share := range []float64{(1 - Level) / 2, 0.5, (1 + Level) / 2} {
		_, out, err := one(ctx, order[int(float64(share*float64(len(order)-1))+0.5)])
		if err != nil {
			return nil, err
		}
		worlds = append(worlds, World{out.solution.Reservations})
	}
	return worlds, nil
}

// draws returns the uniform numbers of a job from its own stream, one for each
// replay.
func (q *queue) draws(j *farm.Job) []float64 {
	list := q.luck[j.ID]
	if list == nil {
		stream := rng.New(q.seed, "queue "+j.ID, 0)
		list = make([]float64, q.replays)
		for r := range list {
			list[r] = stream.Float64()
		}
		q.luck[j.ID] = list
	}
	return list
}

// minShare is the smallest share of its limit that a job uses, so that time
// advances.
const minShare = 1e-3

// lasts returns the run time of a job: a share of its limit, and for a running
// job one larger than the share used.
func (q *queue) lasts(j *farm.Job, u float64, chances []float64) float64 {
	limit, from, below := j.EstimatedRunTime(), 0, 0.0
	if j.IsReservation() {
		return limitOf(j)
	}
	if j.Running != nil {
		passed := -j.Running.Since
		for from < len(q.shares) && !(float64(q.shares[from]*limit) > passed) {
			below = chances[from]
			from++
		}
		if from == len(q.shares) {
			return limitOf(j)
		}
	}
	u = below + float64(u*(1-below))
	for from < len(q.shares)-1 && chances[from] <= u {
		from++
	}
	return max(q.shares[from], minShare) * limit
}

func (q *queue) done(n int) {
	if q.did += n; q.progress != nil {
		q.progress(q.did, q.total)
	}
}
