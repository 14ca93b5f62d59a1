package draw

import (
	"math"

	"gridbox/core/draw/layout"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
	"gridbox/core/kind/placement"
)

// A TopologyView is everything the picture of a grid shows. The zero values
// of all but Problem work.
type TopologyView struct {
	Problem *placement.Problem
	// Places has one point a cluster; nil means arrange.Clusters(Problem).
	Places   []layout.Point
	Selected []picture.Ref
	// Routes are the transfers of a selected job, drawn in Colour.
	Routes []Route
	// Notes mark clusters during a step-through.
	Notes []Note
	// Jobs has the number of jobs on each cluster, Busy each cluster's share
	// of the makespan in 0..1, drawn as a ring, Traffic each link's share of
	// the busiest link's traffic in 0..1. Each may be nil.
	Jobs    []int
	Busy    []float64
	Traffic []float64
	// Colour is the algorithm's place in the fixed order of colours.
	Colour int
	// Width and Height are the picture's own units, best the pixels of the
	// place where it will stand, so that text keeps its size; 0 means 720 x 600.
	Width, Height float64
	// Chips are the jobs beside each cluster, for one answer beside another.
	Chips [][]Chip
	// Small leaves out all text and marks, for galleries. Static draws marks
	// that cannot be acted on, for pages without a script.
	Small, Static bool
	// Name says what is shown, for those who do not see it.
	Name string
	Kept *Kept // of pictures like this one
}

// A Route is the way of one dataset to the cluster that computes.
type Route struct {
	Dataset string
	Size    float64  // MB
	Path    []string // cluster ids, from the source to the one that computes
}

// A Note marks one cluster with a word of an algorithm's step and a text.
type Note struct {
	Cluster string
	Class   string // "open", "done", "found", "chosen", "rejected"
	Text    string // short: "0.011 s/MB"
}

// many is the number of clusters above which text waits for hover, selection
// or zoom.
const many = 80

// Topology draws a grid as one svg element. It needs O(V+E) time, and for
// small pictures O(labels^2) to keep labels apart.
func Topology(v TopologyView) string {
	p := v.Problem
	if p == nil {
		p = &placement.Problem{}
	}
	t := newTopology(v, p)
	m := svg.New(600 + 2000*len(p.Clusters) + 500*min(len(p.Links), mostLinks))
	t.open(m)
	t.drawKept(m, keptLinks, nil, func() { t.drawLinks(m) })
	t.drawTraffic(m)
	t.drawFlows(m)
	t.drawNodes(m)
	t.drawTags(m)
	t.drawCargo(m)
	t.drawKept(m, keptRates, []any{t.boxes}, func() { t.drawRates(m) })
	t.drawChips(m)
	if len(p.Clusters) == 0 {
		m.Empty(t.frame.width, t.frame.height, "no clusters yet")
	}
	m.Raw("</g>")
	t.drawThinned(m)
	m.Raw("</svg>")
	return m.String()
}

// Parts that are kept, beside those of the clusters, which have their numbers.
const (
	keptLinks = -1 - iota
	keptRates
)

// drawKept draws a part that is made of the ground, of what is selected and of more.
func (t *topology) drawKept(m *svg.Builder, n int, of []any, draw func()) {
	if t.Kept == nil || t.Small || len(t.p.Clusters) > huge {
		draw()
		return
	}
	boxes := &t.boxes
	if n != keptRates { // which alone occupies any
		boxes = new([]picture.Box)
	}
	t.Kept.Draw(m, n, append(of, t.laid, t.choice, t.stopped, t.Static), &t.stopped, boxes, draw)
}

// GridThumb draws a grid small, without text, as one picture for a gallery.
func GridThumb(p *placement.Problem, name string) string {
	return Topology(TopologyView{Problem: p, Small: true, Static: true, Width: 240, Height: 160, Name: name})
}

// topology is one picture in the making: the view with everything looked up.
type topology struct {
	TopologyView
	ground
	laid     *float64 // the frame's width where the ground is kept, by which that is known
	p        *placement.Problem
	selected map[picture.Ref]bool
	centres  []bool // per cluster, whether it is selected; nil where none is
	linked   bool   // whether a link is selected
	choice   string // what is selected, as one word
	unit     bool   // whether circles have room for the unit of power
	many     bool
	stopped  bool // whether the tab stop has been given
	hops     []hop
	notes    map[string]Note // the latest word about each cluster
	names    []seating       // per cluster, where a name that does not fit inside stands
	counts   []seating       // per cluster, where its number of jobs stands
	said     []seating       // per cluster, where the note of a step stands
	tags     []picture.Point // per cluster, the upper left of its row of tags
	hidden   []bool          // per cluster, whether its tags have no room and wait for selection or zoom
	boxes    []picture.Box   // what labels must keep clear of
}

