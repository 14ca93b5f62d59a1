// Package solve has the scheduling algorithms of the compute farm.
//
// The main one is the two-stage algorithm of Markov, "Two Stage Optimization of Job Scheduling
// and Assignment in Heterogeneous Compute Farms" (FTDCS 2004). Stage one gives every job a static
// priority from weighted trade-off costs. Stage two takes the jobs in that order and assigns each
// to the suitable machine of the highest dynamic priority, in advance if it is not free. The
// others are the usual queues: first come first served, EASY, conservative backfilling and their
// variants.
//
// The paper prints neither weights nor formulas, and the table of its example does not follow
// from its text. So there are two modes:
//
//   - Earliest is the method of the text: a job starts at the earliest time at which a machine
//     has what it needs, gaps included.
//   - Published is a rule that reproduces the paper's tables 1 to 3 row for row: a job is put
//     after everything on its machine (never into a gap), on the machine where that is earliest,
//     and then as late as it can start without making the schedule longer. After the last job
//     that may be partitioned, jobs are taken longest first. Of 64 combinations of such rules
//     this is, with two equivalent keys, the only one that gives all 23 rows.
//
// Ties are broken by the lower load (slot-seconds placed on the machine, not divided by its
// slots), then by the order of the document.
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

// An Algorithm is the id of an algorithm.
type Algorithm string

// Ids of the algorithms.
const (
	// AlgorithmTwoStage is the algorithm of the paper; see the package comment and Options.
	//
	// With a cycle of 0 it schedules once, with all jobs and their true durations known in
	// advance. With a cycle it schedules again at every multiple of it at which there are new
	// events. It then uses the jobs submitted by that time with their estimates, and running jobs
	// continue. Without advance reservation it starts jobs that fit at every event.
	//
	// With Tries it schedules again in other orders and keeps the schedule of the least cost: see
	// Search.
	//
	// Complexity of one scheduling of n jobs on m machines with profiles of at most s steps: O(n
	// (log m + log s)) if the bounds of the index are tight, O(n m log s) at worst and for
	// parallel jobs, jobs with licences that run out, and mode published.
	AlgorithmTwoStage     Algorithm = "two-stage"
	AlgorithmFCFS         Algorithm = "fcfs"
	AlgorithmEASY         Algorithm = "easy"
	AlgorithmConservative Algorithm = "conservative"
	// AlgorithmSJBF is EASY with one order of the queue and another one for backfilling, by
	// default EASY-SJBF: a queue by submission, with the shortest estimates tried first. The
	// first jobs of the queue that cannot start get Options.Reservations reservations; jobs among
	// them that can start immediately do. Then each of the other jobs is tried once, and starts
	// if it delays no reservation. All reservations are made again at every event. Ties are
	// broken by submission, then by the order of the document.
	//
	// Complexity: that of AlgorithmOwn, and O(d m log s) per event for d reservations.
	AlgorithmSJBF Algorithm = "easy-sjbf"
)

// Options are the options of a run; the zero value is valid.
type Options struct {
	farm.Options
	// Formulas are the policy of AlgorithmOwn; nil is the order of submission.
	Formulas *policy.Formulas
	// NoBound omits the proof.
	NoBound bool
	// Log records the decisions unless it is nil. About restricts it to a job: priorities and
	// offers of others, which would fill the log of a large farm, are then omitted.
	Log   *trace.Log
	About string
	// Progress is called about a hundred times with the number of placed jobs.
	Progress func(done, total int)
	// stopBefore stops the run before a job is placed if it returns true, for explanations.
	stopBefore func(r *run, j int32) bool
}

// A Result is the result of a run.
type Result struct {
	// Feasible is false if some job can run nowhere. Reason then describes it, and Solution is
	// nil.
	Feasible bool
	Reason   *reason.Reason
	Solution *farm.Solution
	Metrics  farm.Metrics
	Proof    Proof
	Stats    Stats
	// Search describes the other orders that were tried; nil if none were.
	Search *Search
}

