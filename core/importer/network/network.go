// Package network turns a network of nodes and links into a placement problem.
// It is common to the readers of platforms and graphs. Values that the file
// leaves open are questions, the same for all formats. The jobs, which no such
// file contains, are drawn.
package network

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// A Network is a network as the readers describe it.
type Network struct {
	Title string
	Nodes []Node
	Links []Link
	// Adds reports whether the bandwidths of several links of a pair are added. Otherwise they
	// describe one link, and the slowest counts.
	Adds bool
}

// A Node is a node that computes or only forwards.
type Node struct {
	Name   string
	MIPS   float64 // 0 if the file does not state it
	Router bool    // computes nothing
	Stores bool    // stores data by the file; if no node does, all that compute do
	Placed bool
	X, Y   float64 // to the right and down, in any unit
	// Slots is the number of processors and Zone the enclosing zone, if the file has them.
	Slots      int
	Zone       string
	ZoneNumber int // distinguishes zones of equal name
}

// A Link joins two nodes, given by their indexes.
type Link struct {
	A, B      int
	Bandwidth float64 // MB/s; 0 if the file does not state it
}

// format holds the questions of every network.
var format = importer.Format{Questions: []importer.Question{
	{Name: "jobs", Label: "Jobs and data", Usual: "drawn", Choices: []string{"drawn", "none"},
		About: "a network has none: draw some on it, or leave it empty"},
	{Name: "bandwidth", Label: "Bandwidth", Unit: "MB/s", Usual: "100",
		About: "of links without a bandwidth in the file"},
	{Name: "power", Label: "Power", Unit: "MIPS", Usual: "1000",
		About: "of a place, or of each of its processors, without a power in the file"},
	{Name: "routers", Label: "Routers", Usual: "keep", Choices: []string{"keep", "fold"},
		About: "keep places that compute nothing, with next to no power, or fold them into direct links between " +
			"their neighbours; distances stay equal"},
}}

// Questions are the questions of every network.
func Questions() []importer.Question { return format.Questions }

// Power returns the answer for the power of a processor in MIPS, for readers
// that count processors.
func Power(w importer.Wishes, r *importer.Report) float64 {
	if slices.ContainsFunc(r.Answers, func(a importer.AnsweredQuestion) bool { return a.Name == "power" }) {
		return positive(w.Answer(&format, "power"), 1000)
	}
	return askNumber(w, r, "power", 1000)
}

func askNumber(w importer.Wishes, r *importer.Report, name string, usual float64) float64 {
	text := r.AddQuestion(&format, w, name)
	x := positive(text, 0)
	if x == 0 {
		r.AddFault(importer.Place{}, name+" must be a number above 0, not "+strconv.Quote(importer.Clean(text))+"; "+
			doc.Decimal(usual)+" was taken")
		return usual
	}
	return x
}

// positive parses a number within the bounds. It returns otherwise for other texts.
func positive(text string, otherwise float64) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= minNumber) || !(x <= maxNumber) {
		return otherwise
	}
	return x
}

// Bounds of the numbers in files, so that sums of a few of them stay finite.
const (
	minNumber = 1e-9
	maxNumber = 1e15
)

// Scenario returns a placement problem for the network, nil if it has no node.
func (n *Network) Scenario(w importer.Wishes, r *importer.Report) *scenario.Scenario {
	if len(n.Nodes) == 0 {
		r.AddFault(importer.Place{}, "no place that computes or forwards was found")
		return nil
	}
	n.answer(w, r)
	n.join(r)
	if routers := n.routers(); routers > 0 && routers < len(n.Nodes) && r.AddQuestion(&format, w, "routers") == "fold" {
		n.fold(r)
	}
	n.settle(r)
	s := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "placement",
		Title: n.Title, Placement: &scenario.Placement{}}
	p := &s.Placement.Problem
	n.clusters(p, r)
	for _, l := range n.Links {
		p.Links = append(p.Links, placement.Link{A: p.Clusters[l.A].ID, B: p.Clusters[l.B].ID,
			Bandwidth: Neat(l.Bandwidth)})
	}
	if r.AddQuestion(&format, w, "jobs") == "drawn" {
		s.Seed, s.Placement.Generate = seed, n.randomSpec(w, r)
		n.data(p, s.Placement.Generate, r)
	}
	return s
}

// forwards reports whether a node only forwards between others.
func (c *Node) forwards() bool { return c.Router && !c.Stores }

func (n *Network) routers() int { return n.count((*Node).forwards) }

func (n *Network) count(of func(c *Node) bool) (count int) {
	for i := range n.Nodes {
		if of(&n.Nodes[i]) {
			count++
		}
	}
	return count
}

