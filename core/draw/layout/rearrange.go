package layout

import (
	"math"

	"gridbox/core/kind/placement"
)

// minBoxSide is the least side of the box for clusters that are laid out again, so that clusters in
// one spot are separated.
const minBoxSide = 0.25

// RearrangeChosen lays out the chosen clusters of the list again and leaves all others in their places. The
// new places stay in the box that the chosen clusters occupy now. The layout of Rearrange for
// these clusters and the links between them is scaled into the box, turned and mirrored so that
// the links to the others are short. at has a point for every cluster of p.
func RearrangeChosen(p *placement.Problem, at []Point, chosen []int) []Point {
	out := append([]Point(nil), at...)
	if len(chosen) == 0 || len(at) != len(p.Clusters) {
		return out
	}
	part := placement.Problem{}
	inside := make(map[string]int, len(chosen))
	for k, i := range chosen {
		inside[p.Clusters[i].ID] = k
		part.Clusters = append(part.Clusters, placement.Cluster{ID: p.Clusters[i].ID})
	}
	others := make(map[string]Point, len(p.Clusters))
	for i := range p.Clusters {
		if _, ok := inside[p.Clusters[i].ID]; !ok {
			others[p.Clusters[i].ID] = at[i]
		}
	}
	var ties []tie
	for _, l := range p.Links {
		a, okA := inside[l.A]
		b, okB := inside[l.B]
		switch to, from := others[l.B], others[l.A]; {
		case okA && okB:
			part.Links = append(part.Links, l)
		case okA:
			ties = append(ties, tie{a, to})
		case okB:
			ties = append(ties, tie{b, from})
		}
	}
	made := Rearrange(&part)
	lo, size := box(at, chosen)
	best, least := made, math.Inf(1)
	for turn := range 8 {
		tried, cost := scaleIntoBox(made, turn, lo, size), 0.0
		for _, t := range ties {
			cost += squaredDistance(tried[t.cluster], t.to)
		}
		if cost < least-1e-12 {
			best, least = tried, cost
		}
	}
	for k, i := range chosen {
		out[i] = best[k]
	}
	return out
}

// A tie is a link from a cluster that moves to a place that stays.
type tie struct {
	cluster int
	to      Point
}

// box returns the box that clusters occupy, enlarged to at least minBoxSide, within the unit
// square.
func box(at []Point, chosen []int) (lo, size Point) {
	lo, hi := Point{1, 1}, Point{}
	for _, i := range chosen {
		lo = Point{math.Min(lo.X, at[i].X), math.Min(lo.Y, at[i].Y)}
		hi = Point{math.Max(hi.X, at[i].X), math.Max(hi.Y, at[i].Y)}
	}
	widen := func(lo, hi float64) (float64, float64) {
		if side := hi - lo; side < minBoxSide {
			lo -= (minBoxSide - side) / 2
			hi = lo + minBoxSide
		}
		if lo < 0 {
			lo, hi = 0, hi-lo
		}
		if hi > 1 {
			lo, hi = lo-(hi-1), 1
		}
		return lo, hi - lo
	}
	lo.X, size.X = widen(lo.X, hi.X)
	lo.Y, size.Y = widen(lo.Y, hi.Y)
	return lo, size
}

// scaleIntoBox scales points of the unit square into a box, in one of the eight ways to turn and mirror
// a square.
func scaleIntoBox(points []Point, turn int, lo, size Point) []Point {
	out := make([]Point, len(points))
	for i, p := range points {
		if turn&1 != 0 {
			p.X = 1 - p.X
		}
		if turn&2 != 0 {
			p.Y = 1 - p.Y
		}
		if turn&4 != 0 {
			p.X, p.Y = p.Y, p.X
		}
		out[i] = Point{round4(lo.X + float64(p.X*size.X)), round4(lo.Y + float64(p.Y*size.Y))}
	}
	return out
}
