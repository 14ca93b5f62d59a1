package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
	"gridbox/core/trace"
)

// treeSearch is the scheduler of SCP Tree Search. For each job it finds the smallest cover of its
// datasets by data hosts, then the cluster where the job ends earliest when each dataset is read
// from the nearest host of the cover, ties in the order of the document. If queue is set, the
// cluster's earlier jobs count.
//
// In an unconnected network a cover lies within one part. The smallest over the parts is used, on
// a tie that of the first part.
//
// The searches for a job end at the limit placement.CoverEffort.
type treeSearch struct {
	instance *instance
	stats    *Stats
	cover    placement.Cover
	queue    bool
	log      *trace.Log
	// single has a row for each host: seconds per MB from it.
	single     *replica.Table
	part       []int32 // part of the network of each cluster
	parts      int
	nodes      int
	effort     int // limit of effort for a job
	effortLeft int // remaining effort for the current job
	// coverBound is a lower bound of the size of the current job's cover, or 0 if it is known to be
	// smallest.
	coverBound        int
	rs, best, nearest []float64 // scratch memory for the scores under one cover
	order             []int32
}

// newTreeSearch returns the scheduler of SCP Tree Search.
func newTreeSearch(in *instance, stats *Stats, o Options) *treeSearch {
	t := &treeSearch{instance: in, stats: stats, cover: o.Cover, queue: o.QueueAware,
		effort: placement.CoverEffort(len(in.p.Jobs))}
	units := make([]float64, in.net.Len())
	homes := make([][]int32, in.net.Len())
	for i := range homes {
		units[i], homes[i] = 1, []int32{int32(i)}
	}
	longest := 0
	for _, needs := range in.jobDatasets {
		for _, d := range needs {
			longest += len(in.homes[d])
		}
	}
	t.single = replica.NewTable(in.net, units, homes, min(longest, in.net.Len()))
	t.part, t.parts = in.net.Parts()
	t.rs = make([]float64, in.net.Len())
	t.best = make([]float64, in.net.Len())
	t.nearest = make([]float64, in.net.Len())
	return t
}

// rank returns the weights of the score: the end of the job.
func (t *treeSearch) rank() ranking { return ranking{1, 1, t.queue} }

// choose returns the cluster of job j and the hosts of its datasets.
func (t *treeSearch) choose(ctx context.Context, j int, ready []float64) (decision, error) {
	cover, cluster, err := t.decide(ctx, j, ready)
	if err != nil || cluster < 0 {
		return decision{cluster: -1}, err
	}
	d := decision{cluster: cluster, z: -1, hosts: []int32{}}
	for _, dataset := range t.instance.jobDatasets[j] {
		host, seconds := t.source(dataset, cover, cluster)
		d.hosts = append(d.hosts, host)
		d.transfer += replica.TransferTime(t.instance.sizes[dataset], seconds)
	}
	t.stats.Searches = t.single.Searches
	t.stats.TreeNodes = t.nodes
	if t.coverBound > 0 {
		t.stats.CoversUnproven++
		t.stats.HostsUnproven += len(cover) - t.coverBound
	}
	return d, nil
}

// decide returns the cover and the cluster of job j, or -1 if there is none.
func (t *treeSearch) decide(ctx context.Context, j int, ready []float64) ([]int32, int32, error) {
	needs := t.instance.jobDatasets[j]
	t.coverBound = 0
	if len(needs) == 0 {
		clear(t.rs)
		return nil, t.instance.lowest(t.rank(), j, t.rs, ready), nil
	}
	if t.cover == placement.Best {
		return t.decideBest(ctx, j, ready)
	}
	cover, err := t.first(ctx, j)
	if err != nil || cover == nil {
		return nil, -1, err
	}
	t.stats.ClustersRanked += t.instance.net.Len()
	return cover, t.instance.lowest(t.rank(), j, t.scoresUnder(j, cover), ready), nil
}

