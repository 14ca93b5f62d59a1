package placement

import "gridbox/core/preset"

// A Spec asks the generator for a placement problem. Preset names a base set
// of parameters; every other field, when set, overrides it.
type Spec struct {
	Preset string `json:"preset" rule:"required,oneof=five-clusters|rbhs-computation|rbhs-data|rbhs-mixed|split-network|fat-tree" label:"Preset" about:"base parameters"`

	Clusters        *int     `json:"clusters,omitempty" rule:"int,>=1" label:"Clusters" about:"number of clusters"`
	Topology        *string  `json:"topology,omitempty" rule:"oneof=er|ba|ring|star|tree|grid|fat-tree" label:"Topology" about:"er: Erdős–Rényi, ba: Barabási–Albert (few hubs), ring, star, tree, grid, or fat-tree"`
	Degree          *float64 `json:"degree,omitempty" rule:">=0" label:"Links per cluster" about:"mean number of links of a cluster in er and ba; number of children in tree and fat-tree"`
	LinkProbability *float64 `json:"linkProbability,omitempty" rule:"0..1" label:"Link probability" about:"probability of each link in er, in place of the links per cluster"`
	Islands         *int     `json:"islands,omitempty" rule:"int,>=1" label:"Islands" about:"number of parts without a link between them"`
	BandwidthMean   *float64 `json:"bandwidthMean,omitempty" rule:">0" label:"Mean bandwidth" unit:"MB/s" about:"mean of the Gaussian bandwidths"`
	BandwidthSD     *float64 `json:"bandwidthSd,omitempty" rule:">=0" label:"Spread of bandwidth" unit:"MB/s" about:"standard deviation of the bandwidths"`
	MIPSMean        *float64 `json:"mipsMean,omitempty" rule:">0" label:"Mean power" unit:"MIPS" about:"mean of the Gaussian computing power of clusters"`
	MIPSSD          *float64 `json:"mipsSd,omitempty" rule:">=0" label:"Spread of power" unit:"MIPS" about:"standard deviation of the computing power"`

	Datasets    *int     `json:"datasets,omitempty" rule:"int,>=0" label:"Datasets" about:"number of datasets"`
	SizeMin     *float64 `json:"sizeMin,omitempty" rule:">0" label:"Smallest dataset" unit:"MB" about:"lower end of the power law of sizes"`
	SizeMax     *float64 `json:"sizeMax,omitempty" rule:">0" label:"Largest dataset" unit:"MB" about:"upper end of the power law of sizes"`
	SizeAlpha   *float64 `json:"sizeAlpha,omitempty" rule:">=0" label:"Exponent of sizes" about:"the density of sizes falls as size to the power of minus this"`
	ReplicasMin *int     `json:"replicasMin,omitempty" rule:"int,>=1" label:"Fewest replicas" about:"least number of clusters that hold a dataset"`
	ReplicasMax *int     `json:"replicasMax,omitempty" rule:"int,>=1" label:"Most replicas" about:"greatest number of clusters that hold a dataset"`

	Jobs      *int     `json:"jobs,omitempty" rule:"int,>=0" label:"Jobs" about:"number of jobs"`
	NeedsMin  *int     `json:"needsMin,omitempty" rule:"int,>=0" label:"Fewest datasets of a job" about:"least number of datasets that a job needs"`
	NeedsMax  *int     `json:"needsMax,omitempty" rule:"int,>=0" label:"Most datasets of a job" about:"greatest number of datasets that a job needs"`
	DataShare *float64 `json:"dataShare,omitempty" rule:"0..1" label:"Data-intensive share" about:"share of jobs that are data-intensive; the others are computation-intensive"`
	WorkMin   *float64 `json:"workMin,omitempty" rule:">0" label:"Least work" unit:"MI" about:"lower end of the power law of a computation-intensive job's work"`
	WorkMax   *float64 `json:"workMax,omitempty" rule:">0" label:"Most work" unit:"MI" about:"upper end of the power law of a computation-intensive job's work"`
	WorkAlpha *float64 `json:"workAlpha,omitempty" rule:">=0" label:"Exponent of work" about:"the density of work falls as work to the power of minus this"`
	DataWork  *float64 `json:"dataWork,omitempty" rule:">0" label:"Work of data-intensive jobs" about:"factor by which a data-intensive job's work is multiplied"`
}