// Stats are counts of the work done and of its results.
type Stats struct {
	MachinesAsked int // queries of a machine's earliest start
	Nodes         int // nodes visited in the search for machines
	Cycles        int // times that the jobs were scheduled
	Reserved      int // jobs placed by advance reservation
	Backfilled    int // jobs placed into gaps
	Preemptions   int // jobs stopped
	Partitioned   int // jobs divided into parts
	Unscored      int // jobs for which a policy's score was not a number
	Infinite      int // jobs for which a policy's score was infinite
	Adjusted      int // estimates that a running job exceeded
	Rounded       int // memory sizes of more than six decimals, rounded to the safe side
}

// Solve schedules the jobs of a valid problem by one algorithm. The result depends only on the
// problem and the options, not on the log. If the context is cancelled, the jobs placed so far
// are returned with its error.
func Solve(ctx context.Context, p *farm.Problem, algorithm Algorithm, o Options) (Result, error) {
	r, err := newRun(p, algorithm, o)
	if err != nil {
		return Result{}, err
	}
	if why := r.unsuitableReason(); why != nil {
		r.recordStuck()
		return Result{Reason: why, Stats: r.stats}, nil
	}
	var search *Search
	if o.Tries > 0 && algorithm == AlgorithmTwoStage && r.schedulesOnce() {
		if r.sequence, search, err = improve(ctx, r.in, o); err != nil {
			return r.result(), err
		}
		r.recordSearch(search)
		r.o.Progress = nil // the tries have reported it
	}
	err = r.schedule(ctx, algorithm)
	if r.failure != "" {
		r.recordStuck()
		return Result{Reason: r.failureReason, Stats: r.stats}, err
	}
	out := r.result()
	out.Search = search
	return out, err
}

// schedulesOnce reports whether two-stage schedules all jobs a single time.
func (r *run) schedulesOnce() bool {
	return r.o.Mode == farm.Published || r.in.rules.Reservation && r.in.rules.Cycle == 0
}

// schedule runs an algorithm.
func (r *run) schedule(ctx context.Context, algorithm Algorithm) error {
	for _, a := range algorithms() {
		if a.id == algorithm {
			return a.schedule(r, ctx)
		}
	}
	return errors.New("farm: no algorithm is called " + strconv.Quote(string(algorithm)))
}

// An algorithm has an id and a function that places the jobs of a run.
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
		{AlgorithmOwn, (*run).scheduleByPolicy},
		{AlgorithmSJBF, (*run).scheduleByOrders},
		{AlgorithmLookahead, (*run).lookahead},
		{AlgorithmGreedy, (*run).greedy},
		{AlgorithmEASYPlusPlus, (*run).plusPlus},
		{AlgorithmRelaxed, (*run).relaxedBackfill},
		{AlgorithmMultifactor, (*run).scheduleByPolicy},
		{AlgorithmGang, (*run).gang},
	}
}

// twoStage schedules a single time or in cycles.
func (r *run) twoStage(ctx context.Context) error {
	if r.schedulesOnce() {
		return r.scheduleAll(ctx)
	}
	return r.stream(ctx, &cycles{})
}

// scheduleByPolicy schedules in the order of a policy's scores, or of multifactor's priorities.
func (r *run) scheduleByPolicy(ctx context.Context) error {
	if r.o.Backfill == farm.BackfillConservative {
		return r.stream(ctx, &scoredReplanning{})
	}
	return r.stream(ctx, newScoredQueue(r.scores, r.o.Backfill != farm.BackfillNone))
}

// scheduleByOrders schedules by EASY with an order of the queue and one for backfilling.
func (r *run) scheduleByOrders(ctx context.Context) error {
	a := newScoredQueue(r.scores, true)
	a.depth = max(1, r.o.Reservations)
	return r.stream(ctx, a)
}

// orders returns the formulas of the orders in the options, or nil if one is unknown.
func (o *Options) orders() *policy.Formulas {
	return farm.Formulas(cmp.Or(o.Queue, farm.DefaultQueue), cmp.Or(o.BackfillOrder, farm.DefaultOthers))
}

// checkOptions returns an error if an option is invalid.
func checkOptions(algorithm Algorithm, o Options) error {
	if algorithm == AlgorithmOwn && o.Formulas == nil {
		return errors.New("farm: the algorithm own has no policy")
	}
	if algorithm == AlgorithmSJBF && o.orders() == nil {
		return errors.New("farm: there is no order " + strconv.Quote(string(o.Queue)) + " or no order " +
			strconv.Quote(string(o.BackfillOrder)))
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
