package main

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// A drawing is the subset of SVG used by the icon: filled rectangles with round corners, circles,
// and stroked lines with round caps.
type drawing struct {
	ViewBox string  `xml:"viewBox,attr"`
	Shapes  []shape `xml:",any"`
}

type shape struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
}

func parseDrawing(svg []byte) (drawing, error) {
	var d drawing
	if err := xml.Unmarshal(svg, &d); err != nil {
		return d, err
	}
	if _, err := d.extent(); err != nil {
		return d, err
	}
	return d, nil
}

// extent returns the side of the square view box, which starts at the origin.
func (d drawing) extent() (float64, error) {
	parts := strings.Fields(d.ViewBox)
	if len(parts) != 4 || parts[0] != "0" || parts[1] != "0" || parts[2] != parts[3] {
		return 0, fmt.Errorf("viewBox %q: want a square at the origin", d.ViewBox)
	}
	return strconv.ParseFloat(parts[2], 64)
}

// num returns an attribute as a number, 0 if it is missing.
func (s shape) num(name string) float64 {
	v, _ := strconv.ParseFloat(s.text(name), 64)
	return v
}

func (s shape) text(name string) string {
	for _, a := range s.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// paint draws the shapes into dst, scaled by scale and translated by (dx, dy).
func (d drawing) paint(dst *image.RGBA, scale, dx, dy float64) error {
	for _, s := range d.Shapes {
		pen := newPen(dst, scale, dx, dy)
		switch s.XMLName.Local {
		case "title":
			continue
		case "rect":
			pen.roundRect(s.num("x"), s.num("y"), s.num("width"), s.num("height"), s.num("rx"))
		case "circle":
			pen.circle(s.num("cx"), s.num("cy"), s.num("r"))
		case "line":
			pen.line(s.num("x1"), s.num("y1"), s.num("x2"), s.num("y2"), s.num("stroke-width"))
		default:
			return fmt.Errorf("the icon has a <%s>; only rect, circle and line can be drawn", s.XMLName.Local)
		}
		ink := s.text("fill")
		if s.XMLName.Local == "line" {
			ink = s.text("stroke")
		}
		c, err := parseColour(ink)
		if err != nil {
			return err
		}
		pen.fill(c)
	}
	return nil
}

func parseColour(text string) (color.RGBA, error) {
	v, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 {
		return color.RGBA{}, fmt.Errorf("colour %q: want #rrggbb", text)
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}, nil
}

// A pen collects an outline and fills it.
type pen struct {
	dst           *image.RGBA
	raster        *vector.Rasterizer
	scale, dx, dy float64
}

func newPen(dst *image.RGBA, scale, dx, dy float64) *pen {
	b := dst.Bounds()
	return &pen{dst, vector.NewRasterizer(b.Dx(), b.Dy()), scale, dx, dy}
}

func (p *pen) transform(x, y float64) (float32, float32) {
	return float32(x*p.scale + p.dx), float32(y*p.scale + p.dy)
}

func (p *pen) moveTo(x, y float64) {
	a, b := p.transform(x, y)
	p.raster.MoveTo(a, b)
}

func (p *pen) lineTo(x, y float64) {
	a, b := p.transform(x, y)
	p.raster.LineTo(a, b)
}

// arc adds an arc around (cx, cy) as a polyline with steps below a pixel.
func (p *pen) arc(cx, cy, r, from, to float64) {
	const steps = 48
	for i := 0; i <= steps; i++ {
		t := from + (to-from)*float64(i)/steps
		p.lineTo(cx+r*math.Cos(t), cy+r*math.Sin(t))
	}
}

func (p *pen) circle(cx, cy, r float64) {
	p.moveTo(cx+r, cy)
	p.arc(cx, cy, r, 0, 2*math.Pi)
	p.raster.ClosePath()
}

func (p *pen) roundRect(x, y, w, h, r float64) {
	p.moveTo(x+r, y)
	p.arc(x+w-r, y+r, r, -math.Pi/2, 0)
	p.arc(x+w-r, y+h-r, r, 0, math.Pi/2)
	p.arc(x+r, y+h-r, r, math.Pi/2, math.Pi)
	p.arc(x+r, y+r, r, math.Pi, 3*math.Pi/2)
	p.raster.ClosePath()
}

func (p *pen) line(x1, y1, x2, y2, width float64) {
	angle, r := math.Atan2(y2-y1, x2-x1), width/2
	p.moveTo(x1+r*math.Cos(angle+math.Pi/2), y1+r*math.Sin(angle+math.Pi/2))
	p.arc(x1, y1, r, angle+math.Pi/2, angle+3*math.Pi/2)
	p.arc(x2, y2, r, angle-math.Pi/2, angle+math.Pi/2)
	p.raster.ClosePath()
}

func (p *pen) fill(c color.RGBA) {
	p.raster.Draw(p.dst, p.dst.Bounds(), image.NewUniform(c), image.Point{})
}
