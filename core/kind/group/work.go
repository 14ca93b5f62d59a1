package group

import "math"

// What stops the algorithms. It stands here because the estimate of their work
// must know it too.
const (
	MostSets   = 40_000_000 // sets of nodes that brute force values
	MostTree   = 20_000     // nodes of the search tree, unless an option says otherwise
	MostGreedy = 3_000      // and of the greedy one, which proves nothing by going on

	MostDecisions = 200_000_000    // bytes of decisions of GKA's table
	MostCells     = 30_000_000_000 // its cells times ways to use a group
)

// Besides its nodes effort bounds the search tree: so much for every node that it
// may have, all together, never less than for the most nodes that it has unless
// an option says otherwise, and no more than for ten times those. In a problem of
// many nodes one of the tree takes more.
const (
	EachTree    = 2_000
	EachGreedy  = 10_000
	EachSorted  = 8 // for a node of the problem, in a knapsack
	EachVisited = 1 // for one that is only looked at
)

// TreeEffort is what a search tree of so many nodes may take.
func TreeEffort(most int) int { return max(MostTree, min(most, 10*MostTree)) * EachTree }

// GreedyEffort is what a greedy one may take.
func GreedyEffort(most int) int { return max(MostGreedy, min(most, 10*MostGreedy)) * EachGreedy }

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
		if nodes <= small && o.Bound != Relaxed && most <= MostTree {
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
