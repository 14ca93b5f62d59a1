// Package replica computes from which replica a cluster reads a dataset: the Replica Selection
// (RS) of Abdoli, Entezari-Maleki and Movaghar, "A Rank-based Hybrid Algorithm for Scheduling
// Data- and Computation-intensive Jobs in Grid Environments" (2013), section 3.1.
//
// There are two implementations. [Net.Select] is the paper's uniform-cost search from one
// cluster, with its events, for step-through and as the reference. [Table] runs one search per
// dataset from all of its replicas and serves every job and cluster from the result. Both return
// the same replicas, paths and numbers, bit for bit.
//
// # Why they agree
//
// Sums of floating-point numbers depend on their order, and the two searches add the links of a
// path from opposite ends. So distances are compared in fixed point, where addition is exact and
// associative. A link's 1/bandwidth is a whole number of units, and the unit is a power of two
// chosen so that the longest distance has about 61 bits. If all bits of the inverses fit (a ratio
// of about a thousand between the longest distance and the shortest link), nothing is rounded.
// Otherwise a distance is off by at most half a unit per link, 2^-61 of the longest distance.
// Among equally short paths the lexicographically first is used, as a sequence of clusters from
// the reader to the replica in the order of the document. The reported number is always the
// floating-point sum of 1/bandwidth along that path, added up from the replica.
package replica

import (
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A Net is the network of a problem, prepared for searches. Clusters are numbered by their index
// in the problem.
type Net struct {
	clusters []placement.Cluster
	// The arcs that leave cluster i are arcs[first[i]:first[i+1]], by ascending end.
	first []int32
	arcs  []arc
	// ends and units hold the end node and the unit time of each arc, in separate slices because searches
	// read little else.
	ends  []int32
	units []uint64
	// index maps a cluster's id to its index.
	index map[string]int32
}

// An arc is one direction of a link.
type arc struct {
	to   int32
	link int32
	cost float64 // 1/bandwidth in seconds per MB; units are the same in fixed point
}

const (
	// unreachable is the distance, in units, of unreachable clusters.
	unreachable = math.MaxUint64
	// distanceBits is the greatest number of bits of the longest distance. A link that no
	// shortest path uses is cut off just above it, so that sums never overflow.
	distanceBits = 61
	maxUnits     = uint64(1) << (distanceBits + 1)
)

// NewNet prepares the network of a valid problem.
func NewNet(p *placement.Problem) *Net {
	n := &Net{clusters: p.Clusters, index: make(map[string]int32, len(p.Clusters))}
	for i := range p.Clusters {
		n.index[p.Clusters[i].ID] = int32(i)
	}
	n.first = make([]int32, len(p.Clusters)+1)
	n.arcs = make([]arc, 2*len(p.Links))
	for i := range p.Links {
		n.first[n.index[p.Links[i].A]+1]++
		n.first[n.index[p.Links[i].B]+1]++
	}
	for i := range p.Clusters {
		n.first[i+1] += n.first[i]
	}
	next := slices.Clone(n.first)
	for i := range p.Links {
		l := &p.Links[i]
		a, b := n.index[l.A], n.index[l.B]
		n.arcs[next[a]] = arc{to: b, link: int32(i), cost: 1 / l.Bandwidth}
		n.arcs[next[b]] = arc{to: a, link: int32(i), cost: 1 / l.Bandwidth}
		next[a]++
		next[b]++
	}
	for i := range p.Clusters {
		sorting.Sort(n.leaving(int32(i)), func(x, y arc) int { return int(x.to) - int(y.to) })
	}
	n.setUnits()
	return n
}

// Len returns the number of clusters.
func (n *Net) Len() int { return len(n.clusters) }

// Cluster returns the index of the cluster with an id.
func (n *Net) Cluster(id string) (int32, bool) {
	i, ok := n.index[id]
	return i, ok
}

// ID returns the id of cluster i.
func (n *Net) ID(i int32) string { return n.clusters[i].ID }

// leaving returns the arcs that leave cluster i.
func (n *Net) leaving(i int32) []arc { return n.arcs[n.first[i]:n.first[i+1]] }

// setUnits chooses the unit and sets the length of every arc in units. From any cluster of a connected
// part the farthest one is at least half as far as the longest distance in the part, so one
// search for each part suffices.
func (n *Net) setUnits() {
	_, exponent := math.Frexp(2 * n.maxDistance())
	n.ends, n.units = make([]int32, len(n.arcs)), make([]uint64, len(n.arcs))
	for i := range n.arcs {
		n.ends[i] = n.arcs[i].to
		units := math.RoundToEven(math.Ldexp(n.arcs[i].cost, distanceBits-exponent))
		switch {
		case units >= float64(maxUnits):
			n.units[i] = maxUnits
		case units < 1:
			n.units[i] = 1
		default:
			n.units[i] = uint64(units)
		}
	}
}

// maxDistance returns the greatest distance from the first cluster of a part to any other cluster of
// the part, over all parts, in floating point.
func (n *Net) maxDistance() float64 {
	dist := make([]float64, n.Len())
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	longest := 0.0
	open := newHeap(n.Len()) // keyed by the bits of the distance, which have the same order
	for start := range dist {
		if !math.IsInf(dist[start], 1) {
			continue
		}
		dist[start] = 0
		open.push(0, int32(start))
		for len(open.list) > 0 {
			_, u := open.pop()
			longest = math.Max(longest, dist[u])
			for _, a := range n.leaving(u) {
				if d := dist[u] + a.cost; d < dist[a.to] {
					dist[a.to] = d
					open.push(math.Float64bits(d), a.to)
				}
			}
		}
	}
	// Half the largest number keeps twice the reach finite.
	return math.Min(longest, math.MaxFloat64/2)
}

// Parts returns the connected part of each cluster and the number of parts. Parts are numbered in
// the order of their first clusters.
func (n *Net) Parts() ([]int32, int) {
	part := make([]int32, n.Len())
	for i := range part {
		part[i] = -1
	}
	count := int32(0)
	var open []int32
	for start := range part {
		if part[start] >= 0 {
			continue
		}
		part[start] = count
		for open = append(open[:0], int32(start)); len(open) > 0; {
			u := open[len(open)-1]
			open = open[:len(open)-1]
			for _, a := range n.leaving(u) {
				if part[a.to] < 0 {
					part[a.to] = count
					open = append(open, a.to)
				}
			}
		}
		count++
	}
	return part, int(count)
}
