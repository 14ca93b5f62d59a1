// Package solve schedules the jobs of a compute farm.
//
// Its centre is the two-stage algorithm of Markov, "Two Stage Optimization of
// Job Scheduling and Assignment in Heterogeneous Compute Farms" (FTDCS 2004).
// Stage one gives every job a static priority from weighted trade-off costs.
// Stage two takes the jobs in that order and assigns each to the suitable
// machine of the highest dynamic priority, in advance where it is not free.
// Beside it stand the queues that every scheduler is measured by: first come
// first served, EASY and conservative backfilling.
//
// The paper prints neither weights nor formulas, and the table of its example
// does not follow from its text. So there are two modes:
//
//   - Earliest is what the text describes: a job starts at the earliest time
//     at which a machine has what it needs, gaps included.
//   - Published is the rule that gives the paper's tables 1 to 3 row for row:
//     a job is put behind all that its machine has (never into a gap), on the
//     machine where that is earliest, and then as late as it can start without
//     making the schedule longer. Behind the last job that may be partitioned,
//     jobs are taken longest first. Of 64 combinations of such rules this is,
//     with two equivalent keys, the only one that gives all 23 rows.
//
// Ties are broken by the lower load (slot-seconds placed on the machine, not
// divided by its slots), then by the order of the document.
package solve

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// An Algorithm names one way to schedule a farm.
type Algorithm string

// The algorithms.
const (
	// AlgorithmTwoStage is the paper's; see the package comment and Options.
	//
	// With a cycle of 0 it schedules once, with all jobs and their true durations
	// known in advance. With a cycle it schedules again at every multiple of it at
	// which there is news, knows the jobs submitted by then and their estimates,
	// and lets what runs continue. Without advance reservation it starts what fits
	// whenever something happens.
	//
	// With Tries it schedules so many times more, in other orders, and keeps the
	// schedule of the least cost: see Search.
	//
	// Complexity of one scheduling of n jobs on m machines with profiles of at most
	// s steps: O(n (log m + log s)) as long as the bounds of the index hold what
	// they promise, O(n m log s) at worst, and O(n m log s) for parallel jobs, jobs
	// with licences that run out, and mode published.
	AlgorithmTwoStage     Algorithm = "two-stage"
	AlgorithmFCFS         Algorithm = "fcfs"
	AlgorithmEASY         Algorithm = "easy"
	AlgorithmConservative Algorithm = "conservative"
	// AlgorithmSJBF is EASY with the queue in one order and the jobs that may start past
	// its first in another, EASY-SJBF by default: a queue by submission, the shortest
	// estimates tried first. The first jobs of the queue that cannot start get
	// reservations, as many as Options.Reservations says; one of those that can start at
	// once starts. Then the others are tried once each, and start where they delay none
	// of the reservations. All reservations are made anew whenever something happens.
	// Equal jobs stand by submission, then by the order of the document.
	//
	// Complexity: that of AlgorithmOwn, and O(d m log s) an event for d reservations.
	AlgorithmSJBF Algorithm = "easy-sjbf"
)

// Options of a run; the zero value works.
type Options struct {
	farm.Options
	// Formulas are the policy of AlgorithmOwn; nil is the order of submission.
	Formulas *policy.Formulas
	// NoBound leaves out the proof.
	NoBound bool
	// Log records the decisions; nil records nothing. About names a job that
	// they are wanted of: priorities and offers of others are left out then,
	// which would fill the log of a large farm.
	Log   *trace.Log
	About string
	// Progress is told about a hundred times how many jobs are placed.
	Progress func(done, total int)
	// until stops before a job is placed, for explanations.
	until func(r *run, j int32) bool
}

// A Result is what a run says.
type Result struct {
	// Feasible is false when some job can run nowhere; Reason then says which
	// and why, and there is no solution.
	Feasible bool
	Reason   *reason.Reason
	Solution *farm.Solution
	Metrics  farm.Metrics
	Proof    Proof
	Stats    Stats
	// Search says what other orders were tried; nil where none were.
	Search *Search
}

// Stats count the work done and what came of it.
type Stats struct {
	MachinesAsked int // times that a machine was asked for its earliest start
	Nodes         int // nodes looked at in the search for machines
	Cycles        int // times that the jobs were scheduled
	Reserved      int // jobs placed by advance reservation
	Backfilled    int // jobs placed into gaps
	Preemptions   int // jobs stopped
	Partitioned   int // jobs divided into parts
	Unscored      int // jobs of which a policy's score was not a number
	Infinite      int // jobs of which a policy's score was infinite
	Adjusted      int // estimates that a running job outran
	Rounded       int // memory sizes of more than six decimals, rounded to the safe side
}

