package layout

import (
	"math"
	"slices"

	"gridbox/core/sorting"
)

// shapeLayout lays out a network with a known shape: a ring, a chain, a star or tree, a grid, or
// layers as of a fat tree. It reads only the links. It reports false if the network has none of
// these shapes.
func shapeLayout(n int, adjacent [][]int) (at []Point, ok bool) {
	if n < 4 {
		return nil, false
	}
	links, most := 0, 0
	for i := range adjacent {
		adjacent[i] = uniqueNeighbours(adjacent[i])
		links += len(adjacent[i])
		most = max(most, len(adjacent[i]))
	}
	links /= 2
	hops := make([]int32, n)
	if len(search(0, adjacent, hops, nil)) < n {
		return nil, false
	}
	switch {
	case links == n && most == 2:
		return placeOnCircle(cycle(adjacent)), true
	case links == n-1 && most == 2:
		return chain(adjacent), true
	case links == n-1:
		return treelike(adjacent), true
	case most <= 4 && links < 2*n:
		if at, ok := gridlike(adjacent, links); ok {
			return at, true
		}
	}
	return layerLayout(adjacent)
}

// uniqueNeighbours returns a list of neighbours in order without duplicates, which come from links that a
// document repeats. A list without duplicates is returned as it is.
func uniqueNeighbours(list []int) []int {
	seen := slices.Clone(list)
	slices.Sort(seen)
	if len(slices.Compact(seen)) == len(list) {
		return list
	}
	return slices.Compact(seen)
}

// walk returns the clusters of a chain or ring in their order, beginning with from.
func walk(adjacent [][]int, from int) []int {
	order, before := []int{from}, -1
	for at := from; ; {
		next := -1
		for _, k := range adjacent[at] {
			if k != before && k != from {
				next = k
				break
			}
		}
		if next < 0 {
			return order
		}
		order = append(order, next)
		before, at = at, next
	}
}

// cycle returns the clusters of a ring in their order.
func cycle(adjacent [][]int) []int { return walk(adjacent, 0) }

// placeOnCircle places clusters on a circle in the given order.
func placeOnCircle(order []int) []Point {
	at := make([]Point, len(order))
	for i, q := range ring(len(order)) {
		at[order[i]] = q
	}
	return at
}

// lineLength is the least number of clusters in one line of a chain.
const lineLength = 12

// chain lays out a chain in lines of alternating direction, with so many lines that the picture
// is about as high as wide.
func chain(adjacent [][]int) []Point {
	end := slices.IndexFunc(adjacent, func(a []int) bool { return len(a) == 1 })
	order := walk(adjacent, end)
	wide := max(lineLength, int(math.Ceil(math.Sqrt(1.6*float64(len(order))))))
	at := make([]Point, len(order))
	for i, k := range order {
		x, y := i%wide, i/wide
		if y%2 == 1 {
			x = wide - 1 - x
		}
		at[k] = Point{float64(x), float64(y)}
	}
	fit(at)
	return at
}

// rowLength is the number of leaves of a tree that fit into one row with their names.
const rowLength = 16

// treelike returns the places of the nodes of a tree in the unit square. If the leaves fit into a
// row, the tree is drawn above them. Otherwise it is drawn around its middle, with a sector for
// each part in proportion to its leaves.
func treelike(adjacent [][]int) []Point {
	root := middle(adjacent)
	t := tree{adjacent: adjacent, at: make([]Point, len(adjacent)), parent: make([]int, len(adjacent)),
		depth: make([]int, len(adjacent)), leaves: make([]int, len(adjacent))}
	t.parent[root] = -1
	t.order = []int{root}
	for k := 0; k < len(t.order); k++ {
		a := t.order[k]
		for _, b := range adjacent[a] {
			if b != t.parent[a] {
				t.parent[b], t.depth[b] = a, t.depth[a]+1
				t.order = append(t.order, b)
			}
		}
	}
	for k := len(t.order) - 1; k >= 0; k-- {
		a := t.order[k]
		if t.leaves[a] == 0 {
			t.leaves[a] = 1
		}
		if t.parent[a] >= 0 {
			t.leaves[t.parent[a]] += t.leaves[a]
		}
	}
	if t.leaves[root] <= rowLength {
		t.rows()
	} else {
		t.sectors(root)
	}
	fit(t.at)
	return t.at
}

