package solve

import (
	"context"
	"math"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// localSearch improves the placement of Min-min. Each step takes the cluster
// with the greatest load and inspects all neighbours: one of its jobs moves to
// another cluster, or changes places with a job of another cluster. A neighbour
// is rated by the greater load of its two clusters. The lowest-rated one is
// applied if its load is less than before. Otherwise the search ends, as it
// does after effort inspected neighbours. Ties are broken by the order: job,
// cluster, a move before an exchange, the other job. Clusters run their jobs in
// the order of the document.
//
// Complexity: O(J^2 / M) neighbours for a step.
func localSearch(effort int, stats *Stats) func(ctx context.Context, t *table) ([]planStep, error) {
	return func(ctx context.Context, t *table) ([]planStep, error) {
		s, err := startLocal(ctx, t)
		if err != nil {
			return nil, err
		}
		effort := placement.EffortOf(effort)
		for s.step(effort) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		stats.Neighbours = min(s.inspected, effort)
		if s.inspected > effort {
			stats.SearchStopped = true
		}
		return s.turns(), nil
	}
}

// local is a placement that is improved.
type local struct {
	t         *table
	clusterOf []int32   // cluster of each job, -1 for none
	jobs      [][]int32 // jobs of each cluster, ascending
	load      []float64
	inspected int
}

// startLocal returns the local search at the placement of Min-min. Jobs that can run nowhere are on
// no cluster. The error is the context's.
func startLocal(ctx context.Context, t *table) (*local, error) {
	turns, err := minMin(ctx, t)
	if err != nil {
		return nil, err
	}
	s := &local{t: t, clusterOf: make([]int32, t.jobs), jobs: make([][]int32, t.clusters),
		load: make([]float64, t.clusters)}
	for j := range s.clusterOf {
		s.clusterOf[j] = -1
	}
	for _, x := range turns {
		s.clusterOf[x.job] = x.cluster
	}
	for j, i := range s.clusterOf {
		if i >= 0 {
			s.jobs[i] = append(s.jobs[i], int32(j))
		}
	}
	for i := range s.jobs {
		s.add(int32(i))
	}
	return s, nil
}

// add sets the load of a cluster to the sum of the times of its jobs.
func (s *local) add(i int32) {
	s.load[i] = 0
	for _, j := range s.jobs[i] {
		s.load[i] += s.t.row(j)[i]
	}
}

// A swap moves job to cluster, and other, unless it is -1, back.
type swap struct{ job, cluster, other int32 }

// step applies the best neighbour and reports whether there was one within the effort.
func (s *local) step(effort int) bool {
	if len(s.load) == 0 {
		return false
	}
	from := int32(0)
	for i, x := range s.load {
		if x > s.load[from] {
			from = int32(i)
		}
	}
	best, least := swap{job: -1}, s.load[from]
	for _, j := range s.jobs[from] {
		row := s.t.row(j)
		without := s.load[from] - row[from]
		for i := range int32(len(s.load)) {
			if i == from {
				continue
			}
			if s.inspected += 1 + len(s.jobs[i]); s.inspected > effort {
				return false
			}
			with := s.load[i] + row[i]
			if longer := max(without, with); longer < least {
				best, least = swap{j, i, -1}, longer
			}
			if math.IsInf(with, 1) {
				continue
			}
			for _, k := range s.jobs[i] {
				other := s.t.row(k)
				if longer := max(without+other[from], with-other[i]); longer < least {
					best, least = swap{j, i, k}, longer
				}
			}
		}
	}
	if best.job < 0 {
		return false
	}
	s.apply(from, best)
	return true
}

// apply moves the jobs of a swap and adds up the loads again.
func (s *local) apply(from int32, x swap) {
	s.move(x.job, from, x.cluster)
	if x.other >= 0 {
		s.move(x.other, x.cluster, from)
	}
	s.add(from)
	s.add(x.cluster)
}

// move moves a job from one cluster to another.
func (s *local) move(j, from, to int32) {
	kept := s.jobs[from][:0]
	for _, k := range s.jobs[from] {
		if k != j {
			kept = append(kept, k)
		}
	}
	s.jobs[from], s.clusterOf[j] = kept, to
	s.jobs[to] = append(s.jobs[to], j)
	sorting.Sort(s.jobs[to], func(a, b int32) int { return int(a - b) })
}

// turns returns the placement in the order of the document.
func (s *local) turns() (list []planStep) {
	for j, i := range s.clusterOf {
		if i >= 0 {
			list = append(list, planStep{int32(j), i})
		}
	}
	return list
}

// exact searches for a placement with the least makespan by branch and bound over jobs and clusters,
// from the placement of the local search. A node is pruned if a job fits nowhere below the incumbent,
// or by the weights of the linear relaxation's dual; see branch.go. The makespan is least up to one
// part in 10^11. If ExactEffort is used up, the best placement found counts and stopped is set.
func exact(stats *Stats) func(ctx context.Context, t *table) ([]planStep, error) {
	return func(ctx context.Context, t *table) ([]planStep, error) {
		s, err := startLocal(ctx, t)
		if err != nil || t.clusters == 0 {
			return nil, err
		}
		for s.step(exactLocalEffort) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		bound, err := t.instance.bound(ctx)
		if err != nil {
			return nil, err
		}
		y := bound.Weights
		if y == nil {
			y = make([]float64, t.clusters)
			for i := range y {
				y[i] = 1
			}
		}
		b := &branching{ctx: ctx, y: y, weight: total(y), load: make([]float64, t.clusters),
			sortWork: exactSortWork * t.clusters}
		var jobs []int32
		for j, i := range s.clusterOf {
			if i >= 0 {
				jobs, b.times = append(jobs, int32(j)), append(b.times, t.row(int32(j))...)
			}
		}
		b.prepare(len(jobs))
		if reached := s.maxLoad(); finite(reached) {
			b.noneBelow(reached*closer, placement.ExactEffort, true)
			stats.SearchStopped, stats.Neighbours = b.stopped, placement.ExactEffort-max(0, b.work)
		}
		if !math.IsInf(b.incumbentMakespan, 1) && b.incumbent != nil {
			for k, j := range jobs {
				s.clusterOf[j] = int32(b.incumbent[k])
			}
		}
		return s.turns(), ctx.Err()
	}
}

// exactLocalEffort is the effort of the local search before the branch and bound, and exactSortWork the
// charge of a node for each cluster, in times read.
const (
	exactLocalEffort = 1_000_000
	exactSortWork    = 20
)

// maxLoad returns the greatest load.
func (s *local) maxLoad() float64 {
	longest := 0.0
	for _, x := range s.load {
		longest = max(longest, x)
	}
	return longest
}
