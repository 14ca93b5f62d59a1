// Package placement holds the nouns of the placement problem: clusters joined by
// links, datasets replicated on clusters, jobs that need datasets, and the
// answer, an assignment of every job to a cluster with the sources of its data.
//
// The model is that of Abdoli, Entezari-Maleki and Movaghar, "A Rank-based
// Hybrid Algorithm for Scheduling Data- and Computation-intensive Jobs in Grid
// Environments" (2013), section 2. Distance between two clusters is the
// smallest sum of 1/bandwidth over a path (equation 2: store and forward);
// moving a dataset over distance d takes size*d seconds. Sizes are in MB,
// bandwidths in MB/s, power in MIPS, work in MI, times in seconds.
package placement

// A Problem is one explicit placement problem. Solvers never modify it.
type Problem struct {
	Clusters []Cluster `json:"clusters,omitempty" about:"places that compute and store"`
	Links    []Link    `json:"links,omitempty" about:"undirected connections between clusters"`
	Datasets []Dataset `json:"datasets,omitempty" about:"data that jobs need, with the clusters that hold a copy"`
	Jobs     []Job     `json:"jobs,omitempty" about:"jobs in the order in which they arrive"`
}

// A Cluster computes at a single rate and may hold replicas of datasets.
type Cluster struct {
	ID   string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the cluster"`
	MIPS float64 `json:"mips" rule:"required,>0" label:"Power" unit:"MIPS" about:"computing power; the paper's CP" usual:"1000"`
	// X and Y place the cluster in the picture, in the unit square with the
	// origin at the top left. Both absent: the picture arranges it.
	X *float64 `json:"x,omitempty" rule:"0..1" label:"x" about:"horizontal place in the picture, 0 left to 1 right"`
	Y *float64 `json:"y,omitempty" rule:"0..1" label:"y" about:"vertical place in the picture, 0 top to 1 bottom"`
}

// A Link joins two different clusters in both directions; at most one link
// joins a pair.
type Link struct {
	A         string  `json:"a" rule:"required" ref:"clusters" label:"From" about:"one end, a cluster's id"`
	B         string  `json:"b" rule:"required" ref:"clusters" label:"To" about:"the other end, a cluster's id"`
	Bandwidth float64 `json:"bandwidth" rule:"required,>0" label:"Bandwidth" unit:"MB/s" about:"transfer rate, the paper's B(L)" usual:"10"`
}

// A Dataset is data of one size with replicas on the clusters At.
type Dataset struct {
	ID   string   `json:"id" rule:"required,id" label:"Name" about:"unique name of the dataset"`
	Size float64  `json:"size" rule:"required,>=0" label:"Size" unit:"MB" about:"amount of data to move" usual:"100"`
	At   []string `json:"at" ref:"clusters" label:"Replicas" about:"ids of the clusters that hold a copy"`
}

// A Job needs MI million instructions and all of its datasets. One that states its time
// on each cluster has Times or TimesOn, never both; its work does not count then.
type Job struct {
	ID       string   `json:"id" rule:"required,id" label:"Name" about:"unique name of the job"`
	MI       float64  `json:"mi" rule:"required,>=0" instead:"times" label:"Work" unit:"MI" about:"million instructions to execute; the paper's CP of a job" usual:"10000"`
	Datasets []string `json:"datasets,omitempty" ref:"datasets" label:"Needs" about:"ids of the datasets that the job reads"`

	Times   []float64          `json:"times,omitempty" rule:">=0" label:"Times" unit:"s" about:"time on each cluster, which replaces work by power: a list in the order of the clusters, or an object by cluster, where those not named cannot run the job"`
	TimesOn map[string]float64 `json:"-" also:"times" rule:">=0" label:"Times" unit:"s" ref:"clusters" about:"time by cluster; a cluster that is not named cannot run the job"`
}

// A Solution assigns every job of a problem to one cluster, in job order.
type Solution struct {
	Assignments []Assignment `json:"assignments"`
}

// An Assignment says where one job runs, when, and where its data come from.
// A cluster runs its jobs one after another: first a job's transfers, one by
// one, then its computation, so Finish = Start + TransferTime + RunTime.
type Assignment struct {
	Job          string   `json:"job" rule:"required"`
	Cluster      string   `json:"cluster" rule:"required"`
	Start        float64  `json:"start" unit:"s"`
	TransferTime float64  `json:"transferTime" unit:"s"`
	RunTime      float64  `json:"runTime" unit:"s"`
	Finish       float64  `json:"finish" unit:"s"`
	Z            *float64 `json:"z,omitempty" about:"the paper's factor Z of the job, equation (8), where the algorithm computes it"`
	Sources      []Source `json:"sources,omitempty"`
}

// A Source is the cluster that a dataset is read from and the path that it
// takes, from that cluster to the one that computes, both included. A local
// dataset has a path of one cluster.
type Source struct {
	Dataset string   `json:"dataset" rule:"required"`
	Cluster string   `json:"cluster" rule:"required"`
	Path    []string `json:"path"`
}
