package network

import (
	"strconv"

	"gridbox/core/importer"
	"gridbox/core/sorting"
)

// maxFolded bounds the links that folding may add: a router with a thousand
// neighbours would add half a million.
const maxFolded = 100_000

// maxRouters bounds a search among all routers for each of them.
const maxRouters = 10_000

// fold removes routers, by ascending number of neighbours, and links the
// neighbours of each directly. The new link has the transfer time of the two
// links that it replaces, 1/b = 1/b1 + 1/b2, so distances, which are sums of
// 1/bandwidth over shortest paths, do not change. Routers whose removal would
// make more than maxFolded links remain.
func (n *Network) fold(r *importer.Report) {
	f := folding{at: make([]map[int]float64, len(n.Nodes)), links: len(n.Links)}
	for i := range f.at {
		f.at[i] = map[int]float64{}
	}
	for _, l := range n.Links {
		f.at[l.A][l.B], f.at[l.B][l.A] = l.Bandwidth, l.Bandwidth
	}
	out := make([]bool, len(n.Nodes))
	count := 0
	for n.routers() <= maxRouters {
		i := n.next(&f, out)
		if i < 0 || f.links+len(f.at[i])*(len(f.at[i])-1)/2 > maxFolded {
			break
		}
		f.remove(i)
		out[i] = true
		count++
	}
	n.keep(&f, out)
	r.AddAssumed(count, "router", "folded into direct links between its neighbours; distances stay equal")
	if left := n.routers(); left > 0 {
		r.AddLeftOut(left, "fold", "of a router: there are more than "+strconv.Itoa(maxRouters)+", or more than "+
			strconv.Itoa(maxFolded)+" links would come of it; it stays")
	}
}

// A folding is the network while it is folded: bandwidths by the two ends.
type folding struct {
	at    []map[int]float64
	links int
}

// next returns the router with the fewest neighbours, -1 if none is left.
func (n *Network) next(f *folding, out []bool) int {
	best := -1
	for i := range n.Nodes {
		if n.Nodes[i].forwards() && !out[i] && (best < 0 || len(f.at[i]) < len(f.at[best])) {
			best = i
		}
	}
	return best
}

// remove removes node i and joins each pair of its neighbours. The new
// bandwidth is 1/(1/a + 1/b), unless a direct link is at least as fast.
func (f *folding) remove(i int) {
	around := sorting.Keys(f.at[i])
	for _, a := range around {
		for _, b := range around {
			if a >= b {
				continue
			}
			through := 1 / (1/f.at[i][a] + 1/f.at[i][b])
			if direct, joined := f.at[a][b]; !joined {
				f.links++
			} else if direct >= through {
				continue
			}
			f.at[a][b], f.at[b][a] = through, through
		}
	}
	for _, a := range around {
		delete(f.at[a], i)
		f.links--
	}
	f.at[i] = nil
}

// keep removes the folded routers and keeps the order of the other nodes.
func (n *Network) keep(f *folding, out []bool) {
	place := make([]int, len(n.Nodes))
	var nodes []Node
	for i := range n.Nodes {
		if place[i] = len(nodes); !out[i] {
			nodes = append(nodes, n.Nodes[i])
		}
	}
	n.Links = n.Links[:0]
	for a := range f.at {
		for b, bandwidth := range f.at[a] {
			if a < b {
				n.Links = append(n.Links, Link{A: place[a], B: place[b], Bandwidth: bandwidth})
			}
		}
	}
	sortLinks(n.Links)
	n.Nodes = nodes
}
