package replica

import "math"

// A search computes the distance of every cluster from the nearest of a set of replicas, with the
// path, by Dijkstra's algorithm from all replicas together. It reuses its memory between runs.
type search struct {
	net  *Net
	dist []uint64
	via  []int32 // the arc by which a cluster was last reached
	open heap
}

// newSearch returns a search in a network.
func newSearch(n *Net) *search {
	return &search{net: n, dist: make([]uint64, n.Len()), via: make([]int32, n.Len()), open: newHeap(n.Len())}
}

// run sets seconds to the time of one MB from the nearest replica to each cluster, +Inf if no
// replica is reachable. It sets hop to the next cluster on the path from a cluster to its
// replica: the cluster itself at a replica, -1 if none is reachable.
//
// Complexity: O((clusters + links) log clusters).
func (s *search) run(replicas []int32, seconds []float64, hop []int32) {
	for i := range s.dist {
		s.dist[i] = unreachable
		seconds[i] = math.Inf(1)
		hop[i] = -1
	}
	for _, r := range replicas {
		s.dist[r], seconds[r], hop[r] = 0, 0, r
		s.open.push(0, r)
	}
	for len(s.open.list) > 0 {
		key, u := s.open.pop()
		if from := hop[u]; from != u {
			seconds[u] = seconds[from] + s.net.arcs[s.via[u]].cost
		}
		s.settle(u, key, hop)
	}
}

// settle makes the distance of u final and relaxes its arcs. All links have a positive length, so
// every cluster that could be u's next hop is settled before u, and hop[u] is final: on a tie the
// first in the document.
func (s *search) settle(u int32, key uint64, hop []int32) {
	first, last := s.net.first[u], s.net.first[u+1]
	ends, units := s.net.ends[first:last], s.net.units[first:last]
	for k, to := range ends {
		d := key + units[k]
		switch old := s.dist[to]; {
		case d < old:
			s.dist[to], hop[to], s.via[to] = d, u, first+int32(k)
			s.open.push(d, to)
		case d == old && d > 0 && u < hop[to]:
			hop[to], s.via[to] = u, first+int32(k)
		}
	}
}
