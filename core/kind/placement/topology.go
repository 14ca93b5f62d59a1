package placement

import (
	"math"

	"gridbox/core/preset"
	"gridbox/core/rng"
)

// An edge joins two clusters, given by index; wide multiplies its bandwidth.
type edge struct {
	a, b            int
	bandwidthFactor float64
}

// topologies generate the edges of n clusters with indexes from 0. Random topologies may be
// unconnected; join connects them.
var topologies = map[string]func(p *parameters, n int, s *rng.Stream) []edge{
	"er": erdosRenyi, "ba": barabasiAlbert, "ring": ring, "star": star,
	"tree": tree, "grid": mesh, "fat-tree": fatTree,
}

// network generates the links of each island, connects the island and draws a Gaussian bandwidth
// for each link, of at least a tenth of the mean. If places is set, the clusters get positions.
func (p *parameters) network(out *Problem, seed uint64, places bool) {
	shape, rate := rng.New(seed, "placement/topology", 0), rng.New(seed, "placement/bandwidth", 0)
	first := 0
	for island := range p.Islands {
		n := (p.Clusters - first) / (p.Islands - island)
		edges := join(n, topologies[p.Topology](p, n, shape), shape)
		for _, e := range edges {
			bandwidth := e.bandwidthFactor * rate.TruncatedNormal(p.BandwidthMean, p.BandwidthSD, p.BandwidthMean/10,
				2*p.BandwidthMean)
			out.Links = append(out.Links, Link{
				A: out.Clusters[first+e.a].ID, B: out.Clusters[first+e.b].ID, Bandwidth: preset.RoundTo(bandwidth, 10)})
		}
		if places {
			p.arrange(out.Clusters[first:first+n], island)
		}
		first += n
	}
}

// expectedLinks returns the estimated number of links of the topology.
func (p *parameters) expectedLinks() float64 {
	n := float64(p.Clusters)
	switch {
	case p.Topology == "er" && p.LinkProbability > 0:
		return n * (n - 1) / 2 * p.LinkProbability / float64(max(p.Islands, 1))
	case p.Topology == "er" || p.Topology == "ba":
		return n * math.Min(p.Degree, n) / 2
	}
	return 2 * n
}

// erdosRenyi sets each of the n(n-1)/2 links with equal probability, independent of the others
// (the paper's section 4.1). It skips from link to link by geometric gaps, so that it takes time
// proportional to the number of links and not to the square of the number of clusters.
func erdosRenyi(p *parameters, n int, s *rng.Stream) []edge {
	chance := p.LinkProbability
	if chance == 0 && n > 1 {
		chance = math.Min(p.Degree/float64(n-1), 1)
	}
	var edges []edge
	if chance <= 0 {
		return nil
	}
	miss := 0.0
	if chance < 1 {
		miss = rng.Ln(1 - chance)
	}
	a, b := 0, 0
	for {
		gap := 1.0
		if miss < 0 {
			gap += math.Floor(rng.Ln(1-s.Float64()) / miss)
		}
		if gap > float64(n)*float64(n) {
			return edges
		}
		for b += int(gap); b >= n; {
			a++
			if a >= n-1 {
				return edges
			}
			b += a + 1 - n
		}
		edges = append(edges, edge{a, b, 1})
	}
}

