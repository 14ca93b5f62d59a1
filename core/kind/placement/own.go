package placement

import "gridbox/core/policy"

// DecideCluster is the index of the only decision of an own algorithm.
const DecideCluster = 0

const paperRankBased = "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and " +
	"Computation-intensive Jobs in Grid Environments (2013)"

// PolicyKind returns the decisions of an own algorithm and the numbers that its formulas may read.
func PolicyKind() policy.Kind {
	return policy.Kind{ID: "placement", Default: "rbhs",
		Decisions: []policy.Decision{{ID: "cluster",
			About: "the clusters that can reach a job's data; the lowest score gets the job, equal ones by the job's " +
				"time there, then by the order of the scenario",
			Names: []policy.Name{
				{ID: "rs", Unit: "s", About: "RS: time to bring the job's data to the cluster"},
				{ID: "cra", Unit: "s", About: "CRA: time that the job computes there"},
				{ID: "z", About: "Z, from 0 to 1: how data-intensive the job is, equation (8) of the paper on RBHS"},
				{ID: "ready", Unit: "s", Moves: true, About: "when the cluster has finished its earlier jobs"},
				{ID: "mips", Unit: "MIPS", About: "power of the cluster"},
				{ID: "mi", Unit: "MI", About: "work of the job"},
				{ID: "size", Unit: "MB", About: "size of the job's data together"},
				{ID: "files", About: "how many datasets the job needs"},
				{ID: "held", Unit: "MB", About: "size of those of the job's data that lie on the cluster"},
				{ID: "meanTransfer", Unit: "s", About: "E[TransferTime], the mean of rs over the clusters"},
				{ID: "meanRun", Unit: "s", About: "E[RunTime], the job's work by the mean power"},
				{ID: "given", Moves: true, About: "how many jobs the cluster has been given"},
				{ID: "clusters", About: "how many clusters there are"},
				{ID: "job", About: "the job's place in the scenario, from 1"},
				{ID: "which", About: "the cluster's place in the scenario, from 1"},
			}}},
		Ready: []policy.Ready{
			{ID: "rbhs", Title: "RBHS", Source: "(1 - z) * rs + z * cra", Paper: paperRankBased,
				About: "The paper's weights: the less a kind of time counts for a job, the higher its weight."},
			{ID: "rbhs-swapped", Title: "RBHS, swapped", Source: "z * rs + (1 - z) * cra", Paper: paperRankBased,
				About: "The weights that the paper's prose suggests."},
			{ID: "rbhs-queue", Title: "RBHS, queue-aware", Source: "ready + ((1 - z) * rs + z * cra)",
				Paper: paperRankBased,
				About: "The paper's weights, and the cluster's earlier jobs."},
			{ID: "completion", Title: "Min completion", Source: "ready + (rs + cra)",
				About: "Where the job ends earliest."},
			{ID: "nearest", Title: "Nearest data", Source: "rs", About: "Where the data arrive soonest."},
			{ID: "fastest", Title: "Fastest cluster", Source: "cra", About: "Where the job computes soonest."},
		}}
}
