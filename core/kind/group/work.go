package group

import "math"

// Limits of the algorithms. They are defined here because the estimate of work
// depends on them.
const (
	MaxSets   = 40_000_000 // sets of nodes that brute force evaluates
	MaxTree   = 20_000     // nodes of the search tree by default
	MaxGreedy = 3_000      // nodes of the greedy tree, which proves nothing by continuing

	MaxDecisions = 200_000_000    // size of GKA's table of decisions in bytes
	MaxCells     = 30_000_000_000 // its cells times the ways to use a group
)

// The effort of a search tree is limited too: a fixed amount for each node of
// its limit, in total at least that of the default limit and at most ten times
// that. In a large problem a node of the tree takes more effort.
const (
	TreeNodeEffort    = 2_000
	GreedyNodeEffort  = 10_000
	SortedNodeEffort  = 8 // for a node of the problem in a knapsack
	VisitedNodeEffort = 1 // for a node that is only visited
)

// TreeEffort returns the limit of effort for a search tree with a limit of
// nodes.
func TreeEffort(most int) int { return max(MaxTree, min(most, 10*MaxTree)) * TreeNodeEffort }

// GreedyEffort returns the limit of effort for a greedy search tree.
func GreedyEffort(most int) int { return max(MaxGreedy, min(most, 10*MaxGreedy)) * GreedyNodeEffort }

// Work returns the estimated time of an algorithm for the request in a browser
// in milliseconds, from measurements of the presets. It decides which
// algorithms run at every change and is accurate to a factor of a few.
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
			most = MaxGreedy // the exact one seldom grows larger
		}
		small := 300.0 // trees over no more nodes stay small
		if algorithm == "tree" {
			small = 60
		}
		if nodes <= small && o.Bound != Relaxed && most <= MaxTree {
			most = math.Min(most, 150)
		}
		return math.Min(most*nodes*4e-4, 6000) // the effort of a tree is limited
	case "brute-force":
		sets := 1.0
		for k := 0.0; k < math.Min(count, nodes-count) && sets < 1e9; k++ {
			sets *= (nodes - k) / (k + 1)
		}
		if sets >= MaxSets {
			return 0 // refused
		}
		return sets * 1e-4
	}
	return nodes * 0.005
}

// steps returns the number of cells of GKA's table per unit of money, assuming
// two decimals for prices that are not whole.
func (p *Problem) steps() float64 {
	for i := range p.Nodes {
		if x := p.Nodes[i].Price; x != math.Trunc(x) {
			return 100
		}
	}
	return 1
}