// barabasiAlbert links every new cluster to degree/2 earlier ones with a probability proportional
// to their number of links ("Emergence of Scaling in Random Networks", 1999), which is that of
// picking an end of a random link.
func barabasiAlbert(p *parameters, n int, s *rng.Stream) []edge {
	each := max(1, int(float64(p.Degree/2)+0.5))
	var edges []edge
	var ends []int
	for b := 1; b < n; b++ {
		var chosen []int
		for len(chosen) < min(each, b) {
			a := s.IntN(b)
			if len(ends) > 0 && b > each {
				a = ends[s.IntN(len(ends))]
			}
			if !contains(chosen, a) {
				chosen = append(chosen, a)
			}
		}
		for _, a := range chosen {
			edges = append(edges, edge{a, b, 1})
			ends = append(ends, a, b)
		}
	}
	return edges
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// ring links each cluster to the next, and the last to the first.
func ring(_ *parameters, n int, _ *rng.Stream) []edge {
	var edges []edge
	for b := 1; b < n; b++ {
		edges = append(edges, edge{b - 1, b, 1})
	}
	if n > 2 {
		edges = append(edges, edge{0, n - 1, 1})
	}
	return edges
}

// star links every cluster to the first.
func star(_ *parameters, n int, _ *rng.Stream) []edge {
	var edges []edge
	for b := 1; b < n; b++ {
		edges = append(edges, edge{0, b, 1})
	}
	return edges
}

// tree returns a tree in which every cluster has degree children, in breadth-first order.
func tree(p *parameters, n int, _ *rng.Stream) []edge {
	children := max(1, int(p.Degree))
	var edges []edge
	for b := 1; b < n; b++ {
		edges = append(edges, edge{(b - 1) / children, b, 1})
	}
	return edges
}

// fatTree returns a tree in which the bandwidth of a link is proportional to the number of
// clusters below it (Leiserson, "Fat-Trees", 1985).
func fatTree(p *parameters, n int, s *rng.Stream) []edge {
	edges := tree(p, n, s)
	below := make([]float64, n)
	for i := len(edges) - 1; i >= 0; i-- {
		e := &edges[i]
		below[e.b]++
		e.bandwidthFactor = below[e.b]
		below[e.a] += below[e.b]
	}
	return edges
}

// mesh returns a rectangular grid that is as nearly square as the number of clusters allows.
func mesh(_ *parameters, n int, _ *rng.Stream) []edge {
	wide := gridColumns(n)
	var edges []edge
	for i := range n {
		if i%wide != wide-1 && i+1 < n {
			edges = append(edges, edge{i, i + 1, 1})
		}
		if i+wide < n {
			edges = append(edges, edge{i, i + wide, 1})
		}
	}
	return edges
}

// gridColumns returns the number of columns of a grid of n clusters.
func gridColumns(n int) int { return max(1, int(math.Ceil(math.Sqrt(float64(n))))) }

// join returns the edges with links added until all n clusters are connected. The first cluster of
// each further part gets a link to a random earlier cluster.
func join(n int, edges []edge, s *rng.Stream) []edge {
	parts := NewDisjointSets(n)
	for _, e := range edges {
		a, b := parts.Root(e.a), parts.Root(e.b)
		parts[max(a, b)] = min(a, b)
	}
	for b := 1; b < n; b++ {
		if r := parts.Root(b); r == b {
			edges = append(edges, edge{s.IntN(b), b, 1})
			parts[b] = parts.Root(edges[len(edges)-1].a)
		}
	}
	return edges
}

// arrange sets the positions of the clusters of an island of a regular
// topology. Islands are placed from left to right. Other topologies get no
// positions.
func (p *parameters) arrange(clusters []Cluster, island int) {
	n := len(clusters)
	for i := range clusters {
		x, y, ok := p.position(i, n)
		if !ok {
			return
		}
		x = preset.RoundTo((float64(island)+x)/float64(p.Islands), 1e4)
		y = preset.RoundTo(y, 1e4)
		clusters[i].X, clusters[i].Y = &x, &y
	}
}

// position returns the position of cluster i of n in the unit square. It reports false if the
// topology is not regular.
func (p *parameters) position(i, n int) (x, y float64, ok bool) {
	switch p.Topology {
	case "ring":
		return circlePosition(i, n)
	case "star":
		if i == 0 {
			return 0.5, 0.5, true
		}
		return circlePosition(i-1, n-1)
	case "grid":
		w := gridColumns(n)
		rows := (n + w - 1) / w
		return (float64(i%w) + 0.5) / float64(w), (float64(i/w) + 0.5) / float64(rows), true
	case "tree", "fat-tree":
		return treePosition(i, n, max(1, int(p.Degree)))
	}
	return 0, 0, false
}

// circlePosition returns the position of i of n on a circle, clockwise from the top. Positions are
// rounded to four digits later, so the last bit of a sine does not matter.
func circlePosition(i, n int) (x, y float64, ok bool) {
	angle := 2 * math.Pi * float64(i) / float64(n)
	return 0.5 + float64(0.42*math.Sin(angle)), 0.5 - float64(0.42*math.Cos(angle)), true
}

// treePosition returns the position of a cluster in a tree: each level is a row, evenly spaced.
func treePosition(i, n, children int) (x, y float64, ok bool) {
	level, first, width, levels := 0, 0, 1, 1
	for at, w := 0, 1; at+w < n; levels++ {
		at += w
		w *= children
	}
	for i >= first+width {
		first += width
		width *= children
		level++
	}
	here := min(width, n-first)
	return (float64(i-first) + 0.5) / float64(here), (float64(level) + 0.5) / float64(levels), true
}
