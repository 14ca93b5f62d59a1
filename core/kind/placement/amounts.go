package placement

import "gridbox/core/doc"

// amounts are what a problem's memory depends on. The bytes are what the nouns,
// their text and the solvers' tables were measured to take, rounded up: a thing
// with its id and text about 600, a job's assignment 800, a reference with the
// path of a transfer 400, and 24 for each pair of dataset and cluster in the
// table of distances.
func amounts(clusters, links, datasets, jobs, replicas, needs float64) []doc.Amount {
	return []doc.Amount{
		{Name: "clusters", Count: clusters, Bytes: 600}, {Name: "links", Count: links, Bytes: 600},
		{Name: "datasets", Count: datasets, Bytes: 600}, {Name: "jobs", Count: jobs, Bytes: 800},
		{Count: replicas, Bytes: 100}, {Count: needs, Bytes: 400}, {Count: datasets * clusters, Bytes: 24},
	}
}

// Amounts counts what the problem's memory depends on.
func (p *Problem) Amounts() []doc.Amount {
	replicas, needs := 0, 0
	for i := range p.Datasets {
		replicas += len(p.Datasets[i].At)
	}
	for i := range p.Jobs {
		needs += len(p.Jobs[i].Datasets)
	}
	return amounts(float64(len(p.Clusters)), float64(len(p.Links)), float64(len(p.Datasets)), float64(len(p.Jobs)),
		float64(replicas), float64(needs))
}

// Amounts estimates the same of the problem that is asked for beside what is
// given. Parameters that are left out count as those of the paper's scenarios,
// the largest that a preset has; the generator itself refuses what is beyond its
// bounds.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	p := s.over(rbhs)
	p.fit(given, s)
	clusters, datasets, jobs := float64(p.Clusters), float64(p.Datasets), float64(p.Jobs)
	links := max(min(8*clusters, MostLinks), p.expectedLinks())
	replicas, needs := datasets*float64(p.ReplicasMin+p.ReplicasMax)/2, jobs*float64(p.NeedsMin+p.NeedsMax)/2
	list := amounts(clusters, links, datasets, jobs, replicas, needs)
	for i, own := range given.Amounts() {
		if own.Count > 0 && i < 6 { // the last one is made of two others
			list[i].Count = own.Count
		}
	}
	return list
}
