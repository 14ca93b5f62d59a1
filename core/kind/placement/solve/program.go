package solve

import (
	"context"
	"math"

	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// A State is the argument of a program's function decide: the job to place and all clusters.
type State struct {
	Number       int       `json:"number" about:"the job's place in the document, from 1"`
	Job          Task      `json:"job" about:"the job that is to be placed"`
	MeanTransfer float64   `json:"meanTransfer" unit:"s" about:"E[TransferTime]: the mean of transfer over the clusters that can reach the job's data"`
	MeanRun      float64   `json:"meanRun" unit:"s" about:"E[RunTime]: the job's work divided by the mean power of all clusters"`
	Clusters     []Cluster `json:"clusters" about:"all clusters, in the order of the document"`
}

// A Task is a job in a State.
type Task struct {
	ID       string   `json:"id" about:"name of the job"`
	MI       float64  `json:"mi" unit:"MI" about:"work of the job"`
	Datasets []string `json:"datasets" about:"names of the datasets that it needs"`
	Size     float64  `json:"size" unit:"MB" about:"size of these datasets together"`
}

// A Cluster is a cluster in a State.
type Cluster struct {
	ID       string  `json:"id" about:"name of the cluster"`
	MIPS     float64 `json:"mips" unit:"MIPS" about:"computing power"`
	Transfer float64 `json:"transfer" unit:"s" about:"RS: how long the job's data take to come here, Infinity where they cannot"`
	Run      float64 `json:"run" unit:"s" about:"CRA: how long the job computes here"`
	Ready    float64 `json:"ready" unit:"s" about:"when the cluster has finished its earlier jobs"`
	JobCount int     `json:"given" about:"how many jobs it has been given"`
}

// programScheduler is the scheduler that calls a program. The program must return a cluster that can
// reach the job's data. It is not called for a job that can run nowhere.
type programScheduler struct {
	instance  *instance
	stats     *Stats
	program   policy.Program
	log       *trace.Log
	state     State
	jobCounts []int
}

// Decide places the jobs of a valid problem by a program. Errors of the program are returned as a
// *policy.Fault.
func Decide(ctx context.Context, p *placement.Problem, program policy.Program, o Options) (Result, error) {
	s, err := newSchedule(p, AlgorithmFastest, o)
	if err != nil {
		return Result{}, err
	}
	if err := policy.Begin(ctx, program, programProblem(p), o.Log); err != nil {
		return Result{}, err
	}
	s.scheduler = &programScheduler{instance: s.instance, stats: s.stats, program: program, log: o.Log,
		jobCounts: make([]int, len(p.Clusters))}
	if err := s.run(ctx, len(p.Jobs)); err != nil {
		return s.result(), err
	}
	r := s.result()
	if r.Feasible {
		if err := policy.Finish(ctx, program, &r.Metrics, o.Log); err != nil {
			return r, err
		}
	}
	if r.Feasible && !o.NoBound {
		r.Bound, err = s.instance.bound(ctx)
		r.Stats = s.totals()
	}
	return r, err
}

// An untimedProblem is a problem without stated times. Programs get it if no job states times. A
// program's argument takes steps, and the digest of an answer includes the steps, so the argument
// must not gain empty fields.
type untimedProblem struct {
	Clusters []placement.Cluster `json:"clusters"`
	Links    []placement.Link    `json:"links"`
	Datasets []placement.Dataset `json:"datasets"`
	Jobs     []untimedJob        `json:"jobs"`
}

// An untimedJob is a job of an untimed problem.
type untimedJob struct {
	ID       string   `json:"id"`
	MI       float64  `json:"mi"`
	Datasets []string `json:"datasets"`
}

// programProblem returns the problem in the form that a program gets at the start.
func programProblem(p *placement.Problem) any {
	if p.HasTimes() {
		return p
	}
	u := &untimedProblem{Clusters: p.Clusters, Links: p.Links, Datasets: p.Datasets}
	for i := range p.Jobs {
		u.Jobs = append(u.Jobs, untimedJob{p.Jobs[i].ID, p.Jobs[i].MI, p.Jobs[i].Datasets})
	}
	return u
}

// choose returns the cluster that the program names for job j, or -1 without a call if no cluster
// can run it. Another value, or a cluster that cannot run the job, gives a fault.
func (a *programScheduler) choose(ctx context.Context, j int, ready []float64) (decision, error) {
	mean := a.instance.meanTransfer(a.instance.rowsOf(j))
	_, rs := a.instance.transferTimes(j)
	open := false
	for i, t := range rs {
		open = open || !math.IsInf(t+a.instance.run(j, int32(i)), 1)
	}
	if !open {
		return decision{cluster: -1, z: -1}, nil
	}
	a.fillState(j, mean, rs, ready)
	a.stats.ClustersRanked += len(rs)
	answer, err := a.program.Call(ctx, "decide", &a.state)
	if err != nil {
		return decision{}, err
	}
	policy.Log(a.log, answer, trace.Ref{Role: "job", ID: a.state.Job.ID})
	id, text := answer.Value.(string)
	cluster, known := a.instance.net.Cluster(id)
	switch {
	case !text:
		return decision{}, a.program.Refuse("decide", &a.state,
			i18n.English("returns {}, and must return the id of a cluster", policy.FormatValue(answer.Value)))
	case !known:
		return decision{}, a.program.Refuse("decide", &a.state,
			i18n.English("returns {}, and there is no such cluster", policy.FormatValue(id)))
	case math.IsInf(a.state.Clusters[cluster].Transfer+a.state.Clusters[cluster].Run, 1):
		return decision{}, a.program.Refuse("decide", &a.state,
			i18n.English("returns {}, which the job's data cannot reach; its transfer is Infinity",
				policy.FormatValue(id)))
	}
	a.jobCounts[cluster]++
	return decision{cluster: cluster, transfer: rs[cluster], z: -1}, nil
}

// fillState fills the state for job j.
func (a *programScheduler) fillState(j int, mean float64, rs, ready []float64) {
	job := &a.instance.p.Jobs[j]
	a.state.Number, a.state.MeanTransfer, a.state.MeanRun = j+1, mean, a.instance.p.MeanRunTime(j, a.instance.mean)
	a.state.Job = Task{ID: job.ID, MI: job.MI, Datasets: job.Datasets}
	for _, d := range a.instance.jobDatasets[j] {
		a.state.Job.Size += a.instance.sizes[d]
	}
	a.state.Clusters = a.state.Clusters[:0]
	for i, t := range rs {
		a.state.Clusters = append(a.state.Clusters, Cluster{ID: a.instance.p.Clusters[i].ID, MIPS: a.instance.mips[i],
			Transfer: t,
			Run:      a.instance.run(j, int32(i)), Ready: ready[i], JobCount: a.jobCounts[i]})
	}
}

// scores returns the transfer times of job j. A program has no scores.
func (a *programScheduler) scores(_ context.Context, j int, _ []float64) (jobScores, error) {
	_, rs := a.instance.transferTimes(j)
	return jobScores{rs: rs, rank: ranking{1, 1, false}, z: -1, drawn: true}, nil
}
