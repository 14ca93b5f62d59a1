// Package solve decides on which cluster each job of a grid runs.
//
// Its centre is the Rank-based Hybrid Scheduling algorithm (RBHS) of Abdoli,
// Entezari-Maleki and Movaghar, "A Rank-based Hybrid Algorithm for Scheduling
// Data- and Computation-intensive Jobs in Grid Environments" (2013), with its
// opponent there, SCP Tree Search (Venugopal and Buyya, "An SCP-based
// Heuristic Approach for Scheduling Distributed Data-intensive Applications on
// Global Grids", 2008), and the baselines that a reader will ask for.
//
// Jobs are placed one by one in the order of the document. A cluster runs its
// jobs one after another in the same order: the transfers of a job, one by
// one, then its computation. There is no contention on links. That is the
// paper's simulation (section 4.2).
//
// Every algorithm here but SCP Tree Search and the random one ranks the
// clusters that can reach a job's data by one score,
//
//	Final = rs RS + cra CRA (+ Ready)
//
// where RS is the transfer time of the job's data to the cluster, CRA its run
// time there, and Ready the time at which the cluster has finished its earlier
// jobs. They differ in the weights rs and cra. Equal scores are decided by the
// job's time on that cluster, RS + CRA (+ Ready), then by the order of the
// document.
//
// Numbers so large that a time is not finite count as unreachable.
package solve

import (
	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// An Algorithm names one way to place jobs.
type Algorithm string

// The algorithms.
const (
	// AlgorithmRBHS is the Rank-based Hybrid Scheduling algorithm (table 2 of
	// the paper).
	//
	// Deviations: mean transfer time (5) is taken over the clusters that can
	// reach all of the job's data; Z is 0 for a job without data and work.
	// QueueAware adds Ready to the score.
	//
	// Complexity: O(D (M+L) log M + J M k) for D datasets, M clusters, L links
	// and J jobs of k datasets each.
	AlgorithmRBHS Algorithm = "rbhs"
	// AlgorithmSCPTree finds for each job a smallest set of data hosts that has
	// all of its datasets, then the cluster on which the job ends earliest when
	// it reads from those hosts. See cover.go for the tree search.
	AlgorithmSCPTree Algorithm = "scp-tree"
	// AlgorithmMinCompletion places each job where it ends earliest, earlier
	// jobs counted.
	AlgorithmMinCompletion Algorithm = "min-completion"
	// AlgorithmNearestData places each job where its data arrive soonest.
	AlgorithmNearestData Algorithm = "nearest-data"
	// AlgorithmFastest places each job on the cluster of the greatest power
	// that can reach its data.
	AlgorithmFastest Algorithm = "fastest"
	// AlgorithmOLB (opportunistic load balancing) places each job on the cluster that
	// is free first, whatever the job's time there; of equal ones the first of the
	// document.
	AlgorithmOLB Algorithm = "olb"
	// AlgorithmMET (minimum execution time) places each job where its transfers and
	// its computation take least, whatever the load.
	AlgorithmMET Algorithm = "met"
	// AlgorithmMinMin, AlgorithmMaxMin, AlgorithmDuplex and AlgorithmSufferage look at
	// all jobs before they place the first; see mapping.go.
	AlgorithmMinMin    Algorithm = "min-min"
	AlgorithmMaxMin    Algorithm = "max-min"
	AlgorithmDuplex    Algorithm = "duplex"
	AlgorithmSufferage Algorithm = "sufferage"
	// AlgorithmKPercentBest places each job where it ends earliest, among the share of
	// the clusters on which it takes least.
	AlgorithmKPercentBest Algorithm = "k-percent-best"
	// AlgorithmRandom places each job on any of the clusters that can reach its
	// data, all equally likely, from the stream of the seed.
	AlgorithmRandom Algorithm = "random"
)

// Options of a run; the zero value works.
type Options struct {
	placement.Options
	Seed uint64 // of the random placement
	// Formulas are the policy of AlgorithmOwn.
	Formulas *policy.Formulas
	// NoBound leaves out the lower bound on makespan.
	NoBound bool
	// Log records the decisions; nil records nothing.
	Log *trace.Log
	// Progress is told about a hundred times how many jobs are placed.
	Progress func(done, total int)
}

// A Result is what a run says.
type Result struct {
	// Feasible is false when some job can run nowhere; Reason then says which
	// and why, and there is no solution.
	Feasible bool
	Reason   *reason.Reason
	Solution *placement.Solution
	Metrics  placement.Metrics
	// Bound is a lower bound on the makespan of any placement; zero when it was
	// not computed.
	Bound Bound
	Stats Stats
}

// Stats count the work done.
type Stats struct {
	Searches       int // shortest-path searches
	ClustersRanked int // scores of a job on a cluster
	CoversExamined int // covers that the tree search completed
	TreeNodes      int // hosts that the tree search tried
	CoversUnproven int // covers of which a limit of effort left open whether they are smallest
	HostsUnproven  int // by how many hosts all of these might be smaller at most
	Unscored       int // jobs of which a policy's score on some cluster was not a number
	Infinite       int // jobs of which a policy's score on some cluster was infinite
}
