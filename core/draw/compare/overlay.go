package compare

import (
	"math"

	"gridbox/core/diff"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// maxArrows is the number of arrows that an overlay shows at most.
const maxArrows = 60

// Overlaid draws the second answer, outlines the first one, and draws arrows from the places in
// the first to those in the second. An arrow is the wider the greater the effect of its
// difference.
func (v *View) Overlaid() *scene.Node {
	from, to := v.drawSide(0), v.drawSide(1)
	arrows := v.arrows(&from, &to)
	m := &scene.Builder{}
	m.Open("g", "gb-moves")
	m.Attr("aria-hidden", "true")
	most := 0.0
	for _, a := range arrows {
		most = max(most, math.Abs(a.Effect))
	}
	for i := len(arrows) - 1; i >= 0; i-- { // the widest last, on top
		a := &arrows[i]
		if from.Boxes != nil {
			v.ghost(m, a.From, 0)
		}
		wide := 1.0
		if most > 0 && a.Effect != 0 {
			wide = 1.5 + float64(6.5*math.Abs(a.Effect)/most)
		}
		m.Open("g", "")
		m.Attr("data-strength", string(a.Class))
		m.Class("gb-move " + picture.Hue(v.Colours[1]))
		a.draw(m, wide)
		m.Close()
	}
	m.Close()
	return addOnTop(to.Picture, m.Node())
}

// An Arrow leads from the place of a thing in the first answer to its place in the second.
type Arrow struct {
	From, To picture.Box
	Effect   float64
	Class    diff.Class
	Text     string
}

// arrows returns the arrows of an overlay, at most maxArrows in the order of the report. A node
// of the first answer that the second replaces is paired with a node that only the second has, in
// that order.
func (v *View) arrows(from, to *SidePicture) (list []Arrow) {
	if d, ok := v.Drawer.(MovePainter); ok {
		list = d.Moves(v)
		return list[:min(len(list), maxArrows)]
	}
	var left, came []*diff.Difference
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		a, here := from.Boxes[d.Ref]
		b, there := to.Boxes[d.Ref]
		switch {
		case here && there && a != b:
			list = append(list, Arrow{From: a, To: b, Effect: d.Effect, Class: d.Class})
		case here && !there && d.Kind == picture.Node:
			left = append(left, d)
		case there && !here && d.Kind == picture.Node:
			came = append(came, d)
		}
	}
	for i := range min(len(left), len(came)) {
		a := Arrow{From: from.Boxes[left[i].Ref], To: to.Boxes[came[i].Ref],
			Effect: left[i].Effect + came[i].Effect, Class: diff.Elsewhere}
		if left[i].Class == diff.Explains || came[i].Class == diff.Explains {
			a.Class = diff.Explains
		}
		list = append(list, a)
	}
	return list[:min(len(list), maxArrows)]
}

// draw draws the arrow with its text as a curve from edge to edge, wide pixels thick. The curve
// bends to its left, so that arrows in opposite directions do not overlap. It draws nothing if
// the centres are less than 1 pixel apart.
func (a *Arrow) draw(m *scene.Builder, wide float64) {
	p, q := a.From.Middle(), a.To.Middle()
	dx, dy := q.X-p.X, q.Y-p.Y
	length := math.Hypot(dx, dy)
	if length < 1 {
		return
	}
	dx, dy = dx/length, dy/length
	p = a.From.Edge(p, dx, dy)
	q = a.To.Edge(q, -dx, -dy)
	length = math.Hypot(q.X-p.X, q.Y-p.Y)
	head := 5 + float64(1.2*wide)
	bend := min(28, float64(0.16*length))
	c := picture.Point{X: (p.X+q.X)/2 + float64(dy*bend), Y: (p.Y+q.Y)/2 - float64(dx*bend)}
	ex, ey := q.X-c.X, q.Y-c.Y
	if l := math.Hypot(ex, ey); l > 0 {
		ex, ey = ex/l, ey/l
	}
	stop := picture.Point{X: q.X - float64(ex*head), Y: q.Y - float64(ey*head)}
	m.Open("path", "gb-shaft")
	m.Value("d", "M")
	m.Tenth(p.X)
	for i, x := range []float64{p.Y, c.X, c.Y, stop.X, stop.Y} {
		if i == 1 {
			m.Append("Q")
		} else {
			m.Append(" ")
		}
		m.Tenth(x)
	}
	m.Num("stroke-width", wide)
	m.Close()
	m.Open("path", "gb-head")
	m.Value("d", "M")
	half := float64(0.5 * head)
	for i, x := range []float64{q.X, q.Y, stop.X - float64(ey*half), stop.Y + float64(ex*half),
		stop.X + float64(ey*half), stop.Y - float64(ex*half)} {
		if i > 0 {
			m.Append(" ")
		}
		m.Tenth(x)
	}
	m.Append("z")
	m.Close()
	if a.Text != "" {
		m.Label("gb-moved", (p.X+q.X)/2+float64(dy*bend*0.6), (p.Y+q.Y)/2-float64(dx*bend*0.6)+4, a.Text)
	}
}
