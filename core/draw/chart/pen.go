package chart

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A Pen draws the parts that charts of answers, studies and papers have in common. Coordinates are
// rounded to tenths of a pixel.
type Pen struct{ scene.Builder }

// DrawText draws a text.
func (p *Pen) DrawText(class, anchor string, x, y float64, text string) {
	p.Open("text", class)
	p.Attr("text-anchor", anchor)
	p.Coarse(scene.XY, x, y)
	p.Text(text)
	p.Close()
}

// Rule draws a straight line.
func (p *Pen) Rule(class string, x1, y1, x2, y2 float64) {
	p.Open("line", "")
	p.Attr("class", class)
	p.Coarse(scene.Ends, x1, y1, x2, y2)
	p.Close()
}

// Field draws a rectangle.
func (p *Pen) Field(class string, x, y, width, height float64) {
	p.Open("rect", class)
	p.Coarse(scene.Box, x, y, width, height)
	p.Close()
}

// Dot draws a disc.
func (p *Pen) Dot(class string, x, y, r float64) {
	p.Open("circle", class)
	p.Coarse([]string{"r", "cx", "cy"}, r, x, y)
	p.Close()
}

// Curve draws a line through points.
func (p *Pen) Curve(class string, points []picture.Point) {
	p.Open("polyline", class)
	p.Value("points", "")
	for _, at := range points {
		p.Tenth(at.X)
		p.Append(",")
		p.Tenth(at.Y)
		p.Append(" ")
	}
	p.Close()
}

// Bands draws areas between an upper and a lower line, as one path.
func (p *Pen) Bands(class string, bands ...Band) {
	p.Open("path", class)
	p.Value("d", "")
	for _, b := range bands {
		command := "M"
		for _, at := range b.Upper {
			p.Tenths(command, at.X, at.Y)
			command = "L"
		}
		for i := len(b.Lower) - 1; i >= 0; i-- {
			p.Tenths("L", b.Lower[i].X, b.Lower[i].Y)
		}
		if len(b.Upper) > 0 {
			p.Append("Z")
		}
	}
	p.Close()
}

// A Band is the area between two lines of points from left to right.
type Band struct{ Upper, Lower []picture.Point }
