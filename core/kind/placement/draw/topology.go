package draw

import (
	"math"

	"gridbox/core/draw/layout"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
)

// A TopologyView is the content of the picture of a grid. All fields but Problem may be zero.
type TopologyView struct {
	Problem *placement.Problem
	// Positions has one point for each cluster; nil means layout.Clusters(Problem).
	Positions []layout.Point
	Selected  []picture.Ref
	// Routes are the transfers of a selected job, drawn in Colour.
	Routes []Route
	// Notes mark clusters during a step-through.
	Notes []Note
	// Jobs has the number of jobs on each cluster. Busy has each cluster's share of the makespan
	// from 0 to 1, drawn as a ring. Traffic has each link's share of the busiest link's traffic
	// from 0 to 1. Each may be nil.
	Jobs    []int
	Busy    []float64
	Traffic []float64
	// Colour is the number of the algorithm in the fixed order of colours.
	Colour int
	// Width and Height are the picture's own units, best the pixels of its place, so that text
	// keeps its size; 0 means 720 x 600.
	Width, Height float64
	// Chips are the jobs next to each cluster, in a comparison of two answers.
	Chips [][]Chip
	// Small omits all text and marks, for galleries. Static draws marks that cannot be acted on,
	// for pages without a script.
	Small, Static bool
	// Numbers has the number of each cluster to choose from, nil for none.
	Numbers map[string]int
	// JobDatasets are the datasets that a job reads; the others are paler. Nil means no job.
	JobDatasets map[string]bool
	// Name is the name of the picture for screen readers.
	Name  string
	Cache *Cache // of pictures like this one
}

// A Route is the path of one dataset to the cluster that computes.
type Route struct {
	Dataset string
	Size    float64  // MB
	Path    []string // cluster ids, from the source to the one that computes
	Note    string   // after the dataset's name, such as the time of the transfer
}

// A Note marks one cluster with the class of an algorithm's step and a text.
type Note struct {
	Cluster string
	Class   string // "open", "done", "found", "chosen", "rejected"
	Text    string // short: "0.011 s/MB"
}

// maxLabelledClusters is the number of clusters above which labels are shown only with hover, selection or zoom.
const maxLabelledClusters = 80

// Topology draws a grid as one svg element. It needs O(V+E) time, and for
// small pictures O(labels^2) to keep labels apart.
func Topology(v TopologyView) *scene.Node {
	p := v.Problem
	if p == nil {
		p = &placement.Problem{}
	}
	t := newTopology(v, p)
	m := &scene.Builder{}
	t.open(m)
	t.drawCached(m, linksPart, nil, func() { t.drawLinks(m) })
	t.drawTraffic(m)
	t.drawFlows(m)
	t.drawNodes(m)
	t.drawTags(m)
	t.drawCargo(m)
	t.drawCached(m, ratesPart, []any{t.boxes}, func() { t.drawRates(m) })
	t.drawChips(m)
	t.drawNumbers(m)
	if len(p.Clusters) == 0 {
		m.Empty(t.frame.width, t.frame.height, "no clusters yet")
	}
	m.Close()
	t.drawThinned(m)
	m.Close()
	return m.Node()
}

// Numbers of the cached parts besides those of the clusters, which have the indexes of the
// clusters.
const (
	linksPart = -1 - iota
	ratesPart
)

// drawCached draws part n of the picture, or takes it from the cache. The part depends on the
// ground, the selection and the values in of.
func (t *topology) drawCached(m *scene.Builder, n int, of []any, draw func()) {
	if t.Cache == nil || t.Small || len(t.p.Clusters) > huge {
		draw()
		return
	}
	boxes := &t.boxes
	if n != ratesPart { // only this part occupies boxes
		boxes = new([]picture.Box)
	}
	t.Cache.Draw(m, n, append(of, t.groundKey, t.choice, t.stopped, t.Static), &t.stopped, boxes, draw)
}

// GridThumb draws a grid as a thumbnail without text.
func GridThumb(p *placement.Problem, name string) *scene.Node {
	return Topology(TopologyView{Problem: p, Small: true, Static: true, Width: 240, Height: 160, Name: name})
}

