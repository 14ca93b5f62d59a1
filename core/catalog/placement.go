package catalog

import (
	"gridbox/core/kind/placement"
)

// The papers that the algorithms of placement come from.
const (
	paperRBHS = "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and " +
		"Computation-intensive Jobs in Grid Environments (2013)"
	paperSCP = "Venugopal, Buyya: An SCP-based Heuristic Approach for Scheduling Distributed Data-intensive " +
		"Applications on Global Grids (2008)"
)

// placement is the kind: on which cluster does each job run, and from where do
// its data come?
func placementKind() Kind {
	kind := Kind{
		ID: "placement", Name: "Placement",
		Question:   "On which cluster does each job run, and from where do its data come?",
		Metrics:    metricsOf(placement.Metrics{}),
		Algorithms: placementAlgorithms(),
		Compare:    comparePlacements,
		Decisions:  placementDecisions,
	}
	for _, p := range placement.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

func placementAlgorithms() []Algorithm {
	return withOptions(placement.Options{}, []Algorithm{
		{ID: "rbhs", Name: "RBHS", Paper: paperRBHS, Default: true,
			About: "Ranks clusters by transfer time and run time, weighted by how data-intensive the job is."},
		{ID: "scp-tree", Name: "SCP Tree Search", Paper: paperSCP, Default: true,
			About: "Finds the fewest data hosts that hold a job's data, then the cluster that ends the job earliest " +
				"with them."},
		{ID: "min-completion", Name: "Min completion", Default: true,
			About: "Places each job where it ends earliest, earlier jobs counted."},
		{ID: "nearest-data", Name: "Nearest data", Default: true,
			About: "Places each job where its data arrive soonest."},
		{ID: "fastest", Name: "Fastest cluster",
			About: "Places each job on the most powerful cluster that can reach its data."},
		{ID: "random", Name: "Random", Seeded: true,
			About: "Places each job on any cluster that can reach its data, all equally likely."},
		{ID: "own", Name: "Own",
			About: "Places each job by a policy that somebody wrote: at its lowest score, or as it decides."},
	})
}
