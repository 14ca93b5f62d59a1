package serve

import (
	"gridbox/core/problem/placement"
	"gridbox/core/scenario"
)

// placementSize counts what a placement problem's memory depends on.
type placementSize struct {
	clusters, links, datasets, replicas, jobs, needs float64
}

// memory estimates the bytes that reading, solving and checking take. The
// factors are what the nouns, their text and the solvers' tables were measured
// to take, rounded up: a thing with its id and text about 600 bytes, a job's
// assignment 800, a reference with the path of a transfer 400, and 24 for each
// pair of dataset and cluster in the table of distances.
func (n placementSize) memory() float64 {
	return 600*(n.clusters+n.links+n.datasets) + 800*n.jobs + 400*n.needs + 100*n.replicas +
		24*n.datasets*n.clusters
}

// placementCounts measures an explicit problem, and one still to be generated
// by what its parameters ask for. Parameters that are left out count as those
// of the paper's scenarios, the largest that a preset has. The generator itself
// has refused what is beyond its own bounds.
func placementCounts(p *scenario.Placement) placementSize {
	if p.Generate == nil {
		return countProblem(p)
	}
	g := p.Generate
	n := placementSize{clusters: count(g.Clusters, 100), datasets: count(g.Datasets, 300), jobs: count(g.Jobs, 1000)}
	n.links = min(8*n.clusters, placement.MostLinks)
	n.replicas = n.datasets * (count(g.ReplicasMin, 2) + count(g.ReplicasMax, 6)) / 2
	n.needs = n.jobs * (count(g.NeedsMin, 2) + count(g.NeedsMax, 6)) / 2
	return n
}

func countProblem(p *scenario.Placement) placementSize {
	n := placementSize{clusters: float64(len(p.Clusters)), links: float64(len(p.Links)),
		datasets: float64(len(p.Datasets)), jobs: float64(len(p.Jobs))}
	for _, d := range p.Datasets {
		n.replicas += float64(len(d.At))
	}
	for _, j := range p.Jobs {
		n.needs += float64(len(j.Datasets))
	}
	return n
}

// count is a parameter, or what stands for it when it is left out.
func count(n *int, otherwise float64) float64 {
	if n == nil {
		return otherwise
	}
	return float64(*n)
}
