package placement

import "gridbox/core/doc"

// amounts returns the counts on which a problem's memory depends, with measured bytes for each,
// rounded up: 600 for an element with its id and text, 800 for a job with its assignment, 400 for
// a required dataset with the path of its transfer, and 24 for a pair of dataset and cluster in
// the table of distances.
func amounts(clusters, links, datasets, jobs, replicas, needs float64) []doc.Amount {
	return []doc.Amount{
		{Name: "clusters", Count: clusters, Bytes: 600}, {Name: "links", Count: links, Bytes: 600},
		{Name: "datasets", Count: datasets, Bytes: 600}, {Name: "jobs", Count: jobs, Bytes: 800},
		{Count: replicas, Bytes: 100}, {Count: needs, Bytes: 400}, {Count: datasets * clusters, Bytes: 24},
	}
}

// Amounts returns the counts on which the memory of the problem depends.
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

// Amounts estimates the counts of the problem that the spec generates in addition to the given
// lists. Missing parameters count as those of the paper's scenarios, which are the largest of any
// preset. Values beyond the generator's limits are rejected elsewhere.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	p := s.overlay(rbhs)
	p.fit(given, s)
	clusters, datasets, jobs := float64(p.Clusters), float64(p.Datasets), float64(p.Jobs)
	links := max(min(8*clusters, MaxLinks), p.expectedLinks())
	replicas, needs := datasets*float64(p.ReplicasMin+p.ReplicasMax)/2, jobs*float64(p.NeedsMin+p.NeedsMax)/2
	list := amounts(clusters, links, datasets, jobs, replicas, needs)
	for i, own := range given.Amounts() {
		if own.Count > 0 && i < 6 { // the last one is a product of two others
			list[i].Count = own.Count
		}
	}
	return list
}
