// Package solve has the placement algorithms.
//
// The main one is the Rank-based Hybrid Scheduling algorithm (RBHS) of Abdoli, Entezari-Maleki
// and Movaghar, "A Rank-based Hybrid Algorithm for Scheduling Data- and Computation-intensive
// Jobs in Grid Environments" (2013). The others are its opponent there, SCP Tree Search
// (Venugopal and Buyya, "An SCP-based Heuristic Approach for Scheduling Distributed
// Data-intensive Applications on Global Grids", 2008), mapping heuristics from the literature,
// and baselines.
//
// Jobs are placed one by one in the order of the document, or by the mapping heuristics in that
// of a plan. A cluster runs its jobs one after another in the order of placement: first the
// transfers of a job, one by one, then its computation. There is no contention on links. This is
// the paper's simulation (section 4.2).
//
// Most algorithms rank the clusters that can reach a job's data by a score,
//
//	Final = rs RS + cra CRA (+ Ready)
//
// where RS is the transfer time of the job's data to the cluster, CRA its run time there, and
// Ready the time at which the cluster has finished its earlier jobs. They differ in the weights
// rs and cra. Ties are broken by the job's time on that cluster, RS + CRA (+ Ready), then by the
// order of the document. A time that is not finite counts as unreachable.
package solve

import (
	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// An Algorithm is the id of an algorithm.
type Algorithm string

// Ids of the algorithms.
const (
	// AlgorithmRBHS is the Rank-based Hybrid Scheduling algorithm (table 2 of the paper).
	//
	// Deviations: the mean transfer time (5) is taken over the clusters that can reach all of the
	// job's data; Z is 0 for a job without data and work; QueueAware adds Ready to the score.
	//
	// Complexity: O(D (M+L) log M + J M k) for D datasets, M clusters, L links and J jobs of k
	// datasets each.
	AlgorithmRBHS Algorithm = "rbhs"
	// AlgorithmSCPTree finds for each job a smallest set of data hosts that has all of its
	// datasets, then the cluster on which the job ends earliest when it reads from those hosts.
	// See cover.go for the tree search.
	AlgorithmSCPTree Algorithm = "scp-tree"
	// AlgorithmMinCompletion places each job where it ends earliest, after the jobs placed
	// before.
	AlgorithmMinCompletion Algorithm = "min-completion"
	// AlgorithmNearestData places each job where its transfers take least.
	AlgorithmNearestData Algorithm = "nearest-data"
	// AlgorithmFastest places each job on the most powerful cluster that can reach its data.
	AlgorithmFastest Algorithm = "fastest"
	// AlgorithmOLB (opportunistic load balancing) places each job on the cluster that is free
	// first, whatever the job's time there. Ties are broken by the order of the document.
	AlgorithmOLB Algorithm = "olb"
	// AlgorithmMET (minimum execution time) places each job where its transfers and its
	// computation take least, whatever the load.
	AlgorithmMET Algorithm = "met"
	// AlgorithmMinMin, AlgorithmMaxMin, AlgorithmDuplex and AlgorithmSufferage compare all jobs
	// before they place the first; see mapping.go.
	AlgorithmMinMin    Algorithm = "min-min"
	AlgorithmMaxMin    Algorithm = "max-min"
	AlgorithmDuplex    Algorithm = "duplex"
	AlgorithmSufferage Algorithm = "sufferage"
	// AlgorithmKPercentBest places each job where it ends earliest, among the share of the
	// clusters on which it takes least.
	AlgorithmKPercentBest Algorithm = "k-percent-best"
	// AlgorithmStorageAffinity and AlgorithmDelay place jobs where their data are; see dataplans.go.
	AlgorithmStorageAffinity Algorithm = "storage-affinity"
	AlgorithmDelay           Algorithm = "delay-scheduling"
	// AlgorithmLocalSearch improves the placement of Min-min, and AlgorithmExact finds the least
	// makespan; see localsearch.go.
	AlgorithmLocalSearch Algorithm = "local-search"
	AlgorithmExact       Algorithm = "exact"
	// AlgorithmRandom places each job on a uniformly random cluster that can reach its data, from
	// the stream of the seed.
	AlgorithmRandom Algorithm = "random"
)

// Options are the options of a run; the zero value is valid.
type Options struct {
	placement.Options
	Seed uint64 // of AlgorithmRandom
	// Formulas are the policy of AlgorithmOwn.
	Formulas *policy.Formulas
	// NoBound omits the lower bound on the makespan.
	NoBound bool
	// Log records the decisions unless it is nil.
	Log *trace.Log
	// Progress is called about a hundred times with the number of placed jobs.
	Progress func(done, total int)
}

// A Result is the result of a run.
type Result struct {
	// Feasible is false if some job can run nowhere. Reason then describes it, and Solution is
	// nil.
	Feasible bool
	Reason   *reason.Reason
	Solution *placement.Solution
	Metrics  placement.Metrics
	// Bound is a lower bound on the makespan of any placement; zero if it was not computed.
	Bound Bound
	Stats Stats
}

// Stats are counts of the work done.
type Stats struct {
	Searches       int // shortest-path searches
	ClustersRanked int // scores of a job on a cluster
	CoversExamined int // covers completed by the tree search
	TreeNodes      int // hosts tried by the tree search
	CoversUnproven int // covers that may not be smallest, because the effort was used up
	HostsUnproven  int // number of hosts by which all of these could be smaller at most
	Unscored       int // jobs for which a policy's score on some cluster was not a number
	Infinite       int // jobs for which a policy's score on some cluster was infinite
	Neighbours     int // placements that a local search compared, or times that an exact search read
	// SearchStopped is set if the effort of a search was used up.
	SearchStopped bool
}