// topology is one picture while it is drawn: the view with everything looked up.
type topology struct {
	TopologyView
	ground
	groundKey  *float64 // the address of the frame's width in the cached ground, which identifies that ground
	p          *placement.Problem
	selected   map[picture.Ref]bool
	centres    []bool // by cluster, whether it is selected; nil if none is
	linked     bool   // whether a link is selected
	choice     string // the selection as one string
	unit       bool   // whether circles have room for the unit of power
	many       bool
	stopped    bool // whether the tab stop has been assigned
	hops       []hop
	notes      map[string]Note // the latest note about each cluster
	names      []labelPlace    // by cluster, the place of a name that does not fit inside
	counts     []labelPlace    // by cluster, the place of its number of jobs
	rates      []ratePlace     // by link, the place of its bandwidth, if Numbers are given
	notePlaces []labelPlace    // by cluster, the place of the note of a step
	tags       []picture.Point // per cluster, the upper left of its row of tags
	hiddenTags []bool          // by cluster, whether its tags have no room and are shown only with selection or zoom
	boxes      []picture.Box   // occupied boxes, which labels keep clear of
}

// A ground is the part of a picture that does not depend on answers and selection. It is never
// modified.
type ground struct {
	*network
	frame  frame
	at     []picture.Point // centres in picture units
	radius []float64
}

// newGround returns the positions and radii of the clusters. Without a place for each cluster in
// the view, the places are computed. If clusters are close to each other, all circles are smaller.
func newGround(v *TopologyView, p *placement.Problem, n *network, f frame) ground {
	g := ground{network: n, frame: f}
	places := v.Positions
	if len(places) != len(p.Clusters) {
		places = layout.Clusters(p)
	}
	g.at = make([]picture.Point, len(places))
	for i, q := range places {
		g.at[i] = g.frame.project(picture.Point(q))
	}
	if gap := clusterSpacing(g.at, g.frame.width, g.frame.height); gap > 0 {
		// A user may drag two clusters close to each other; circles do not vanish then.
		g.frame.maxRadius = math.Max(0.4*g.frame.maxRadius, math.Min(g.frame.maxRadius, 0.46*gap))
	}
	g.radius = g.frame.radii(p.Clusters)
	return g
}

// newTopology returns the state of drawing a view: its ground, selection, notes and hops, and the
// places of all labels.
func newTopology(v TopologyView, p *placement.Problem) *topology {
	g := v.groundOf(p)
	t := &topology{TopologyView: v, ground: *g, groundKey: &g.frame.width, p: p,
		many: len(p.Clusters) > maxLabelledClusters}
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
	for i := range p.Datasets {
		if d := &p.Datasets[i]; v.JobDatasets[d.ID] {
			t.choice += "\x00" + d.ID
		}
	}
	t.notes = make(map[string]Note, len(v.Notes))
	for _, n := range v.Notes {
		t.notes[n.Cluster] = n
	}
	t.findHops()
	t.unit = t.unitFits()
	t.placeLabels()
	return t
}

// open opens the root, draws the rectangle that receives clicks outside of marks, and opens the
// group that zoom and pan transform. The data attributes let the adapter convert places in the
// picture to the unit square.
func (t *topology) open(m *scene.Builder) {
	f := t.frame
	classes := "gb-topology "
	if t.many {
		classes += "gb-many "
	}
	if t.Small {
		classes += "gb-small "
	}
	m.Picture(classes+picture.Hue(t.Colour), f.width, f.height)
	m.Nums([]string{"data-left", "data-top", "data-width", "data-height"},
		f.left, f.top, f.width-f.left-f.right, f.height-f.top-f.bottom)
	if t.Static {
		m.Attr("role", "img")
	} else {
		m.Attr("role", "group")
		m.Attr("aria-roledescription", "topology")
	}
	m.Attr("aria-label", t.describe())
	if !t.Static {
		picture.Ground(m)
	}
	m.Open("g", "gb-world")
}

// describe returns a description of the whole picture in one line.
func (t *topology) describe() string {
	s := picture.TitlePrefix(t.Name) + picture.Count(len(t.p.Clusters), "cluster") + ", " +
		picture.Count(len(t.p.Links), "link")
	if n := len(t.p.Datasets); n > 0 {
		s += ", " + picture.Count(n, "dataset")
	}
	for _, r := range t.Routes {
		if len(r.Path) > 1 {
			s += i18n.T("; {} travels {}", r.Dataset, route(r.Path))
		}
	}
	return s
}

func route(path []string) string {
	s := i18n.T("from {}", path[0])
	for _, id := range path[1 : len(path)-1] {
		s += i18n.T(" over {}", id)
	}
	return i18n.T("{} to {}", s, path[len(path)-1])
}

// mark writes the attributes of an actionable element.
func (t *topology) mark(m *scene.Builder, kind, id, label string) {
	m.Mark(kind, id)
	if t.Static {
		return
	}
	m.Button(label, t.selected[picture.Ref{Kind: kind, ID: id}], t.tabStop(kind, id))
}

// tabStop reports whether a mark is the only tab stop: the first selected mark or, if none is
// selected, the first cluster.
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

// shows reports whether the picture has a mark for a cluster or link. It reports false for other
// kinds.
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
