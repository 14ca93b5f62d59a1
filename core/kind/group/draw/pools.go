package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
)

// A PoolsView is a picture of nodes that fail in groups. A group is a rounded
// field, filled to its availability. Its members are squares with an area
// proportional to their price, filled to their own availability. The nodes of a
// window are ringed, and a bar at the top shows its cost.
type PoolsView struct {
	Problem *group.Problem
	// Window is the answer that is shown, nil for none. Cost is its cost and Worth its worth
	// in words.
	Window *group.Solution
	Cost   float64
	Worth  string
	Colour int
	// Choices are the windows of all compared algorithms; each node has a dot in the colour of
	// each algorithm that takes it.
	Choices []Choice
	// States are the states of groups after the steps of an algorithm, by id: "in", "out",
	// "next", "fixed".
	States map[string]string
	// Numbers has the number of each group that is an answer to choose from, nil for none.
	Numbers  map[string]int
	Selected []picture.Ref
	// Width and Height are in units of the picture, preferably pixels.
	Width, Height float64
	Static, Small bool // Small omits all text and marks
	Name          string
	Cache         *picture.Cache // cache of similar pictures
}

// A Choice is the window of one algorithm.
type Choice struct {
	Name   string
	Colour int
	Window *group.Solution
}

const (
	poolGap   = 10.0
	poolPad   = 8.0
	poolEdge  = 16.0
	poolTitle = 19.0
	poolBar   = 36.0
	poolRound = 9.0
	maxMarked = 300 // members beyond which only groups are marks
	maxFields = 420 // fields beyond which the rest is only counted
	maxCell   = 120.0
	keySize   = 11.0 // of the text at the budget
)

// Pools returns the view as one svg element. Beyond some hundred nodes the
// members of a field are one path, to keep the text short.
func Pools(v PoolsView) *scene.Node {
	d := newPools(v)
	m := &scene.Builder{}
	d.open(m)
	if !v.Small {
		d.drawBudget(m)
	}
	for i := range d.fields {
		d.drawKept(m, i)
	}
	if len(d.p.Nodes) == 0 && len(d.p.Groups) == 0 {
		m.Empty(d.Width, d.Height, "no nodes yet")
	}
	m.Close()
	m.Close()
	return m.Node()
}

// drawKept draws one of many fields from the cache, unless its position or the
// state of its group changed.
func (d *pools) drawKept(m *scene.Builder, i int) {
	f := &d.fields[i]
	if d.Cache == nil || !d.many || d.Window != nil || f.group < 0 {
		d.drawField(m, i)
		return
	}
	ref := picture.Ref{Kind: picture.Group, ID: d.p.Groups[f.group].ID}
	of := []any{d.p, f.group, [...]float64{f.x, f.y, f.w, f.h},
		d.cell, len(d.fields), d.States[ref.ID], d.selected[ref], ref == d.stop, d.stopped}
	d.Cache.Draw(m, f.group, of, &d.stopped, new([]picture.Box), func() { d.drawField(m, i) })
}

// pools is the state of drawing one picture.
type pools struct {
	PoolsView
	p           *group.Problem
	odds        group.Odds
	fields      []poolField
	hiddenCount int // groups that are only counted
	cell        float64
	shape       float64 // ratio of width to height of fields
	tight       bool    // margins are dropped, since squares would be too small
	maxPrice    float64
	chosen      []bool           // by node
	takers      map[string][]int // by node: indexes in Choices
	variant     map[string]int
	selected    map[picture.Ref]bool
	stop        picture.Ref
	stopped     bool
	many        bool
}

// A poolField is a group with its position; group -1 has the nodes without a
// group, and -2 is the count of hidden groups.
type poolField struct {
	group      int
	nodes      []int
	x, y, w, h float64
	used       int
}

// newPools returns the state of drawing a view, with all fields placed. A missing problem is an
// empty one, and the default size is 720 by 600.
func newPools(v PoolsView) *pools {
	d := &pools{PoolsView: v, p: v.Problem, selected: map[picture.Ref]bool{}, variant: map[string]int{}}
	if d.p == nil {
		d.p = &group.Problem{}
	}
	if d.p.Request != nil {
		d.odds = d.p.Odds()
	} else {
		d.odds = group.Odds{Groups: make([]float64, len(d.p.Groups)), Nodes: make([]float64, len(d.p.Nodes))}
	}
	if d.Width <= 0 {
		d.Width = 720
	}
	if d.Height <= 0 {
		d.Height = 600
	}
	for _, r := range v.Selected {
		d.selected[r] = true
	}
	d.many = len(d.p.Nodes) > maxMarked
	d.choose()
	d.createFields()
	d.layOut()
	d.stop = d.firstStop()
	return d
}