// parameters is a Spec with every question answered.
type parameters struct {
	clusters, islands           int
	topology                    string
	degree, linkProbability     float64
	bandwidthMean, bandwidthSD  float64
	mipsMean, mipsSD            float64
	datasets                    int
	sizeMin, sizeMax, sizeAlpha float64
	replicasMin, replicasMax    int
	jobs, needsMin, needsMax    int
	dataShare, dataWork         float64
	workMin, workMax, workAlpha float64
}

// over gives the preset's parameters with the Spec's own values laid over them.
func (s Spec) over(base parameters) parameters {
	preset.Lay(&base.clusters, s.Clusters)
	preset.Lay(&base.islands, s.Islands)
	preset.Lay(&base.topology, s.Topology)
	preset.Lay(&base.degree, s.Degree)
	if s.Degree != nil {
		base.linkProbability = 0
	}
	preset.Lay(&base.linkProbability, s.LinkProbability)
	preset.Lay(&base.bandwidthMean, s.BandwidthMean)
	preset.Lay(&base.bandwidthSD, s.BandwidthSD)
	preset.Lay(&base.mipsMean, s.MIPSMean)
	preset.Lay(&base.mipsSD, s.MIPSSD)
	preset.Lay(&base.datasets, s.Datasets)
	preset.Lay(&base.sizeMin, s.SizeMin)
	preset.Lay(&base.sizeMax, s.SizeMax)
	preset.Lay(&base.sizeAlpha, s.SizeAlpha)
	preset.Lay(&base.replicasMin, s.ReplicasMin)
	preset.Lay(&base.replicasMax, s.ReplicasMax)
	preset.Lay(&base.jobs, s.Jobs)
	preset.Lay(&base.needsMin, s.NeedsMin)
	preset.Lay(&base.needsMax, s.NeedsMax)
	preset.Lay(&base.dataShare, s.DataShare)
	preset.Lay(&base.dataWork, s.DataWork)
	preset.Lay(&base.workMin, s.WorkMin)
	preset.Lay(&base.workMax, s.WorkMax)
	preset.Lay(&base.workAlpha, s.WorkAlpha)
	return base
}

// Effective is the Spec with every parameter set: its own values, and the
// preset's for those that it leaves open. Forms show it beside what was set.
func (s Spec) Effective() Spec {
	found, faults := preset.Find(Presets(), s.Preset)
	if faults != nil || found.Drawn() {
		return s
	}
	return s.over(found.Parameters).spec(s.Preset)
}

// spec writes all parameters down.
func (p parameters) spec(preset string) Spec {
	return Spec{Preset: preset,
		Clusters: &p.clusters, Topology: &p.topology, Degree: &p.degree, LinkProbability: &p.linkProbability, Islands: &p.islands,
		BandwidthMean: &p.bandwidthMean, BandwidthSD: &p.bandwidthSD, MIPSMean: &p.mipsMean, MIPSSD: &p.mipsSD,
		Datasets: &p.datasets, SizeMin: &p.sizeMin, SizeMax: &p.sizeMax, SizeAlpha: &p.sizeAlpha, ReplicasMin: &p.replicasMin, ReplicasMax: &p.replicasMax,
		Jobs: &p.jobs, NeedsMin: &p.needsMin, NeedsMax: &p.needsMax, DataShare: &p.dataShare,
		WorkMin: &p.workMin, WorkMax: &p.workMax, WorkAlpha: &p.workAlpha, DataWork: &p.dataWork}
}
