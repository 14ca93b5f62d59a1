package placement

import (
	"strings"

	"gridbox/core/kind"
)

// Sources of the algorithms that were made for placement.
const (
	paperRBHS = "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and " +
		"Computation-intensive Jobs in Grid Environments (2013)"
	paperSCP = "Venugopal, Buyya: An SCP-based Heuristic Approach for Scheduling Distributed Data-intensive " +
		"Applications on Global Grids (2008)"
)

// Sources of the mapping heuristics.
const (
	paperDynamic = "Maheswaran, Ali, Siegel, Hensgen, Freund: Dynamic Mapping of a Class of Independent Tasks onto " +
		"Heterogeneous Computing Systems (1999)"
	paperStatic = "Braun, Siegel, Beck and others: A Comparison of Eleven Static Heuristics for Mapping a Class of " +
		"Independent Tasks onto Heterogeneous Distributed Computing Systems (2001)"
	paperAffinity = "Santos-Neto, Cirne, Brasileiro, Lima: Exploiting Replication and Data Reuse to Efficiently " +
		"Schedule Data-intensive Applications on Grids (2004)"
	paperDelay = "Zaharia, Borthakur, Sen Sarma, Elmeleegy, Shenker, Stoica: Delay Scheduling: A Simple Technique " +
		"for Achieving Locality and Fairness in Cluster Scheduling (2010)"
)

// algorithms returns the algorithms in the order of their colours. A new one is appended.
func algorithms() []kind.Algorithm {
	return kind.SetOptions(Options{}, []kind.Algorithm{
		{ID: "rbhs", Name: "RBHS", Paper: paperRBHS, Default: true,
			About:   "Ranks clusters by transfer time and run time, weighted by how data-intensive the job is.",
			Article: "rbhs", Code: pseudocode(`Z = how data-intensive the job is|factor
	for each cluster: score = transfer and computation, weighted by Z|score unscored`)},
		{ID: "scp-tree", Name: "SCP Tree Search", Paper: paperSCP, Default: true,
			About: "Finds the fewest data hosts that hold a job's data, then the cluster that ends the job earliest " +
				"with them.",
			Article: "scp-tree-search", Code: pseudocode(`search the tree of hosts, fewest first|try
		a set that holds all data is a cover|cover
		a set that cannot become smaller than the best is cut|cut
	for each cluster: score = when the job would end, reading from the cover|score unscored factor`)},
		{ID: "min-completion", Name: "Min completion", Default: true,
			About:   "Places each job where it ends earliest, earlier jobs counted.",
			Article: "baselines", Code: pseudocode(`for each cluster: score = when the job would end there|score unscored factor`)},
		{ID: "nearest-data", Name: "Nearest data", Default: true,
			About:   "Places each job where its data arrive soonest.",
			Article: "baselines", Code: pseudocode(`for each cluster: score = transfer|score unscored factor`)},
		{ID: "fastest", Name: "Fastest cluster",
			About:   "Places each job on the most powerful cluster that can reach its data.",
			Article: "baselines", Code: pseudocode(`for each cluster: the more powerful, the lower its score|score unscored factor`)},
		{ID: "random", Name: "Random", Seeded: true,
			About:   "Places each job on any cluster that can reach its data, all equally likely.",
			Article: "baselines", Code: pseudocode(`draw one of the clusters that reach the data|score unscored factor`)},
		{ID: "own", Name: "Own",
			About:   "Places each job by a policy of your own: at its lowest score, or as it decides.",
			Article: "own-algorithms", Code: pseudocode(`for each cluster: score = what the policy says|score unscored factor`)},
		{ID: "olb", Name: "OLB", Paper: paperDynamic,
			About:   "Opportunistic load balancing: places each job on the cluster that is free first.",
			Article: "mapping", Code: pseudocode(`for each cluster: score = when it is free|score unscored factor`)},
		{ID: "met", Name: "MET", Paper: paperDynamic,
			About:   "Minimum execution time: places each job where it takes least, whatever the load.",
			Article: "mapping", Code: pseudocode(`for each cluster: score = transfer and computation|score unscored factor`)},
		{ID: "k-percent-best", Name: "K-percent best", Paper: paperDynamic,
			About:   "Places each job where it ends earliest, among the clusters on which it takes least.",
			Article: "mapping", Code: pseudocode(`for each of the clusters on which the job takes least:
		score = when the job would end there|score unscored factor`)},
		{ID: "min-min", Name: "Min-min", Paper: paperStatic,
			About:   "Places next the job that can end earliest of all, where it ends earliest.",
			Article: "mapping", Code: planCode(`of all jobs left: the one whose least score is least`)},
		{ID: "max-min", Name: "Max-min", Paper: paperStatic,
			About:   "Places next the job whose earliest end is latest, where it ends earliest.",
			Article: "mapping", Code: planCode(`of all jobs left: the one whose least score is greatest`)},
		{ID: "duplex", Name: "Duplex", Paper: paperStatic,
			About:   "Takes the shorter of the placements of Min-min and Max-min.",
			Article: "mapping", Code: planCode(`once with the least, once with the greatest of all least scores:
	of all jobs left: the one whose least score is that; the shorter placement counts`)},
		{ID: "sufferage", Name: "Sufferage", Paper: paperDynamic,
			About:   "Places next the job that would lose most if it did not get the cluster where it ends earliest.",
			Article: "mapping", Code: planCode(`of all jobs left: the one whose second least score is highest above its least`)},
		{ID: "storage-affinity", Name: "Storage Affinity", Paper: paperAffinity,
			About:   "Places next the job of which some cluster holds most data, on that cluster.",
			Article: "mapping", Code: affinityCode},
		{ID: "delay-scheduling", Name: "Delay scheduling", Paper: paperDelay,
			About: "The first free cluster takes the first job whose data it holds; a job skipped too often runs " +
				"anywhere.",
			Article: "mapping", Code: planCode(`the cluster that is free first takes the first job whose data it holds,
	or that was skipped often enough; jobs before it count a skip`)},
		{ID: "local-search", Name: "Local search",
			About:   "Improves Min-min's placement by moving and exchanging jobs of the longest cluster.",
			Article: "mapping", Code: planCode(`begin with Min-min's placement; as long as that shortens it,
	move or exchange a job of the cluster that ends last`)},
		{ID: "exact", Name: "Exact search",
			About:   "Finds a placement of least makespan by branch and bound; for small problems.",
			Article: "mapping", Code: planCode(`fix one job after another on each cluster;
	cut where the dual bound or a job reaches the shortest placement so far`)},
	})
}