// answer sets the values that the file leaves open.
func (n *Network) answer(w importer.Wishes, r *importer.Report) {
	without := 0
	for i := range n.Nodes {
		c := &n.Nodes[i]
		if c.MIPS = clamp(c.MIPS); c.MIPS == 0 && !c.Router {
			c.MIPS = Power(w, r)
			without++
		}
	}
	r.AddAssumed(without, "power", "the file does not say it; the answer to power was taken")
	without = 0
	for i := range n.Links {
		l := &n.Links[i]
		if l.Bandwidth = clamp(l.Bandwidth); l.Bandwidth > 0 {
			continue
		}
		if without++; without == 1 {
			l.Bandwidth = askNumber(w, r, "bandwidth", 100)
			continue
		}
		l.Bandwidth = positive(w.Answer(&format, "bandwidth"), 100)
	}
	r.AddAssumed(without, "bandwidth", "the file does not say it; the answer to bandwidth was taken")
}

// clamp limits a number to the bounds, and returns 0 for one that is not
// positive.
func clamp(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(max(x, minNumber), maxNumber)
}

// join merges the links between the same two nodes and removes links from a node to
// itself. A merged link has the sum of the bandwidths if n.Adds is set, otherwise
// the least. Every change is added to the report.
func (n *Network) join(r *importer.Report) {
	kept, first := n.Links[:0], make(map[[2]int]int, len(n.Links))
	loops, again, differ := 0, 0, 0
	for _, l := range n.Links {
		if l.A == l.B {
			loops++
			continue
		}
		pair := [2]int{min(l.A, l.B), max(l.A, l.B)}
		at, known := first[pair]
		if !known {
			first[pair] = len(kept)
			kept = append(kept, l)
			continue
		}
		again++
		switch one := &kept[at]; {
		case n.Adds:
			one.Bandwidth = clamp(one.Bandwidth + l.Bandwidth)
		case one.Bandwidth != l.Bandwidth:
			differ++
			one.Bandwidth = min(one.Bandwidth, l.Bandwidth)
		}
	}
	n.Links = kept
	r.AddLeftOut(loops, "link", "from a place to itself, where data are local anyway")
	if n.Adds {
		r.AddAssumed(again, "link", "between the same two places as another one: they are one link with the sum of "+
			"their bandwidths")
		return
	}
	r.AddAssumed(again-differ, "link", "repeats another one, or gives it in the other direction")
	r.AddAssumed(differ, "link", "differs from another one between the same two places, such as the other direction: "+
		"links here are equally fast in both, so the slower one counts")
}

// settle assigns the least power to routers, because every cluster must have some.
func (n *Network) settle(r *importer.Report) {
	weakest := math.Inf(1)
	for i := range n.Nodes {
		if !n.Nodes[i].Router {
			weakest = min(weakest, n.Nodes[i].MIPS)
		}
	}
	little := max(min(1, weakest/1000), minNumber)
	for i := range n.Nodes {
		if n.Nodes[i].Router {
			n.Nodes[i].MIPS = little
		}
	}
	power := "no computing; each gets " + doc.Exact(Neat(little)) +
		" MIPS because a cluster needs some power"
	stores := n.count(func(c *Node) bool { return c.Router && c.Stores })
	r.AddAssumed(n.routers(), "router", "do "+power).Change("routers", "fold", "takes them out")
	r.AddAssumed(stores, "storage place", "do "+power)
}

// clusters adds a cluster to p for each node, with a unique name. A position that
// no other node shares is kept, scaled to the unit square.
func (n *Network) clusters(p *placement.Problem, r *importer.Report) {
	var names importer.Names
	at, shared := n.unitPositions()
	placed := 0
	for i := range n.Nodes {
		c := placement.Cluster{ID: names.ID(n.Nodes[i].Name, "place"), MIPS: Neat(n.Nodes[i].MIPS)}
		if at[i] != nil {
			placed++
			c.X, c.Y = &at[i].x, &at[i].y
		}
		p.Clusters = append(p.Clusters, c)
	}
	r.AddTaken(placed, "position", "in the picture as in the file")
	r.AddLeftOut(shared, "position", "of a place that lies where another one lies; the picture finds room for it")
	r.AddAssumed(names.Changed, "name", "was missing, too long or not the only one of its kind, and was changed")
}

// A point is a position in the file or in the unit square.
type point struct{ x, y float64 }

