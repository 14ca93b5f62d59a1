// Package graph reads networks drawn as graphs: GraphML with the additions of
// yEd, GML as the Internet Topology Zoo writes it (Knight et al., "The Internet
// Topology Zoo", IEEE JSAC 2011), and lists of edges in columns. Nodes become
// clusters and edges links; longitude and latitude, or coordinates on a sheet,
// become places in the picture.
//
// A bandwidth is a number in MB/s or words with a unit, such as 10 Gbit/s,
// OC-192c or STM-16. The bandwidths of parallel edges are added; in a directed
// graph an edge and its reverse are one link.
package graph

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/importer/network"
)

// A sketch is a graph between reading the file and building the network.
type sketch struct {
	report   *importer.Report
	file     string
	nodes    []node
	index    map[string]int
	edges    []edge
	directed bool
	title    string
}

// A node is a node or edge with its attributes, by names in lower case.
type node struct {
	id         string
	attributes map[string]string
}

type edge struct {
	from, to   string
	line       int
	attributes map[string]string
}

func newSketch(r *importer.Report, file string) *sketch {
	return &sketch{report: r, file: file, index: map[string]int{}}
}

// node returns the index of a node, added if it is new.
func (s *sketch) node(id string) int {
	at, known := s.index[id]
	if !known {
		at = len(s.nodes)
		s.index[id] = at
		s.nodes = append(s.nodes, node{id: id})
	}
	return at
}

// setAttribute stores an attribute of a node or edge. Empty values are ignored, and the
// first value is kept.
func setAttribute(attributes *map[string]string, name, value string) {
	if value = strings.TrimSpace(value); value == "" {
		return
	}
	if *attributes == nil {
		*attributes = map[string]string{}
	}
	if name = strings.ToLower(name); (*attributes)[name] == "" {
		(*attributes)[name] = value
	}
}

// firstAttribute returns the first attribute under some names, empty if there is none.
func firstAttribute(attributes map[string]string, names ...string) string {
	for _, name := range names {
		if attributes[name] != "" {
			return attributes[name]
		}
	}
	return ""
}

// result turns the sketch into a scenario. The flag implied allows nodes that
// only edges name.
func (s *sketch) result(w importer.Wishes, implied bool) *importer.Result {
	m := &importer.Result{}
	n := &network.Network{Title: s.title, Adds: true}
	s.links(n, w, implied)
	for i := range s.nodes {
		n.Nodes = append(n.Nodes, s.networkNode(&s.nodes[i], w))
	}
	s.scaleLongitudes(n)
	s.report.AddTaken(len(s.nodes), "node", "as a place")
	m.Scenario = n.Scenario(w, s.report)
	m.Report = *s.report
	return m
}

// networkNode returns a node of the network with the name, the power in MIPS and the position
// of c. Without a power it counts processors; longitude and latitude precede x and y.
func (s *sketch) networkNode(c *node, w importer.Wishes) network.Node {
	out := network.Node{Name: firstAttribute(c.attributes, "label", "name")}
	if out.Name == "" {
		out.Name = c.id
	}
	if x, ok := number(firstAttribute(c.attributes, "mips", "power")); ok && x > 0 {
		out.MIPS = x
	} else if x, ok := number(firstAttribute(c.attributes, "cores", "cpus", "processors")); ok && x > 0 {
		out.MIPS = x * network.Power(w, s.report)
	}
	if x, ok := number(firstAttribute(c.attributes, "longitude", "lon", "lng")); ok {
		y, okY := number(firstAttribute(c.attributes, "latitude", "lat"))
		out.X, out.Y, out.Placed = x, -y, okY
		return out
	}
	if x, ok := number(firstAttribute(c.attributes, "x")); ok {
		y, okY := number(firstAttribute(c.attributes, "y"))
		out.X, out.Y, out.Placed = x, y, okY
	}
	return out
}

// scaleLongitudes scales degrees of longitude by their length at the middle latitude of
// the map.
func (s *sketch) scaleLongitudes(n *network.Network) {
	low, high, mapped := math.Inf(1), math.Inf(-1), false
	for i := range s.nodes {
		if n.Nodes[i].Placed && firstAttribute(s.nodes[i].attributes, "longitude", "lon", "lng") != "" {
			low, high, mapped = min(low, n.Nodes[i].Y), max(high, n.Nodes[i].Y), true
		}
	}
	if !mapped || high > 90 || low < -90 {
		return
	}
	factor := max(0.1, cosine((low+high)/2))
	for i := range n.Nodes {
		n.Nodes[i].X *= factor
	}
}

// links adds a link to n for each edge. The back edge of a directed pair is merged. If
// implied is set, an unknown end becomes a node; otherwise its edge is left out.
func (s *sketch) links(n *network.Network, w importer.Wishes, implied bool) {
	ways := map[[2]int]int{} // number of edges from one node to another
	back, taken := 0, 0
	for i := range s.edges {
		e := &s.edges[i]
		at := importer.Place{File: s.file, Line: e.line}
		a, okA := s.index[e.from]
		b, okB := s.index[e.to]
		if implied {
			a, b, okA, okB = s.node(e.from), s.node(e.to), true, true
		}
		if !okA || !okB {
			s.report.AddLeftOut(1, "edge", "leads to a node that the file does not have", at)
			continue
		}
		ways[[2]int{a, b}]++
		if s.directed && a != b && ways[[2]int{b, a}] >= ways[[2]int{a, b}] {
			back++
			continue
		}
		taken++
		n.Links = append(n.Links, network.Link{A: a, B: b, Bandwidth: bandwidth(e.attributes)})
	}
	s.report.AddTaken(taken, "edge", "as a link")
	s.report.AddAssumed(back, "edge", "leads back along another one and is one link with it")
}

// number parses a number of a file.
func number(text string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// cosine returns the cosine of an angle in degrees between -90 and 90. It sums
// the series, which gives the same result on every processor; the error is
// below 10^-6.
func cosine(degrees float64) float64 {
	x := float64(degrees * (math.Pi / 180))
	square, sum := float64(x*x), 0.0
	for n := 10.0; n > 0; n -= 2 {
		sum = float64(float64(1-sum) * square / float64(n*(n-1)))
	}
	return 1 - sum
}
