package group

import "math"

// What stops the algorithms. It stands here because the estimate of their work
// must know it too.
const (
	MostSets   = 40_000_000 // sets of nodes that brute force values
	MostTree   = 20_000     // nodes of the search tree, unless an option says otherwise
	MostGreedy = 3_000      // and of the greedy one, which proves nothing by going on
)

// Work estimates how many milliseconds an algorithm takes for a request in a
// browser, by what was measured on the presets. It is there to decide what may
// be run at every change, and good to a factor of a few.
func (p *Problem) Work(algorithm string, o Options) float64 {
	if p.Request == nil {
		return 0
	}
	nodes, count := float64(len(p.Nodes)), float64(p.Request.Nodes)
	switch algorithm {
	case "gka":
		return nodes * count * math.Min(p.Request.Budget*p.steps(), 1e7) * 1.2e-6
	case "tree", "tree-greedy":
		most := float64(o.Nodes)
		if o.Nodes == 0 {
			most = MostGreedy // the exact one seldom grows further
		}
		small := 300.0 // trees over no more nodes stay small
		if algorithm == "tree" {
			small = 60
		}
		if nodes <= small {
			most = math.Min(most, 150)
		}
		return math.Min(most*nodes*4e-4, 6000) // the effort of a tree has its limit
	case "brute-force":
		sets := 1.0
		for k := 0.0; k < math.Min(count, nodes-count) && sets < 1e9; k++ {
			sets *= (nodes - k) / (k + 1)
		}
		if sets >= MostSets {
			return 0 // refused
		}
		return sets * 1e-4
	}
	return nodes * 0.005
}

// steps is how many cells of GKA's table a unit of money makes, if prices that
// are not whole have two decimals.
func (p *Problem) steps() float64 {
	for i := range p.Nodes {
		if x := p.Nodes[i].Price; x != math.Trunc(x) {
			return 100
		}
	}
	return 1
}
