package picture

import (
	"strings"

	"gridbox/core/diff"
	"gridbox/core/draw/layout"
	"gridbox/core/kind"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
)

// A PairView is two answers over one layout: left and right, or one over the
// other. What both do alike is grey, what differs without effect tinted, what
// explains the difference solid; the marks say it in data-strength, and
// assets/css/picture.css draws it within .gb-two.
type PairView struct {
	Sides   [2]diff.Side
	Colours [2]int
	Report  *diff.Report
	// Places has the clusters' places of both sides; nil lets them be arranged.
	Places   [2][]layout.Point
	Selected kind.Thing
	// Shown are the ids of what is decided so far in a replay; nil is all of it.
	Shown         [2]map[string]bool
	Width, Height float64
	Static        bool
}

// A half is one side's picture in the making: as markup, and where the things
// stand that the answer decides about.
type half struct {
	svg   string
	boxes map[kind.Thing]box
}

// halves has a row a kind.
var halves = map[string]func(*PairView, int) half{
	"placement": placementHalf, "window": windowHalf, "batch": batchHalf, "group": groupHalf, "farm": farmHalf,
}

// Half draws a side, 0 or 1. What is selected and only the other side has at
// that place stands there dashed.
func (v *PairView) Half(side int) string {
	h := v.half(side)
	if v.Sides[0].Scenario.Kind == "placement" {
		return h.svg // whose chips say so themselves
	}
	own, here := h.boxes[v.Selected]
	if b, there := v.half(1 - side).boxes[v.Selected]; there && (!here || own != b) {
		m := &markup{}
		v.ghost(m, b, 1-side)
		h.svg = inside(h.svg, m.String())
	}
	return h.svg
}

func (v *PairView) half(side int) half {
	draw, ok := halves[v.Sides[side].Scenario.Kind]
	if !ok || v.Sides[side].Answer == nil {
		return half{}
	}
	h := draw(v, side)
	h.svg = v.strengthen(h.svg)
	return h
}

// ghost outlines where something stands on the other side.
func (v *PairView) ghost(m *markup, b box, of int) {
	m.raw(`<rect class="gb-away `, Hue(v.Colours[of]), `" rx="3" aria-hidden="true"`)
	m.nums(rectNames, b.x0, b.y0, b.x1-b.x0, b.y1-b.y0)
	m.raw("/>")
}

// inside puts markup into a picture, on top of all else.
func inside(svg, more string) string {
	end := "</svg>"
	if strings.HasSuffix(svg, "</g></svg>") && strings.Contains(svg, `class="gb-world"`) {
		end = "</g></svg>"
	}
	return strings.TrimSuffix(svg, end) + more + end
}

// strengthen says of every mark what the report says of its thing.
func (v *PairView) strengthen(svg string) string {
	const kind, id = ` data-kind="`, ` data-id="`
	class := make(map[string]diff.Class, len(v.Report.Differences))
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		class[Escape(d.Kind)+" "+Escape(d.ID)] = d.Class
	}
	var b strings.Builder
	for {
		head, rest, ok := strings.Cut(svg, kind)
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		word, after, _ := strings.Cut(rest, `"`)
		if name, _, ok := strings.Cut(strings.TrimPrefix(after, id), `"`); ok {
			strength := class[word+" "+name]
			if strength == "" {
				strength = diff.Same
			}
			b.WriteString(` data-strength="` + string(strength) + `"`)
		}
		b.WriteString(kind)
		svg = rest
	}
}

func (v *PairView) selected() []Ref {
	if v.Selected.ID == "" {
		return nil
	}
	return []Ref{{v.Selected.Kind, v.Selected.ID}}
}

// shows tells whether a side has decided about a thing by now.
func (v *PairView) shows(side int, id string) bool { return v.Shown[side] == nil || v.Shown[side][id] }

// name is what a side's picture is called.
func (v *PairView) name(side int) string { return "Answer of " + v.Sides[side].Name }