// unitPositions maps the positions of the nodes into the unit square. It
// stretches one axis by up to 35 % to fill the square. Of several nodes that
// share a position, only the first gets it; shared counts the others. A node
// without a position has nil. If all positions are equal, no node has one.
func (n *Network) unitPositions() (at []*point, shared int) {
	at = make([]*point, len(n.Nodes))
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range n.Nodes {
		c := &n.Nodes[i]
		// Beyond this bound differences of coordinates are not exact.
		c.Placed = c.Placed && math.Abs(c.X) <= maxNumber && math.Abs(c.Y) <= maxNumber
		if c.Placed {
			low = point{min(low.x, c.X), min(low.y, c.Y)}
			high = point{max(high.x, c.X), max(high.y, c.Y)}
		}
	}
	width, height := max(high.x-low.x, 1e-9), max(high.y-low.y, 1e-9)
	if !(max(width, height) > 1e-9) {
		return at, 0
	}
	scaleX, scaleY := 1/width, 1/height
	scaleX, scaleY = min(scaleX, 1.35*scaleY), min(scaleY, 1.35*scaleX)
	taken := map[point]bool{}
	for i := range n.Nodes {
		c := &n.Nodes[i]
		if !c.Placed {
			continue
		}
		q := point{clampToUnit(0.5 + float64((c.X-float64((low.x+high.x)/2))*scaleX)),
			clampToUnit(0.5 + float64((c.Y-float64((low.y+high.y)/2))*scaleY))}
		if taken[q] {
			shared++
			continue
		}
		taken[q] = true
		at[i] = &q
	}
	return at, shared
}

// clampToUnit clamps a coordinate to the unit square and rounds it to four digits.
func clampToUnit(x float64) float64 { return math.Round(10000*min(max(x, 0), 1)) / 10000 }

// Neat returns a number without the rounding errors of products in its last
// digits.
func Neat(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// randomSpec sets the parameters of random jobs and data in proportion to the
// network: the ratios of work to power and of size to bandwidth are equal to
// the ones of the preset, which has means of 1000 MIPS and 10 MB/s.
func (n *Network) randomSpec(w importer.Wishes, r *importer.Report) *placement.Spec {
	computing := n.count(func(c *Node) bool { return !c.Router })
	power, rate := 0.0, 0.0
	for i := range n.Nodes {
		if !n.Nodes[i].Router {
			power += n.Nodes[i].MIPS / float64(max(computing, 1))
		}
	}
	for _, l := range n.Links {
		rate += l.Bandwidth / float64(len(n.Links))
	}
	s := &placement.Spec{Preset: base}
	s.Jobs, s.Datasets = clampInt(10*computing, 20, 1000), clampInt(3*computing, 5, 300)
	s.WorkMin, s.WorkMax = roundEstimate(8*power), roundEstimate(800*power)
	if len(n.Links) > 0 {
		s.SizeMin, s.SizeMax = roundEstimate(rate), roundEstimate(100*rate)
	} else if len(n.Nodes) > 1 {
		mean := askNumber(w, r, "bandwidth", 100)
		degree := 8.0
		s.BandwidthMean, s.BandwidthSD, s.Degree = &mean, roundEstimate(mean/4), &degree
		s.SizeMin, s.SizeMax = roundEstimate(mean), roundEstimate(100*mean)
		r.AddAssumed(len(n.Nodes), "place", "has no link in the file; links are drawn between the places too")
	}
	r.AddAssumed(*s.Jobs, "job", "drawn, because the file has none: as in the preset “Half and half”, with work in "+
		"proportion to the mean power").Change("jobs", "none", "leaves them out")
	r.AddAssumed(*s.Datasets, "dataset", "drawn, with sizes in proportion to the mean bandwidth")
	return s
}

// The preset and the seed of the random jobs and data.
const (
	base = "rbhs-mixed"
	seed = 1
)

// data draws the datasets here if some nodes cannot store them, because the
// generator would put some on routers.
func (n *Network) data(p *placement.Problem, s *placement.Spec, r *importer.Report) {
	var hold placement.Problem
	storing := slices.ContainsFunc(n.Nodes, func(c Node) bool { return c.Stores })
	for i := range n.Nodes {
		if n.Nodes[i].Stores || !storing && !n.Nodes[i].Router {
			hold.Clusters = append(hold.Clusters, p.Clusters[i])
		}
	}
	if len(hold.Clusters) == 0 || len(hold.Clusters) == len(p.Clusters) || len(p.Links) == 0 {
		return
	}
	only, star := *s, "star"
	only.Topology = &star
	drawn, faults := placement.Complete(hold, only, seed)
	if len(faults) > 0 {
		return
	}
	p.Datasets = drawn.Datasets
	s.Datasets, s.SizeMin, s.SizeMax = nil, nil, nil
	r.AddAssumed(len(p.Datasets), "dataset", "lies only on the "+strconv.Itoa(len(hold.Clusters))+
		" places that can hold data; studies draw other jobs, not other data")
}

// clampInt returns a pointer to x clamped to low and high.
func clampInt(x, low, high int) *int {
	x = min(max(x, low), high)
	return &x
}

// roundEstimate rounds a number to two digits, enough for an estimate.
func roundEstimate(x float64) *float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(min(max(x, minNumber), maxNumber), 'g', 2, 64), 64)
	return &y
}

// sortLinks sorts links by their ends.
func sortLinks(list []Link) {
	slices.SortFunc(list, func(a, b Link) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
}
