package solve

import (
	"context"
	"math"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// storageAffinity is the first phase of Storage Affinity (Santos-Neto, Cirne, Brasileiro and Lima,
// "Exploiting Replication and Data Reuse to Efficiently Schedule Data-intensive Applications on
// Grids", JSSPP 2004). The affinity of a job to a cluster is the size of the job's data that the
// cluster holds. Repeatedly the job with the greatest affinity to some cluster is placed there.
//
// Deviations: clusters keep no copies of transferred data, so affinities are constant and jobs are
// placed by descending affinity. The second phase, which starts copies of running jobs on idle
// clusters, is left out because a job runs once. Ties between clusters, which the paper does not
// state, are broken by the earliest end.
//
// Complexity: O(J log J + J M) with the affinities known.
func storageAffinity(ctx context.Context, t *table) ([]planStep, error) {
	greatest := make([]float64, t.jobs)
	for j := range greatest {
		greatest[j] = math.Inf(-1)
		held := t.instance.localSizes(j)
		for i, x := range t.row(int32(j)) {
			if !math.IsInf(x, 1) {
				greatest[j] = max(greatest[j], held[i])
			}
		}
	}
	turns := make([]planStep, 0, t.jobs)
	for _, j := range descending(greatest) {
		if len(turns)%64 == 0 && ctx.Err() != nil {
			return turns, ctx.Err()
		}
		best, end := int32(-1), math.Inf(1)
		held := t.instance.localSizes(int(j))
		for i, x := range t.row(j) {
			if held[i] == greatest[j] && t.load[i]+x < end {
				best, end = int32(i), t.load[i]+x
			}
		}
		t.ends += t.clusters
		if best >= 0 {
			t.place(planStep{j, best})
			turns = append(turns, planStep{j, best})
		}
	}
	return turns, nil
}

// descending returns the indexes of values by descending value, ties in their order.
func descending(values []float64) []int32 {
	order := make([]int32, len(values))
	for j := range order {
		order[j] = int32(j)
	}
	sorting.Stable(order, func(a, b int32) int { return sorting.Ascending(values[b], values[a]) })
	return order
}

// localSizes returns the size in MB of the data of job j that each cluster holds.
func (in *instance) localSizes(j int) []float64 {
	held := make([]float64, len(in.mips))
	for _, d := range in.jobDatasets[j] {
		for _, i := range in.homes[d] {
			held[i] += in.sizes[d]
		}
	}
	return held
}

// delayScheduling is delay scheduling (Zaharia, Borthakur, Sen Sarma, Elmeleegy, Shenker and
// Stoica, "Delay Scheduling: A Simple Technique for Achieving Locality and Fairness in Cluster
// Scheduling", EuroSys 2010) for jobs of one task in first-come order. The cluster that is free
// first asks for a job. The first job of the queue whose data it holds starts there. A job skipped
// for lack of data counts a skip, and a job with the given number of skips starts wherever it can
// run.
//
// Deviation: a cluster that gets no job asks again after all others, and no time passes, because
// clusters run their jobs without gaps. Ties between free clusters are broken by the order of the
// document.
func delayScheduling(skips int) func(ctx context.Context, t *table) ([]planStep, error) {
	return func(ctx context.Context, t *table) ([]planStep, error) {
		d := newDelay(t, placement.SkipsOf(skips))
		for len(d.remaining) > 0 {
			if err := ctx.Err(); err != nil {
				return d.steps, err
			}
			if i := d.freeFirst(); i >= 0 {
				d.placeNext(i)
				continue
			}
			clear(d.tried)
		}
		return d.steps, nil
	}
}

// delay is the state of delay scheduling.
type delay struct {
	t         *table
	maxSkips  int32
	remaining []int32
	skips     []int32
	tried     []bool // clusters that got no job since the last placement
	steps     []planStep
}

// newDelay returns the state with all jobs that can run somewhere in the queue. A job that was
// skipped most times starts wherever it can run.
func newDelay(t *table, most int) *delay {
	d := &delay{t: t, maxSkips: int32(min(most, math.MaxInt32)), skips: make([]int32, t.jobs),
		tried: make([]bool, t.clusters)}
	for j := range int32(t.jobs) {
		for _, x := range t.row(j) {
			if !math.IsInf(x, 1) {
				d.remaining = append(d.remaining, j)
				break
			}
		}
	}
	return d
}

// freeFirst returns the cluster with the least load of all clusters that may ask, or -1.
func (d *delay) freeFirst() int32 {
	best := int32(-1)
	for i, load := range d.t.load {
		if !d.tried[i] && (best < 0 || load < d.t.load[best]) {
			best = int32(i)
		}
	}
	return best
}

// placeNext places the first job of the queue that cluster i may start, and counts the skips of the jobs
// before it.
func (d *delay) placeNext(i int32) {
	for at, j := range d.remaining {
		x := d.t.row(j)[i]
		d.t.ends++
		if math.IsInf(x, 1) {
			continue
		}
		if d.skips[j] < d.maxSkips && !d.t.instance.local(int(j), i) {
			d.skips[j]++
			continue
		}
		d.t.place(planStep{j, i})
		d.steps = append(d.steps, planStep{j, i})
		d.remaining = append(d.remaining[:at], d.remaining[at+1:]...)
		clear(d.tried)
		return
	}
	d.tried[i] = true
}

// local reports whether cluster i holds all data of job j.
func (in *instance) local(j int, i int32) bool {
	for _, d := range in.jobDatasets[j] {
		found := false
		for _, home := range in.homes[d] {
			found = found || home == i
		}
		if !found {
			return false
		}
	}
	return true
}
