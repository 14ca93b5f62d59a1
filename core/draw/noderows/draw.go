package noderows

import (
	"math"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

func (r *nodeRows) open(m *svg.Builder) {
	classes := "gb-noderows"
	if r.v.Small {
		classes += " gb-small"
	}
	m.Open(classes, r.Width, r.height)
	if r.Static {
		m.Raw(` role="img"`)
	} else {
		m.Raw(` role="group" aria-roledescription="timeline of nodes"`)
		m.Nums([]string{"data-left", "data-right", "data-top", "data-pitch"}, r.Left, r.Right, r.Top, r.pitch)
		m.Exact("data-from", r.From)
		m.Exact("data-to", r.To)
		m.Exact("data-horizon", r.v.Horizon)
		m.Exact("data-snap", r.snap)
	}
	m.Attr("aria-label", r.describe())
	m.Raw(">")
}

func (r *nodeRows) describe() string {
	s := picture.Titled(r.v.Name) + picture.Count(len(r.rows), "node")
	if n := len(r.v.Nodes); n > len(r.rows) {
		s += " of " + picture.Number(float64(n))
	}
	s += " from " + picture.Number(r.From) + " to " + picture.Number(r.To)
	for i := range r.v.Found {
		if r.v.Found[i].Say != "" && !r.v.Found[i].Pale {
			s += "; " + r.v.Found[i].Say
		}
	}
	return s
}

// drawNode writes a row: its paper, which is all of its time, and its name.
func (r *nodeRows) drawNode(m *svg.Builder, row int) {
	n := &r.v.Nodes[r.rows[row]]
	ref := picture.Ref{Kind: picture.Node, ID: n.ID}
	y := r.y(row)
	m.Raw(`<g class="gb-noderow`)
	if r.Selected[ref] {
		m.Raw(" gb-sel")
	}
	m.Raw(`"`)
	r.Mark(m, ref, "Node "+n.ID+", performance "+picture.Number(n.Performance)+", price "+picture.Number(n.Price))
	m.Raw(`><rect class="gb-hitrow"`)
	m.Nums(svg.Box, 0, y, r.Left, r.pitch)
	m.Raw(`/><rect class="gb-paper"`)
	m.Nums(svg.Box, r.Left, y, r.Right-r.Left, r.tall)
	m.Raw("/>")
	m.Raw("</g>")
	if !r.v.Small {
		m.Raw(`<g class="gb-rowlabel" aria-hidden="true">`) // the mark's name says the same
		r.drawName(m, row, y)
		m.Raw("</g>")
	}
}

// drawName writes a row's name and performance, or, in thin rows, the
// performance where it changes.
func (r *nodeRows) drawName(m *svg.Builder, row int, y float64) {
	n := &r.v.Nodes[r.rows[row]]
	performance := picture.Number(n.Performance)
	if r.pitch >= nameRow {
		m.Label("gb-rowname", 0, y+r.tall/2+4, picture.Truncate(n.ID, 11, r.Left-picture.TextWidth(performance, 11)-14))
	} else if row > 0 && !r.newGroup(row) {
		return
	}
	m.Raw(`<text class="gb-rownote" text-anchor="end"`)
	m.Nums(svg.XY, r.Left-6, min(y+r.tall/2+4, r.Bottom))
	m.Raw(">")
	m.Text(performance)
	m.Raw("</text>")
}

// newGroup reports whether a thin row begins a group of one performance, and is
// far enough below the last name.
func (r *nodeRows) newGroup(row int) bool {
	at := func(row int) float64 { return r.v.Nodes[r.rows[row]].Performance }
	if at(row) == at(row-1) || float64(row-r.noted)*r.pitch < 11 {
		return false
	}
	r.noted = row
	return true
}

// drawBusy writes the taken time, the selected last so that it lies on top.
func (r *nodeRows) drawBusy(m *svg.Builder) {
	m.Raw(`<g class="gb-taken">`)
	for _, chosen := range []bool{false, true} {
		for i := range r.v.Busy {
			if r.inView(&r.v.Busy[i]) && r.Selected[picture.Ref{Kind: picture.Busy, ID: markid.BusyID(i)}] == chosen {
				r.drawOneBusy(m, i)
			}
		}
	}
	m.Raw("</g>")
}

func (r *nodeRows) drawOneBusy(m *svg.Builder, i int) {
	b, ref := &r.v.Busy[i], picture.Ref{Kind: picture.Busy, ID: markid.BusyID(i)}
	x0, x1, y := r.X(b.Start), r.X(b.End), r.y(r.row[b.Node])
	chosen := r.Selected[ref]
	m.Raw(`<g class="gb-busytime`)
	if chosen {
		m.Raw(" gb-sel")
	}
	m.Raw(`"`)
	if !r.Static {
		m.Attr("data-node", b.Node)
		m.Exact("data-start", b.Start)
		m.Exact("data-end", b.End)
	}
	if r.v.Small {
		ref = picture.Ref{}
	}
	r.Mark(m, ref, b.Node+" is busy from "+picture.Number(b.Start)+" to "+picture.Number(b.End))
	m.Raw(`><rect`)
	m.Nums(svg.Box, x0, y, max(0.75, x1-x0), r.tall)
	m.Raw("/>")
	if r.tall >= 5 && !r.v.Small {
		hatch(m, x0, y, x1-x0, r.tall)
	}
	if chosen && !r.Static {
		for _, x := range []float64{x0, x1} {
			m.Raw(`<rect class="gb-handle" rx="1.5"`)
			m.Nums(svg.Box, x-2, y+r.tall/2-min(7, r.tall/2), 4, min(14, r.tall))
			m.Raw("/>")
		}
	}
	m.Raw("</g>")
}

// stroke is the distance between the strokes of a hatching.
const stroke = 6.0

// hatch draws strokes at 45 degrees over a field, as one path: a pattern would
// need an id, and a page may hold many pictures. The strokes of all fields of
// a picture lie on the same lines.
func hatch(m *svg.Builder, x, y, w, h float64) {
	if w <= 0 {
		return
	}
	m.Raw(`<path class="gb-hatch" d="`)
	for t := stroke - math.Mod(x+y, stroke); t < w+h; t += stroke {
		// From the left or lower edge up to the upper or right one.
		x0, y0 := x+max(0, t-h), y+min(t, h)
		reach := min(x+min(t, w)-x0, y0-y)
		if reach < 0.5 {
			continue
		}
		m.Raw("M")
		m.Tenth(x0)
		m.Raw(" ")
		m.Tenth(y0)
		m.Raw("l")
		m.Tenth(reach)
		m.Raw(" ")
		m.Tenth(-reach)
	}
	m.Raw(`"/>`)
}

// drawStates outlines stretches of free time that an algorithm has looked at.
func (r *nodeRows) drawStates(m *svg.Builder) {
	if len(r.v.States) == 0 {
		return
	}
	m.Raw(`<g class="gb-states" aria-hidden="true">`)
	for _, s := range r.v.States {
		row, ok := r.row[s.Node]
		if !ok || s.End <= r.From || s.Start >= r.To {
			continue
		}
		x0, x1 := r.X(s.Start), r.X(s.End)
		m.Raw(`<rect class="gb-state-`, s.Class, `"`)
		m.Nums(svg.Box, x0, r.y(row), max(0.75, x1-x0), r.tall)
		m.Raw("/>")
	}
	m.Raw("</g>")
}

// drawScroll shows beside the rows which part of all they are.
func (r *nodeRows) drawScroll(m *svg.Builder) {
	all, shown := float64(r.v.All), float64(len(r.rows))
	if all <= shown || r.Static {
		return
	}
	tall := r.Bottom - r.Top
	m.Raw(`<g class="gb-scroll" aria-hidden="true"><rect rx="2"`)
	m.Nums(svg.Box, r.Width-6, r.Top, 4, tall)
	m.Raw(`/><rect class="gb-thumb" rx="2"`)
	m.Nums(svg.Box, r.Width-6, r.Top+tall*float64(r.v.First)/all, 4, max(8, tall*shown/all))
	m.Raw("/></g>")
}
