// Package layout computes places for the clusters of a grid in a picture. Places in the document
// are kept. A grid without places is drawn in its natural shape if it has one: a ring, chain,
// tree, grid or fat tree (shapes.go). Any other is laid out by distances in its links: up to 250
// clusters by stress over all pairs (stress.go), larger ones by a sparse model with pivots
// (sparse.go). The same problem gives the same places on every machine, so that pictures can be
// compared and shared.
package layout

import (
	"math"

	"gridbox/core/kind/placement"
)

// A Point is a place in the unit square, the origin at the top left.
type Point struct{ X, Y float64 }

// Clusters returns a place in the unit square for every cluster of p. Clusters with a place in
// the document keep it. If none has one, the whole grid is laid out by Rearrange. If some have
// one, each other cluster gets the free spot nearest to its neighbours. The same problem gives
// the same places.
func Clusters(p *placement.Problem) []Point { return ClustersWith(p, func() {}) }

// ClustersWith does the work of Clusters and calls pause between pieces of it. The places of a
// large problem are cached, so that a page computes them in advance and Clusters then returns
// immediately. The result must not be modified.
func ClustersWith(p *placement.Problem, pause func()) []Point {
	if len(p.Clusters) <= quadratic {
		return computeLayout(p, pause)
	}
	if at := recent.find(p); at != nil {
		return at
	}
	at := computeLayout(p, pause)
	recent.add(p, at)
	return at
}

// Fill returns the places, moved and stretched so that they extend from left to right and from
// top to bottom of the given ranges. Places in one row or column are centred in the other range.
// Fewer than two places are returned unchanged.
func Fill(places []Point, left, right, top, bottom float64) []Point {
	if len(places) < 2 {
		return places
	}
	low, high := places[0], places[0]
	for _, p := range places {
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
	}
	out := make([]Point, len(places))
	for i, p := range places {
		out[i] = Point{X: mapRange(p.X, low.X, high.X, left, right), Y: mapRange(p.Y, low.Y, high.Y, top, bottom)}
	}
	return out
}

// mapRange maps v linearly from one range to another. A narrow range becomes 0.5.
func mapRange(v, from, to, low, high float64) float64 {
	if to-from < 0.05 {
		return 0.5
	}
	return low + (v-from)/(to-from)*(high-low)
}

// computeLayout computes the places of the clusters in the unit square. It keeps given positions and
// finds free places for the other clusters. Without positions, or if that would take too long, it
// arranges all clusters.
func computeLayout(p *placement.Problem, pause func()) []Point {
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
	if missing := len(out) - count(placed); missing > 0 && len(out)*missing > maxSpots {
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

// SharesLayout reports whether two problems have equal places because they share the lists of clusters
// and links. Drafts share the lists that a change leaves alone.
func SharesLayout(p, q *placement.Problem) bool {
	return shared(p.Clusters, q.Clusters) && shared(p.Links, q.Links)
}

func shared[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// maxSpots limits the search of free spots, which compares every cluster without a place with all
// others. Beyond it the whole grid is laid out.
const maxSpots = 100_000

func count(list []bool) (n int) {
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// Rearrange lays out the whole grid and ignores the places in the document.
//
// A ring, chain, tree, grid or fat tree is drawn in its shape (shapeLayout). For all others distances
// in the picture follow the number of links between clusters. The stress of the layout is lowered
// by the stochastic gradient descent of Zheng, Pawar and Goodman, "Graph Drawing by Stochastic
// Gradient Descent" (IEEE TVCG 2019). Deviations: the order of the pairs is one fixed shuffle in
// each iteration from a small generator of our own, and the step sizes shrink by a constant
// factor found without math.Exp. So the places are the same natively and in every browser.
//
// It takes O(V(V+E)) time and O(V^2) memory. Above quadratic clusters only some pairs are used
// (sparse).
func Rearrange(p *placement.Problem) []Point { return rearrange(p, func() {}) }

// rearrange returns new places of the clusters in the unit square: a known shape if the network
// has one, otherwise a layout of low stress. It calls pause between the steps.
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
	if at, ok := shapeLayout(n, adjacent); ok {
		return at
	}
	pause()
	if n > quadratic {
		return sparse(n, adjacent, pause)
	}
	at := lowerStress(n, adjacent, pause)
	rotateUpright(at)
	fit(at)
	return at
}

// neighbours returns the ends of each cluster's links, in document order. Links to unknown
// clusters are ignored, because pictures draw faulty documents too.
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

// ring returns n points at equal distances on a circle, the first at the top.
func ring(n int) []Point {
	out := make([]Point, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = Point{round4(0.5 + float64(0.5*sin)), round4(0.5 - float64(0.5*cos))}
	}
	return out
}

// freeSpot returns the point of a fixed raster with the least cost: the squared distance to the
// mean of the placed neighbours, plus a penalty for each near cluster.
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
			cost := squaredDistance(q, home)
			for j := range at {
				if placed[j] && j != i {
					cost += 0.004 / (squaredDistance(q, at[j]) + 0.0005)
				}
			}
			if cost < least {
				best, least = q, cost
			}
		}
	}
	return best
}

// squaredDistance returns the squared distance of two points.
func squaredDistance(a, b Point) float64 {
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