// choose sets the nodes and variants of the window, and for each node the choices that take it.
// Very large pictures have no takers.
func (d *pools) choose() {
	d.chosen = make([]bool, len(d.p.Nodes))
	if !d.many {
		d.takers = map[string][]int{}
		for k, c := range d.Choices {
			for _, id := range c.Window.Nodes {
				d.takers[id] = append(d.takers[id], k)
			}
		}
	}
	if d.Window == nil {
		return
	}
	in := make(map[string]bool, len(d.Window.Nodes))
	for _, id := range d.Window.Nodes {
		in[id] = true
	}
	for i := range d.p.Nodes {
		d.chosen[i] = in[d.p.Nodes[i].ID]
	}
	for _, c := range d.Window.Variants {
		d.variant[c.Group] = c.Variant
	}
}

// createFields creates a field for every visible group: all of them, or if there are
// too many, the used ones and the first others.
func (d *pools) createFields() {
	at := make(map[string]int, len(d.p.Groups))
	fields := make([]poolField, len(d.p.Groups), len(d.p.Groups)+1)
	for g := range d.p.Groups {
		at[d.p.Groups[g].ID] = g
		fields[g].group = g
	}
	alone := poolField{group: -1}
	for i := range d.p.Nodes {
		n := &d.p.Nodes[i]
		d.maxPrice = math.Max(d.maxPrice, n.Price)
		f := &alone
		if g, ok := at[n.Group]; ok && n.Group != "" {
			f = &fields[g]
		}
		f.nodes = append(f.nodes, i)
		if d.chosen[i] {
			f.used++
		}
	}
	if len(alone.nodes) > 0 {
		fields = append(fields, alone)
	}
	room := maxFields
	for i := range fields {
		if fields[i].used > 0 {
			room--
		}
	}
	for i := range fields {
		f := &fields[i]
		if len(fields) > maxFields && f.used == 0 {
			if room--; room < 0 {
				d.hiddenCount++
				continue
			}
		}
		d.fields = append(d.fields, *f)
	}
	if d.hiddenCount > 0 {
		d.fields = append(d.fields, poolField{group: -2})
	}
}

// firstStop returns the first selected visible mark, or else the first mark.
func (d *pools) firstStop() picture.Ref {
	first := picture.Ref{}
	for i := range d.fields {
		f := &d.fields[i]
		if f.group >= 0 {
			r := picture.Ref{Kind: picture.Group, ID: d.p.Groups[f.group].ID}
			if d.selected[r] {
				return r
			}
			if first == (picture.Ref{}) {
				first = r
			}
		}
		for _, n := range f.nodes {
			r := picture.Ref{Kind: picture.Node, ID: d.p.Nodes[n].ID}
			if d.selected[r] && !d.many {
				return r
			}
			if first == (picture.Ref{}) && !d.many {
				first = r
			}
		}
	}
	return first
}

// open opens the root element with its label, and the group that zoom and pan transform.
func (d *pools) open(m *scene.Builder) {
	classes := "gb-pools "
	if d.Small {
		classes += "gb-small "
	}
	m.Picture(classes+picture.Hue(d.Colour), d.Width, d.Height)
	if d.Static {
		m.Attr("role", "img")
	} else {
		m.Attr("role", "group")
		m.Attr("aria-roledescription", "groups of nodes")
	}
	m.Attr("aria-label", d.describe())
	if !d.Static {
		picture.Ground(m)
	}
	m.Open("g", "gb-world")
}

func (d *pools) describe() string {
	s := i18n.T("{}{} in {}",
		picture.TitlePrefix(d.Name), picture.Count(len(d.p.Nodes), "node"),
		picture.Count(len(d.p.Groups), "group"))
	if d.Window != nil {
		s += "; " + d.bill()
	}
	return s
}

// bill returns the cost of the window as text.
func (d *pools) bill() string {
	s := i18n.T("{} for {}", picture.Count(len(d.Window.Nodes), "node"), picture.Number(d.Cost))
	if d.p.Request != nil {
		s += i18n.T(" of {}", picture.Number(d.p.Request.Budget))
	}
	return s
}

// mark writes the attributes that make an element actionable.
func (d *pools) mark(m *scene.Builder, ref picture.Ref, label string) {
	m.Mark(ref.Kind, ref.ID)
	if d.Static {
		return
	}
	stop := ref == d.stop && !d.stopped
	d.stopped = d.stopped || stop
	m.Button(label, d.selected[ref], stop)
}
