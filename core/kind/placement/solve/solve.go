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
	// choose returns the decision for job j. ready are the times at which the clusters have
	// finished their earlier jobs.
	choose(ctx context.Context, j int, ready []float64) (decision, error)
	// scores returns RS and Final of job j on every cluster, for explanations.
	scores(ctx context.Context, j int, ready []float64) (jobScores, error)
}

// A decision places one job. Cluster -1 means that it can run nowhere.
type decision struct {
	cluster  int32
	transfer float64
	// z is the factor Z, or -1 if the algorithm does not compute it.
	z float64
	// hosts[k] is the replica from which dataset k of the job is read; nil means the nearest.
	hosts []int32
}

// Solve places the jobs of a valid problem by one algorithm. The result depends only on the problem
// and the options, not on the log. A feasible result has a bound unless NoBound is set.
//
// It returns an error if the algorithm is unknown or own has no policy. If the context is
// cancelled, the jobs placed so far are returned with its error.
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
		r.Bound, err = s.instance.bound(ctx)
		r.Stats = s.totals()
	}
	return r, err
}

// A schedule is a run: the scheduler and the state of the clusters.
type schedule struct {
	instance    *instance
	options     Options
	scheduler   scheduler
	stats       *Stats
	ready       []float64
	sources     sources
	skipSources bool // sources of data are not recorded
	placed      []placement.Assignment
	jobs        []int32 // index of the job of each element of placed
	zs          []float64
	metrics     placement.Metrics
	unplaceable []int // jobs that can run nowhere
	overflow    int   // first job with an end that is not finite, or -1
}

// newSchedule prepares a run. It fails if the algorithm is unknown or has no policy.
func newSchedule(p *placement.Problem, algorithm Algorithm, o Options) (*schedule, error) {
	s := &schedule{instance: newInstance(p), options: o, stats: &Stats{}, overflow: -1}
	s.ready = make([]float64, len(p.Clusters))
	s.placed = make([]placement.Assignment, 0, len(p.Jobs))
	s.zs = make([]float64, len(p.Jobs))
	s.sources = newSources(s.instance)
	if algorithm == AlgorithmOwn && o.Formulas == nil {
		return nil, errors.New("placement: the algorithm own has no policy")
	}
	for _, a := range algorithms() {
		if a.id == algorithm {
			s.scheduler = a.begin(s)
			return s, nil
		}
	}
	return nil, errors.New("placement: no algorithm is called " + strconv.Quote(string(algorithm)))
}

// An algorithm has an id and a function that returns its scheduler.
type algorithm struct {
	id    Algorithm
	begin func(s *schedule) scheduler
}

// algorithms returns all algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{AlgorithmRBHS, func(s *schedule) scheduler {
			return &rankBased{s.instance, s.stats, s.options.Weights, s.options.QueueAware}
		}},
		{AlgorithmSCPTree, func(s *schedule) scheduler {
			tree := newTreeSearch(s.instance, s.stats, s.options)
			s.sources.hosts = tree.single
			return tree
		}},
		{AlgorithmMinCompletion, fixedRankFactory(ranking{1, 1, true})},
		{AlgorithmNearestData, fixedRankFactory(ranking{1, 0, false})},
		{AlgorithmFastest, fixedRankFactory(ranking{0, 1, false})},
		{AlgorithmOwn, func(s *schedule) scheduler {
			return newFormulaScheduler(s.instance, s.stats, s.options.Formulas, s.options.Log)
		}},
		{AlgorithmOLB, func(s *schedule) scheduler { return &firstFree{s.instance, s.stats} }},
		{AlgorithmMET, fixedRankFactory(ranking{1, 1, false})},
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
			return newKPercentBest(s.instance, s.stats, s.options.Percent)
		}},
		{AlgorithmStorageAffinity, func(s *schedule) scheduler {
			return &planScheduler{instance: s.instance, stats: s.stats, plan: storageAffinity, missing: true}
		}},
		{AlgorithmDelay, func(s *schedule) scheduler {
			return &planScheduler{instance: s.instance, stats: s.stats, plan: delayScheduling(s.options.Skips),
				reason: "is the first free cluster that holds the job's data, or the job was skipped often enough."}
		}},
		{AlgorithmLocalSearch, func(s *schedule) scheduler {
			return &planScheduler{instance: s.instance, stats: s.stats, plan: localSearch(s.options.Effort, s.stats),
				reason: "is the job's cluster after all moves and exchanges that shorten the placement."}
		}},
		{AlgorithmExact, func(s *schedule) scheduler {
			return &planScheduler{instance: s.instance, stats: s.stats, plan: exact(s.stats),
				reason: "is the job's cluster in the shortest placement of all jobs."}
		}},
		{AlgorithmRandom, func(s *schedule) scheduler {
			return &uniformRandom{s.instance,
				placement.RandomNumbers(s.options.Seed)}
		}},
	}
}

