package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// web is the checker's own view of the network. Distances are compared as
// site/docs/replica-selection.md says: in fixed point, so that two ways are
// equally long or not whoever adds them up; of equally short ways that one is
// taken which, seen from the cluster that needs the data, comes first in the
// order of the document.
type web struct {
	size  int
	roads [][]road // by cluster, by ascending end
	part  []int    // the connected part of each cluster, made when first needed
	queue []visit
	units []uint64
}

// A road is a link, seen from one of its ends.
type road struct {
	to    int
	cost  float64 // 1/bandwidth
	units uint64  // the same in fixed point
}

// A visit is a cluster at a distance, waiting to be looked at.
type visit struct {
	distance uint64
	cluster  int
}

// A ways says how a thing of some size gets from the nearest of its homes to
// every cluster.
type ways struct {
	time  []float64 // +Inf where it cannot get
	next  []int     // the neighbour that it comes over: the cluster itself at a home, -1 for none
	total float64   // the sum of time
	// walked are paths that were seen to take these ways, by the cluster they lead to;
	// none are kept in networks of more than mostWalked clusters.
	walked []walk
}

const mostWalked = 1000

// A walk is a path of an answer, told by the place in memory where it stands, and
// the cluster that it begins at.
type walk struct {
	first       *string
	steps, home int32
}

const (
	unreached = math.MaxUint64
	// unitBits is how many bits twice the greatest distance from the first
	// cluster of a part has in fixed point; longer links are as long as longestLink.
	unitBits    = 61
	longestLink = uint64(1) << (unitBits + 1)
)

func newWeb(p *placement.Problem, index *verify.Directory) *web {
	w := &web{size: len(p.Clusters), roads: make([][]road, len(p.Clusters)), units: make([]uint64, len(p.Clusters))}
	for i := range p.Links {
		l := &p.Links[i]
		a, b := index.Of(l.A), index.Of(l.B)
		w.roads[a] = append(w.roads[a], road{to: b, cost: 1 / l.Bandwidth})
		w.roads[b] = append(w.roads[b], road{to: a, cost: 1 / l.Bandwidth})
	}
	_, exponent := math.Frexp(2 * w.reach())
	for _, list := range w.roads {
		sorting.By(list, func(a, b road) int { return cmp.Compare(a.to, b.to) })
		for k := range list {
			list[k].units = fixed(list[k].cost, unitBits-exponent)
		}
	}
	return w
}

// fixed is a cost in units of 2^-shift, at least one.
func fixed(cost float64, shift int) uint64 {
	units := math.RoundToEven(math.Ldexp(cost, shift))
	switch {
	case units >= float64(longestLink):
		return longestLink
	case units < 1:
		return 1
	}
	return uint64(units)
}

// link is 1/bandwidth between two neighbours.
func (w *web) link(a, b int) (float64, bool) {
	k, ok := slices.BinarySearchFunc(w.roads[a], b, func(s road, to int) int { return cmp.Compare(s.to, to) })
	if !ok {
		return 0, false
	}
	return w.roads[a][k].cost, true
}

// reach is the greatest distance from the first cluster of a part to another of
// it, over all parts.
func (w *web) reach() float64 {
	away, farthest := make([]float64, w.size), 0.0
	for i := range away {
		away[i] = math.Inf(1)
	}
	for start := range away {
		if !math.IsInf(away[start], 1) {
			continue
		}
		away[start] = 0
		w.wait(visit{0, start})
		for len(w.queue) > 0 {
			v := w.next()
			here := math.Float64frombits(v.distance) // as bits, positive numbers sort as they do
			if here > away[v.cluster] {
				continue
			}
			farthest = max(farthest, here)
			for _, s := range w.roads[v.cluster] {
				if there := here + s.cost; there < away[s.to] {
					away[s.to] = there
					w.wait(visit{math.Float64bits(there), s.to})
				}
			}
		}
	}
	return min(farthest, math.MaxFloat64/2)
}

// from finds the ways from homes by Dijkstra's algorithm.
func (w *web) from(homes []int, size float64) *ways {
	f := &ways{time: make([]float64, w.size), next: make([]int, w.size)}
	if w.size <= mostWalked {
		f.walked = make([]walk, w.size)
	}
	for i := range f.time {
		w.units[i], f.time[i], f.next[i] = unreached, math.Inf(1), -1
	}
	for _, home := range homes {
		w.units[home], f.time[home], f.next[home] = 0, 0, home
		w.wait(visit{0, home})
	}
	for len(w.queue) > 0 {
		v := w.next()
		if v.distance > w.units[v.cluster] {
			continue
		}
		for _, s := range w.roads[v.cluster] {
			if f.next[v.cluster] < 0 && w.units[s.to] < v.distance && w.units[s.to]+s.units == v.distance {
				f.next[v.cluster], f.time[v.cluster] = s.to, f.time[s.to]+s.cost
			}
			if there := v.distance + s.units; there < w.units[s.to] {
				w.units[s.to] = there
				w.wait(visit{there, s.to})
			}
		}
	}
	for i, x := range f.time {
		if !math.IsInf(x, 1) {
			f.time[i] = size * x
		}
		f.total += f.time[i]
	}
	return f
}

// wait puts a visit into the queue, a binary heap in a list.
func (w *web) wait(v visit) {
	w.queue = append(w.queue, v)
	i := len(w.queue) - 1
	for ; i > 0 && v.distance < w.queue[(i-1)/2].distance; i = (i - 1) / 2 {
		w.queue[i] = w.queue[(i-1)/2]
	}
	w.queue[i] = v
}

// next takes the nearest visit out of the queue.
func (w *web) next() visit {
	last := len(w.queue) - 1
	first, v, heap := w.queue[0], w.queue[last], w.queue[:last]
	w.queue = heap
	i := 0
	for child := 1; child < last; child = 2*i + 1 {
		if child+1 < last && heap[child+1].distance < heap[child].distance {
			child++
		}
		if heap[child].distance >= v.distance {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	if last > 0 {
		heap[i] = v
	}
	return first
}

// parts gives the clusters of each connected part the number of its first one.
func (w *web) parts() []int {
	if w.part != nil {
		return w.part
	}
	w.part = make([]int, w.size)
	for i := range w.part {
		w.part[i] = -1
	}
	for start := range w.part {
		if w.part[start] >= 0 {
			continue
		}
		w.part[start] = start
		for open := []int{start}; len(open) > 0; {
			i := open[len(open)-1]
			open = open[:len(open)-1]
			for _, s := range w.roads[i] {
				if w.part[s.to] < 0 {
					w.part[s.to] = start
					open = append(open, s.to)
				}
			}
		}
	}
	return w.part
}
