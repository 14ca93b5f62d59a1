package placement

import (
	"strings"

	"gridbox/core/kind"
)

// The papers that the algorithms of placement come from.
const (
	paperRBHS = "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and " +
		"Computation-intensive Jobs in Grid Environments (2013)"
	paperSCP = "Venugopal, Buyya: An SCP-based Heuristic Approach for Scheduling Distributed Data-intensive " +
		"Applications on Global Grids (2008)"
)

// algorithms returns the algorithms in the order in which they were added, which is that of their colours.
func algorithms() []kind.Algorithm {
	return kind.WithOptions(Options{}, []kind.Algorithm{
		{ID: "rbhs", Name: "RBHS", Paper: paperRBHS, Default: true,
			About:   "Ranks clusters by transfer time and run time, weighted by how data-intensive the job is.",
			Article: "rbhs", Code: pseudocode(`Z = how much the job is about its data|factor
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
			About:   "Places each job by a policy that somebody wrote: at its lowest score, or as it decides.",
			Article: "own-algorithms", Code: pseudocode(`for each cluster: score = what the policy says|score unscored factor`)},
	})
}

// pseudocode returns the pseudo-code of an algorithm: what all have in common around how one scores the clusters.
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
