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

// Why is the explanation of one decision: how the job looked on every cluster
// when its turn came, who won and by how much, and what would have changed the
// decision. Absent numbers are infinite or do not apply.
type Why struct {
	Job       string    `json:"job"`
	Algorithm Algorithm `json:"algorithm"`
	// Turn says that the job is placed as that of Turns jobs, where an algorithm looks at
	// all jobs before it places the first.
	Turn  int `json:"turn,omitempty"`
	Turns int `json:"turns,omitempty"`
	// Winner is the chosen cluster, empty when the job can run nowhere.
	Winner string `json:"winner,omitempty"`
	// RunnerUp has the next score; Margin is by how much it is higher.
	RunnerUp string   `json:"runnerUp,omitempty"`
	Margin   *float64 `json:"margin,omitempty"`
	// Z and what it is made of, equations (5), (7) and (8).
	Z            *float64 `json:"z,omitempty"`
	MeanTransfer *float64 `json:"meanTransfer,omitempty"`
	MeanRun      *float64 `json:"meanRun,omitempty"`
	// Final = WeightRS RS + WeightCRA CRA, plus Ready when QueueAware.
	WeightRS   float64 `json:"weightRS"`
	WeightCRA  float64 `json:"weightCRA"`
	QueueAware bool    `json:"queueAware"`
	// Drawn means that the cluster was drawn at random, not ranked.
	Drawn bool `json:"drawn,omitempty"`
	// Cover is the set of data hosts that SCP Tree Search chose.
	Cover []string `json:"cover,omitempty"`
	// CoverLeast is how few hosts might do, where the search ended at its limit of effort
	// before it was known.
	CoverLeast int `json:"coverLeast,omitempty"`
	// Scores are in the order of the document's clusters.
	Scores []Score `json:"scores"`
	// Moves says from which power on another cluster would have won.
	Moves []Move `json:"moves,omitempty"`
	// Sources are where the job's data come from on the cluster asked about.
	Cluster string       `json:"cluster,omitempty"`
	Sources []SourceTime `json:"sources,omitempty"`
}

// A Score is one row of the explanation. A cluster that cannot reach the job's
// data has no RS, Final and Rank.
type Score struct {
	Cluster string   `json:"cluster"`
	RS      *float64 `json:"rs,omitempty"`
	CRA     float64  `json:"cra"`
	Ready   float64  `json:"ready"`
	Final   *float64 `json:"final,omitempty"`
	// Rank is 1 for the best cluster.
	Rank int `json:"rank,omitempty"`
}

// A Move is a change that would have moved the job: Cluster would win with a
// power of MIPS or more (at least from there up to a change of another kind),
// everything else, earlier placements too, being as it is.
type Move struct {
	Cluster string  `json:"cluster"`
	MIPS    float64 `json:"mips"`
	Now     float64 `json:"now"`
}

// A SourceTime is one transfer with its time.
type SourceTime struct {
	placement.Source
	Size         float64 `json:"size"`
	SecondsPerMB float64 `json:"secondsPerMB"`
	Time         float64 `json:"time"`
}

// Explain runs the algorithm up to one job and says why the job goes where it
// goes. cluster names the cluster whose replica selection is recorded in
// o.Log and whose sources are listed; empty means the winner (or the first of
// the document).
func Explain(ctx context.Context, p *placement.Problem, algorithm Algorithm, o Options, job,
	cluster string) (Why, error) {
	j := slices.IndexFunc(p.Jobs, func(x placement.Job) bool { return x.ID == job })
	if j < 0 {
		return Why{}, errors.New("place: there is no job " + strconv.Quote(job))
	}
	log := o.Log
	o.Log = nil
	s, err := newSchedule(p, algorithm, o)
	if err != nil {
		return Why{}, err
	}
	if cluster != "" {
		if _, ok := s.in.net.Cluster(cluster); !ok {
			return Why{}, errors.New("place: there is no cluster " + strconv.Quote(cluster))
		}
	}
	s.bare = true // of the jobs before only the clusters count, and when they are free
	before, err := s.before(ctx, j)
	if err != nil {
		return Why{}, err
	}
	if err := s.run(ctx, before); err != nil {
		return Why{}, err
	}
	if tree, ok := s.scheduler.(*treeSearch); ok {
		tree.log = log
	}
	return s.explain(ctx, j, algorithm, cluster, log)
}

