package draw

import (
	"gridbox/core/draw/layout"
	"gridbox/core/kind/placement"
)

// A network is the connection of the clusters, links and datasets of a problem, without places.
// It is never modified.
type network struct {
	p            *placement.Problem
	index        map[string]int // index by cluster id
	replicas     [][]string     // per cluster, dataset ids in document order
	degree       []int
	tips         [][2]int // by link, the indexes of its clusters, -1 for an unknown one
	maxBandwidth float64  // the largest bandwidth
	drawnLinks   []int    // the links that are drawn if there are more than maxLinks
	omitted      int      // how many are not drawn
}

// pieces is the number of links or comparisons between two calls of pause.
const pieces = 1 << 12

// newNetwork returns the network of a problem. It takes O(V + E log E) time and calls pause
// repeatedly.
func newNetwork(p *placement.Problem, pause func()) *network {
	n := &network{p: p, index: clusterIndex(p), degree: make([]int, len(p.Clusters)),
		tips: make([][2]int, len(p.Links)), replicas: make([][]string, len(p.Clusters))}
	for k := range p.Links {
		if k%pieces == 0 {
			pause()
		}
		l := &p.Links[k]
		n.maxBandwidth = max(n.maxBandwidth, l.Bandwidth)
		for side, id := range [2]string{l.A, l.B} {
			i, ok := n.index[id]
			if ok {
				n.degree[i]++
			} else {
				i = -1
			}
			n.tips[k][side] = i
		}
	}
	for _, d := range p.Datasets {
		for _, at := range d.At {
			if i, ok := n.index[at]; ok {
				n.replicas[i] = append(n.replicas[i], d.ID)
			}
		}
	}
	if len(p.Links) > maxLinks {
		n.findWidest(p, pause)
	}
	return n
}

// Prepare does the slowest part of drawing a problem with thousands of clusters, and calls pause
// repeatedly. The next picture of this problem uses the result.
func (k *Cache) Prepare(p *placement.Problem, pause func()) {
	layout.ClustersWith(p, pause)
	if len(p.Links) <= maxLinks {
		return
	}
	n := newNetwork(p, pause)
	k.mutex.Lock()
	k.remember(n)
	k.mutex.Unlock()
}

// network returns the network of a problem, from the cache if it is there.
func (k *Cache) network(p *placement.Problem) *network {
	for _, n := range k.nets {
		if n.p == p {
			return n
		}
	}
	n := newNetwork(p, func() {})
	k.remember(n)
	return n
}

// remember adds a network to the cache, which contains two.
func (k *Cache) remember(n *network) {
	k.nets = append(k.nets[max(0, len(k.nets)-1):len(k.nets):len(k.nets)], n)
}
