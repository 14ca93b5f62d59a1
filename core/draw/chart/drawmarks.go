package chart

import "gridbox/core/draw/picture"

// drawLines draws the axes and the series of a line chart. Points that are not finite,
// or not above 0 on a logarithmic axis, are left out.
func (d *drawing) drawLines() {
	for _, v := range d.yTicks {
		d.m.Rule("gb-grid", d.left, d.y(v), d.right, d.y(v))
		d.m.DrawText("gb-tick", "end", d.left-6, d.y(v)+4, picture.Number(v))
	}
	for _, v := range d.xTicks {
		d.tick(d.x(v), v)
	}
	d.m.DrawText("gb-tick", "middle", (d.left+d.right)/2, d.bottom+29, d.X.Name())
	for _, s := range d.Series {
		if len(s.Points) == 0 {
			continue
		}
		if s.Dots {
			d.drawDots(s)
			continue
		}
		var way []picture.Point
		for i, p := range s.Points {
			if finite(p.X) && finite(p.Y) && (p.Y > 0 || !d.Log) {
				if s.Steps && i > 0 {
					way = append(way, picture.Point{X: d.x(p.X), Y: d.y(s.Points[i-1].Y)})
				}
				way = append(way, picture.Point{X: d.x(p.X), Y: d.y(p.Y)})
			}
		}
		d.m.Curve("gb-curve "+picture.Hue(s.Colour), way)
	}
}

func (d *drawing) drawDots(s Series) {
	for _, p := range s.Points {
		if finite(p.X) && finite(p.Y) {
			d.m.Dot("gb-dot "+picture.Hue(s.Colour), d.x(p.X), d.y(p.Y), 4.5)
		}
	}
}

// tick draws a number below the plot. At the ends of the axis it stays within the plot.
func (d *drawing) tick(x, v float64) {
	anchor := "middle"
	switch {
	case x > d.right-6:
		anchor = "end"
	case x < d.left+1:
		anchor = "start"
	}
	d.m.DrawText("gb-tick", anchor, x, d.bottom+15, picture.Number(v))
}

// drawBars draws the axis and the rows of a bar chart. A row has one bar if every
// series has a single value, otherwise one for each series.
func (d *drawing) drawBars() {
	for _, v := range d.yTicks {
		d.m.Rule("gb-grid", d.value(v), d.top, d.value(v), d.bottom)
		d.tick(d.value(v), v)
	}
	h := d.rowHeight()
	for i, name := range d.rows() {
		y := d.top + float64(i)*h
		d.m.DrawText("gb-tick", "end", d.left-6, y+h/2+4, shorten(name, 20))
		if d.single() {
			s := d.Series[i]
			if len(s.Points) > 0 {
				d.bar(s.Colour, y+h*0.1, h*0.8, s.Points[0].Y)
			}
			continue
		}
		d.group(name, y, h)
	}
}

// group draws the bars of one label, one for each series.
func (d *drawing) group(label string, y, h float64) {
	part := h * 0.8 / float64(len(d.Series))
	for k, s := range d.Series {
		for _, p := range s.Points {
			if p.Label == label {
				d.bar(s.Colour, y+h*0.1+float64(k)*part, part, p.Y)
			}
		}
	}
}

func (d *drawing) bar(colour int, y, h, v float64) {
	if !finite(v) || v <= 0 {
		return
	}
	d.m.Field("gb-bar "+picture.Hue(colour), d.left, y, d.value(v)-d.left, h)
}

func shorten(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}

// drawBound draws the bound as a labelled line across the chart. It draws nothing if
// there is no finite bound.
func (d *drawing) drawBound() {
	if d.Bound == nil || !finite(d.Bound.Value) {
		return
	}
	d.m.Open("g", "gb-mark")
	if d.Bars {
		x := d.value(d.Bound.Value)
		d.m.Rule("", x, d.top, x, d.bottom)
		d.m.DrawText("gb-tick", "middle", x, d.top-5, d.Bound.Label)
	} else {
		y := d.y(d.Bound.Value)
		d.m.Rule("", d.left, y, d.right, y)
		d.m.DrawText("gb-tick", "start", d.left+2, y-6, d.Bound.Label)
	}
	d.m.Close()
}

// drawLegend draws the names in columns. A column is as wide as its widest name.
func (d *drawing) drawLegend() {
	if d.legendRows() == 0 {
		return
	}
	var width [columns]float64
	for i, s := range d.Series {
		width[i%columns] = max(width[i%columns], 26+6*float64(len([]rune(shorten(s.Name, 20)))))
	}
	x := d.left + 1
	for col := range columns {
		for i := col; i < len(d.Series); i += columns {
			y := d.legendTop + float64(i/columns)*legendRow
			d.key(d.Series[i].Colour, x, y, shorten(d.Series[i].Name, 20))
		}
		x += width[col]
	}
}
