package picture

import (
	"math"

	"gridbox/core/diff"
)

// mostArrows is how many arrows an overlay has; the greatest effects come first.
const mostArrows = 60

// Overlaid draws the second answer with the first one outlined below arrows that
// lead from here to there, as wide as what they have an effect by.
func (v *PairView) Overlaid() string {
	from, to := v.half(0), v.half(1)
	arrows := v.arrows(&from, &to)
	m := &markup{}
	m.raw(`<g class="gb-moves" aria-hidden="true">`)
	most := 0.0
	for _, a := range arrows {
		most = max(most, math.Abs(a.effect))
	}
	for i := len(arrows) - 1; i >= 0; i-- { // the widest last, on top
		a := &arrows[i]
		if from.boxes != nil {
			v.ghost(m, a.from, 0)
		}
		wide := 1.0
		if most > 0 && a.effect != 0 {
			wide = 1.5 + float64(6.5*math.Abs(a.effect)/most)
		}
		m.raw(`<g data-strength="`, string(a.class), `" class="gb-move `, Hue(v.Colours[1]), `">`)
		a.draw(m, wide)
		m.raw("</g>")
	}
	m.raw("</g>")
	return inside(to.svg, m.String())
}

// An arrow leads from where the first answer has something to where the second
// has it.
type arrow struct {
	from, to box
	effect   float64
	class    diff.Class
	text     string
}

// arrows are those of an overlay. Nodes that one answer leaves and the other
// takes instead are paired in the order of their effects.
func (v *PairView) arrows(from, to *half) (list []arrow) {
	if d, ok := v.Drawer.(MovePainter); ok {
		list = d.Moves(v)
		return list[:min(len(list), mostArrows)]
	}
	var left, came []*diff.Difference
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		a, here := from.boxes[d.Thing]
		b, there := to.boxes[d.Thing]
		switch {
		case here && there && a != b:
			list = append(list, arrow{from: a, to: b, effect: d.Effect, class: d.Class})
		case here && !there && d.Kind == Node:
			left = append(left, d)
		case there && !here && d.Kind == Node:
			came = append(came, d)
		}
	}
	for i := range min(len(left), len(came)) {
		a := arrow{from: from.boxes[left[i].Thing], to: to.boxes[came[i].Thing],
			effect: left[i].Effect + came[i].Effect, class: diff.Elsewhere}
		if left[i].Class == diff.Explains || came[i].Class == diff.Explains {
			a.class = diff.Explains
		}
		list = append(list, a)
	}
	return list[:min(len(list), mostArrows)]
}

// draw writes the arrow as a curve from edge to edge, bent to its left so that
// two ways there and back lie apart.
func (a *arrow) draw(m *markup, wide float64) {
	p, q := a.from.middle(), a.to.middle()
	dx, dy := q.X-p.X, q.Y-p.Y
	length := math.Hypot(dx, dy)
	if length < 1 {
		return
	}
	dx, dy = dx/length, dy/length
	p = a.from.edge(p, dx, dy)
	q = a.to.edge(q, -dx, -dy)
	length = math.Hypot(q.X-p.X, q.Y-p.Y)
	head := 5 + float64(1.2*wide)
	bend := min(28, float64(0.16*length))
	c := Point{(p.X+q.X)/2 + float64(dy*bend), (p.Y+q.Y)/2 - float64(dx*bend)}
	ex, ey := q.X-c.X, q.Y-c.Y
	if l := math.Hypot(ex, ey); l > 0 {
		ex, ey = ex/l, ey/l
	}
	stop := Point{q.X - float64(ex*head), q.Y - float64(ey*head)}
	m.raw(`<path class="gb-shaft" d="M`)
	m.tenth(p.X)
	for i, x := range []float64{p.Y, c.X, c.Y, stop.X, stop.Y} {
		if i == 1 {
			m.raw("Q")
		} else {
			m.raw(" ")
		}
		m.tenth(x)
	}
	m.raw(`"`)
	m.num("stroke-width", wide)
	m.raw(`/><path class="gb-head" d="M`)
	half := float64(0.5 * head)
	for i, x := range []float64{q.X, q.Y, stop.X - float64(ey*half), stop.Y + float64(ex*half),
		stop.X + float64(ey*half), stop.Y - float64(ex*half)} {
		if i > 0 {
			m.raw(" ")
		}
		m.tenth(x)
	}
	m.raw(`z"/>`)
	if a.text != "" {
		m.label("gb-moved", (p.X+q.X)/2+float64(dy*bend*0.6), (p.Y+q.Y)/2-float64(dx*bend*0.6)+4, a.text)
	}
}