// coverProblems returns the cover problem of job j in each part of the network that has all of its
// datasets.
func (t *treeSearch) coverProblems(j int) []*coverProblem {
	homes := make([][]int32, len(t.instance.jobDatasets[j]))
	for k, d := range t.instance.jobDatasets[j] {
		homes[k] = t.instance.homes[d]
	}
	var parts []int32
	for _, host := range homes[0] {
		if !slices.Contains(parts, t.part[host]) {
			parts = append(parts, t.part[host])
		}
	}
	slices.Sort(parts)
	var list []*coverProblem
	for _, part := range parts {
		c := newCover(homes, func(host int32) bool { return t.part[host] == part })
		if !c.coverable() {
			continue
		}
		c.log, c.name, c.nodes, c.effortLeft = t.log, t.instance.net.ID, &t.nodes, &t.effortLeft
		if t.cover == placement.Best {
			c.ties, c.perCover = true, placement.CoverRating(len(homes), t.instance.net.Len())
		}
		list = append(list, c)
	}
	return list
}

// covers calls each with every cover of job j that is smaller than all earlier ones, or as small
// if ties count. The last size is the smallest. All parts of the network share the job's effort.
func (t *treeSearch) covers(ctx context.Context, j int, each func(cover []int32)) error {
	smallest, least, stopped := math.MaxInt, math.MaxInt, false
	t.effortLeft = t.effort
	for _, c := range t.coverProblems(j) {
		c.onCover = func(found []int32) {
			t.stats.CoversExamined++
			smallest = len(found)
			each(found)
		}
		greedy := c.greedy()
		bound := min(smallest, len(greedy)+1)
		if c.ties {
			bound = min(smallest, len(greedy))
		}
		done, err := c.search(ctx, bound)
		if err != nil {
			return err
		}
		if stopped = stopped || !done; !done && len(greedy) < smallest {
			c.onCover(greedy)
		}
		least = min(least, c.lowerBound())
	}
	if stopped && least < smallest {
		t.coverBound = least
	}
	return nil
}

// first returns the first minimum cover, or nil if there is none.
func (t *treeSearch) first(ctx context.Context, j int) (cover []int32, err error) {
	err = t.covers(ctx, j, func(found []int32) { cover = append(cover[:0], found...) })
	return cover, err
}

// scoresUnder returns the RS scores of job j if its data come only from the hosts of a cover. They are
// valid until the next call.
func (t *treeSearch) scoresUnder(j int, cover []int32) []float64 {
	clear(t.rs)
	for _, d := range t.instance.jobDatasets[j] {
		near := t.secondsPerMB(d, cover)
		size := t.instance.sizes[d]
		for i, seconds := range near {
			t.rs[i] += replica.TransferTime(size, seconds)
		}
	}
	return t.rs
}

// secondsPerMB returns, for each cluster, the seconds per MB from the nearest host of the cover that
// has dataset d.
func (t *treeSearch) secondsPerMB(d int32, cover []int32) []float64 {
	var near []float64
	for _, host := range cover {
		if !slices.Contains(t.instance.homes[d], host) {
			continue
		}
		row := t.single.Row(host).Time
		if near == nil {
			near = row
			continue
		}
		for i := range t.nearest {
			t.nearest[i] = math.Min(near[i], row[i])
		}
		near = t.nearest
	}
	return near
}

// source returns the host of the cover from which a cluster reads dataset d, and its seconds per
// MB. Ties are decided by the order of the document. Without a host the results are -1 and +Inf.
func (t *treeSearch) source(d int32, cover []int32, cluster int32) (int32, float64) {
	best, least := int32(-1), math.Inf(1)
	for _, host := range cover {
		if !slices.Contains(t.instance.homes[d], host) {
			continue
		}
		seconds := t.single.Row(host).Time[cluster]
		if best < 0 || seconds < least || seconds == least && host < best {
			best, least = host, seconds
		}
	}
	return best, least
}

// scores returns the scores of job j under its cover.
func (t *treeSearch) scores(ctx context.Context, j int, ready []float64) (jobScores, error) {
	cover, cluster, err := t.decide(ctx, j, ready)
	if err != nil {
		return jobScores{}, err
	}
	rs := slices.Repeat([]float64{math.Inf(1)}, t.instance.net.Len())
	if cluster >= 0 || len(t.instance.jobDatasets[j]) == 0 {
		rs = slices.Clone(t.scoresUnder(j, cover))
	}
	return jobScores{rs: rs, rank: t.rank(), z: -1, hosts: cover, coverBound: t.coverBound}, nil
}
