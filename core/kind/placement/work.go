package placement

// Times of single steps in a browser in milliseconds, as measured on the presets.
const (
	pairCost      = 3e-5   // a job and a cluster
	datasetCost   = 8e-6   // one more dataset of the job to transfer to the cluster
	sourceCost    = 5e-3   // a source with its path, written and checked
	reachCost     = 1.5e-4 // a cluster or an end of a link in the search for the paths of a dataset
	hostCost      = 3e-5   // a host tried by SCP Tree Search
	readCost      = 3e-6   // a time read by the exact search
	remainingCost = 3e-6   // a remaining job when another one is placed, in algorithms that compare all jobs
)

// Limits of the search of SCP Tree Search for the covers of one job. They are defined here
// because the estimate of work and the checker use them too. The papers' scenarios need at most
// 700 for the first cover and 400,000 for the best.
const (
	maxCoverEffort   = 4_000_000
	minCoverEffort   = 20_000
	totalCoverEffort = 4_000_000_000
)

// CoverEffort returns the limit of effort in the search for the covers of one of so many jobs. A
// tried host has effort 1, and the comparison of a cover with others has effort CoverRating.
func CoverEffort(jobs int) int {
	return max(minCoverEffort, int(min(maxCoverEffort, totalCoverEffort/int64(max(1, jobs)))))
}

// CoverRating returns the effort of comparing a cover of so many datasets.
func CoverRating(datasets, clusters int) int { return datasets * clusters / 8 }

// Work returns the estimated time of an algorithm in a browser in milliseconds, within a factor
// of a few. It decides which algorithms run at every change. For SCP Tree Search, which is
// exponential in the datasets of a job, it is the time of the tree without pruning, up to the
// limit.
func (p *Problem) Work(algorithm string) float64 {
	clusters, links := float64(len(p.Clusters)), float64(len(p.Links))
	needs := 0.0
	for i := range p.Jobs {
		needs += float64(len(p.Jobs[i].Datasets))
	}
	work := float64(pairCost*float64(len(p.Jobs))*clusters) + float64(datasetCost*needs*clusters) +
		float64(sourceCost*needs) +
		float64(reachCost*min(needs, float64(len(p.Datasets)))*(clusters+float64(2*links)))
	switch algorithm {
	case "scp-tree":
		work += float64(hostCost * p.hosts())
	case "exact":
		// without pruning every placement is inspected
		reads := Placements(len(p.Jobs), len(p.Clusters)) * clusters
		work += float64(pairCost*float64(len(p.Jobs))*clusters) + float64(readCost*min(reads, ExactEffort))
	case "min-min", "max-min", "duplex", "sufferage", "storage-affinity", "delay-scheduling", "local-search":
		jobs := float64(len(p.Jobs))
		work += float64(remainingCost*jobs*jobs) + float64(pairCost*jobs*clusters)
	}
	return work
}

// Placements returns the number of placements of jobs on clusters, or a number above 1e15.
func Placements(jobs, clusters int) float64 {
	n := 1.0
	for range jobs {
		if n *= float64(max(1, clusters)); n > 1e15 || clusters < 2 {
			break
		}
	}
	return n
}

// hosts returns an upper bound of the number of hosts in the search trees of all jobs. Each level
// of a tree has the replicas of a dataset, and no cover has more hosts than there are clusters.
func (p *Problem) hosts() float64 {
	replicas := make(map[string]float64, len(p.Datasets))
	for i := range p.Datasets {
		replicas[p.Datasets[i].ID] = float64(len(p.Datasets[i].At))
	}
	sum, most := 0.0, float64(CoverEffort(len(p.Jobs)))
	for i := range p.Jobs {
		tree, needs := 1.0, p.Jobs[i].Datasets
		for _, id := range needs[:min(len(needs), len(p.Clusters))] {
			tree = min(tree*replicas[id], most)
		}
		sum += tree
	}
	return sum
}
