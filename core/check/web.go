package check

import (
	"math"

	"gridbox/core/problem/placement"
)

// web is the checker's own view of the network.
type web struct {
	size      int
	index     map[string]int
	cost      map[[2]int]float64 // 1/bandwidth, both ways
	neighbour [][]int
	away      map[*placement.Dataset][]float64
	total     map[*placement.Dataset]float64
	queue     []visit
	part      []int // made when first needed
}

// visit is a cluster at a distance, waiting to be looked at.
type visit struct {
	distance float64
	cluster  int
}

func newWeb(p *placement.Problem, index map[string]int) *web {
	w := &web{size: len(p.Clusters), index: index, cost: make(map[[2]int]float64, 2*len(p.Links)),
		neighbour: make([][]int, len(p.Clusters)),
		away:      map[*placement.Dataset][]float64{}, total: map[*placement.Dataset]float64{}}
	for i := range p.Links {
		l := &p.Links[i]
		a, b := index[l.A], index[l.B]
		w.cost[[2]int{a, b}], w.cost[[2]int{b, a}] = 1/l.Bandwidth, 1/l.Bandwidth
		w.neighbour[a] = append(w.neighbour[a], b)
		w.neighbour[b] = append(w.neighbour[b], a)
	}
	return w
}

// link is 1/bandwidth between two neighbours.
func (w *web) link(a, b string) (float64, bool) {
	i, okA := w.index[a]
	j, okB := w.index[b]
	cost, ok := w.cost[[2]int{i, j}]
	return cost, ok && okA && okB
}

// reach is the sum of a dataset's distances to all clusters.
func (w *web) reach(d *placement.Dataset) float64 {
	w.distances(d)
	return w.total[d]
}

// distances gives the least sum of 1/bandwidth from a replica of d to every
// cluster, by Dijkstra's algorithm with a queue of its own.
func (w *web) distances(d *placement.Dataset) []float64 {
	if away, known := w.away[d]; known {
		return away
	}
	away := make([]float64, w.size)
	for i := range away {
		away[i] = math.Inf(1)
	}
	for _, home := range d.At {
		away[w.index[home]] = 0
		w.wait(visit{0, w.index[home]})
	}
	for len(w.queue) > 0 {
		v := w.next()
		if v.distance > away[v.cluster] {
			continue
		}
		for _, n := range w.neighbour[v.cluster] {
			if there := v.distance + w.cost[[2]int{v.cluster, n}]; there < away[n] {
				away[n] = there
				w.wait(visit{there, n})
			}
		}
	}
	sum := 0.0
	for _, x := range away {
		sum += x
	}
	w.away[d], w.total[d] = away, sum
	return away
}

// wait puts a visit into the queue, a binary heap in a list.
func (w *web) wait(v visit) {
	w.queue = append(w.queue, v)
	for i := len(w.queue) - 1; i > 0 && w.queue[i].distance < w.queue[(i-1)/2].distance; i = (i - 1) / 2 {
		w.queue[i], w.queue[(i-1)/2] = w.queue[(i-1)/2], w.queue[i]
	}
}

// next takes the nearest visit out of the queue.
func (w *web) next() visit {
	first, last := w.queue[0], len(w.queue)-1
	w.queue[0] = w.queue[last]
	w.queue = w.queue[:last]
	for i := 0; ; {
		small := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < last && w.queue[child].distance < w.queue[small].distance {
				small = child
			}
		}
		if small == i {
			return first
		}
		w.queue[i], w.queue[small] = w.queue[small], w.queue[i]
		i = small
	}
}
