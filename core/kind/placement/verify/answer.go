// Package verify checks answers to placement problems: that a solution is valid, that its metrics
// follow from it, and that its bound is proved. It uses none of the solvers' code. Package
// conform checks in addition that the answer is the one of the algorithm that it names.
package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit placement problem:
//
//   - every job is assigned once, in the order of the document, to an existing cluster;
//   - every dataset of a job has one source, a cluster with a replica, and a path from there to
//     the job's cluster;
//   - transfer time, run time and finish follow from sources, and work and power or the
//     times that the job states;
//   - every cluster runs its jobs one after another, from 0 on and without gaps;
//   - a factor Z is that of equation (8);
//   - every metric is that of the assignments;
//   - no placement has a makespan below the bound (see Proves);
//   - an answer without a solution is right to have none.
func Answer(p *placement.Problem, a *scenario.Answer) scenario.Check {
	c := New(p, a)
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A Checker checks one answer. Its exported fields and methods are used by package conform.
type Checker struct {
	verify.Verdict
	Problem     *placement.Problem
	Options     placement.Options
	JobDatasets [][]int // datasets of each job
	Homes       [][]int // clusters with a replica of each dataset
	Power       float64 // sum of the clusters' MIPS
	// Jobs has the results of Solution for each job.
	Jobs []Job

	clusters     map[string]int
	hops         map[[2]string]float64 // seconds per MB between neighbours, both ways
	ends         [][2]int              // clusters of each link
	nearestPerMB [][]float64           // by dataset: see secondsPerMB
}

// A Job is a checked assignment. Cluster is -1 if the assignment is for another job or names no
// cluster. Transfer is the computed transfer time, or the stated one if the sources are invalid.
type Job struct {
	Cluster  int
	Transfer float64
}

// New returns a checker of an answer, with the options read and checked.
func New(p *placement.Problem, a *scenario.Answer) *Checker {
	c := &Checker{Verdict: verify.Verdict{Kind: "placement", Answer: a}, Problem: p,
		clusters: verify.IndexByID(p.Clusters, func(x *placement.Cluster) string { return x.ID }),
		hops:     map[[2]string]float64{}, nearestPerMB: make([][]float64, len(p.Datasets))}
	for i := range p.Clusters {
		c.Power += p.Clusters[i].MIPS
	}
	for i := range p.Datasets {
		c.Homes = append(c.Homes, indexes(c.clusters, p.Datasets[i].At))
	}
	datasets := verify.IndexByID(p.Datasets, func(x *placement.Dataset) string { return x.ID })
	for j := range p.Jobs {
		c.JobDatasets = append(c.JobDatasets, indexes(datasets, p.Jobs[j].Datasets))
	}
	for _, l := range p.Links {
		c.hops[[2]string{l.A, l.B}], c.hops[[2]string{l.B, l.A}] = 1/l.Bandwidth, 1/l.Bandwidth
		c.ends = append(c.ends, [2]int{c.clusters[l.A], c.clusters[l.B]})
	}
	c.ReadOptions(&c.Options)
	return c
}

// indexes returns the indexes of ids.
func indexes(of map[string]int, ids []string) []int {
	list := make([]int, len(ids))
	for k, id := range ids {
		list[k] = of[id]
	}
	return list
}

// secondsPerMB returns the seconds per MB from the nearest replica of a dataset to every cluster, +Inf
// without a path. Paths grow by a link in each round (Bellman and Ford).
func (c *Checker) secondsPerMB(dataset int) []float64 {
	least := c.nearestPerMB[dataset]
	if least != nil {
		return least
	}
	for range c.Problem.Clusters {
		least = append(least, math.Inf(1))
	}
	for _, home := range c.Homes[dataset] {
		least[home] = 0
	}
	for changed := true; changed; {
		changed = false
		for k, l := range c.Problem.Links {
			a, b, perMB := c.ends[k][0], c.ends[k][1], 1/l.Bandwidth
			changed = changed || least[a]+perMB < least[b] || least[b]+perMB < least[a]
			least[a], least[b] = min(least[a], least[b]+perMB), min(least[b], least[a]+perMB)
		}
	}
	c.nearestPerMB[dataset] = least
	return least
}

// Run returns the time that a job computes on a cluster, or +Inf if it cannot run there.
func (c *Checker) Run(job, cluster int) float64 {
	return c.Problem.RunTime(job, cluster)
}

// Transfers returns the transfer time of a job's data to every cluster, from the nearest
// replicas. It is +Inf if some of the data are unreachable.
func (c *Checker) Transfers(job int) []float64 { return c.AddTransfers(job, c.secondsPerMB) }

// AddTransfers is Transfers for other distances: nearest returns the seconds per MB of a dataset.
func (c *Checker) AddTransfers(job int, nearest func(dataset int) []float64) []float64 {
	sum := make([]float64, len(c.Problem.Clusters))
	for _, d := range c.JobDatasets[job] {
		for i, perMB := range nearest(d) {
			sum[i] += Seconds(c.Problem.Datasets[d].Size, perMB)
		}
	}
	return sum
}

// Seconds returns the transfer time of so many MB. It is +Inf without a path, even if the size is
// 0.
func Seconds(size, perMB float64) float64 {
	if math.IsInf(perMB, 1) {
		return perMB
	}
	return size * perMB
}

// AssignmentPath returns the path of a job's assignment in an answer.
func AssignmentPath(job int) string { return doc.At("solution.assignments", job) }

// SourcePath returns the path of a source of a job's assignment.
func SourcePath(job, source int) string { return doc.At(AssignmentPath(job)+".sources", source) }

// assignment checks the assignment of job j.
func (c *Checker) assignment(j int, a *placement.Assignment) Job {
	at, job := AssignmentPath(j), &c.Problem.Jobs[j]
	if a.Job != job.ID {
		c.Violation(at+".job", "is %q, must be %q: assignments are in the order of the jobs", a.Job, job.ID)
		return Job{Cluster: -1}
	}
	cluster, ok := c.clusters[a.Cluster]
	if !ok {
		c.Violation(at+".cluster", "%q is not a cluster", a.Cluster)
		return Job{Cluster: -1}
	}
	transfer, complete := c.sources(j, a, cluster)
	if complete {
		c.Equal(at+".transferTime", a.TransferTime, transfer)
	} else {
		transfer = a.TransferTime
	}
	run := c.Run(j, cluster)
	c.Equal(at+".runTime", a.RunTime, run)
	c.Equal(at+".finish", a.Finish, a.Start+a.TransferTime+a.RunTime)
	if a.Z != nil {
		c.Equal(at+".z", *a.Z, c.Z(j))
	}
	return Job{cluster, transfer}
}

// order checks that every cluster runs its jobs one after another, from 0 on and without
// gaps, in the order of their starts.
func (c *Checker) order(s *placement.Solution) {
	on := make([][]int, len(c.Problem.Clusters))
	for j, job := range c.Jobs {
		if job.Cluster >= 0 {
			on[job.Cluster] = append(on[job.Cluster], j)
		}
	}
	for cluster, list := range on {
		sorting.Stable(list, func(i, j int) int {
			a, b := &s.Assignments[i], &s.Assignments[j]
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Finish, b.Finish))
		})
		ready := 0.0
		for _, j := range list {
			c.Equal(AssignmentPath(j)+".start", s.Assignments[j].Start, ready)
			ready = ready + c.Jobs[j].Transfer + c.Run(j, cluster)
		}
	}
}

