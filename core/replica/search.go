package replica

import "math"

// A search finds how far every cluster is from the nearest of a set of
// replicas (Dijkstra from all of them at once), and by which way. It keeps its
// memory between runs.
type search struct {
	net  *Net
	dist []uint64
	open heap
}

func newSearch(n *Net) *search {
	return &search{net: n, dist: make([]uint64, n.Len())}
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
	s.open = s.open[:0]
	for _, r := range replicas {
		s.dist[r], seconds[r], hop[r] = 0, 0, r
		s.open.push(0, r)
	}
	for len(s.open) > 0 {
		key, u := s.open.pop()
		if key > s.dist[u] {
			continue
		}
		s.settle(u, key, seconds, hop)
	}
}

// settle makes u final and offers its neighbours the way through it. All links
// have a positive length, so every cluster that could be u's next hop is
// settled before u, and hop[u] is final: of equally near ones the first in the
// document.
func (s *search) settle(u int32, key uint64, seconds []float64, hop []int32) {
	for _, a := range s.net.leaving(u) {
		d := key + a.units
		switch old := s.dist[a.to]; {
		case d < old:
			s.dist[a.to] = d
			hop[a.to] = u
			seconds[a.to] = seconds[u] + a.cost
			s.open.push(d, a.to)
		case d == old && d > 0 && u < hop[a.to]:
			hop[a.to] = u
			seconds[a.to] = seconds[u] + a.cost
		}
	}
}

// walk follows hop from cluster i to the replica; nil where there is none.
func walk(hop []int32, i int32) []int32 {
	if hop[i] < 0 {
		return nil
	}
	path := []int32{i}
	for hop[i] != i {
		i = hop[i]
		path = append(path, i)
	}
	return path
}
