package picture

import (
	"math"

	"gridbox/core/draw/markid"
)

func (r *nodeRows) open(m *markup) {
	classes := "gb-noderows"
	if r.v.Small {
		classes += " gb-small"
	}
	m.svg(classes, r.Width, r.height)
	if r.Static {
		m.raw(` role="img"`)
	} else {
		m.raw(` role="group" aria-roledescription="timeline of nodes"`)
		m.nums([]string{"data-left", "data-right", "data-top", "data-pitch"}, r.left, r.right, r.top, r.pitch)
		m.exact("data-from", r.From)
		m.exact("data-to", r.To)
		m.exact("data-horizon", r.v.Horizon)
		m.exact("data-snap", r.snap)
	}
	m.attr("aria-label", r.describe())
	m.raw(">")
}

func (r *nodeRows) describe() string {
	s := titled(r.v.Name) + Count(len(r.rows), "node")
	if n := len(r.v.Nodes); n > len(r.rows) {
		s += " of " + Number(float64(n))
	}
	s += " from " + Number(r.From) + " to " + Number(r.To)
	for i := range r.v.Found {
		if r.v.Found[i].Say != "" && !r.v.Found[i].Pale {
			s += "; " + r.v.Found[i].Say
		}
	}
	return s
}

// drawNode writes a row: its paper, which is all of its time, and its name.
func (r *nodeRows) drawNode(m *markup, row int) {
	n := &r.v.Nodes[r.rows[row]]
	ref := Ref{Node, n.ID}
	y := r.y(row)
	m.raw(`<g class="gb-noderow`)
	if r.selected[ref] {
		m.raw(" gb-sel")
	}
	m.raw(`"`)
	r.mark(m, ref, "Node "+n.ID+", performance "+Number(n.Performance)+", price "+Number(n.Price))
	m.raw(`><rect class="gb-hitrow"`)
	m.nums(rectNames, 0, y, r.left, r.pitch)
	m.raw(`/><rect class="gb-paper"`)
	m.nums(rectNames, r.left, y, r.right-r.left, r.tall)
	m.raw("/>")
	m.raw("</g>")
	if !r.v.Small {
		m.raw(`<g class="gb-rowlabel" aria-hidden="true">`) // the mark's name says the same
		r.drawName(m, row, y)
		m.raw("</g>")
	}
}

// drawName writes a row's name and performance, or, in thin rows, the
// performance where it changes.
func (r *nodeRows) drawName(m *markup, row int, y float64) {
	n := &r.v.Nodes[r.rows[row]]
	performance := Number(n.Performance)
	if r.pitch >= nameRow {
		m.label("gb-rowname", 0, y+r.tall/2+4, truncate(n.ID, 11, r.left-textWidth(performance, 11)-14))
	} else if row > 0 && !r.newGroup(row) {
		return
	}
	m.raw(`<text class="gb-rownote" text-anchor="end"`)
	m.nums(xyNames, r.left-6, min(y+r.tall/2+4, r.bottom))
	m.raw(">")
	m.text(performance)
	m.raw("</text>")
}

// newGroup tells whether a thin row begins a group of one performance, and is
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
func (r *nodeRows) drawBusy(m *markup) {
	m.raw(`<g class="gb-taken">`)
	for _, chosen := range []bool{false, true} {
		for i := range r.v.Busy {
			if r.inView(&r.v.Busy[i]) && r.selected[Ref{Busy, markid.BusyID(i)}] == chosen {
				r.drawOneBusy(m, i)
			}
		}
	}
	m.raw("</g>")
}

func (r *nodeRows) drawOneBusy(m *markup, i int) {
	b, ref := &r.v.Busy[i], Ref{Busy, markid.BusyID(i)}
	x0, x1, y := r.x(b.Start), r.x(b.End), r.y(r.row[b.Node])
	chosen := r.selected[ref]
	m.raw(`<g class="gb-busytime`)
	if chosen {
		m.raw(" gb-sel")
	}
	m.raw(`"`)
	if !r.Static {
		m.attr("data-node", b.Node)
		m.exact("data-start", b.Start)
		m.exact("data-end", b.End)
	}
	if r.v.Small {
		ref = Ref{}
	}
	r.mark(m, ref, b.Node+" is busy from "+Number(b.Start)+" to "+Number(b.End))
	m.raw(`><rect`)
	m.nums(rectNames, x0, y, max(0.75, x1-x0), r.tall)
	m.raw("/>")
	if r.tall >= 5 && !r.v.Small {
		hatch(m, x0, y, x1-x0, r.tall)
	}
	if chosen && !r.Static {
		for _, x := range []float64{x0, x1} {
			m.raw(`<rect class="gb-handle" rx="1.5"`)
			m.nums(rectNames, x-2, y+r.tall/2-min(7, r.tall/2), 4, min(14, r.tall))
			m.raw("/>")
		}
	}
	m.raw("</g>")
}

// stroke is the distance between the strokes of a hatching.
const stroke = 6.0

// hatch draws strokes at 45 degrees over a field, as one path: a pattern would
// need an id, and a page may hold many pictures. The strokes of all fields of
// a picture lie on the same lines.
func hatch(m *markup, x, y, w, h float64) {
	if w <= 0 {
		return
	}
	m.raw(`<path class="gb-hatch" d="`)
	for t := stroke - math.Mod(x+y, stroke); t < w+h; t += stroke {
		// From the left or lower edge up to the upper or right one.
		x0, y0 := x+max(0, t-h), y+min(t, h)
		reach := min(x+min(t, w)-x0, y0-y)
		if reach < 0.5 {
			continue
		}
		m.raw("M")
		m.tenth(x0)
		m.raw(" ")
		m.tenth(y0)
		m.raw("l")
		m.tenth(reach)
		m.raw(" ")
		m.tenth(-reach)
	}
	m.raw(`"/>`)
}

// drawStates outlines stretches of free time that an algorithm has looked at.
func (r *nodeRows) drawStates(m *markup) {
	if len(r.v.States) == 0 {
		return
	}
	m.raw(`<g class="gb-states" aria-hidden="true">`)
	for _, s := range r.v.States {
		row, ok := r.row[s.Node]
		if !ok || s.End <= r.From || s.Start >= r.To {
			continue
		}
		x0, x1 := r.x(s.Start), r.x(s.End)
		m.raw(`<rect class="gb-state-`, s.Class, `"`)
		m.nums(rectNames, x0, r.y(row), max(0.75, x1-x0), r.tall)
		m.raw("/>")
	}
	m.raw("</g>")
}

// drawScroll shows beside the rows which part of all they are.
func (r *nodeRows) drawScroll(m *markup) {
	all, shown := float64(r.v.All), float64(len(r.rows))
	if all <= shown || r.Static {
		return
	}
	tall := r.bottom - r.top
	m.raw(`<g class="gb-scroll" aria-hidden="true"><rect rx="2"`)
	m.nums(rectNames, r.Width-6, r.top, 4, tall)
	m.raw(`/><rect class="gb-thumb" rx="2"`)
	m.nums(rectNames, r.Width-6, r.top+tall*float64(r.v.First)/all, 4, max(8, tall*shown/all))
	m.raw("/></g>")
}