// sources checks the sources of a job's data and returns the transfer time, the sum in the order
// of the job's datasets. It reports false if the sources are so invalid that there is no such
// time.
func (c *Checker) sources(j int, a *placement.Assignment, to int) (total float64, complete bool) {
	needs := c.Problem.Jobs[j].Datasets
	seconds, seen := make([]float64, len(needs)), make([]bool, len(needs))
	complete = true
	for k := range a.Sources {
		s, at := &a.Sources[k], SourcePath(j, k)
		n := slices.Index(needs, s.Dataset)
		if n < 0 || seen[n] {
			c.Violation(at+".dataset", "%q is not needed by job %s, or named before", s.Dataset, a.Job)
			complete = false
			continue
		}
		ok := false
		seconds[n], ok = c.source(at, s, c.JobDatasets[j][n], to)
		seen[n] = true
		complete = complete && ok
	}
	for n := range needs {
		if !seen[n] {
			c.Violation(AssignmentPath(j)+".sources", "lack dataset %q", needs[n])
			complete = false
		}
		total += seconds[n]
	}
	return total, complete
}

// source checks the transfer of a dataset to cluster to, and returns its time in seconds. It
// reports false after a violation: no replica at the source, or a path that is not connected.
func (c *Checker) source(at string, s *placement.Source, dataset, to int) (seconds float64, ok bool) {
	d := &c.Problem.Datasets[dataset]
	if !slices.Contains(d.At, s.Cluster) {
		c.Violation(at+".cluster", "%q holds no replica of %s", s.Cluster, d.ID)
		return 0, false
	}
	last := len(s.Path) - 1
	if last < 0 || s.Path[0] != s.Cluster || s.Path[last] != c.Problem.Clusters[to].ID {
		c.Violation(at+".path", "must lead from %s to %s", s.Cluster, c.Problem.Clusters[to].ID)
		return 0, false
	}
	perMB, gap := c.Length(s.Path)
	if gap > 0 {
		c.Violation(at+".path", "there is no link between %s and %s", s.Path[gap-1], s.Path[gap])
		return 0, false
	}
	return Seconds(d.Size, perMB), true
}

