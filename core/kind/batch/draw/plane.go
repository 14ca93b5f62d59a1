package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
)

// A PlaneView is the plane of all combinations of a batch: the limited sum on
// the horizontal axis, the objective on the vertical one. The lowest point at
// or left of the limit is chosen.
type PlaneView struct {
	Fronts []Front
	Goal   string // batch.LeastTime or LeastCost
	Limit  Limit
	// Width and Height are in units of the picture; 0 means 400 by 230.
	Width, Height float64
}

// A Front is the Pareto front of one answer with its chosen combination.
type Front struct {
	Name   string
	Colour int
	Points []batch.Point // by time
	Chosen batch.Point
	Pale   bool // drawn behind the focused one
}

// A Limit is the vertical line that can be moved.
type Limit struct {
	At   float64
	Name string // "budget B*"
}

// PlaneLeft and PlaneRight are the margins of the plot as shares of the width,
// for the slider that moves the limit over the plot (assets/css/lab.css).
const (
	PlaneLeft  = 0.13
	PlaneRight = 0.04
)

// A plane is the state of drawing one picture.
type plane struct {
	PlaneView
	x0, x1, y0, y1           float64 // the ranges of the axes
	left, right, top, bottom float64 // the plot's edges
}

// Plane returns the view as one svg element. The limit is moved by a slider
// that the page puts over it.
func Plane(v PlaneView) *scene.Node {
	p := newPlane(v)
	m := &scene.Builder{}
	m.Root("gb-plane")
	m.Attr("role", "img")
	m.ViewBox(p.Width, p.Height)
	m.Attr("aria-label", p.describe())
	p.drawBeyond(m)
	p.drawAxes(m)
	for _, pale := range []bool{true, false} {
		for i := range p.Fronts {
			if p.Fronts[i].Pale == pale {
				p.drawFront(m, &p.Fronts[i])
			}
		}
	}
	p.drawLimit(m)
	m.Close()
	return m.Node()
}

// PlaneSpan returns the range of the horizontal axis, which is that of the
// slider.
func PlaneSpan(v PlaneView) (from, to float64) {
	p := newPlane(v)
	return p.x0, p.x1
}

// newPlane returns the plane of a view with its default size filled in. The axes cover all points
// and choices of the fronts, with a margin at both ends.
func newPlane(v PlaneView) *plane {
	p := &plane{PlaneView: v}
	if p.Width <= 0 {
		p.Width = 400
	}
	if p.Height <= 0 {
		p.Height = 230
	}
	p.left, p.right, p.top, p.bottom = PlaneLeft*p.Width, (1-PlaneRight)*p.Width, 22, p.Height-34
	first := true
	for i := range v.Fronts {
		for _, at := range append(v.Fronts[i].Points, v.Fronts[i].Chosen) {
			x, y := p.horizontalValue(at), p.verticalValue(at)
			if first {
				p.x0, p.x1, p.y0, p.y1, first = x, x, y, y, false
			}
			p.x0, p.x1, p.y0, p.y1 = min(p.x0, x), max(p.x1, x), min(p.y0, y), max(p.y1, y)
		}
	}
	p.x0, p.x1 = widenRange(p.x0, p.x1)
	p.y0, p.y1 = widenRange(p.y0, p.y1)
	return p
}

// widenRange returns a range with margins at both ends.
func widenRange(a, b float64) (float64, float64) {
	room := 0.06 * (b - a)
	if !(b > a) {
		room = max(1, 0.1*math.Abs(a))
	}
	return max(0, a-room), b + room
}

func (p *plane) horizontalValue(at batch.Point) float64 {
	if p.Goal == batch.LeastCost {
		return at.Time
	}
	return at.Cost
}

func (p *plane) verticalValue(at batch.Point) float64 {
	if p.Goal == batch.LeastCost {
		return at.Cost
	}
	return at.Time
}

// position returns the position of a combination in the picture.
func (p *plane) position(at batch.Point) (x, y float64) {
	return p.x(p.horizontalValue(at)), p.bottom - (p.verticalValue(at)-p.y0)/(p.y1-p.y0)*(p.bottom-p.top)
}

func (p *plane) x(v float64) float64 {
	return max(p.left, min(p.right, p.left+(v-p.x0)/(p.x1-p.x0)*(p.right-p.left)))
}

// axes returns the names of the axes.
func (p *plane) axes() (across, up string) {
	if p.Goal == batch.LeastCost {
		return "total time", "total cost"
	}
	return "total cost", "total time"
}