func farmHalf(v *PairView, side int) half {
	x, end := &v.Sides[side], 0.0
	for i := range v.Sides {
		if s, ok := v.Sides[i].Answer.Solution.(*farm.Solution); ok {
			for k := range s.Reservations {
				end = max(end, s.Reservations[k].Finish)
			}
		}
	}
	shown := &farm.Solution{}
	if s, ok := x.Answer.Solution.(*farm.Solution); ok {
		for _, r := range s.Reservations {
			if v.shows(side, r.Job) {
				shown.Reservations = append(shown.Reservations, r)
			}
		}
	}
	t := FarmTimeline(FarmView{Problem: &x.Scenario.Farm.Problem, Solution: shown, Until: end, Selected: v.selected(),
		Job: v.Selected.ID, Colour: v.Colours[side], Width: v.Width, Height: v.Height, Static: v.Static,
		Name: v.name(side)})
	t.Curves = nil
	return timelineHalf(t)
}

func timelineHalf(v TimelineView) half {
	t := newTimeline(v)
	h := half{Timeline(v), map[kind.Thing]box{}}
	for row, list := range t.units {
		for _, u := range list {
			y, tall := t.lane(row, u.bars[0])
			thing := kind.Thing(u.bars[0].Ref)
			if _, twice := h.boxes[thing]; !twice && thing.ID != "" {
				h.boxes[thing] = box{t.x(u.start), y, t.x(u.end), y + tall}
			}
		}
	}
	return h
}

// pairRows is how many rows of nodes both sides of a pair have room for.
const pairRows = 80

func batchHalf(v *PairView, side int) half {
	p := &v.Sides[side].Scenario.Batch.Problem
	rows := BatchRows(p)
	used := map[string]bool{}
	for i := range v.Sides {
		if s, ok := v.Sides[i].Answer.Solution.(*batch.Solution); ok {
			found := BatchFound(s, BatchFilter{Chosen: true, Unlabelled: true}, v.Colours[i])
			for id := range UsedNodes(found) {
				used[id] = true
			}
			if i != side {
				continue
			}
			for _, f := range found {
				if f.Ref = (Ref{Job, JobOf(f.Ref)}); v.shows(side, f.Ref.ID) {
					f.Strength = string(v.Report.ClassOf(kind.Thing(f.Ref)))
					rows.Found = append(rows.Found, f)
				}
			}
		}
	}
	return v.rowsHalf(side, rows, used)
}

func windowHalf(v *PairView, side int) half {
	p := &v.Sides[side].Scenario.Window.WindowProblem
	rows, used := WindowRows(p), map[string]bool{}
	for i := range v.Sides {
		s, ok := v.Sides[i].Answer.Solution.(*window.Solution)
		for k := 0; ok && k < len(s.Slots); k++ {
			t := s.Slots[k]
			used[t.Node] = true
			if i == side && v.shows(side, t.Node) {
				rows.Found = append(rows.Found, Found{Ref: Ref{Node, t.Node}, Colour: v.Colours[side], Bare: true,
					Parts: []window.Taken{t}, Strength: string(v.Report.ClassOf(kind.Thing{Kind: Node, ID: t.Node})),
					Say: "Node " + t.Node + " from " + Number(t.Start) + " to " + Number(t.End) + " for " +
						Number(t.Cost)})
			}
		}
	}
	return v.rowsHalf(side, rows, used)
}

func (v *PairView) rowsHalf(side int, rows NodeRowsView, used map[string]bool) half {
	order := rows.Rows
	if order == nil {
		order = window.ByPerformance(rows.Nodes)
	}
	rows.Rows = SomeOf(rows.Nodes, order, pairRows, used)
	rows.Width, rows.Height, rows.Static, rows.Name = v.Width, v.Height, v.Static, v.name(side)
	rows.Horizon = max(rows.Horizon, v.until())
	rows.Selected = v.selected()
	r := newNodeRows(rows)
	h := half{NodeRows(rows), map[kind.Thing]box{}}
	for i := range rows.Found {
		if left, right, first, last, ok := r.extent(&rows.Found[i]); ok {
			h.boxes[kind.Thing(rows.Found[i].Ref)] = box{left, r.y(first), right, r.y(last) + r.tall}
		}
	}
	return h
}

