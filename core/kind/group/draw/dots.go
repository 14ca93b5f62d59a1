package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A DotsView is a set of points in a plane, such as the labels of a search.
type DotsView struct {
	Dots          []Dot
	XName, YName  string
	Colour        int
	Width, Height float64
	Name          string
}

// A Dot is one point. Class is "kept", "dominated" or "cut"; the last dot is
// the current one.
type Dot struct {
	X, Y  float64
	Class string
}

// Dots returns the picture of the points over two axes with their ranges.
func Dots(v DotsView) *scene.Node {
	const left, bottom, top = 52.0, 30.0, 18.0
	w, h := math.Max(v.Width, 120), math.Max(v.Height, 80)
	m := &scene.Builder{}
	openStatic(m, "gb-dots", v.Colour, w, h, v.Name)
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, d := range v.Dots {
		x0, x1, y0, y1 = math.Min(x0, d.X), math.Max(x1, d.X), math.Min(y0, d.Y), math.Max(y1, d.Y)
	}
	share := func(v, low, high float64) float64 {
		if !(high > low) {
			return 0.5
		}
		return (v - low) / (high - low)
	}
	m.Open("line", "gb-base")
	m.Nums(scene.Ends, left, h-bottom, w-8, h-bottom)
	m.Close()
	for i, d := range v.Dots {
		m.Open("circle", "gb-dot gb-"+d.Class)
		if i == len(v.Dots)-1 {
			m.Class("gb-now")
		}
		m.Nums([]string{"cx", "cy", "r"}, left+6+share(d.X, x0, x1)*(w-left-22),
			h-bottom-6-share(d.Y, y0, y1)*(h-bottom-top-10), 3)
		m.Close()
	}
	if len(v.Dots) > 0 {
		end := func(x, y float64, text string) {
			m.Open("text", "gb-tick")
			m.Attr("text-anchor", "end")
			m.Nums(scene.XY, x, y)
			m.Text(text)
			m.Close()
		}
		end(left-4, top+8, picture.Number(y1))
		if y1 > y0 {
			end(left-4, h-bottom-2, picture.Number(y0))
		}
		m.Label("gb-tick", left, h-16, picture.Number(x0))
		if x1 > x0 {
			end(w-8, h-16, picture.Number(x1))
		}
	}
	m.Label("gb-tick", left, h-3, v.XName)
	m.Label("gb-tick", 0, 10, v.YName)
	m.Close()
	return m.Node()
}