func (p *plane) describe() string {
	across, up := p.axes()
	s := i18n.T("Combinations by {} and {}; {} {}", across, up, p.Limit.Name, picture.Number(p.Limit.At))
	for i := range p.Fronts {
		f := &p.Fronts[i]
		s += i18n.T("; {} chooses time {} and cost {} of {}",
			f.Name, picture.Number(f.Chosen.Time), picture.Number(f.Chosen.Cost),
			picture.Count(len(f.Points), "best combination"))
	}
	return s
}

// drawBeyond shades the combinations that exceed the limit.
func (p *plane) drawBeyond(m *scene.Builder) {
	m.Open("rect", "gb-ground")
	m.Nums(scene.Box, p.left, p.top, p.right-p.left, p.bottom-p.top)
	m.Close()
	m.Open("rect", "gb-beyond")
	x := p.x(p.Limit.At)
	m.Nums(scene.Box, x, p.top, p.right-x, p.bottom-p.top)
	m.Close()
}

// drawAxes draws the grid lines with their numbers and the names of both axes.
func (p *plane) drawAxes(m *scene.Builder) {
	across, up := p.axes()
	m.Open("g", "gb-axis")
	m.Attr("aria-hidden", "true")
	for _, v := range picture.Ticks(p.x0, p.x1, 5) {
		m.Open("line", "gb-grid")
		m.Nums(scene.Ends, p.x(v), p.top, p.x(v), p.bottom)
		m.Close()
		m.Open("text", "gb-tick")
		m.Attr("text-anchor", "middle")
		m.Nums(scene.XY, p.x(v), p.bottom+14)
		m.Text(picture.Number(v))
		m.Close()
	}
	for _, v := range picture.Ticks(p.y0, p.y1, 5) {
		y := p.bottom - (v-p.y0)/(p.y1-p.y0)*(p.bottom-p.top)
		m.Open("line", "gb-grid")
		m.Nums(scene.Ends, p.left, y, p.right, y)
		m.Close()
		m.Open("text", "gb-tick")
		m.Attr("text-anchor", "end")
		m.Nums(scene.XY, p.left-6, y+4)
		m.Text(picture.Number(v))
		m.Close()
	}
	m.Label("gb-tick", 2, p.top-9, up)
	m.Open("text", "gb-tick")
	m.Attr("text-anchor", "end")
	m.Nums(scene.XY, p.right, p.bottom+28)
	m.Text(across)
	m.Close()
	m.Close()
}

// maxDots is the maximum number of combinations with a dot.
const maxDots = 80

// drawFront draws the front as a staircase with its combinations.
func (p *plane) drawFront(m *scene.Builder, f *Front) {
	if len(f.Points) == 0 {
		return
	}
	m.Open("g", "gb-front "+picture.Hue(f.Colour))
	if f.Pale {
		m.Class("gb-pale")
	}
	m.Open("path", "")
	m.Value("d", "")
	order := f.Points
	for i := range order {
		at := order[i]
		if p.Goal != batch.LeastCost { // by cost, which falls with rising time
			at = order[len(order)-1-i]
		}
		x, y := p.position(at)
		if i == 0 {
			m.Tenths("M", x, p.top)
			m.Append("V")
		} else {
			m.Tenths("H", x)
			m.Append("V")
		}
		m.Tenth(y)
	}
	m.Tenths("H", p.right)
	m.Close()
	if len(order) <= maxDots {
		for _, at := range order {
			p.dot(m, at, 2.2)
		}
	}
	m.Open("g", "gb-pick")
	p.dot(m, f.Chosen, 5)
	m.Close()
	m.Close()
}

func (p *plane) dot(m *scene.Builder, at batch.Point, r float64) {
	x, y := p.position(at)
	m.Open("circle", "")
	m.Nums([]string{"cx", "cy", "r"}, x, y, r)
	m.Close()
}

// drawLimit draws the limit as a vertical line with its name and value. A limit beyond the
// horizontal axis is drawn at its end, and an arrow follows the text.
func (p *plane) drawLimit(m *scene.Builder) {
	x := p.x(p.Limit.At)
	text := p.Limit.Name + " " + picture.Number(p.Limit.At)
	if p.Limit.At > p.x1 {
		text += " →"
	}
	m.Open("g", "gb-limit")
	m.Attr("aria-hidden", "true")
	m.Open("line", "")
	m.Nums(scene.Ends, x, p.top-4, x, p.bottom)
	m.Close()
	m.Open("text", "")
	m.Value("text-anchor", "")
	half := picture.TextWidth(text, 11) / 2
	switch {
	case x+half > p.Width:
		m.Append("end")
		x = p.Width - 2
	default:
		m.Append("middle")
		x = max(x, half+picture.TextWidth("total cost", 11)+8)
	}
	m.Nums(scene.XY, x, p.top-9)
	m.Text(text)
	m.Close()
	m.Close()
}
