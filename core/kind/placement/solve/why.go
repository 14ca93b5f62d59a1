package solve

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
	"gridbox/core/trace"
)

// Explanation explains one decision: the scores of the job on every cluster, the chosen cluster and its
// margin, and changes of power that would change the decision. Absent numbers are infinite or do
// not apply.
type Explanation struct {
	Job       string    `json:"job"`
	Algorithm Algorithm `json:"algorithm"`
	// PlanPosition is the position of the job in a plan of PlanLength jobs.
	PlanPosition int `json:"turn,omitempty"`
	PlanLength   int `json:"turns,omitempty"`
	// Winner is the chosen cluster, empty if the job can run nowhere.
	Winner string `json:"winner,omitempty"`
	// RunnerUp has the next score, which is higher by Margin.
	RunnerUp string   `json:"runnerUp,omitempty"`
	Margin   *float64 `json:"margin,omitempty"`
	// Z and its parts, equations (5), (7) and (8).
	Z            *float64 `json:"z,omitempty"`
	MeanTransfer *float64 `json:"meanTransfer,omitempty"`
	MeanRun      *float64 `json:"meanRun,omitempty"`
	// Final = WeightRS RS + WeightCRA CRA, plus Ready if QueueAware.
	WeightRS   float64 `json:"weightRS"`
	WeightCRA  float64 `json:"weightCRA"`
	QueueAware bool    `json:"queueAware"`
	// Drawn is set if the cluster was drawn at random, not ranked.
	Drawn bool `json:"drawn,omitempty"`
	// Reason is the reason for the cluster if it is not the least score: a sentence without its subject.
	Reason string `json:"by,omitempty"`
	// Cover is the set of data hosts chosen by SCP Tree Search.
	Cover []string `json:"cover,omitempty"`
	// CoverBound is a lower bound of the size of the cover, if the search ended at its limit of
	// effort before the smallest size was proved.
	CoverBound int `json:"coverLeast,omitempty"`
	// Scores are in the order of the document's clusters.
	Scores []Score `json:"scores"`
	// Moves are the powers at which other clusters would be chosen.
	Moves []Move `json:"moves,omitempty"`
	// Sources holds the sources of the job's data if it runs on Cluster.
	Cluster string       `json:"cluster,omitempty"`
	Sources []SourceTime `json:"sources,omitempty"`
}

// A Score has the scores of one cluster. A cluster that cannot reach the job's data has no RS,
// Final and Rank.
type Score struct {
	Cluster string   `json:"cluster"`
	RS      *float64 `json:"rs,omitempty"`
	CRA     float64  `json:"cra"`
	Ready   float64  `json:"ready"`
	Final   *float64 `json:"final,omitempty"`
	// Rank is 1 for the best cluster.
	Rank int `json:"rank,omitempty"`
}

// A Move is a change that would move the job. Cluster would be chosen with a power of MIPS or
// more (at least up to a change of another kind), if everything else, including earlier
// placements, stayed the same.
type Move struct {
	Cluster     string  `json:"cluster"`
	MIPS        float64 `json:"mips"`
	CurrentMIPS float64 `json:"now"`
}

// A SourceTime is one transfer with its time.
type SourceTime struct {
	placement.Source
	Size         float64 `json:"size"`
	SecondsPerMB float64 `json:"secondsPerMB"`
	Time         float64 `json:"time"`
}

// Explain runs the algorithm up to one job and explains its placement. The events of replica
// selection on a cluster are recorded in o.Log, and the sources there are listed. By default it
// is the chosen cluster, or the first of the document if there is none.
func Explain(ctx context.Context, p *placement.Problem, algorithm Algorithm, o Options, job,
	cluster string) (Explanation, error) {
	j := slices.IndexFunc(p.Jobs, func(x placement.Job) bool { return x.ID == job })
	if j < 0 {
		return Explanation{}, errors.New("placement: there is no job " + strconv.Quote(job))
	}
	log := o.Log
	o.Log = nil
	s, err := newSchedule(p, algorithm, o)
	if err != nil {
		return Explanation{}, err
	}
	if cluster != "" {
		if _, ok := s.instance.net.Cluster(cluster); !ok {
			return Explanation{}, errors.New("placement: there is no cluster " + strconv.Quote(cluster))
		}
	}
	s.skipSources = true // only the clusters and their ready times matter for earlier jobs
	before, err := s.planPosition(ctx, j)
	if err != nil {
		return Explanation{}, err
	}
	if err := s.run(ctx, before); err != nil {
		return Explanation{}, err
	}
	if tree, ok := s.scheduler.(*treeSearch); ok {
		tree.log = log
	}
	return s.explain(ctx, j, algorithm, cluster, log)
}

// planPosition returns the number of jobs that are placed before a job.
func (s *schedule) planPosition(ctx context.Context, job int) (int, error) {
	order, err := s.order(ctx)
	if order == nil {
		return job, err
	}
	return slices.IndexFunc(order, func(x planStep) bool { return int(x.job) == job }), err
}

