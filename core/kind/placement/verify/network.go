package verify

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A Network has the links of a problem. Distances are compared in fixed point, as
// site/docs/replica-selection.md says, so that two paths are equally long or not in
// whatever order they are added up. Of equally short paths that one is taken which,
// seen from the cluster that needs the data, comes first in the order of the document.
type Network struct {
	links [][]link        // by cluster, in the order of their other ends
	parts placement.Parts // connected components; the root of each is its first cluster
}

// A link is seen from one of its ends.
type link struct {
	to    int
	perMB float64 // 1/bandwidth
	units uint64  // the same in fixed point
}

// Routes lead from the nearest of some clusters to every cluster.
type Routes struct {
	PerMB []float64 // seconds for one MB, +Inf where no path leads
	next  []int     // the previous cluster of the path, the cluster itself at its begin, -1 for no path
}

const (
	unreached = math.MaxUint64
	// unitBits is the number of bits of twice the greatest distance from the first
	// cluster of a part in fixed point. A link that is longer counts as longestLink.
	unitBits    = 61
	longestLink = uint64(1) << (unitBits + 1)
)

func newNetwork(p *placement.Problem, clusters map[string]int) *Network {
	n := &Network{links: make([][]link, len(p.Clusters)), parts: placement.Apart(len(p.Clusters))}
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
		sorting.By(list, func(a, b link) int { return cmp.Compare(a.to, b.to) })
		for k := range list {
			list[k].units = fixed(list[k].perMB, unitBits-exponent)
		}
	}
	return n
}

// Part returns the first cluster of the connected part that a cluster is in.
func (n *Network) Part(cluster int) int { return n.parts.Root(cluster) }

// fixed returns a length in units of 2^-shift, at least one.
func fixed(perMB float64, shift int) uint64 {
	units := math.RoundToEven(math.Ldexp(perMB, shift))
	switch {
	case units >= float64(longestLink):
		return longestLink
	case units < 1:
		return 1
	}
	return uint64(units)
}

// link returns 1/bandwidth between two neighbours, and reports whether they are linked.
func (n *Network) link(a, b int) (perMB float64, ok bool) {
	k, ok := slices.BinarySearchFunc(n.links[a], b, func(l link, to int) int { return cmp.Compare(l.to, to) })
	if !ok {
		return 0, false
	}
	return n.links[a][k].perMB, true
}

// reach returns the greatest distance from the first cluster of a part to another
// cluster of it, over all parts.
func (n *Network) reach() float64 {
	distance, farthest := make([]float64, len(n.links)), 0.0
	queue := &visits[float64]{}
	for i := range distance {
		if distance[i] = math.Inf(1); n.Part(i) == i {
			distance[i] = 0
			*queue = append(*queue, visit[float64]{0, i})
		}
	}
	for queue.Len() > 0 {
		v := heap.Pop(queue).(visit[float64])
		if v.distance > distance[v.cluster] {
			continue
		}
		farthest = max(farthest, v.distance)
		for _, l := range n.links[v.cluster] {
			if there := v.distance + l.perMB; there < distance[l.to] {
				distance[l.to] = there
				heap.Push(queue, visit[float64]{there, l.to})
			}
		}
	}
	return min(farthest, math.MaxFloat64/2)
}

// routes finds the shortest paths from the nearest of some clusters by Dijkstra's
// algorithm.
func (n *Network) routes(homes []int) *Routes {
	r := &Routes{PerMB: make([]float64, len(n.links)), next: make([]int, len(n.links))}
	units := make([]uint64, len(n.links))
	for i := range units {
		units[i], r.PerMB[i], r.next[i] = unreached, math.Inf(1), -1
	}
	queue := &visits[uint64]{}
	for _, home := range homes {
		units[home], r.PerMB[home], r.next[home] = 0, 0, home
		*queue = append(*queue, visit[uint64]{0, home})
	}
	for queue.Len() > 0 {
		v := heap.Pop(queue).(visit[uint64])
		if v.distance > units[v.cluster] {
			continue
		}
		for _, l := range n.links[v.cluster] {
			if r.next[v.cluster] < 0 && units[l.to] < v.distance && units[l.to]+l.units == v.distance {
				r.next[v.cluster], r.PerMB[v.cluster] = l.to, r.PerMB[l.to]+l.perMB
			}
			if there := v.distance + l.units; there < units[l.to] {
				units[l.to] = there
				heap.Push(queue, visit[uint64]{there, l.to})
			}
		}
	}
	return r
}

// Path returns the clusters of the path to a cluster, nil where there is none.
func (r *Routes) Path(to int) (path []int) {
	if r.next[to] < 0 {
		return nil
	}
	for ; r.next[to] != to; to = r.next[to] {
		path = append(path, to)
	}
	path = append(path, to)
	slices.Reverse(path)
	return path
}

// Seconds returns the time of so many MB. Over no path even nothing takes forever.
func Seconds(size, perMB float64) float64 {
	if math.IsInf(perMB, 1) {
		return perMB
	}
	return size * perMB
}

// A visit is a cluster at a distance in the queue of Dijkstra's algorithm.
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
