package replica

import (
	"math"
	"slices"

	"gridbox/core/trace"
)

// A Choice is the replica chosen for one dataset.
type Choice struct {
	// Path leads from the cluster that needs the dataset to the replica; nil if none is
	// reachable.
	Path []int32
	// SecondsPerMB is the sum of 1/bandwidth on the path; +Inf without one.
	SecondsPerMB float64
}

// A Want is one dataset that a job needs: its id, size and replicas.
type Want struct {
	ID   string
	Size float64
	At   []int32
}

// Select is the paper's RS algorithm (table 1) for one job on cluster from: a uniform-cost search
// outward that stops when every dataset has been found. It returns a choice for each want.
//
// Deviations, each needed to make table 1 work: Line 3 takes distances by equation (1), which
// contains a size; a distance here is the sum of 1/bandwidth, and sizes enter only with equation
// (2). Setting dist(1) to Inf (line 11) would let a cluster be expanded again, so expanded
// clusters are closed and open ones are relaxed. Line 5 never ends if a dataset is nowhere to be
// found; here the search ends when nothing is left to expand, and the dataset is infinitely far.
//
// Events: "expand" a cluster with its cost; "found" a dataset there with cost and time; "relax" a
// neighbour with its new cost, or with the reason "farther" or "closed" if the path is no better;
// "unreachable" a dataset; "done" with the total transfer time.
//
// Complexity: O(clusters^2 + links), with the plain list of the paper in place of a heap; Table
// is the fast implementation.
func (n *Net) Select(from int32, wants []Want, log *trace.Log) []Choice {
	u := &uniformCost{net: n, log: log, wants: wants, choices: make([]Choice, len(wants))}
	u.dist = make([]uint64, n.Len())
	u.paths = make([][]int32, n.Len())
	u.closed = make([]bool, n.Len())
	for i := range u.dist {
		u.dist[i] = unreachable
	}
	for i := range u.choices {
		u.choices[i].SecondsPerMB = math.Inf(1)
	}
	u.dist[from], u.paths[from] = 0, []int32{from}
	u.remaining = len(wants)
	for u.remaining > 0 {
		t := u.nearestCluster()
		if t < 0 {
			break
		}
		u.expand(t)
	}
	u.finish()
	return u.choices
}

// A uniformCost is the state of one search.
type uniformCost struct {
	net       *Net
	log       *trace.Log
	wants     []Want
	choices   []Choice
	remaining int
	dist      []uint64
	paths     [][]int32 // the best path to each open or closed cluster
	closed    []bool
}

// nearestCluster is line 6: it returns the open cluster with the least distance, on a tie the one with
// the lexicographically first path, or -1.
func (u *uniformCost) nearestCluster() int32 {
	best := int32(-1)
	for i := range u.dist {
		if u.closed[i] || u.dist[i] == unreachable {
			continue
		}
		if best < 0 || u.dist[i] < u.dist[best] ||
			u.dist[i] == u.dist[best] && slices.Compare(u.paths[i], u.paths[best]) < 0 {
			best = int32(i)
		}
	}
	return best
}

// expand is lines 7 to 11 for cluster t: it closes the cluster, takes the wanted datasets there,
// and relaxes its arcs unless none is wanted any more.
func (u *uniformCost) expand(t int32) {
	u.closed[t] = true
	cost := u.net.length(u.paths[t])
	if u.log.Enabled() {
		u.log.Add(trace.Event{Kind: "expand", Refs: u.clusterRefs(t), Values: []trace.Value{{Name: "cost", Num: cost}}})
	}
	for k := range u.wants {
		if u.choices[k].Path == nil && slices.Contains(u.wants[k].At, t) {
			u.recordChoice(k, t, cost)
		}
	}
	if u.remaining == 0 {
		return
	}
	for at := u.net.first[t]; at < u.net.first[t+1]; at++ {
		u.relax(t, u.net.ends[at], u.net.units[at])
	}
}

// recordChoice sets the choice of want k.
func (u *uniformCost) recordChoice(k int, t int32, cost float64) {
	u.choices[k] = Choice{Path: u.paths[t], SecondsPerMB: cost}
	u.remaining--
	if u.log.Enabled() {
		want := &u.wants[k]
		u.log.Add(trace.Event{Kind: "found",
			Refs: append(u.clusterRefs(t), trace.Ref{Role: "dataset", ID: want.ID}),
			Values: []trace.Value{{Name: "cost", Num: cost}, {Name: "size", Num: want.Size},
				{Name: "time", Num: TransferTime(want.Size, cost)}}})
	}
}

// relax offers the path through t to the cluster at the end of a link of so many units.
func (u *uniformCost) relax(t, to int32, units uint64) {
	reason := ""
	path := append(slices.Clone(u.paths[t]), to)
	d := u.dist[t] + units
	switch {
	case u.closed[to]:
		reason = "closed"
	case d < u.dist[to], d == u.dist[to] && slices.Compare(path, u.paths[to]) < 0:
		u.dist[to], u.paths[to] = d, path
	default:
		reason = "farther"
	}
	if u.log.Enabled() {
		u.log.Add(trace.Event{Kind: "relax", Reason: reason,
			Refs:   append(u.clusterRefs(to), trace.Ref{Role: "from", ID: u.net.ID(t)}),
			Values: []trace.Value{{Name: "cost", Num: u.net.length(path)}}})
	}
}

// finish records the unreachable datasets and the total time.
func (u *uniformCost) finish() {
	if !u.log.Enabled() {
		return
	}
	total := 0.0
	for k := range u.wants {
		if u.choices[k].Path == nil {
			u.log.Add(trace.Event{Kind: "unreachable", Refs: []trace.Ref{{Role: "dataset", ID: u.wants[k].ID}}})
		}
		total += TransferTime(u.wants[k].Size, u.choices[k].SecondsPerMB)
	}
	done := trace.Event{Kind: "done"}
	if !math.IsInf(total, 1) {
		done.Values = []trace.Value{{Name: "time", Num: total}}
	}
	u.log.Add(done)
}

// clusterRefs returns the reference of a cluster in an event.
func (u *uniformCost) clusterRefs(t int32) []trace.Ref {
	return []trace.Ref{{Role: "cluster", ID: u.net.ID(t)}}
}

// length returns the sum of 1/bandwidth along a path, added up from its last cluster, the
// replica.
func (n *Net) length(path []int32) float64 {
	sum := 0.0
	for i := len(path) - 1; i > 0; i-- {
		sum += n.cost(path[i], path[i-1])
	}
	return sum
}

// cost returns 1/bandwidth of the link between two neighbours.
func (n *Net) cost(a, b int32) float64 {
	arcs := n.leaving(a)
	i, _ := slices.BinarySearchFunc(arcs, b, func(x arc, to int32) int { return int(x.to) - int(to) })
	return arcs[i].cost
}