type tree struct {
	adjacent              [][]int
	at                    []Point
	order                 []int // from the root down
	parent, depth, leaves []int
}

// rows sets the place of each cluster above the middle of its leaves. A leaf is one unit wide and
// a level two units high.
func (t *tree) rows() {
	first := make([]float64, len(t.at))
	for _, a := range t.order {
		t.at[a] = Point{first[a] + float64(t.leaves[a])/2, 2 * float64(t.depth[a])}
		from := first[a]
		for _, b := range t.adjacent[a] {
			if b != t.parent[a] {
				first[b] = from
				from += float64(t.leaves[b])
			}
		}
	}
}

// sectors places each depth on a circle of its own. The circle of a depth is as long as its
// clusters need, and at least one step farther out.
func (t *tree) sectors(root int) {
	count := map[int]int{}
	deepest := 0
	for _, a := range t.order {
		count[t.depth[a]]++
		deepest = max(deepest, t.depth[a])
	}
	radius := make([]float64, deepest+1)
	for d := 1; d <= deepest; d++ {
		radius[d] = math.Max(radius[d-1]+1, float64(count[d])/(2*math.Pi))
	}
	first := make([]float64, len(t.at))
	all := float64(t.leaves[root])
	for _, a := range t.order {
		sin, cos := math.Sincos(2 * math.Pi * (first[a] + float64(t.leaves[a])/2) / all)
		r := radius[t.depth[a]]
		t.at[a] = Point{float64(r * sin), -float64(r * cos)}
		from := first[a]
		for _, b := range t.adjacent[a] {
			if b != t.parent[a] {
				first[b] = from
				from += float64(t.leaves[b])
			}
		}
	}
}

// middle returns the last remaining cluster of a tree when leaves are removed repeatedly.
func middle(adjacent [][]int) int {
	degree := make([]int, len(adjacent))
	var rim []int
	for i := range adjacent {
		if degree[i] = len(adjacent[i]); degree[i] == 1 {
			rim = append(rim, i)
		}
	}
	last := 0
	for k := 0; k < len(rim); k++ {
		last = rim[k]
		for _, b := range adjacent[last] {
			if degree[b]--; degree[b] == 1 {
				rim = append(rim, b)
			}
		}
	}
	return last
}

// maxCorners limits the number of candidates for the corners of a grid.
const maxCorners = 6

// gridlike lays out a network as a grid of rows and columns. The hops from two corners on one
// side of a grid determine the place of every cluster. The network is a grid if every link then
// joins neighbours. It reports false if no pair of corners gives a grid.
func gridlike(adjacent [][]int, links int) ([]Point, bool) {
	n := len(adjacent)
	var corners []int
	for i := range adjacent {
		if len(adjacent[i]) <= 2 {
			corners = append(corners, i)
		}
	}
	if len(corners) < 2 || len(corners) > maxCorners || links < n {
		return nil, false
	}
	hops := make([][]int32, len(corners))
	for k, c := range corners {
		hops[k] = make([]int32, n)
		search(c, adjacent, hops[k], nil)
	}
	for a := range corners {
		for b := range corners {
			if a != b {
				if at, ok := gridFromCorners(adjacent, hops[a], hops[b], hops[a][corners[b]]); ok {
					return at, true
				}
			}
		}
	}
	return nil, false
}

