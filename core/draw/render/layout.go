package render

import (
	"errors"
	"math"
	"strings"

	"gridbox/core/draw/scene"
)

// A matrix is an affine map from the coordinates of an element to points of the page.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) apply(x, y float64) point {
	return point{float64(m.a*x) + float64(m.c*y) + m.e, float64(m.b*x) + float64(m.d*y) + m.f}
}

func (m matrix) times(n matrix) matrix {
	o, x, y := m.apply(n.e, n.f), m.apply(n.a, n.b), m.apply(n.c, n.d)
	zero := m.apply(0, 0)
	return matrix{x.x - zero.x, x.y - zero.y, y.x - zero.x, y.y - zero.y, o.x, o.y}
}

// scale returns the factor by which the map scales lengths.
func (m matrix) scale() float64 { return math.Hypot(m.a, m.b) }

// rotation returns the angle of the rotation in degrees.
func (m matrix) rotation() float64 { return math.Atan2(m.b, m.a) * 180 / math.Pi }

// A layout is a page while a picture is laid out on it.
type layout struct {
	*Page
	o     *Options
	scale float64 // points for each pixel of the whole picture
	hues  map[int]bool
}

// NewPage lays a picture out on a page, with its caption below.
func NewPage(picture *scene.Node, o Options) (*Page, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if picture.Tag != "svg" {
		return nil, errors.New("this is no picture")
	}
	box := numbers(picture.Attr("viewBox"))
	if len(box) != 4 || !(box[2] > 0 && box[3] > 0) {
		return nil, errors.New("the picture does not say how large it is")
	}
	if o.Grey {
		o.Patterns = true
	}
	l := &layout{o: &o, Page: &Page{width: o.Width * pointsPerMM, font: o.Font, title: o.Title, subject: o.Subject}}
	l.scale = l.width / box[2]
	l.height = box[3] * l.scale
	l.hues = huesOf(picture, map[int]bool{})
	to := matrix{l.scale, 0, 0, l.scale, -box[0] * l.scale, -box[1] * l.scale}
	if err := l.draw(picture, o.base(), to); err != nil {
		return nil, err
	}
	l.caption()
	l.note()
	return l.Page, nil
}

// huesOf adds the numbers of the algorithms' colours in a picture to found, and returns it.
func huesOf(n *scene.Node, found map[int]bool) map[int]bool {
	for _, class := range strings.Fields(n.Attr("class")) {
		if hue := float(strings.TrimPrefix(class, "c"), -1); class[0] == 'c' && hue >= 0 {
			found[int(hue)] = true
		}
	}
	for _, child := range n.Children {
		huesOf(child, found)
	}
	return found
}

// draw lays out an element and its children, unless they are hidden. It returns an error for a
// transformation or an outline that cannot be printed.
func (l *layout) draw(n *scene.Node, around *style, to matrix) error {
	s := around.childStyle(n, l.o)
	if s.props[display] == "none" {
		return nil
	}
	to, err := applyTransform(n, to)
	if err != nil {
		return err
	}
	seen := s.props[visibility] != "hidden"
	switch n.Tag {
	case "svg", "g", "a":
		for _, child := range n.Children {
			if err := l.draw(child, s, to); err != nil {
				return err
			}
		}
	case "title", "desc":
	case "text":
		if seen {
			l.text(n, s, to)
		}
	default:
		parts, err := outline(n)
		if err != nil {
			return err
		}
		if seen {
			l.shape(n, s, to, parts)
		}
	}
	return nil
}

// applyTransform returns the map to followed by the transform attribute of an element. It returns an
// error for a transform that pictures do not use.
func applyTransform(n *scene.Node, to matrix) (matrix, error) {
	for _, one := range strings.SplitAfter(n.Attr("transform"), ")") {
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
	return to, nil
}

// shape lays out a path with its fill, its stroke and the hatch of its algorithm.
func (l *layout) shape(n *scene.Node, s *style, to matrix, parts []part) {
	p := &path{fill: s.colourOf(fill, fillOpacity, l.o), pen: l.penOf(s, to)}
	if n.Tag == "line" || n.Tag == "polyline" {
		p.fill = colour{}
	}
	if p.fill.opaque == 0 && p.pen.opaque == 0 {
		return
	}
	for _, q := range parts {
		for i := range q.at {
			q.at[i] = to.apply(q.at[i].x, q.at[i].y)
		}
		p.parts = append(p.parts, q)
	}
	if n := len(p.parts); n > 1 && p.parts[n-1].do == 'Z' && p.parts[n-2].do == 'C' {
		p.pen.round = true // a closed curve has no corner at its end, and so no spike
	}
	own := l.o.Patterns && len(l.hues) > 1 && s.hue > 0
	if own && p.pen.dash == nil && (n.Tag == "polyline" || n.Tag == "path") && p.fill.opaque == 0 {
		p.pen.dash = dashes[s.hue%len(dashes)]
	}
	l.items = append(l.items, item{path: p})
	if own && n.Tag == "rect" && p.fill.opaque > 0.3 {
		l.hatch(p, s.hue)
	}
}

// penOf returns the stroke of a style. With Options.Line, widths are relative to that of a usual
// line.
func (l *layout) penOf(s *style, to matrix) pen {
	k := to.scale()
	if l.o.Line > 0 {
		k = l.o.Line * to.scale() / l.scale
	}
	p := pen{colour: s.colourOf(stroke, strokeOpacity, l.o), width: float(s.props[width], 1) * k,
		round: s.props[lineCap] == "round" || s.props[lineJoin] == "round"}
	if p.width <= 0 {
		p.opaque = 0
	}
	for _, v := range numbers(s.props[dash]) {
		p.dash = append(p.dash, v*to.scale())
	}
	return p
}

// textOf returns the text of an element without its children's.
func textOf(n *scene.Node) (text string) {
	for _, child := range n.Children {
		text += child.Text
	}
	return text
}

// text lays out one line of text.
func (l *layout) text(n *scene.Node, s *style, to matrix) {
	text := strings.Join(strings.Fields(textOf(n)), " ")
	if text == "" {
		return
	}
	t := &label{text: text, size: float(s.props[size], 12) * to.scale(), rotation: to.rotation(),
		bold: s.props[weight] == "bold" || float(s.props[weight], 400) >= 550,
		fill: s.colourOf(fill, fillOpacity, l.o), anchor: 's'}
	if s.props[order] == "stroke" {
		t.halo = l.penOf(s, to)
		t.halo.width, t.halo.round = float(s.props[width], 0)*to.scale(), true
	}
	t.width = l.font.width(t.text, t.bold, t.size)
	back := 0.0
	switch s.props[anchor] {
	case "middle":
		t.anchor, back = 'm', t.width/2
	case "end":
		t.anchor, back = 'e', t.width
	}
	at := to.apply(float(n.Attr("x"), 0), float(n.Attr("y"), 0))
	sin, cos := math.Sincos(t.rotation * math.Pi / 180)
	t.at = point{at.x - float64(back*cos), at.y - float64(back*sin)}
	l.items = append(l.items, item{text: t})
}
