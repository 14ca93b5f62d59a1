// Package placement defines the placement problem: clusters joined by links, datasets replicated
// on clusters, and jobs that need datasets. A solution assigns every job to a cluster and every
// needed dataset to a replica.
//
// The model is that of Abdoli, Entezari-Maleki and Movaghar, "A Rank-based Hybrid Algorithm for
// Scheduling Data- and Computation-intensive Jobs in Grid Environments" (2013), section 2. The
// distance between two clusters is the smallest sum of 1/bandwidth over a path (equation 2: store
// and forward). Moving a dataset over distance d takes size*d seconds. A cluster runs its jobs
// one after another in the order of the list, and a job's transfers come before its computation.
// Sizes are in MB, bandwidths in MB/s, power in MIPS, work in MI and times in seconds.
//
// The package also has the generator with its presets, the options and metrics, and the
// description of the kind. Solvers are in the folder solve, the checker in verify.
package placement

// A Problem is one explicit placement problem. Solvers never modify it.
type Problem struct {
	Clusters []Cluster `json:"clusters,omitempty" about:"places that compute and store"`
	Links    []Link    `json:"links,omitempty" about:"undirected connections between clusters"`
	Datasets []Dataset `json:"datasets,omitempty" about:"data that jobs need, with the clusters that hold a copy"`
	Jobs     []Job     `json:"jobs,omitempty" about:"jobs in the order in which they arrive"`
}

// A Cluster computes at a fixed rate and may have replicas of datasets.
type Cluster struct {
	ID   string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the cluster"`
	MIPS float64 `json:"mips" rule:"required,>0" label:"Power" unit:"MIPS" about:"computing power; the paper's CP" usual:"1000"`
	// X and Y are the position in the picture, in the unit square with the origin at the top
	// left. If they are absent, the picture arranges the cluster.
	X *float64 `json:"x,omitempty" rule:"0..1" label:"x" about:"horizontal place in the picture, 0 left to 1 right"`
	Y *float64 `json:"y,omitempty" rule:"0..1" label:"y" about:"vertical place in the picture, 0 top to 1 bottom"`
}

// A Link joins two different clusters in both directions. A pair has at most one link.
type Link struct {
	A         string  `json:"a" rule:"required" ref:"clusters" label:"From" about:"one end, a cluster's id"`
	B         string  `json:"b" rule:"required" ref:"clusters" label:"To" about:"the other end, a cluster's id"`
	Bandwidth float64 `json:"bandwidth" rule:"required,>0" label:"Bandwidth" unit:"MB/s" about:"transfer rate, the paper's B(L)" usual:"10"`
}

// A Dataset has one size and replicas on the clusters At.
type Dataset struct {
	ID   string   `json:"id" rule:"required,id" label:"Name" about:"unique name of the dataset"`
	Size float64  `json:"size" rule:"required,>=0" label:"Size" unit:"MB" about:"amount of data to move" usual:"100"`
	At   []string `json:"at" ref:"clusters" label:"Replicas" about:"ids of the clusters that hold a copy"`
}

// A Job needs MI million instructions and all of its datasets. A job that states its time on each
// cluster has either Times or TimesOn; its work is then ignored.
type Job struct {
	ID       string   `json:"id" rule:"required,id" label:"Name" about:"unique name of the job"`
	MI       float64  `json:"mi" rule:"required,>=0" instead:"times" label:"Work" unit:"MI" about:"million instructions to execute; the paper's CP of a job" usual:"10000"`
	Datasets []string `json:"datasets,omitempty" ref:"datasets" label:"Needs" about:"ids of the datasets that the job reads"`

	Times   []float64          `json:"times,omitempty" rule:">=0" label:"Times" unit:"s" about:"time on each cluster, in place of work; a list in the order of the clusters, or an object; a cluster not named in an object cannot run the job"`
	TimesOn map[string]float64 `json:"-" also:"times" rule:">=0" label:"Times" unit:"s" ref:"clusters" about:"time by cluster; a cluster that is not named cannot run the job"`
}

// A Solution assigns every job of a problem to one cluster, in the order of the jobs.
type Solution struct {
	Assignments []Assignment `json:"assignments"`
}

// An Assignment is the place and the times of one job. A cluster runs its jobs one after another:
// first a job's transfers, one by one, then its computation, so Finish = Start + TransferTime +
// RunTime.
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

// A Source is the cluster that a dataset is read from, with the path from that cluster to the one
// that computes, both included. The path of a local dataset has one cluster.
type Source struct {
	Dataset string   `json:"dataset" rule:"required"`
	Cluster string   `json:"cluster" rule:"required"`
	Path    []string `json:"path"`
}
