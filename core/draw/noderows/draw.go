package noderows

import (
	"math"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// open opens the picture and sets its role and label. An interactive picture also has the scale
// of its axes as data attributes.
func (r *nodeRows) open(m *scene.Builder) {
	classes := "gb-noderows"
	if r.v.Small {
		classes += " gb-small"
	}
	m.Picture(classes, r.Width, r.height)
	if r.Static {
		m.Attr("role", "img")
	} else {
		m.Attr("role", "group")
		m.Attr("aria-roledescription", "timeline of nodes")
		m.Nums([]string{"data-left", "data-right", "data-top", "data-pitch"}, r.Left, r.Right, r.Top, r.pitch)
		m.Exact("data-from", r.From)
		m.Exact("data-to", r.To)
		m.Exact("data-horizon", r.v.Horizon)
		m.Exact("data-snap", r.snap)
	}
	m.Attr("aria-label", r.describe())
}

// describe returns the accessible label: the numbers of nodes, the time range, and the texts of
// the windows that are not pale.
func (r *nodeRows) describe() string {
	s := picture.TitlePrefix(r.v.Name) + picture.Count(len(r.rows), "node")
	if n := len(r.v.Nodes); n > len(r.rows) {
		s += i18n.T(" of {}", picture.Number(float64(n)))
	}
	s += i18n.T(" from {} to {}", picture.Number(r.From), picture.Number(r.To))
	for i := range r.v.Windows {
		if r.v.Windows[i].Say != "" && !r.v.Windows[i].Pale {
			s += "; " + r.v.Windows[i].Say
		}
	}
	return s
}

// drawNode draws a row: its background, which is its whole time, and its name.
func (r *nodeRows) drawNode(m *scene.Builder, row int) {
	n := &r.v.Nodes[r.rows[row]]
	ref := picture.Ref{Kind: picture.Node, ID: n.ID}
	y := r.y(row)
	m.Open("g", "gb-noderow")
	if r.Selected[ref] {
		m.Class("gb-sel")
	}
	r.Mark(m, ref, i18n.T("Node {}, performance {}, price {}",
		n.ID, picture.Number(n.Performance), picture.Number(n.Price)))
	m.Open("rect", "gb-hitrow")
	m.Nums(scene.Box, 0, y, r.Left, r.pitch)
	m.Close()
	m.Open("rect", "gb-paper")
	m.Nums(scene.Box, r.Left, y, r.Right-r.Left, r.rowHeight)
	m.Close()
	m.Close()
	if !r.v.Small {
		m.Open("g", "gb-rowlabel")
		m.Attr("aria-hidden", "true") // the mark has the same name
		r.drawName(m, row, y)
		m.Close()
	}
}

// drawName draws a row's name and performance. Thin rows have only the performance, where it
// changes.
func (r *nodeRows) drawName(m *scene.Builder, row int, y float64) {
	n := &r.v.Nodes[r.rows[row]]
	performance := picture.Number(n.Performance)
	if r.pitch >= nameRow {
		m.Label("gb-rowname", 0, y+r.rowHeight/2+4, picture.Truncate(n.ID, 11,
			r.Left-picture.TextWidth(performance, 11)-14))
	} else if row > 0 && !r.newGroup(row) {
		return
	}
	m.Open("text", "gb-rownote")
	m.Attr("text-anchor", "end")
	m.Nums(scene.XY, r.Left-6, min(y+r.rowHeight/2+4, r.Bottom))
	m.Text(performance)
	m.Close()
}

// newGroup reports whether a thin row begins a group of equal performance and is far enough below
// the last label. It then records the row as labelled.
func (r *nodeRows) newGroup(row int) bool {
	at := func(row int) float64 { return r.v.Nodes[r.rows[row]].Performance }
	if at(row) == at(row-1) || float64(row-r.lastLabelled)*r.pitch < 11 {
		return false
	}
	r.lastLabelled = row
	return true
}

// drawBusy draws the busy time, the selected last so that it lies on top.
func (r *nodeRows) drawBusy(m *scene.Builder) {
	m.Open("g", "gb-taken")
	for _, chosen := range []bool{false, true} {
		for i := range r.v.Busy {
			if r.isVisible(&r.v.Busy[i]) && r.Selected[picture.Ref{Kind: picture.Busy,
				ID: markid.BusyID(i)}] == chosen {
				r.drawOneBusy(m, i)
			}
		}
	}
	m.Close()
}

// drawOneBusy draws busy time i as a box at least 0.75 pixels wide. A selected one has handles at
// both ends unless the picture is static.
func (r *nodeRows) drawOneBusy(m *scene.Builder, i int) {
	b, ref := &r.v.Busy[i], picture.Ref{Kind: picture.Busy, ID: markid.BusyID(i)}
	x0, x1, y := r.X(b.Start), r.X(b.End), r.y(r.row[b.Node])
	chosen := r.Selected[ref]
	m.Open("g", "gb-busytime")
	if chosen {
		m.Class("gb-sel")
	}
	if !r.Static {
		m.Attr("data-node", b.Node)
		m.Exact("data-start", b.Start)
		m.Exact("data-end", b.End)
	}
	if r.v.Small {
		ref = picture.Ref{}
	}
	r.Mark(m, ref, i18n.T("{} is busy from {} to {}", b.Node, picture.Number(b.Start), picture.Number(b.End)))
	m.Open("rect", "")
	m.Nums(scene.Box, x0, y, max(0.75, x1-x0), r.rowHeight)
	m.Close()
	if r.rowHeight >= 5 && !r.v.Small {
		hatch(m, x0, y, x1-x0, r.rowHeight)
	}
	if chosen && !r.Static {
		for _, x := range []float64{x0, x1} {
			m.Open("rect", "gb-handle")
			m.Attr("rx", "1.5")
			m.Nums(scene.Box, x-2, y+r.rowHeight/2-min(7, r.rowHeight/2), 4, min(14, r.rowHeight))
			m.Close()
		}
	}
	m.Close()
}

// stroke is the distance between the strokes of a hatching.
const stroke = 6.0

// hatch draws strokes at 45 degrees over a rectangle, as one path: a pattern would need an id,
// and a page may have many pictures. The strokes of all rectangles of a picture lie on the same
// lines.
func hatch(m *scene.Builder, x, y, w, h float64) {
	if w <= 0 {
		return
	}
	m.Open("path", "gb-hatch")
	m.Value("d", "")
	for t := stroke - math.Mod(x+y, stroke); t < w+h; t += stroke {
		// from the left or lower edge to the upper or right one
		x0, y0 := x+max(0, t-h), y+min(t, h)
		reach := min(x+min(t, w)-x0, y0-y)
		if reach < 0.5 {
			continue
		}
		m.Tenths("M", x0, y0)
		m.Tenths("l", reach, -reach)
	}
	m.Close()
}

// drawStates outlines the free slots that an algorithm has visited.
func (r *nodeRows) drawStates(m *scene.Builder) {
	if len(r.v.States) == 0 {
		return
	}
	m.Open("g", "gb-states")
	m.Attr("aria-hidden", "true")
	for _, s := range r.v.States {
		row, ok := r.row[s.Node]
		if !ok || s.End <= r.From || s.Start >= r.To {
			continue
		}
		x0, x1 := r.X(s.Start), r.X(s.End)
		m.Open("rect", "gb-state-"+s.Class)
		m.Nums(scene.Box, x0, r.y(row), max(0.75, x1-x0), r.rowHeight)
		m.Close()
	}
	m.Close()
}

// drawScroll draws a scroll bar with the position and the size of the visible part of all rows.
// It draws nothing if all rows are visible or the picture is static.
func (r *nodeRows) drawScroll(m *scene.Builder) {
	all, shown := float64(r.v.TotalRows), float64(len(r.rows))
	if all <= shown || r.Static {
		return
	}
	tall := r.Bottom - r.Top
	m.Open("g", "gb-scroll")
	m.Attr("aria-hidden", "true")
	m.Open("rect", "")
	m.Attr("rx", "2")
	m.Nums(scene.Box, r.Width-6, r.Top, 4, tall)
	m.Close()
	m.Open("rect", "gb-thumb")
	m.Attr("rx", "2")
	m.Nums(scene.Box, r.Width-6, r.Top+tall*float64(r.v.First)/all, 4, max(8, tall*shown/all))
	m.Close()
	m.Close()
}