// before returns how many jobs are placed before a job.
func (s *schedule) before(ctx context.Context, job int) (int, error) {
	order, err := s.order(ctx)
	if order == nil {
		return job, err
	}
	return slices.IndexFunc(order, func(x turn) bool { return int(x.job) == job }), err
}

func (s *schedule) explain(ctx context.Context, j int, algorithm Algorithm, cluster string,
	log *trace.Log) (Why, error) {
	// The scores come first: a random scheduler's choice moves its stream.
	seen, err := s.scheduler.scores(ctx, j, s.ready)
	if err != nil {
		return Why{}, err
	}
	seen.rs, seen.final = slices.Clone(seen.rs), slices.Clone(seen.final)
	if tree, ok := s.scheduler.(*treeSearch); ok {
		tree.log = nil
	}
	d, err := s.scheduler.choose(ctx, j, s.ready)
	if err != nil {
		return Why{}, err
	}
	w := s.describe(j, algorithm, seen)
	if p, ok := s.scheduler.(*planned); ok {
		w.Turn, w.Turns = len(s.placed)+len(s.stuck)+1, len(p.turns)
	}
	if d.cluster >= 0 {
		w.Winner = s.in.net.ID(d.cluster)
	}
	v := &verdict{s: s, j: j, seen: seen, winner: d.cluster}
	v.rank(&w)
	v.moves(&w)
	s.tell(j, cluster, seen, d, &w, log)
	return w, ctx.Err()
}

// describe fills in what does not depend on the winner.
func (s *schedule) describe(j int, algorithm Algorithm, seen scored) Why {
	w := Why{Job: s.in.p.Jobs[j].ID, Algorithm: algorithm, WeightRS: seen.rank.rs, WeightCRA: seen.rank.cra,
		QueueAware: seen.rank.queue, Drawn: seen.drawn, CoverLeast: seen.least}
	for _, host := range seen.hosts {
		w.Cover = append(w.Cover, s.in.net.ID(host))
	}
	if seen.z >= 0 {
		w.Z = known(seen.z)
		w.MeanTransfer = known(seen.mean)
		w.MeanRun = known(s.in.p.MeanRunTime(j, s.in.mean))
	}
	return w
}

// tell records the decision for step-through and lists the sources on the
// cluster asked about.
func (s *schedule) tell(j int, cluster string, seen scored, d decision, w *Why, log *trace.Log) {
	at, _ := s.in.net.Cluster(cluster)
	if cluster == "" && d.cluster >= 0 {
		at = d.cluster
	}
	if s.in.net.Len() == 0 {
		return
	}
	w.Cluster = s.in.net.ID(at)
	choices := s.in.net.Select(at, s.wants(j, at, seen.hosts), log)
	for k, c := range choices {
		if c.Path == nil {
			continue
		}
		d := &s.in.p.Datasets[s.in.needs[j][k]]
		path := make([]string, len(c.Path))
		for i, step := range c.Path {
			path[len(path)-1-i] = s.in.net.ID(step)
		}
		w.Sources = append(w.Sources, SourceTime{Source: placement.Source{Dataset: d.ID, Cluster: path[0], Path: path},
			Size: d.Size, SecondsPerMB: c.SecondsPerMB, Time: replica.TransferTime(d.Size, c.SecondsPerMB)})
	}
	s.tellScores(w, log)
}

// wants lists the datasets of a job for Select; under a cover each has one
// replica only, the host that is nearest to the cluster.
func (s *schedule) wants(j int, at int32, cover []int32) []replica.Want {
	var wants []replica.Want
	for _, d := range s.in.needs[j] {
		homes := s.in.homes[d]
		if tree, ok := s.scheduler.(*treeSearch); ok && len(cover) > 0 {
			host, _ := tree.source(d, cover, at)
			homes = []int32{host}
		}
		wants = append(wants, replica.Want{ID: s.in.p.Datasets[d].ID, Size: s.in.sizes[d], At: homes})
	}
	return wants
}

// tellScores records a "score" for every cluster and the choice: "choose", or
// "stuck" when there is none.
func (s *schedule) tellScores(w *Why, log *trace.Log) {
	if !log.On() {
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
			if c.Cluster != w.Winner && !w.Drawn {
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

// known is nil for what JSON cannot say.
func known(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
