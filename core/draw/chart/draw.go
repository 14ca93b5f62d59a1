package chart

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// Draw returns the chart as a picture of a width in pixels. It has the layout of the Vega-Lite
// specification, so that it can stand in for it: before Vega is loaded, and in pages without a
// script. Colours are classes, so the drawing follows the page's theme.
func (c Chart) Draw(width float64) *scene.Node {
	if width <= 0 {
		width = 400
	}
	d := &drawing{layout: c.layout(width)}
	d.open()
	if c.Bars {
		d.drawBars()
	} else {
		d.drawLines()
	}
	d.drawBound()
	d.drawLegend()
	d.m.Close()
	return d.m.Node()
}

// drawing is one chart while it is drawn.
type drawing struct {
	*layout
	m Pen
}

func (d *drawing) open() {
	d.root("img", d.Describe())
	d.m.DrawText("gb-tick", "start", 0, 11, d.Y.Name())
}

// root opens the picture.
func (d *drawing) root(role, label string) {
	d.m.Root("gb-chart")
	d.m.Attr("role", role)
	d.m.Value("viewBox", "0 0 ")
	d.m.Tenths("", d.width, d.height)
	d.m.Attr("aria-label", label)
}

// key draws the entry of a series in a legend.
func (d *drawing) key(colour int, x, y float64, name string) {
	d.m.Field("gb-bar "+picture.Hue(colour), x, y, 9, 9)
	d.m.DrawText("gb-key", "start", x+14, y+8.5, name)
}

// centre has the names of the attributes of a circle's centre.
var centre = []string{"cx", "cy"}