// explain explains the placement of job j after the earlier jobs were placed.
func (s *schedule) explain(ctx context.Context, j int, algorithm Algorithm, cluster string,
	log *trace.Log) (Explanation, error) {
	// The scores are computed first, because the choice of a random scheduler advances its
	// stream.
	seen, err := s.scheduler.scores(ctx, j, s.ready)
	if err != nil {
		return Explanation{}, err
	}
	seen.rs, seen.final = slices.Clone(seen.rs), slices.Clone(seen.final)
	if tree, ok := s.scheduler.(*treeSearch); ok {
		tree.log = nil
	}
	d, err := s.scheduler.choose(ctx, j, s.ready)
	if err != nil {
		return Explanation{}, err
	}
	w := s.describe(j, algorithm, seen)
	if p, ok := s.scheduler.(*planScheduler); ok {
		w.PlanPosition, w.PlanLength = len(s.placed)+len(s.unplaceable)+1, len(p.steps)
	}
	if d.cluster >= 0 {
		w.Winner = s.instance.net.ID(d.cluster)
	}
	v := &analysis{s: s, j: j, scores: seen, winner: d.cluster}
	v.rank(&w)
	v.moves(&w)
	s.record(j, cluster, seen, d, &w, log)
	return w, ctx.Err()
}

// describe returns the parts of the explanation that do not depend on the winner.
func (s *schedule) describe(j int, algorithm Algorithm, seen jobScores) Explanation {
	w := Explanation{Job: s.instance.p.Jobs[j].ID, Algorithm: algorithm, WeightRS: seen.rank.rs,
		WeightCRA:  seen.rank.cra,
		QueueAware: seen.rank.queue, Drawn: seen.drawn, Reason: seen.reason, CoverBound: seen.coverBound}
	if seen.unweighted {
		w.WeightRS, w.WeightCRA = 0, 0
	}
	for _, host := range seen.hosts {
		w.Cover = append(w.Cover, s.instance.net.ID(host))
	}
	if seen.z >= 0 {
		w.Z = finiteOrNil(seen.z)
		w.MeanTransfer = finiteOrNil(seen.mean)
		w.MeanRun = finiteOrNil(s.instance.p.MeanRunTime(j, s.instance.mean))
	}
	return w
}

// record records the decision as events and lists the sources on the given cluster.
func (s *schedule) record(j int, cluster string, seen jobScores, d decision, w *Explanation, log *trace.Log) {
	at, _ := s.instance.net.Cluster(cluster)
	if cluster == "" && d.cluster >= 0 {
		at = d.cluster
	}
	if s.instance.net.Len() == 0 {
		return
	}
	w.Cluster = s.instance.net.ID(at)
	choices := s.instance.net.Select(at, s.wants(j, at, seen.hosts), log)
	for k, c := range choices {
		if c.Path == nil {
			continue
		}
		d := &s.instance.p.Datasets[s.instance.jobDatasets[j][k]]
		path := make([]string, len(c.Path))
		for i, step := range c.Path {
			path[len(path)-1-i] = s.instance.net.ID(step)
		}
		w.Sources = append(w.Sources, SourceTime{Source: placement.Source{Dataset: d.ID, Cluster: path[0], Path: path},
			Size: d.Size, SecondsPerMB: c.SecondsPerMB, Time: replica.TransferTime(d.Size, c.SecondsPerMB)})
	}
	s.recordScores(w, log)
}

// wants returns the datasets of a job for Select. Under a cover each has one replica: the host
// nearest to the cluster.
func (s *schedule) wants(j int, at int32, cover []int32) []replica.Want {
	var wants []replica.Want
	for _, d := range s.instance.jobDatasets[j] {
		homes := s.instance.homes[d]
		if tree, ok := s.scheduler.(*treeSearch); ok && len(cover) > 0 {
			host, _ := tree.source(d, cover, at)
			homes = []int32{host}
		}
		wants = append(wants, replica.Want{ID: s.instance.p.Datasets[d].ID, Size: s.instance.sizes[d], At: homes})
	}
	return wants
}

// recordScores records an event "score" for every cluster, then "choose" or, if no cluster can run
// the job, "stuck".
func (s *schedule) recordScores(w *Explanation, log *trace.Log) {
	if !log.Enabled() {
		return
	}
	job := trace.Ref{Role: "job", ID: w.Job}
	if w.Z != nil {
		log.Add(trace.Event{Kind: "factor", Refs: []trace.Ref{job}, Values: []trace.Value{{Name: "z", Num: *w.Z}}})
	}
	for _, c := range w.Scores {
		e := trace.Event{Kind: "score", Refs: []trace.Ref{job, {Role: "cluster", ID: c.Cluster}}}
		if c.RS != nil {
			e.Values = append(e.Values, trace.Value{Name: "rs", Num: *c.RS})
		} else {
			e.Reason = "unreachable"
		}
		if finite(c.CRA) {
			e.Values = append(e.Values, trace.Value{Name: "cra", Num: c.CRA})
		}
		if c.Final != nil {
			e.Values = append(e.Values, trace.Value{Name: "final", Num: *c.Final})
			if c.Cluster != w.Winner && !w.Drawn && w.Reason == "" {
				e.Reason = "higher"
			}
		} else if c.RS != nil {
			e.Reason = "excluded"
		}
		log.Add(e)
	}
	if w.Winner == "" {
		log.Add(trace.Event{Kind: "stuck", Refs: []trace.Ref{job}, Reason: "unreachable"})
		return
	}
	log.Add(trace.Event{Kind: "choose", Refs: []trace.Ref{job, {Role: "cluster", ID: w.Winner}}})
}

// finiteOrNil returns a pointer to x, or nil if x is not finite and has no form in JSON.
func finiteOrNil(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
