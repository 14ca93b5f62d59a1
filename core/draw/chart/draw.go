package chart

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/draw/svg"
)

// Draw gives the chart as SVG of a width in pixels, laid out as Vega will lay
// it out, for the time before Vega is there and for pages without a script.
// Colours are classes, so the drawing follows the page's theme.
func (c Chart) Draw(width float64) string {
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
	d.b.WriteString("</svg>")
	return d.b.String()
}

// drawing is one chart in the making.
type drawing struct {
	*layout
	b strings.Builder
}

func (d *drawing) open() {
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture gb-chart" role="img" viewBox="0 0 `, num(d.width),
		" ", num(d.height),
		`" aria-label="`, svg.Escape(d.Describe()), `">`)
	d.text("gb-tick", "start", 0, 11, d.Y.Name())
}

func (d *drawing) put(parts ...string) {
	for _, p := range parts {
		d.b.WriteString(p)
	}
}

func (d *drawing) text(class, anchor string, x, y float64, s string) {
	d.put(`<text class="`, class, `" text-anchor="`, anchor, `" x="`, num(x), `" y="`, num(y), `">`,
		svg.Escape(s), `</text>`)
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	d.put(`<line class="`, class, `" x1="`, num(x1), `" y1="`, num(y1), `" x2="`, num(x2), `" y2="`, num(y2), `"/>`)
}

func num(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}
