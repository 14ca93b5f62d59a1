// Package layout gives the clusters of a grid places in a picture.
package layout

import (
	"math"

	"gridbox/core/kind/placement"
)

// A Point is a place in the unit square, the origin at the top left.
type Point struct{ X, Y float64 }

// Clusters gives every cluster of p a place in the unit square. Clusters that
// the document places keep their place; when none is placed the whole grid is
// laid out by Rearrange; when some are, each of the others goes to the free
// spot nearest to its neighbours. The same problem gives the same places.
func Clusters(p *placement.Problem) []Point { return ClustersWith(p, func() {}) }

// ClustersWith is Clusters that calls pause between pieces of its work. The places
// of a large problem are remembered, so that a page finds them beforehand and
// Clusters then returns immediately. The result must not be modified.
func ClustersWith(p *placement.Problem, pause func()) []Point {
	if len(p.Clusters) <= quadratic {
		return layOut(p, pause)
	}
	if at := recent.find(p); at != nil {
		return at
	}
	at := layOut(p, pause)
	recent.add(p, at)
	return at
}

func layOut(p *placement.Problem, pause func()) []Point {
	out := make([]Point, len(p.Clusters))
	placed := make([]bool, len(p.Clusters))
	some := false
	for i, c := range p.Clusters {
		if c.X != nil && c.Y != nil {
			out[i], placed[i], some = Point{clamp01(*c.X), clamp01(*c.Y)}, true, true
		}
	}
	if !some {
		return rearrange(p, pause)
	}
	adjacent := neighbours(p)
	if missing := len(out) - count(placed); missing > 0 && len(out)*missing > mostSpots {
		return rearrange(p, pause)
	}
	for i := range out {
		if !placed[i] {
			pause()
			out[i] = freeSpot(i, out, placed, adjacent[i])
			placed[i] = true
		}
	}
	return out
}

// Same reports whether two problems have the same places because neither their clusters
// nor their links are others: drafts share what a change leaves alone.
func Same(p, q *placement.Problem) bool {
	return shared(p.Clusters, q.Clusters) && shared(p.Links, q.Links)
}

func shared[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// mostSpots bounds the search of free spots, which looks at every cluster for
// each that has no place; beyond it the grid is laid out anew.
const mostSpots = 100_000

func count(list []bool) (n int) {
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// Rearrange lays out the whole grid, whatever places the document gives.
//
// A ring, chain, tree, grid or fat tree is drawn as what it is (shaped). For all
// others distances in the picture follow the number of links between clusters:
// the stress of the layout is lowered by the stochastic gradient descent of Zheng,
// Pawar and Goodman, "Graph Drawing by Stochastic Gradient Descent" (IEEE
// TVCG 2019). We deviate in the order of the pairs, which is one fixed shuffle
// an iteration from a small generator of our own, and in the step sizes, which
// shrink by a constant factor found without math.Exp, so that the places are
// the same natively and in every browser. It takes O(V(V+E)) time and O(V^2)
// memory; above quadratic clusters only some pairs are looked at (sparse).
func Rearrange(p *placement.Problem) []Point { return rearrange(p, func() {}) }

func rearrange(p *placement.Problem, pause func()) []Point {
	n := len(p.Clusters)
	switch {
	case n == 0:
		return nil
	case n == 1:
		return []Point{{0.5, 0.5}}
	}
	adjacent := neighbours(p)
	pause()
	if at, ok := shaped(n, adjacent); ok {
		return at
	}
	pause()
	if n > quadratic {
		return sparse(n, adjacent, pause)
	}
	at := lowerStress(n, adjacent, pause)
	turn(at)
	fit(at)
	return at
}

// neighbours lists the ends of each cluster's links, in document order. Links
// to unknown clusters are left out: pictures draw faulty documents too.
func neighbours(p *placement.Problem) [][]int {
	index := make(map[string]int, len(p.Clusters))
	for i, c := range p.Clusters {
		index[c.ID] = i
	}
	out := make([][]int, len(p.Clusters))
	for _, l := range p.Links {
		a, okA := index[l.A]
		b, okB := index[l.B]
		if okA && okB && a != b {
			out[a] = append(out[a], b)
			out[b] = append(out[b], a)
		}
	}
	return out
}

// ring places n points evenly on a circle, the first at the top.
func ring(n int) []Point {
	out := make([]Point, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = Point{round4(0.5 + float64(0.5*sin)), round4(0.5 - float64(0.5*cos))}
	}
	return out
}

// freeSpot tries the points of a fixed raster and takes the one that is near
// the placed neighbours without crowding anybody.
func freeSpot(i int, at []Point, placed []bool, adjacent []int) Point {
	const raster = 16
	home, known := Point{0.5, 0.5}, 0.0
	for _, j := range adjacent {
		if placed[j] {
			if known == 0 {
				home = Point{}
			}
			home.X += at[j].X
			home.Y += at[j].Y
			known++
		}
	}
	if known > 0 {
		home = Point{home.X / known, home.Y / known}
	}
	best, least := home, math.Inf(1)
	for row := 0; row <= raster; row++ {
		for col := 0; col <= raster; col++ {
			q := Point{float64(col) / raster, float64(row) / raster}
			cost := squared(q, home)
			for j := range at {
				if placed[j] && j != i {
					cost += 0.004 / (squared(q, at[j]) + 0.0005)
				}
			}
			if cost < least {
				best, least = q, cost
			}
		}
	}
	return best
}

func squared(a, b Point) float64 {
	dx, dy := a.X-b.X, a.Y-b.Y
	return float64(dx*dx) + float64(dy*dy)
}

func round4(v float64) float64 { return math.Round(v*10000) / 10000 }

func clamp01(v float64) float64 {
	if !(v > 0) { // also NaN
		return 0
	}
	return math.Min(v, 1)
}
