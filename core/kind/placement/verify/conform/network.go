package conform

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A network has the links of a problem. Distances are compared in fixed point
// (site/docs/replica-selection.md), so that the comparison of two paths does not depend on the
// order of additions. Of equally short paths the first one is used, as a sequence of clusters
// from the reader in the order of the document.
type network struct {
	links [][]link               // by cluster, in the order of their other ends
	parts placement.DisjointSets // connected components; the root of each is its first cluster
}

// A link is one direction of a link of the problem.
type link struct {
	to    int
	perMB float64 // 1/bandwidth
	units uint64  // the same in fixed point
}

// routes are the shortest paths from the nearest of some clusters to every cluster.
type routes struct {
	perMB []float64 // seconds per MB, +Inf without a path
	next  []int     // previous cluster of the path: the cluster itself at its begin, -1 without a path
}

const (
	unreachable = math.MaxUint64 // distance of unreachable clusters
	// unitBits is the number of bits of twice the greatest distance from the first
	// cluster of a part in fixed point. A link that is longer counts as maxLinkUnits.
	unitBits     = 61
	maxLinkUnits = uint64(1) << (unitBits + 1)
)

// newNetwork prepares the network of a problem.
func newNetwork(p *placement.Problem, clusters map[string]int) *network {
	n := &network{links: make([][]link, len(p.Clusters)), parts: placement.NewDisjointSets(len(p.Clusters))}
	for i := range p.Links {
		l := &p.Links[i]
		a, b := clusters[l.A], clusters[l.B]
		n.links[a] = append(n.links[a], link{to: b, perMB: 1 / l.Bandwidth})
		n.links[b] = append(n.links[b], link{to: a, perMB: 1 / l.Bandwidth})
		a, b = n.parts.Root(a), n.parts.Root(b)
		n.parts[max(a, b)] = min(a, b)
	}
	_, exponent := math.Frexp(2 * n.reach())
	for _, list := range n.links {
		sorting.Sort(list, func(a, b link) int { return cmp.Compare(a.to, b.to) })
		for k := range list {
			list[k].units = fixed(list[k].perMB, unitBits-exponent)
		}
	}
	return n
}

// part returns the first cluster of the connected part of a cluster.
func (n *network) part(cluster int) int { return n.parts.Root(cluster) }

// fixed returns a length in units of 2^-shift, from 1 to maxLinkUnits.
func fixed(perMB float64, shift int) uint64 {
	units := math.RoundToEven(math.Ldexp(perMB, shift))
	switch {
	case units >= float64(maxLinkUnits):
		return maxLinkUnits
	case units < 1:
		return 1
	}
	return uint64(units)
}

// reach returns the greatest distance from the first cluster of a part to another
// cluster of it, over all parts.
func (n *network) reach() float64 {
	var firsts []int
	for i := range n.links {
		if n.part(i) == i {
			firsts = append(firsts, i)
		}
	}
	distances, _ := dijkstra(n, firsts, math.Inf(1), func(l *link) float64 { return l.perMB })
	return min(slices.Max(append(distances, 0)), math.MaxFloat64/2)
}

// routesFrom returns the shortest paths from the nearest of some clusters.
func (n *network) routesFrom(homes []int) *routes {
	r := &routes{perMB: make([]float64, len(n.links)), next: make([]int, len(n.links))}
	for i := range r.next {
		r.perMB[i], r.next[i] = math.Inf(1), -1
	}
	for _, home := range homes {
		r.perMB[home], r.next[home] = 0, home
	}
	units, order := dijkstra(n, homes, unreachable, func(l *link) uint64 { return l.units })
	for _, i := range order {
		for _, l := range n.links[i] {
			if r.next[i] < 0 && units[l.to] < units[i] && units[l.to]+l.units == units[i] {
				r.next[i], r.perMB[i] = l.to, r.perMB[l.to]+l.perMB
			}
		}
	}
	return r
}

// dijkstra returns the distance of every cluster from the nearest of some clusters, and the
// clusters by distance, by Dijkstra's algorithm. Clusters without a path have the given distance.
func dijkstra[D float64 | uint64](n *network, from []int, none D, length func(l *link) D) (distance []D, order []int) {
	queue := &visits[D]{}
	for range n.links {
		distance = append(distance, none)
	}
	for _, i := range from {
		distance[i] = 0
		*queue = append(*queue, visit[D]{0, i})
	}
	for queue.Len() > 0 {
		v := heap.Pop(queue).(visit[D])
		if v.distance > distance[v.cluster] {
			continue
		}
		order = append(order, v.cluster)
		for k := range n.links[v.cluster] {
			l := &n.links[v.cluster][k]
			if there := v.distance + length(l); there < distance[l.to] {
				distance[l.to] = there
				heap.Push(queue, visit[D]{there, l.to})
			}
		}
	}
	return distance, order
}

// A visit is an entry of the priority queue of Dijkstra's algorithm.
type visit[D float64 | uint64] struct {
	distance D
	cluster  int
}

// visits is a heap for container/heap.
type visits[D float64 | uint64] []visit[D]

func (q visits[D]) Len() int           { return len(q) }
func (q visits[D]) Less(i, j int) bool { return q[i].distance < q[j].distance }
func (q visits[D]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *visits[D]) Push(x any)        { *q = append(*q, x.(visit[D])) }
func (q *visits[D]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// nearestRoutes returns the routes from the nearest replica of a dataset.
func (c *checker) nearestRoutes(dataset int) *routes {
	if c.datasetRoutes[dataset] == nil {
		c.datasetRoutes[dataset] = c.network.routesFrom(c.Homes[dataset])
	}
	return c.datasetRoutes[dataset]
}

// routesFrom returns the routes from a cluster.
func (c *checker) routesFrom(cluster int) *routes {
	if c.clusterRoutes[cluster] == nil {
		c.clusterRoutes[cluster] = c.network.routesFrom([]int{cluster})
	}
	return c.clusterRoutes[cluster]
}

// Transfers returns the transfer times of a job by these routes, whose sums do not depend on the
// order of the links.
func (c *checker) Transfers(job int) []float64 {
	return c.AddTransfers(job, func(dataset int) []float64 { return c.nearestRoutes(dataset).perMB })
}
