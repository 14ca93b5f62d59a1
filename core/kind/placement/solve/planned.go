package solve

import (
	"context"
	"errors"
	"math"
	"strconv"
)

// A planStep is one step of a plan: a job and its cluster, or -1 if no cluster can run it.
type planStep struct{ job, cluster int32 }

// planScheduler is the scheduler of an algorithm that compares all jobs before it places the first.
// Jobs are placed in the order of the plan, and clusters run them in that order.
type planScheduler struct {
	instance  *instance
	stats     *Stats
	plan      func(ctx context.Context, t *table) ([]planStep, error)
	steps     []planStep
	clusterOf []int32 // cluster of each job
	// missing is set if jobs go to the cluster that lacks the least of their data, in MB.
	missing bool
	// reason explains the decision for a job if it is not the cluster of the least score.
	reason string
}

// prepare computes the plan. Jobs that can run nowhere come last.
func (a *planScheduler) prepare(ctx context.Context) error {
	t, err := newTable(ctx, a.instance)
	if err != nil {
		return err
	}
	if a.steps, err = a.plan(ctx, t); err != nil {
		return err
	}
	a.stats.ClustersRanked += t.ends
	a.clusterOf = make([]int32, t.jobs)
	for j := range a.clusterOf {
		a.clusterOf[j] = -2
	}
	for _, x := range a.steps {
		a.clusterOf[x.job] = x.cluster
	}
	for j, on := range a.clusterOf {
		if on == -2 {
			a.clusterOf[j] = -1
			a.steps = append(a.steps, planStep{int32(j), -1})
		}
	}
	return nil
}

// choose returns the cluster of job j in the plan.
func (a *planScheduler) choose(_ context.Context, j int, _ []float64) (decision, error) {
	d := decision{cluster: a.clusterOf[j], z: -1}
	if d.cluster >= 0 {
		d.transfer = a.instance.transfer(j, d.cluster)
	}
	return d, nil
}

// scores returns the transfer times of job j, ranked by its ends. For plans by missing data the
// scores are the MB that each cluster lacks, +Inf if it cannot run the job.
func (a *planScheduler) scores(_ context.Context, j int, _ []float64) (jobScores, error) {
	_, rs := a.instance.transferTimes(j)
	seen := jobScores{rs: rs, rank: ranking{1, 1, true}, z: -1, reason: a.reason}
	if !a.missing {
		return seen, nil
	}
	held, size := a.instance.localSizes(j), 0.0
	for _, d := range a.instance.jobDatasets[j] {
		size += a.instance.sizes[d]
	}
	for i := range held {
		held[i] = max(0, size-held[i])
		if math.IsInf(rs[i]+a.instance.run(j, int32(i)), 1) {
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
	instance       *instance
	jobs, clusters int
	times          []float64 // job by job, +Inf if a job cannot run
	load           []float64
	ends           int // number of ends computed
}

// newTable computes the times. It fails if there are more than tableCells.
func newTable(ctx context.Context, in *instance) (*table, error) {
	t := &table{instance: in, jobs: len(in.p.Jobs), clusters: len(in.p.Clusters)}
	if t.jobs*t.clusters > tableCells {
		return nil, errors.New("placement: this algorithm keeps the times of all jobs on all clusters, at most " +
			strconv.Itoa(tableCells) + "; use fewer jobs or clusters")
	}
	t.times = make([]float64, 0, t.jobs*t.clusters)
	t.load = make([]float64, t.clusters)
	for j := range t.jobs {
		if j%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		_, rs := in.transferTimes(j)
		for i, x := range rs {
			t.times = append(t.times, x+in.run(j, int32(i)))
		}
	}
	return t, nil
}

// row returns the times of job j.
func (t *table) row(j int32) []float64 { return t.times[int(j)*t.clusters:][:t.clusters] }

// place adds a job to the load of a cluster, in the same order of additions as schedule.place.
func (t *table) place(x planStep) {
	t.load[x.cluster] = t.load[x.cluster] + t.instance.transfer(int(x.job), x.cluster) +
		t.instance.run(int(x.job), x.cluster)
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
