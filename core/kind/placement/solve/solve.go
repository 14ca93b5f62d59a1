package solve

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"gridbox/core/kind/placement"
	"gridbox/core/trace"
)

// A scheduler chooses a cluster for one job after another.
type scheduler interface {
	// choose gives the decision for job j, given when each cluster has
	// finished its earlier jobs.
	choose(ctx context.Context, j int, ready []float64) (decision, error)
	// scores lists RS and Final of job j on every cluster, for explanations.
	scores(ctx context.Context, j int, ready []float64) (scored, error)
}

// A decision places one job. Cluster -1 means that it can run nowhere.
type decision struct {
	cluster  int32
	transfer float64
	// z is the factor Z where the algorithm computes it, else -1.
	z float64
	// hosts[k] is the replica that dataset k of the job is read from; nil
	// means the nearest.
	hosts []int32
}

// Solve places the jobs of a valid problem by one algorithm. The same problem
// and options give the same result, with or without a log. A cancelled run
// returns the jobs placed so far with the error of the context.
func Solve(ctx context.Context, p *placement.Problem, algorithm Algorithm, o Options) (Result, error) {
	s, err := newSchedule(p, algorithm, o)
	if err != nil {
		return Result{}, err
	}
	if err := s.run(ctx, len(p.Jobs)); err != nil {
		return s.result(), err
	}
	r := s.result()
	if r.Feasible && !o.NoBound {
		r.Bound, err = s.in.bound(ctx)
		r.Stats = s.counted()
	}
	return r, err
}

// A schedule is a run: the scheduler and the clusters' books.
type schedule struct {
	in        *instance
	options   Options
	scheduler scheduler
	stats     *Stats
	ready     []float64
	sources   sources
	bare      bool // nobody wants to know where the placed jobs read their data
	placed    []placement.Assignment
	jobs      []int32 // the job of each of placed
	zs        []float64
	metrics   placement.Metrics
	stuck     []int // jobs that can run nowhere
	overflow  int   // first job whose finish is not finite, or -1
}

func newSchedule(p *placement.Problem, algorithm Algorithm, o Options) (*schedule, error) {
	s := &schedule{in: newInstance(p), options: o, stats: &Stats{}, overflow: -1}
	s.ready = make([]float64, len(p.Clusters))
	s.placed = make([]placement.Assignment, 0, len(p.Jobs))
	s.zs = make([]float64, len(p.Jobs))
	s.sources = newSources(s.in)
	if algorithm == AlgorithmOwn && o.Formulas == nil {
		return nil, errors.New("place: the algorithm own has no policy")
	}
	for _, a := range algorithms() {
		if a.id == algorithm {
			s.scheduler = a.begin(s)
			return s, nil
		}
	}
	return nil, errors.New("place: no algorithm is called " + strconv.Quote(string(algorithm)))
}

// An algorithm is a way to choose clusters.
type algorithm struct {
	id    Algorithm
	begin func(s *schedule) scheduler
}

// algorithms returns all algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{AlgorithmRBHS, func(s *schedule) scheduler {
			return &hybrid{s.in, s.stats, s.options.Weights, s.options.QueueAware}
		}},
		{AlgorithmSCPTree, func(s *schedule) scheduler {
			tree := newTreeSearch(s.in, s.stats, s.options)
			s.sources.hosts = tree.single
			return tree
		}},
		{AlgorithmMinCompletion, ranked(ranking{1, 1, true})},
		{AlgorithmNearestData, ranked(ranking{1, 0, false})},
		{AlgorithmFastest, ranked(ranking{0, 1, false})},
		{AlgorithmOwn, func(s *schedule) scheduler {
			return newByFormula(s.in, s.stats, s.options.Formulas, s.options.Log)
		}},
		{AlgorithmOLB, func(s *schedule) scheduler { return &firstFree{s.in, s.stats} }},
		{AlgorithmMET, ranked(ranking{1, 1, false})},
		{AlgorithmMinMin, plan(minMin)},
		{AlgorithmMaxMin, plan(maxMin)},
		{AlgorithmDuplex, plan(duplex)},
		{AlgorithmSufferage, func(s *schedule) scheduler {
			if s.options.Reading == placement.Passes {
				return plan(sufferagePasses)(s)
			}
			return plan(sufferage)(s)
		}},
		{AlgorithmKPercentBest, func(s *schedule) scheduler {
			return newBestShare(s.in, s.stats, s.options.Percent)
		}},
		{AlgorithmRandom, func(s *schedule) scheduler { return &anywhere{s.in, placement.Draws(s.options.Seed)} }},
	}
}

// ranked returns what begins a schedule by fixed weights of the scores.
func ranked(r ranking) func(s *schedule) scheduler {
	return func(s *schedule) scheduler { return &fixedRank{s.in, s.stats, r} }
}

