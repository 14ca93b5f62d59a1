package solve

import (
	"context"
	"errors"
	"math"
	"strconv"
)

// A turn is one step of a plan: a job and its cluster, or -1 if no cluster can run it.
type turn struct{ job, cluster int32 }

// planned is the scheduler of an algorithm that compares all jobs before it places the first.
// Jobs are placed in the order of the plan, and clusters run them in that order.
type planned struct {
	in    *instance
	stats *Stats
	plan  func(ctx context.Context, t *table) ([]turn, error)
	turns []turn
	on    []int32 // cluster of each job
	// missing is set if jobs go to the cluster that lacks the least of their data, in MB.
	missing bool
	// by explains the decision for a job if it is not the cluster of the least score.
	by string
}

// prepare computes the plan. Jobs that can run nowhere come last.
func (a *planned) prepare(ctx context.Context) error {
	t, err := newTable(ctx, a.in)
	if err != nil {
		return err
	}
	if a.turns, err = a.plan(ctx, t); err != nil {
		return err
	}
	a.stats.ClustersRanked += t.ends
	a.on = make([]int32, t.jobs)
	for j := range a.on {
		a.on[j] = -2
	}
	for _, x := range a.turns {
		a.on[x.job] = x.cluster
	}
	for j, on := range a.on {
		if on == -2 {
			a.on[j] = -1
			a.turns = append(a.turns, turn{int32(j), -1})
		}
	}
	return nil
}

// choose returns the cluster of job j in the plan.
func (a *planned) choose(_ context.Context, j int, _ []float64) (decision, error) {
	d := decision{cluster: a.on[j], z: -1}
	if d.cluster >= 0 {
		d.transfer = a.in.transfer(j, d.cluster)
	}
	return d, nil
}

// scores returns the ends of job j as scores.
func (a *planned) scores(_ context.Context, j int, _ []float64) (scored, error) {
	_, rs := a.in.gather(j)
	seen := scored{rs: rs, rank: ranking{1, 1, true}, z: -1, by: a.by}
	if !a.missing {
		return seen, nil
	}
	held, size := a.in.held(j), 0.0
	for _, d := range a.in.needs[j] {
		size += a.in.sizes[d]
	}
	for i := range held {
		held[i] = max(0, size-held[i])
		if math.IsInf(rs[i]+a.in.run(j, int32(i)), 1) {
			held[i] = math.Inf(1)
		}
	}
	seen.final, seen.unweighted = held, true
	return seen, nil
}

// tableCells is the greatest number of times of jobs on clusters that a plan keeps.
const tableCells = 32_000_000

// A table has the time of every job on every cluster, with data from the nearest replicas, and
// the load of the clusters so far.
type table struct {
	in             *instance
	jobs, clusters int
	times          []float64 // job by job, +Inf if a job cannot run
	load           []float64
	ends           int // number of ends computed
}

// newTable computes the times. It fails if there are more than tableCells.
func newTable(ctx context.Context, in *instance) (*table, error) {
	t := &table{in: in, jobs: len(in.p.Jobs), clusters: len(in.p.Clusters)}
	if t.jobs*t.clusters > tableCells {
		return nil, errors.New("place: this algorithm keeps the times of all jobs on all clusters, at most " +
			strconv.Itoa(tableCells) + "; use fewer jobs or clusters")
	}
	t.times = make([]float64, 0, t.jobs*t.clusters)
	t.load = make([]float64, t.clusters)
	for j := range t.jobs {
		if j%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		_, rs := in.gather(j)
		for i, x := range rs {
			t.times = append(t.times, x+in.run(j, int32(i)))
		}
	}
	return t, nil
}

// row returns the times of job j.
func (t *table) row(j int32) []float64 { return t.times[int(j)*t.clusters:][:t.clusters] }

