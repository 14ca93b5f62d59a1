package placement

import "gridbox/core/preset"

// A Spec has the parameters of a generated problem. Preset names a base set of parameters; every
// other field that is set overrides it.
type Spec table[*int, *float64, *string]

// parameters is a Spec in which every field has a value.
type parameters table[int, float64, string]

// A table has the parameters of the generator. Spec and parameters are instances of it with
// optional and plain values.
type table[whole, number, word any] struct {
	Preset string `json:"preset" rule:"required,oneof=five-clusters|rbhs-computation|rbhs-data|rbhs-mixed|split-network|fat-tree|unrelated-machines" label:"Preset" about:"base parameters"`

	Clusters        whole  `json:"clusters,omitempty" rule:"int,>=1" label:"Clusters" about:"number of clusters" draws:"clusters"`
	Topology        word   `json:"topology,omitempty" rule:"oneof=er|ba|ring|star|tree|grid|fat-tree" label:"Topology" about:"er: Erdős–Rényi, ba: Barabási–Albert (few hubs), ring, star, tree, grid, or fat-tree" draws:"links"`
	Degree          number `json:"degree,omitempty" rule:">=0" label:"Links per cluster" about:"mean number of links of a cluster in er and ba; number of children in tree and fat-tree" draws:"links"`
	LinkProbability number `json:"linkProbability,omitempty" rule:"0..1" label:"Link probability" about:"probability of each link in er; replaces the links per cluster" draws:"links"`
	Islands         whole  `json:"islands,omitempty" rule:"int,>=1" label:"Islands" about:"number of parts without a link between them" draws:"links"`
	BandwidthMean   number `json:"bandwidthMean,omitempty" rule:">0" label:"Mean bandwidth" unit:"MB/s" about:"mean of the Gaussian bandwidths" draws:"links"`
	BandwidthSD     number `json:"bandwidthSd,omitempty" rule:">=0" label:"Spread of bandwidth" unit:"MB/s" about:"standard deviation of the bandwidths" draws:"links"`
	MIPSMean        number `json:"mipsMean,omitempty" rule:">0" label:"Mean power" unit:"MIPS" about:"mean of the Gaussian computing power of clusters" draws:"clusters"`
	MIPSSD          number `json:"mipsSd,omitempty" rule:">=0" label:"Spread of power" unit:"MIPS" about:"standard deviation of the computing power" draws:"clusters"`

	Datasets    whole  `json:"datasets,omitempty" rule:"int,>=0" label:"Datasets" about:"number of datasets" draws:"datasets"`
	SizeMin     number `json:"sizeMin,omitempty" rule:">0" label:"Smallest dataset" unit:"MB" about:"lower end of the power law of sizes" draws:"datasets"`
	SizeMax     number `json:"sizeMax,omitempty" rule:">0" label:"Largest dataset" unit:"MB" about:"upper end of the power law of sizes" draws:"datasets"`
	SizeAlpha   number `json:"sizeAlpha,omitempty" rule:">=0" label:"Exponent of sizes" about:"exponent a of the density of sizes, size^-a" draws:"datasets"`
	ReplicasMin whole  `json:"replicasMin,omitempty" rule:"int,>=1" label:"Fewest replicas" about:"least number of clusters that hold a dataset" draws:"datasets"`
	ReplicasMax whole  `json:"replicasMax,omitempty" rule:"int,>=1" label:"Most replicas" about:"greatest number of clusters that hold a dataset" draws:"datasets"`

	Jobs      whole  `json:"jobs,omitempty" rule:"int,>=0" label:"Jobs" about:"number of jobs" draws:"jobs"`
	NeedsMin  whole  `json:"needsMin,omitempty" rule:"int,>=0" label:"Fewest datasets of a job" about:"least number of datasets that a job needs" draws:"jobs"`
	NeedsMax  whole  `json:"needsMax,omitempty" rule:"int,>=0" label:"Most datasets of a job" about:"greatest number of datasets that a job needs" draws:"jobs"`
	DataShare number `json:"dataShare,omitempty" rule:"0..1" label:"Data-intensive share" about:"share of jobs that are data-intensive; the others are computation-intensive" draws:"jobs"`
	WorkMin   number `json:"workMin,omitempty" rule:">0" label:"Least work" unit:"MI" about:"lower end of the power law of a computation-intensive job's work" draws:"jobs"`
	WorkMax   number `json:"workMax,omitempty" rule:">0" label:"Most work" unit:"MI" about:"upper end of the power law of a computation-intensive job's work" draws:"jobs"`
	WorkAlpha number `json:"workAlpha,omitempty" rule:">=0" label:"Exponent of work" about:"exponent a of the density of work, work^-a" draws:"jobs"`
	DataWork  number `json:"dataWork,omitempty" rule:">0" label:"Work of data-intensive jobs" about:"factor by which a data-intensive job's work is multiplied" draws:"jobs"`

	Times        word   `json:"times,omitempty" rule:"oneof=work|consistent|semi-consistent|inconsistent" label:"Times" about:"work: jobs have work; otherwise they state times, by the range-based method; consistent: a cluster faster for one job is faster for all; semi-consistent: so for every second cluster; inconsistent: unrelated" draws:"jobs"`
	JobRange     number `json:"jobRange,omitempty" rule:">=1" label:"Heterogeneity of jobs" about:"jobs' base times are uniform from 1 to this; 3000 is high, 100 is low" draws:"jobs"`
	ClusterRange number `json:"clusterRange,omitempty" rule:">=1" label:"Heterogeneity of clusters" about:"factors of base times on clusters are uniform from 1 to this; 1000 is high, 10 is low" draws:"jobs"`
}

// overlay returns base with the values of the spec set. If the spec sets the links per cluster, the
// link probability of base is cleared.
func (s Spec) overlay(base parameters) parameters {
	if s.Degree != nil {
		base.LinkProbability = 0
	}
	return preset.OverlayAll(base, s)
}

// Effective returns the spec with every parameter set, by its own value or by that of the preset.
// Forms show it next to the values that the user set.
func (s Spec) Effective() Spec { return preset.Effective(Presets(), s.Preset, s, s.overlay) }