// A ground is what stands whatever is shown on it. Nothing of it is modified.
type ground struct {
	*network
	frame  frame
	at     []picture.Point // centres in picture units
	radius []float64
}

func newGround(v *TopologyView, p *placement.Problem, n *network, f frame) ground {
	g := ground{network: n, frame: f}
	places := v.Places
	if len(places) != len(p.Clusters) {
		places = layout.Clusters(p)
	}
	g.at = make([]picture.Point, len(places))
	for i, q := range places {
		g.at[i] = g.frame.project(picture.Point(q))
	}
	if gap := closest(g.at, g.frame.width, g.frame.height); gap > 0 {
		// A hand may put two clusters close to each other: circles do not vanish.
		g.frame.largest = math.Max(0.4*g.frame.largest, math.Min(g.frame.largest, 0.46*gap))
	}
	g.radius = g.frame.radii(p.Clusters)
	return g
}

func newTopology(v TopologyView, p *placement.Problem) *topology {
	g := v.groundOf(p)
	t := &topology{TopologyView: v, ground: *g, laid: &g.frame.width, p: p, many: len(p.Clusters) > many}
	t.selected = make(map[picture.Ref]bool, len(v.Selected))
	for _, r := range v.Selected {
		t.selected[r] = true
		t.linked = t.linked || r.Kind == picture.Link
		if i, ok := g.index[r.ID]; ok && r.Kind == picture.Cluster {
			if t.centres == nil {
				t.centres = make([]bool, len(p.Clusters))
			}
			t.centres[i] = true
		}
		t.choice += r.Kind + "\x00" + r.ID + "\x00"
	}
	t.notes = make(map[string]Note, len(v.Notes))
	for _, n := range v.Notes {
		t.notes[n.Cluster] = n
	}
	t.findHops()
	t.unit = t.roomForUnit()
	t.seatNames()
	return t
}

// open writes the root, the ground that takes clicks on nothing, and the
// group that zoom and pan transform. The data attributes let the adapter turn
// places in the picture into the unit square.
func (t *topology) open(m *svg.Builder) {
	f := t.frame
	classes := "gb-topology "
	if t.many {
		classes += "gb-many "
	}
	if t.Small {
		classes += "gb-small "
	}
	m.Open(classes+picture.Hue(t.Colour), f.width, f.height)
	m.Nums([]string{"data-left", "data-top", "data-width", "data-height"},
		f.left, f.top, f.width-f.left-f.right, f.height-f.top-f.bottom)
	if t.Static {
		m.Raw(` role="img"`)
	} else {
		m.Raw(` role="group" aria-roledescription="topology"`)
	}
	m.Attr("aria-label", t.describe())
	m.Raw(`>`)
	if !t.Static {
		m.Raw(`<rect class="gb-ground" x="0" y="0" width="100%" height="100%"/>`)
	}
	m.Raw(`<g class="gb-world">`)
}

// describe says the whole picture in one line.
func (t *topology) describe() string {
	s := picture.Titled(t.Name) + picture.Count(len(t.p.Clusters), "cluster") + ", " +
		picture.Count(len(t.p.Links), "link")
	if n := len(t.p.Datasets); n > 0 {
		s += ", " + picture.Count(n, "dataset")
	}
	for _, r := range t.Routes {
		if len(r.Path) > 1 {
			s += "; " + r.Dataset + " travels " + route(r.Path)
		}
	}
	return s
}

func route(path []string) string {
	s := "from " + path[0]
	for _, id := range path[1 : len(path)-1] {
		s += " over " + id
	}
	return s + " to " + path[len(path)-1]
}

// mark writes the attributes that make an element actionable.
func (t *topology) mark(m *svg.Builder, kind, id, label string) {
	m.Attr("data-kind", kind)
	m.Attr("data-id", id)
	if t.Static {
		return
	}
	m.Button(label, t.selected[picture.Ref{Kind: kind, ID: id}], t.tabStop(kind, id))
}

// tabStop gives the single stop to the first selected mark or, when nothing is
// selected, to the first cluster.
func (t *topology) tabStop(kind, id string) bool {
	if t.stopped {
		return false
	}
	stop := picture.Ref{Kind: picture.Cluster, ID: ""}
	if len(t.p.Clusters) > 0 {
		stop.ID = t.p.Clusters[0].ID
	}
	for _, r := range t.Selected {
		if t.shows(r) {
			stop = r
			break
		}
	}
	if stop == (picture.Ref{Kind: kind, ID: id}) {
		t.stopped = true
	}
	return t.stopped
}

// shows reports whether the picture has a mark for r.
func (t *topology) shows(r picture.Ref) bool {
	switch r.Kind {
	case picture.Cluster:
		_, ok := t.index[r.ID]
		return ok
	case picture.Link:
		for _, l := range t.p.Links {
			if markid.LinkID(l.A, l.B) == r.ID {
				return true
			}
		}
	}
	return false
}