// gridFromCorners places clusters by their hops from two corners of a side of wide links. It reports
// false if two clusters share a place or a link does not join neighbours.
func gridFromCorners(adjacent [][]int, fromA, fromB []int32, wide int32) ([]Point, bool) {
	type place struct{ x, y int32 }
	places, taken := make([]place, len(adjacent)), map[place]bool{}
	for i := range adjacent {
		x, y := fromA[i]-fromB[i]+wide, fromA[i]+fromB[i]-wide
		p := place{x / 2, y / 2}
		if x%2 != 0 || y%2 != 0 || x < 0 || y < 0 || taken[p] {
			return nil, false
		}
		places[i], taken[p] = p, true
	}
	at := make([]Point, len(adjacent))
	for a := range adjacent {
		at[a] = Point{float64(places[a].x), float64(places[a].y)}
		for _, b := range adjacent[a] {
			dx, dy := places[a].x-places[b].x, places[a].y-places[b].y
			if dx*dx+dy*dy != 1 {
				return nil, false
			}
		}
	}
	fit(at)
	return at, true
}

// maxInLayer is the greatest number of clusters that fit into one layer.
const maxInLayer = 128

// layerLayout lays out layers, such as hosts, switches and the core of a fat tree. The layer of a
// cluster is its number of hops from the clusters with one link. It reports false unless every
// link joins adjacent layers. Within a layer clusters are ordered by the mean place of those
// below.
func layerLayout(adjacent [][]int) ([]Point, bool) {
	n := len(adjacent)
	layer, queue := make([]int, n), []int{}
	for i := range adjacent {
		if layer[i] = -1; len(adjacent[i]) == 1 {
			layer[i] = 0
			queue = append(queue, i)
		}
	}
	if 3*len(queue) < n {
		return nil, false
	}
	for k := 0; k < len(queue); k++ {
		for _, b := range adjacent[queue[k]] {
			if layer[b] < 0 {
				layer[b] = layer[queue[k]] + 1
				queue = append(queue, b)
			}
		}
	}
	deepest := 0
	for a := range adjacent {
		deepest = max(deepest, layer[a])
		for _, b := range adjacent[a] {
			if d := layer[a] - layer[b]; d != 1 && d != -1 {
				return nil, false
			}
		}
	}
	if deepest < 2 {
		return nil, false
	}
	return placeLayers(adjacent, layer, deepest)
}

// placeLayers places clusters on their layers, layer 0 at the bottom. It reports false if a layer has
// more than maxInLayer clusters.
func placeLayers(adjacent [][]int, layer []int, deepest int) ([]Point, bool) {
	layers := make([][]int, deepest+1)
	for i, l := range layer {
		layers[l] = append(layers[l], i)
	}
	for _, l := range layers {
		if len(l) > maxInLayer {
			return nil, false
		}
	}
	// Hosts are placed near their switch: in the order in which a breadth-first search reaches
	// them.
	hops := make([]int32, len(adjacent))
	met := make([]int, len(adjacent))
	for k, i := range search(layers[deepest][0], adjacent, hops, nil) {
		met[i] = k
	}
	sorting.Sort(layers[0], func(a, b int) int { return met[a] - met[b] })
	at := make([]Point, len(adjacent))
	for l, list := range layers {
		if l > 0 {
			mean := make(map[int]float64, len(list))
			for _, a := range list {
				below := 0
				for _, b := range adjacent[a] {
					if layer[b] == l-1 {
						mean[a] += at[b].X
						below++
					}
				}
				mean[a] /= float64(max(below, 1))
			}
			sorting.Stable(list, func(a, b int) int {
				switch {
				case mean[a] < mean[b]:
					return -1
				case mean[a] > mean[b]:
					return 1
				}
				return a - b
			})
		}
		for k, a := range list {
			at[a] = Point{(float64(k) + 0.5) / float64(len(list)), 1 - float64(l)/float64(deepest)}
		}
	}
	for i := range at {
		at[i] = Point{round4(at[i].X), round4(at[i].Y)}
	}
	return at, true
}
