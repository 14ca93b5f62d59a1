package placement

// What things take in a browser, in milliseconds, by what was measured on the
// presets.
const (
	eachPair    = 3e-5   // a job on a cluster
	eachAdded   = 8e-6   // the transfer of one more dataset to it
	eachSource  = 5e-3   // a source, with its path, written and checked
	eachReached = 1.5e-4 // a cluster or an end of a link, in search of the ways of a dataset
	eachHost    = 3e-5   // a host that SCP Tree Search tries
	eachLeft    = 3e-6   // a job that is left when another is placed, where all are compared
)

// What stops SCP Tree Search in looking for the covers of one job. It stands here
// because the estimate of its work and the checker must know it too. The papers'
// scenarios take at most 700 where the first cover is wanted, and 400,000 for the best.
const (
	mostCoverEffort  = 4_000_000
	leastCoverEffort = 20_000
	allCoverEffort   = 4_000_000_000
)

// CoverEffort is what the search for the covers of one of so many jobs may take: 1 for a
// host that is tried, and for a cover that is compared with others what CoverRating says.
func CoverEffort(jobs int) int {
	return max(leastCoverEffort, int(min(mostCoverEffort, allCoverEffort/int64(max(1, jobs)))))
}

// CoverRating is what comparing a cover of so many datasets takes.
func CoverRating(datasets, clusters int) int { return datasets * clusters / 8 }

// Work estimates how many milliseconds an algorithm takes in a browser. It is there to
// decide what may be run at every change, and good to a factor of a few; of SCP Tree
// Search, which is exponential in the datasets of a job, it is what the tree would take
// if nothing were cut before its limit.
func (p *Problem) Work(algorithm string) float64 {
	clusters, links := float64(len(p.Clusters)), float64(len(p.Links))
	needs := 0.0
	for i := range p.Jobs {
		needs += float64(len(p.Jobs[i].Datasets))
	}
	work := float64(eachPair*float64(len(p.Jobs))*clusters) + float64(eachAdded*needs*clusters) +
		float64(eachSource*needs) +
		float64(eachReached*min(needs, float64(len(p.Datasets)))*(clusters+float64(2*links)))
	switch algorithm {
	case "scp-tree":
		work += float64(eachHost * p.hosts())
	case "min-min", "max-min", "duplex", "sufferage":
		jobs := float64(len(p.Jobs))
		work += float64(eachLeft*jobs*jobs) + float64(eachPair*jobs*clusters)
	}
	return work
}

// hosts is how many hosts the trees of all jobs have at most: each level has the
// replicas of a dataset, and no cover has more hosts than there are clusters.
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