// fixedRankFactory returns a constructor of schedulers with fixed weights.
func fixedRankFactory(r ranking) func(s *schedule) scheduler {
	return func(s *schedule) scheduler { return &fixedRank{s.instance, s.stats, r} }
}

// plan returns a constructor of schedulers that compute a plan.
func plan(of func(ctx context.Context, t *table) ([]planStep, error)) func(s *schedule) scheduler {
	return func(s *schedule) scheduler { return &planScheduler{instance: s.instance, stats: s.stats, plan: of} }
}

// order returns the order in which jobs are placed, or nil for that of the document.
func (s *schedule) order(ctx context.Context) ([]planStep, error) {
	a, ok := s.scheduler.(*planScheduler)
	if !ok {
		return nil, nil
	}
	if a.steps == nil {
		if err := a.prepare(ctx); err != nil {
			return nil, err
		}
	}
	return a.steps, nil
}

// run places the first count jobs, in the order of the plan if there is one. It returns the error
// of the context or of the scheduler; the jobs before it are placed.
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
		s.place(j, d)
	}
	if s.options.Progress != nil {
		s.options.Progress(count, count)
	}
	return ctx.Err()
}

// place applies a decision. The job starts when the cluster is ready, collects its data and
// computes; then the cluster is ready again.
func (s *schedule) place(j int, d decision) {
	job := &s.instance.p.Jobs[j]
	if d.cluster < 0 {
		s.unplaceable = append(s.unplaceable, j)
		if s.options.Log.Enabled() {
			s.options.Log.Add(trace.Event{Kind: "stuck", Refs: []trace.Ref{{Role: "job", ID: job.ID}},
				Reason: "unreachable"})
		}
		return
	}
	a := placement.Assignment{Job: job.ID, Cluster: s.instance.net.ID(d.cluster), Start: s.ready[d.cluster],
		TransferTime: d.transfer, RunTime: s.instance.run(j, d.cluster)}
	a.Finish = a.Start + a.TransferTime + a.RunTime
	if !s.skipSources {
		a.Sources = s.sources.jobSources(j, d)
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
	if s.options.Log.Enabled() {
		s.options.Log.Add(placedEvent(&a))
	}
}

// placedEvent returns the event of an assignment.
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

// result returns the result of the jobs placed so far, with mean times over these jobs. If a job
// can run nowhere or its end is not finite, it returns the reason instead.
func (s *schedule) result() Result {
	r := Result{Stats: s.totals()}
	if r.Reason = s.infeasible(); r.Reason != nil {
		return r
	}
	r.Feasible = true
	r.Solution = &placement.Solution{Assignments: s.sortedAssignments()}
	r.Metrics = s.metrics
	if n := float64(len(s.placed)); n > 0 {
		r.Metrics.MeanTransferTime = r.Metrics.TotalTransferTime / n
		r.Metrics.MeanCompletionTime /= n
	}
	return r
}

// sortedAssignments returns the assignments in the order of the document.
func (s *schedule) sortedAssignments() []placement.Assignment {
	if slices.IsSorted(s.jobs) {
		return s.placed
	}
	at := make([]int32, len(s.instance.p.Jobs)) // 1 + the index of each job in s.placed
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

// totals returns the counts with those of the table.
func (s *schedule) totals() Stats {
	stats := *s.stats
	stats.Searches += s.instance.table.Searches
	return stats
}