// plan returns what begins a schedule by an algorithm that looks at all jobs first.
func plan(of func(ctx context.Context, t *table) ([]turn, error)) func(s *schedule) scheduler {
	return func(s *schedule) scheduler { return &planned{in: s.in, stats: s.stats, plan: of} }
}

// order returns the order in which jobs are placed, nil for that of the document.
func (s *schedule) order(ctx context.Context) ([]turn, error) {
	a, ok := s.scheduler.(*planned)
	if !ok {
		return nil, nil
	}
	if a.turns == nil {
		if err := a.prepare(ctx); err != nil {
			return nil, err
		}
	}
	return a.turns, nil
}

// run places the first count jobs of the order in which they are placed.
func (s *schedule) run(ctx context.Context, count int) error {
	order, err := s.order(ctx)
	if err != nil {
		return err
	}
	step := max(1, count/100)
	for k := range count {
		if k%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if s.options.Progress != nil && k%step == 0 {
			s.options.Progress(k, count)
		}
		j := k
		if order != nil {
			j = int(order[k].job)
		}
		d, err := s.scheduler.choose(ctx, j, s.ready)
		if err != nil {
			return err
		}
		s.book(j, d)
	}
	if s.options.Progress != nil {
		s.options.Progress(count, count)
	}
	return ctx.Err()
}

// book enters a decision: the job starts when the cluster is ready, collects
// its data, computes, and the cluster is ready again.
func (s *schedule) book(j int, d decision) {
	job := &s.in.p.Jobs[j]
	if d.cluster < 0 {
		s.stuck = append(s.stuck, j)
		if s.options.Log.On() {
			s.options.Log.Add(trace.Event{Kind: "stuck", Refs: []trace.Ref{{Role: "job", ID: job.ID}},
				Reason: "unreachable"})
		}
		return
	}
	a := placement.Assignment{Job: job.ID, Cluster: s.in.net.ID(d.cluster), Start: s.ready[d.cluster],
		TransferTime: d.transfer, RunTime: s.in.run(j, d.cluster)}
	a.Finish = a.Start + a.TransferTime + a.RunTime
	if !s.bare {
		a.Sources = s.sources.of(j, d)
	}
	if d.z >= 0 {
		s.zs[j] = d.z
		a.Z = &s.zs[j]
	}
	s.ready[d.cluster] = a.Finish
	s.placed, s.jobs = append(s.placed, a), append(s.jobs, int32(j))
	s.metrics.Makespan = max(s.metrics.Makespan, a.Finish)
	s.metrics.TotalTransferTime += a.TransferTime
	s.metrics.MeanCompletionTime += a.Finish
	if s.overflow < 0 && !finite(s.metrics.MeanCompletionTime) {
		s.overflow = j
	}
	if s.options.Log.On() {
		s.options.Log.Add(placedEvent(&a))
	}
}

func placedEvent(a *placement.Assignment) trace.Event {
	e := trace.Event{Kind: "place",
		Refs: []trace.Ref{{Role: "job", ID: a.Job}, {Role: "cluster", ID: a.Cluster}},
		Values: []trace.Value{{Name: "start", Num: a.Start}, {Name: "transfer", Num: a.TransferTime},
			{Name: "run", Num: a.RunTime}, {Name: "finish", Num: a.Finish}}}
	if a.Z != nil {
		e.Values = append(e.Values, trace.Value{Name: "z", Num: *a.Z})
	}
	return e
}

// result closes the books.
func (s *schedule) result() Result {
	r := Result{Stats: s.counted()}
	if r.Reason = s.infeasible(); r.Reason != nil {
		return r
	}
	r.Feasible = true
	r.Solution = &placement.Solution{Assignments: s.inDocument()}
	r.Metrics = s.metrics
	if n := float64(len(s.placed)); n > 0 {
		r.Metrics.MeanTransferTime = r.Metrics.TotalTransferTime / n
		r.Metrics.MeanCompletionTime /= n
	}
	return r
}

// inDocument returns the placed jobs in the order of the document.
func (s *schedule) inDocument() []placement.Assignment {
	if slices.IsSorted(s.jobs) {
		return s.placed
	}
	at := make([]int32, len(s.in.p.Jobs)) // 1 + the place of each job among the placed
	for k, j := range s.jobs {
		at[j] = int32(k + 1)
	}
	list := make([]placement.Assignment, 0, len(s.placed))
	for _, k := range at {
		if k > 0 {
			list = append(list, s.placed[k-1])
		}
	}
	return list
}

func (s *schedule) counted() Stats {
	stats := *s.stats
	stats.Searches += s.in.table.Searches
	return stats
}