// Length returns the seconds per MB on a path of clusters. gap is the place after a missing link, or 0.
func (c *Checker) Length(path []string) (perMB float64, gap int) {
	for k := 1; k < len(path); k++ {
		hop, linked := c.hops[[2]string{path[k-1], path[k]}]
		if !linked {
			return 0, k
		}
		perMB += hop
	}
	return perMB, 0
}

// Solution checks the assignments and returns the four metrics of a placement.
func (c *Checker) Solution(s *placement.Solution) []verify.Metric {
	if len(s.Assignments) != len(c.Problem.Jobs) {
		c.Violation("solution.assignments", "has %d entries for %d jobs", len(s.Assignments), len(c.Problem.Jobs))
	}
	makespan, transfer, completion := 0.0, 0.0, 0.0
	for j := range s.Assignments {
		a := &s.Assignments[j]
		if j < len(c.Problem.Jobs) && !c.IsFull() {
			c.Jobs = append(c.Jobs, c.assignment(j, a))
		}
		makespan = max(makespan, a.Finish)
		transfer += a.TransferTime
		completion += a.Finish
	}
	c.order(s)
	n := float64(max(1, len(s.Assignments)))
	return []verify.Metric{{Name: "makespan", Value: makespan, Bound: verify.LowerBound},
		{Name: "meanTransferTime", Value: transfer / n},
		{Name: "totalTransferTime", Value: transfer}, {Name: "meanCompletionTime", Value: completion / n}}
}

// Z returns the factor of equation (8) for a job.
func (c *Checker) Z(job int) float64 {
	run, transfer := c.MeanRun(job), c.MeanTransfer(job)
	switch {
	case transfer == 0:
		return 0
	case math.IsInf(transfer, 1) && math.IsInf(run, 1):
		return 0.5
	case math.IsInf(transfer, 1):
		return 1
	}
	return transfer / (transfer + run)
}

// MeanRun returns the mean run time of a job: the mean of its stated times, or its work at the
// mean power of the clusters.
func (c *Checker) MeanRun(job int) float64 {
	return c.Problem.MeanRunTime(job, c.Power/float64(len(c.Problem.Clusters)))
}

// MeanTransfer returns the mean transfer time of a job over the clusters that can
// reach all of its data.
func (c *Checker) MeanTransfer(job int) float64 {
	total, reached := 0.0, 0
	for _, t := range c.Transfers(job) {
		if !math.IsInf(t, 1) {
			total += t
			reached++
		}
	}
	return total / float64(reached)
}

// Infeasible checks the claim that there is no placement. If times may overflow, it accepts
// without proof that an algorithm gave up.
func (c *Checker) Infeasible() bool {
	if c.Impossible() {
		return true
	}
	if !c.MayOverflow() {
		c.RejectInfeasible()
	}
	return false
}

// RejectInfeasible records the violation that the answer must have a solution.
func (c *Checker) RejectInfeasible() {
	c.Violation("feasible", "is false although every job can reach its data somewhere and all times are finite")
}

// Admits reports whether a job may run on a cluster: it has work, or states a time there.
func (c *Checker) Admits(job, cluster int) bool {
	return !c.Problem.Jobs[job].HasTimes() || !math.IsInf(c.Run(job, cluster), 1)
}

// Impossible reports whether some job can run on no cluster in a finite time.
func (c *Checker) Impossible() bool {
	for j := range c.Problem.Jobs {
		somewhere := false
		for i, t := range c.Transfers(j) {
			somewhere = somewhere || !math.IsInf(t+c.Run(j, i), 1)
		}
		if !somewhere {
			return true
		}
	}
	return false
}

// MayOverflow reports whether the finishes of some placement may add up to infinity: the finishes
// of n jobs, each where it takes longest, add up to at most n times their total.
func (c *Checker) MayOverflow() bool {
	total := 0.0
	for j := range c.Problem.Jobs {
		worst := 0.0
		for i, t := range c.Transfers(j) {
			if !math.IsInf(t, 1) && c.Admits(j, i) {
				worst = math.Max(worst, t+c.Run(j, i))
			}
		}
		total += worst
	}
	return math.IsInf(total*float64(len(c.Problem.Jobs)), 1)
}
