package render

import (
	"errors"
	"math"
	"strings"
)

// A matrix takes places of an element to points of the page: a turn, a scale and a
// shift.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) at(x, y float64) point {
	return point{float64(m.a*x) + float64(m.c*y) + m.e, float64(m.b*x) + float64(m.d*y) + m.f}
}

func (m matrix) times(n matrix) matrix {
	o, x, y := m.at(n.e, n.f), m.at(n.a, n.b), m.at(n.c, n.d)
	zero := m.at(0, 0)
	return matrix{x.x - zero.x, x.y - zero.y, y.x - zero.x, y.y - zero.y, o.x, o.y}
}

// scale is by how much lengths grow.
func (m matrix) scale() float64 { return math.Hypot(m.a, m.b) }

// turn is the angle in degrees.
func (m matrix) turn() float64 { return math.Atan2(m.b, m.a) * 180 / math.Pi }

// A layout lays a picture out on a page.
type layout struct {
	*Page
	o     *Options
	scale float64 // points a pixel of the whole picture
	hues  map[int]bool
}

// Lay reads a picture and lays it out, with its caption below.
func Lay(svg string, o Options) (*Page, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	root, err := read(svg)
	if err != nil {
		return nil, err
	}
	box := numbers(root.attrs["viewBox"])
	if len(box) != 4 || !(box[2] > 0 && box[3] > 0) {
		return nil, errors.New("the picture does not say how large it is")
	}
	if o.Grey {
		o.Patterns = true
	}
	l := &layout{o: &o, Page: &Page{width: o.Width * pointsPerMM, font: o.Font, title: o.Title, subject: o.Subject}}
	l.scale = l.width / box[2]
	l.height = box[3] * l.scale
	l.hues = huesOf(root, map[int]bool{})
	to := matrix{l.scale, 0, 0, l.scale, -box[0] * l.scale, -box[1] * l.scale}
	if err := l.draw(root, o.base(), to); err != nil {
		return nil, err
	}
	l.caption()
	l.note()
	return l.Page, nil
}

// huesOf finds the colours of algorithms that a picture shows.
func huesOf(e *element, found map[int]bool) map[int]bool {
	for _, class := range e.classes {
		if n := float(strings.TrimPrefix(class, "c"), -1); class[0] == 'c' && n >= 0 {
			found[int(n)] = true
		}
	}
	for _, child := range e.children {
		huesOf(child, found)
	}
	return found
}

// draw lays out an element and what is in it.
func (l *layout) draw(e *element, around *style, to matrix) error {
	s := around.under(e, l.o)
	if s.values["display"] == "none" {
		return nil
	}
	to, err := transformed(e, to)
	if err != nil {
		return err
	}
	seen := s.values["visibility"] != "hidden"
	switch e.name {
	case "svg", "g", "a":
		for _, child := range e.children {
			if err := l.draw(child, s, to); err != nil {
				return err
			}
		}
	case "title", "desc":
	case "text":
		if seen {
			l.text(e, s, to)
		}
	default:
		parts, err := outline(e)
		if err != nil {
			return err
		}
		if seen {
			l.shape(e, s, to, parts)
		}
	}
	return nil
}

func transformed(e *element, to matrix) (matrix, error) {
	for _, one := range strings.SplitAfter(e.attrs["transform"], ")") {
		name, inside, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(one), ")"), "(")
		if !ok {
			continue
		}
		v := append(numbers(inside), 0, 0, 0)
		switch name {
		case "translate":
			to = to.times(matrix{1, 0, 0, 1, v[0], v[1]})
		case "scale":
			if v[1] == 0 {
				v[1] = v[0]
			}
			to = to.times(matrix{v[0], 0, 0, v[1], 0, 0})
		case "rotate":
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			to = to.times(matrix{1, 0, 0, 1, v[1], v[2]}).times(matrix{cos, sin, -sin, cos, 0, 0}).
				times(matrix{1, 0, 0, 1, -v[1], -v[2]})
		default:
			return to, errors.New("a picture with transform " + name + " cannot be printed")
		}
	}
	if e.name == "svg" && e.parent != nil {
		x, y := float(e.attrs["x"], 0), float(e.attrs["y"], 0)
		to = to.times(matrix{1, 0, 0, 1, x, y})
	}
	return to, nil
}

// shape lays out a path with its fill, its stroke and the hatch of its algorithm.
func (l *layout) shape(e *element, s *style, to matrix, parts []part) {
	p := &path{fill: s.colourOf("fill", l.o), pen: l.penOf(s, to)}
	if e.name == "line" || e.name == "polyline" {
		p.fill = colour{}
	}
	if p.fill.opaque == 0 && p.pen.opaque == 0 {
		return
	}
	for _, q := range parts {
		for i := range q.at {
			q.at[i] = to.at(q.at[i].x, q.at[i].y)
		}
		p.parts = append(p.parts, q)
	}
	if n := len(p.parts); n > 1 && p.parts[n-1].do == 'Z' && p.parts[n-2].do == 'C' {
		p.pen.round = true // a curve that closes has no corner there, nor a spike for one
	}
	own := l.o.Patterns && len(l.hues) > 1 && s.hue > 0
	if own && p.pen.dash == nil && (e.name == "polyline" || e.name == "path") && p.fill.opaque == 0 {
		p.pen.dash = dashes[s.hue%len(dashes)]
	}
	l.items = append(l.items, item{path: p})
	if own && e.name == "rect" && p.fill.opaque > 0.3 {
		l.hatch(p, s.hue)
	}
}

// penOf is the stroke of a style; lines are as wide as asked for, relative to a
// usual one.
func (l *layout) penOf(s *style, to matrix) pen {
	k := to.scale()
	if l.o.Line > 0 {
		k = l.o.Line * to.scale() / l.scale
	}
	p := pen{colour: s.colourOf("stroke", l.o), width: float(s.values["stroke-width"], 1) * k,
		round: s.values["stroke-linecap"] == "round" || s.values["stroke-linejoin"] == "round"}
	if p.width <= 0 {
		p.opaque = 0
	}
	for _, v := range numbers(s.values["stroke-dasharray"]) {
		p.dash = append(p.dash, v*to.scale())
	}
	return p
}

// text lays out one line of text.
func (l *layout) text(e *element, s *style, to matrix) {
	text := strings.Join(strings.Fields(e.text), " ")
	if text == "" {
		return
	}
	t := &label{text: text, size: float(s.values["font-size"], 12) * to.scale(), turn: to.turn(),
		bold: s.values["font-weight"] == "bold" || float(s.values["font-weight"], 400) >= 550,
		fill: s.colourOf("fill", l.o), anchor: 's'}
	if s.values["paint-order"] == "stroke" {
		t.halo = l.penOf(s, to)
		t.halo.width, t.halo.round = float(s.values["stroke-width"], 0)*to.scale(), true
	}
	t.width = l.font.width(t.text, t.bold, t.size)
	back := 0.0
	switch s.values["text-anchor"] {
	case "middle":
		t.anchor, back = 'm', t.width/2
	case "end":
		t.anchor, back = 'e', t.width
	}
	at := to.at(float(e.attrs["x"], 0), float(e.attrs["y"], 0))
	sin, cos := math.Sincos(t.turn * math.Pi / 180)
	t.at = point{at.x - float64(back*cos), at.y - float64(back*sin)}
	l.items = append(l.items, item{text: t})
}