// Solve schedules the jobs of a valid problem by one algorithm. The same
// problem and options give the same result, with or without a log. A cancelled
// run returns what it has with the error of the context.
func Solve(ctx context.Context, p *farm.Problem, algorithm Algorithm, o Options) (Result, error) {
	r, err := newRun(p, algorithm, o)
	if err != nil {
		return Result{}, err
	}
	if why := r.nowhere(); why != nil {
		r.tellStuck()
		return Result{Reason: why, Stats: r.stats}, nil
	}
	var search *Search
	if o.Tries > 0 && algorithm == AlgorithmTwoStage && r.atOnce() {
		if r.sequence, search, err = improve(ctx, r.in, o); err != nil {
			return r.result(), err
		}
		r.tellSearch(search)
		r.o.Progress = nil // the tries have told it
	}
	err = r.schedule(ctx, algorithm)
	if r.stuck != "" {
		r.tellStuck()
		return Result{Reason: r.why, Stats: r.stats}, err
	}
	out := r.result()
	out.Search = search
	return out, err
}

// atOnce reports whether two-stage schedules all jobs one time.
func (r *run) atOnce() bool {
	return r.o.Mode == farm.Published || r.in.rules.Reservation && r.in.rules.Cycle == 0
}

func (r *run) schedule(ctx context.Context, algorithm Algorithm) error {
	for _, a := range algorithms() {
		if a.id == algorithm {
			return a.schedule(r, ctx)
		}
	}
	return errors.New("farm: no algorithm is called " + strconv.Quote(string(algorithm)))
}

// An algorithm is a way to place the jobs of a run.
type algorithm struct {
	id       Algorithm
	schedule func(r *run, ctx context.Context) error
}

// algorithms returns all algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{AlgorithmTwoStage, (*run).twoStage},
		{AlgorithmFCFS, func(r *run, ctx context.Context) error { return r.stream(ctx, &fcfs{}) }},
		{AlgorithmEASY, func(r *run, ctx context.Context) error { return r.stream(ctx, &easy{}) }},
		{AlgorithmConservative, func(r *run, ctx context.Context) error { return r.stream(ctx, newConservative(r)) }},
		{AlgorithmOwn, (*run).byPolicy},
		{AlgorithmSJBF, (*run).byOrders},
		{AlgorithmLookahead, (*run).lookahead},
		{AlgorithmGreedy, (*run).greedy},
		{AlgorithmEASYPlusPlus, (*run).plusPlus},
	}
}

// twoStage schedules once or in cycles.
func (r *run) twoStage(ctx context.Context) error {
	if r.atOnce() {
		return r.once(ctx)
	}
	return r.stream(ctx, &cycles{})
}

// byPolicy schedules in the order of a policy's scores.
func (r *run) byPolicy(ctx context.Context) error {
	if r.o.Backfill == farm.BackfillConservative {
		return r.stream(ctx, &askedAnew{})
	}
	return r.stream(ctx, newAsked(r.own, r.o.Backfill != farm.BackfillNone))
}

// byOrders schedules by EASY with an order of the queue and one of the others.
func (r *run) byOrders(ctx context.Context) error {
	a := newAsked(r.own, true)
	a.depth = max(1, r.o.Reservations)
	return r.stream(ctx, a)
}

// orders returns the formulas of the orders that the options name.
func (o *Options) orders() *policy.Formulas {
	return farm.Formulas(cmp.Or(o.Queue, farm.DefaultQueue), cmp.Or(o.Others, farm.DefaultOthers))
}

func checkOptions(algorithm Algorithm, o Options) error {
	if algorithm == AlgorithmOwn && o.Formulas == nil {
		return errors.New("farm: the algorithm own has no policy")
	}
	if algorithm == AlgorithmSJBF && o.orders() == nil {
		return errors.New("farm: there is no order " + strconv.Quote(string(o.Queue)) + " or no order " +
			strconv.Quote(string(o.Others)))
	}
	switch o.Mode {
	case "", farm.Earliest, farm.Published:
	default:
		return errors.New("farm: no mode is called " + strconv.Quote(string(o.Mode)) + "; choose earliest or published")
	}
	switch o.Compression {
	case "", farm.Keep, farm.Replan:
	default:
		return errors.New("farm: no compression is called " + strconv.Quote(string(o.Compression)) +
			"; choose keep or replan")
	}
	switch o.Backfill {
	case "", farm.BackfillEASY, farm.BackfillConservative, farm.BackfillNone:
	default:
		return errors.New("farm: no backfilling is called " + strconv.Quote(string(o.Backfill)) +
			"; choose easy, conservative or none")
	}
	if o.Tries < 0 {
		return errors.New("farm: " + strconv.Itoa(o.Tries) + " tries; there are 0 or more")
	}
	switch o.Order {
	case "", farm.ByMode, farm.Static, farm.Tables:
		return nil
	}
	return errors.New("farm: no order is called " + strconv.Quote(string(o.Order)) + "; choose mode, static or tables")
}