// place adds a job to the load of a cluster, in the same order of additions as schedule.place.
func (t *table) place(x turn) {
	t.load[x.cluster] = t.load[x.cluster] + t.in.transfer(int(x.job), x.cluster) + t.in.run(int(x.job), x.cluster)
}

// makespan returns the greatest load.
func (t *table) makespan() float64 {
	longest := 0.0
	for _, x := range t.load {
		longest = max(longest, x)
	}
	return longest
}

// transfer returns the RS score of job j on cluster i.
func (in *instance) transfer(j int, i int32) float64 {
	sum := 0.0
	for _, row := range in.rowsOf(j) {
		sum += row.Time[i]
	}
	return sum
}

// An outlook has the two clusters where a job would end first with the current loads. Ties are
// broken by the order of the clusters.
type outlook struct {
	best, second int32 // -1 for none
	end, next    float64
	// third is a lower bound of the end on any other cluster. It stays valid because loads only
	// grow.
	third float64
	// near are the clusters where the job would have ended first at the last scan of all clusters, in
	// that order. The end on any other cluster is at least rest.
	near  [nearClusters]candidate
	count int
	rest  float64
}

// nearClusters is the number of clusters that an outlook keeps from a scan.
const nearClusters = 8

// A candidate is a cluster with the end of the job there at a scan, a lower bound of the end since then.
type candidate struct {
	least   float64
	cluster int32
}

// outlook computes the outlook of job j. It scans all clusters only if the near ones do not determine
// the result. The number of ends counts a scan in both cases, because answers contain it.
func (t *table) outlook(j int32, o *outlook) {
	t.ends += t.clusters
	row := t.row(j)
	o.compare(row, t.load)
	if o.third > o.rest || o.next == o.rest && !math.IsInf(o.rest, 1) {
		o.scan(row, t.load)
		o.compare(row, t.load)
	}
}

// compare computes the outlook from the near clusters alone.
func (o *outlook) compare(times, load []float64) {
	best, second := int32(-1), int32(-1)
	end, next, third := math.Inf(1), math.Inf(1), math.Inf(1)
	for k := range o.near[:o.count] {
		if o.near[k].least > third {
			break // neither this cluster nor the following ones change the result
		}
		i := o.near[k].cluster
		switch x := times[i] + load[i]; {
		case x < end || x == end && i < best:
			best, second, end, next, third = i, best, x, end, next
		case x < next || x == next && i < second:
			second, next, third = i, x, next
		case x < third:
			third = x
		}
	}
	o.best, o.second, o.end, o.next, o.third = best, second, end, next, third
}

// scan finds the near clusters.
func (o *outlook) scan(times, load []float64) {
	count, rest := 0, math.Inf(1)
	load = load[:len(times)]
	for i, x := range times {
		if x += load[i]; x >= rest {
			continue
		}
		at := min(count, nearClusters-1)
		count = at + 1
		for ; at > 0 && o.near[at-1].least > x; at-- {
			o.near[at] = o.near[at-1]
		}
		if o.near[at] = (candidate{x, int32(i)}); count == nearClusters {
			rest = o.near[nearClusters-1].least
		}
	}
	o.count, o.rest = count, rest
}

// update updates an outlook after the load of a cluster grew. Usually the same two clusters stay
// the best.
func (t *table) update(j int32, o *outlook, cluster int32) {
	if o.best != cluster && o.second != cluster {
		return
	}
	t.ends++
	x := t.load[cluster] + t.row(j)[cluster]
	switch {
	case x >= o.third:
		t.outlook(j, o)
	case o.second == cluster:
		o.next = x
	case x < o.next || x == o.next && o.best < o.second:
		o.end = x
	default:
		o.best, o.second, o.end, o.next = o.second, o.best, o.next, x
	}
}

// sufferage returns the difference between the second least and the least end: +Inf if only one
// cluster can run the job, 0 if none can.
func (o *outlook) sufferage() float64 {
	if o.best < 0 {
		return 0
	}
	return o.next - o.end
}