// pseudocode returns the pseudo-code of an algorithm that places one job after another: scores,
// the lines on how it scores clusters, inside the loop that all of them share.
func pseudocode(scores string) string {
	return strings.Replace(`for each job, in the order of the list
	for each cluster: how soon are the data here?
		open the cluster itself, at 0 s/MB
		until all data are found
			expand the nearest open cluster|expand
				take the data that it holds|found
				open its neighbours by way of it|relax
		that is how long all transfers take|done unreachable
	@
	the lowest score gets the job|choose place
	no cluster reaches the data: no placement|stuck`, "@", scores, 1)
}

// planCode returns the pseudo-code of an algorithm that compares all remaining jobs before it
// places one: next, the line that selects the job, inside the loop that all of them share.
func planCode(next string) string {
	return strings.Replace(`until every job has a cluster
	for each job left and each cluster: how soon are the data here?
		open the cluster itself, at 0 s/MB
		until all data are found
			expand the nearest open cluster|expand
				take the data that it holds|found
				open its neighbours by way of it|relax
		that is how long all transfers take|done unreachable
	for each job left and each cluster: score = when the job would end there|score unscored factor
	@
	it goes to the cluster of its least score|choose place
no cluster reaches the data of a job: no placement|stuck`, "@", next, 1)
}

// affinityCode is the pseudo-code of Storage Affinity.
var affinityCode = strings.Replace(planCode(`of all jobs left: the one of which some cluster holds most data`),
	"score = when the job would end there", "score = data that it lacks", 1)
