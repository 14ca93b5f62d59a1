package placement

import "gridbox/core/preset"

// A Preset is a ready problem or a set of generator parameters.
type Preset = preset.Preset[Problem, parameters]

// rbhs has the common parameters of the three scenarios of the paper on RBHS: 100 clusters, 1000
// jobs, a connected Erdős–Rényi network, truncated power laws for sizes and work, Gaussian power
// and bandwidth (sections 4.1 and 4.2).
//
// The paper gives no further numbers. Ours are calibrated: exponent 2 over two decades, link
// probability 0.08, power spread by 10 %, bandwidth by 25 %, 300 datasets on 2 to 6 clusters, 2
// to 6 datasets for a job. The unit of work is chosen so that the paper's comparison is
// reproduced: RBHS far ahead of SCP Tree Search in the first scenario, slightly in the second, in
// between in the third (ratios of makespans about 0.2, 0.85 and 0.3). The mean factor Z is then
// about 0.55, 0.83 and 0.69.
var rbhs = parameters{
	Clusters: 100, Islands: 1, Topology: "er", Degree: 8, LinkProbability: 0.08,
	BandwidthMean: 10, BandwidthSD: 2.5, MIPSMean: 1000, MIPSSD: 100,
	Datasets: 300, SizeMin: 10, SizeMax: 1000, SizeAlpha: 2, ReplicasMin: 2, ReplicasMax: 6,
	Jobs: 1000, NeedsMin: 2, NeedsMax: 6, DataShare: 0.5, DataWork: 0.1,
	WorkMin: 8000, WorkMax: 800000, WorkAlpha: 2,
	Times: timesOfWork, JobRange: 3000, ClusterRange: 1000,
}

// Presets returns the presets in the order of the gallery.
func Presets() []Preset {
	return []Preset{
		{ID: "five-clusters", Title: "Five clusters",
			About: "Five clusters, five datasets and 24 jobs: small enough to follow every decision by eye.",
			Draw:  fiveClusters},
		{ID: "rbhs-computation", Title: "Mostly computation",
			About: "100 clusters and 1000 jobs of which one in ten is data-intensive: the first scenario of the " +
				"paper on RBHS.",
			Parameters: preset.Modify(rbhs, func(p *parameters) { p.DataShare = 0.1 })},
		{ID: "rbhs-data", Title: "Mostly data",
			About: "100 clusters and 1000 jobs of which nine in ten are data-intensive: the paper's second " +
				"scenario.",
			Parameters: preset.Modify(rbhs, func(p *parameters) { p.DataShare = 0.9 })},
		{ID: "rbhs-mixed", Title: "Half and half",
			About:      "100 clusters and 1000 jobs of both classes in equal parts: the paper's third scenario.",
			Parameters: rbhs},
		{ID: "split-network", Title: "Two islands",
			About: "Twelve clusters in two parts without a link between them: some data cannot be reached from " +
				"everywhere.",
			Parameters: preset.Modify(rbhs, func(p *parameters) {
				p.Clusters, p.Islands, p.LinkProbability, p.Degree = 12, 2, 0, 2.5
				p.Datasets, p.ReplicasMin, p.ReplicasMax = 8, 3, 5
				p.Jobs, p.NeedsMin, p.NeedsMax, p.DataShare = 40, 1, 2, 0.5
			})},
		{ID: "fat-tree", Title: "Fat tree",
			About: "A data centre of 40 clusters in three layers whose links get wider toward the root.",
			Parameters: preset.Modify(rbhs, func(p *parameters) {
				p.Clusters, p.Topology, p.Degree, p.LinkProbability = 40, "fat-tree", 3, 0
				p.Datasets, p.Jobs = 60, 200
			})},
		{ID: "unrelated-machines", Title: "Unrelated machines",
			About: "128 jobs whose times on 16 clusters are inconsistent and of high heterogeneity, by the " +
				"range-based method of Braun's benchmark.",
			Parameters: preset.Modify(rbhs, func(p *parameters) {
				p.Clusters, p.Topology, p.Degree, p.LinkProbability = 16, "ring", 0, 0
				p.Datasets, p.NeedsMin, p.NeedsMax, p.DataShare = 0, 0, 0, 0
				p.Jobs, p.Times = 128, timesInconsistent
				p.ReplicasMin, p.ReplicasMax = 1, 1
			})},
	}
}
