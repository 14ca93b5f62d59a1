package replica

import "math"

// A search finds how far every cluster is from the nearest of a set of
// replicas (Dijkstra from all of them at once), and by which way. It keeps its
// memory between runs.
type search struct {
	net  *Net
	dist []uint64
	via  []int32 // the arc by which a cluster was reached last
	open heap
}

func newSearch(n *Net) *search {
	return &search{net: n, dist: make([]uint64, n.Len()), via: make([]int32, n.Len()), open: newHeap(n.Len())}
}

// from fills seconds with the time that one MB takes from the nearest replica
// to each cluster, +Inf where no replica can be reached, and hop with the next
// cluster on the way from a cluster to its replica: itself on a replica, -1
// where none can be reached.
//
// Complexity: O((clusters + links) log clusters).
func (s *search) from(replicas []int32, seconds []float64, hop []int32) {
	for i := range s.dist {
		s.dist[i] = far
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

// settle makes u final and offers its neighbours the way through it. All links
// have a positive length, so every cluster that could be u's next hop is
// settled before u, and hop[u] is final: of equally near ones the first in the
// document.
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