// until is the later horizon of the two, so that both have one axis.
func (v *PairView) until() (end float64) {
	for i := range v.Sides {
		switch s := v.Sides[i].Scenario; s.Kind {
		case "window":
			end = max(end, s.Window.Horizon)
		case "batch":
			end = max(end, s.Batch.Horizon)
		}
	}
	return end
}

func groupHalf(v *PairView, side int) half {
	x := &v.Sides[side]
	view := PoolView{Problem: &x.Scenario.Group.Problem, Colour: v.Colours[side], Selected: v.selected(),
		Width: v.Width, Height: v.Height, Static: v.Static, Name: v.name(side)}
	view.Take(x.Answer)
	if view.Window != nil && v.Shown[side] != nil {
		some := &group.Solution{Variants: view.Window.Variants}
		in := map[string]string{}
		for i := range view.Problem.Nodes {
			in[view.Problem.Nodes[i].ID] = view.Problem.Nodes[i].Group
		}
		for _, id := range view.Window.Nodes {
			if v.Shown[side][in[id]] {
				some.Nodes = append(some.Nodes, id)
			}
		}
		view.Window, view.Worth = some, ""
	}
	d := newPools(view)
	h := half{Pools(view), map[kind.Thing]box{}}
	for i := range d.fields {
		f := &d.fields[i]
		for k, n := range f.nodes {
			if d.chosen[n] {
				size := d.side(n) + 3
				h.boxes[kind.Thing{Kind: Node, ID: d.p.Nodes[n].ID}] = around(d.seat(f, k), size, size)
			}
		}
		if f.used > 0 && f.group >= 0 {
			h.boxes[kind.Thing{Kind: Group, ID: d.p.Groups[f.group].ID}] = box{f.x, f.y, f.x + f.w, f.y + f.h}
		}
	}
	return h
}

func placementHalf(v *PairView, side int) half {
	x := &v.Sides[side]
	whole := &x.Scenario.Placement.Problem
	bare := *whole
	bare.Datasets = nil // their tags would stand where the jobs do
	t := TopologyView{Problem: &bare, Places: v.places(side), Colour: v.Colours[side], Static: v.Static, Width: v.Width,
		Height: v.Height, Name: v.name(side), Selected: v.selected(), Chips: v.chips(side)}
	if s, ok := x.Answer.Solution.(*placement.Solution); ok {
		t.Jobs = make([]int, len(whole.Clusters))
		for i := range t.Jobs {
			for _, c := range t.Chips[i] {
				if !c.Away {
					t.Jobs[i]++
				}
			}
		}
		if v.Selected.Kind == Job && v.shows(side, v.Selected.ID) {
			t.Routes = RoutesOf(whole, s, v.Selected.ID)
		}
	}
	return half{svg: Topology(t)}
}

// places are where a side's clusters stand: those that the other side has too,
// and that have no place of their own, where they stand there.
func (v *PairView) places(side int) []layout.Point {
	if v.Places[side] != nil || side == 0 {
		return v.Places[side]
	}
	p, q := &v.Sides[0].Scenario.Placement.Problem, &v.Sides[1].Scenario.Placement.Problem
	first := v.Places[0]
	if first == nil {
		first = layout.Clusters(p)
	}
	if v.Sides[0].Scenario == v.Sides[1].Scenario {
		return first
	}
	at, list := clusterIndex(p), layout.Clusters(q)
	for i := range q.Clusters {
		if k, ok := at[q.Clusters[i].ID]; ok && q.Clusters[i].X == nil {
			list[i] = first[k]
		}
	}
	return list
}
