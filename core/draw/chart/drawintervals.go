package chart

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// Draw returns the chart as a picture of a size in pixels. Every estimate is a mark that can be
// focused by keyboard and chosen.
func (c Intervals) Draw(width, height float64) *scene.Node {
	d := &intervalDrawing{Intervals: &c, log: c.Logarithmic()}
	d.layout = &layout{width: width, right: width - 12, left: 62, top: titleHeight}
	d.low, d.high = c.domain()
	if c.hasSingleEstimates() {
		d.left = 150
		d.bottom = d.top + 30*float64(max(1, len(c.Series)))
	} else {
		rows := (len(c.Series) + columns - 1) / columns
		d.bottom = height - 40 - legendRow*float64(rows)
		d.labelEnds(height)
	}
	d.height = d.bottom + 40
	if !c.hasSingleEstimates() {
		d.height = height
	}
	d.open(c.Title, c.Y.Name())
	if c.hasSingleEstimates() {
		d.rows()
	} else {
		d.plot()
	}
	d.m.Close()
	return d.m.Node()
}

// An intervalDrawing is the state of drawing a chart of intervals.
type intervalDrawing struct {
	*Intervals
	drawing
	low, high float64
	log       bool
	xs        []float64
	offsets   dodge
	labels    []endLabel // labels at the ends of the lines; if empty, there is a legend
}

func (d *intervalDrawing) open(title, axis string) {
	d.root("group", title)
	if axis != "" {
		d.m.DrawText("gb-tick", "start", 0, 11, axis)
	}
}

// part returns the position of a value between the ends of the axis, from 0 to 1.
func (d *intervalDrawing) part(v float64) float64 {
	if d.log {
		return (math.Log(v) - math.Log(d.low)) / (math.Log(d.high) - math.Log(d.low))
	}
	return (v - d.low) / (d.high - d.low)
}

func (d *intervalDrawing) level(v float64) float64 { return d.bottom - d.part(v)*(d.bottom-d.top) }

func (d *intervalDrawing) reach(v float64) float64 { return d.left + d.part(v)*(d.right-d.left) }

// rows draws the estimates below each other.
func (d *intervalDrawing) rows() {
	for _, v := range d.ticks(d.low, d.high) {
		d.m.Rule("gb-grid", d.reach(v), d.top, d.reach(v), d.bottom)
		d.m.DrawText("gb-tick", "middle", d.reach(v), d.bottom+15, picture.Number(v))
	}
	for i := range d.Intervals.Series {
		s := &d.Intervals.Series[i]
		y := d.top + 30*float64(i) + 15
		d.m.DrawText("gb-key", "end", d.left-10, y+4, shorten(s.Name, 22))
		for k := range s.Points {
			if p := &s.Points[k]; finite(p.Y) {
				d.mark(s, p, "")
				if !p.Bare {
					low, high := d.reach(p.Low), d.reach(p.High)
					d.m.Rule("gb-whisker", low, y, high, y)
					d.m.Rule("gb-whisker", low, y-4, low, y+4)
					d.m.Rule("gb-whisker", high, y-4, high, y+4)
				}
				d.dot(d.reach(p.Y), y)
			}
		}
	}
}

// plot draws lines along the axis.
func (d *intervalDrawing) plot() {
	for _, v := range d.ticks(d.low, d.high) {
		d.m.Rule("gb-grid", d.left, d.level(v), d.right, d.level(v))
		d.m.DrawText("gb-tick", "end", d.left-6, d.level(v)+4, picture.Number(v))
	}
	d.xs, d.offsets = d.xValues(), d.dodge()
	d.scaleX()
	d.m.DrawText("gb-tick", "middle", (d.left+d.right)/2, d.bottom+29, d.Intervals.X.Name())
	d.marker()
	for i := range d.Intervals.Series {
		d.curve(i)
	}
	for i := range d.Intervals.Series {
		d.estimates(i)
	}
	d.keys()
}

// scaleX labels the values of X. If there are many, only round ones are labelled.
func (d *intervalDrawing) scaleX() {
	marks := d.xs
	if len(marks) > 9 {
		marks = picture.Ticks(d.xs[0], d.xs[len(d.xs)-1], 7)
		if len(d.XNames) > 0 {
			marks = nil
			for i := 0; i < len(d.xs); i += (len(d.xs) + 8) / 9 {
				marks = append(marks, d.xs[i])
			}
		}
	}
	for _, x := range marks {
		name := picture.Number(x)
		if len(d.XNames) > 0 {
			name = shorten(d.placeLabel(x), 14)
		}
		d.m.DrawText("gb-tick", "middle", d.xPosition(x), d.bottom+15, name)
	}
}

// xPosition returns the horizontal place of a value of X, with a margin at both ends.
func (d *intervalDrawing) xPosition(x float64) float64 {
	const edge = 26
	low, high := d.xs[0], d.xs[len(d.xs)-1]
	if high == low {
		return (d.left + d.right) / 2
	}
	return d.left + edge + (x-low)/(high-low)*(d.right-d.left-2*edge)
}

// curve draws the line of the series with index i, and its band. A band ends at a point without
// an interval: a narrower band would suggest certainty.
func (d *intervalDrawing) curve(i int) {
	s := &d.Intervals.Series[i]
	if d.Bands {
		var bands []Band
		for from := 0; from < len(s.Points); {
			var b Band
			end := from
			for ; end < len(s.Points) && !s.Points[end].Bare; end++ {
				p := &s.Points[end]
				b.Upper = append(b.Upper, picture.Point{X: d.xPosition(p.X), Y: d.level(p.High)})
				b.Lower = append(b.Lower, picture.Point{X: d.xPosition(p.X), Y: d.level(p.Low)})
			}
			bands = append(bands, b)
			from = end + 1
		}
		d.m.Bands("gb-band "+picture.Hue(s.Colour), bands...)
	}
	var way []picture.Point
	for k := range s.Points {
		if p := &s.Points[k]; finite(p.Y) {
			way = append(way, picture.Point{X: d.xPosition(d.offsets.position(i, p)), Y: d.level(p.Y)})
		}
	}
	d.m.Curve("gb-curve "+picture.Hue(s.Colour), way)
}

// estimates draws the marks of the series with index i on the vertices of its line.
func (d *intervalDrawing) estimates(i int) {
	s := &d.Intervals.Series[i]
	for k := range s.Points {
		p := &s.Points[k]
		if !finite(p.Y) {
			continue
		}
		x, place := d.xPosition(d.offsets.position(i, p)), d.Intervals.X.Title+" "+picture.Number(p.X)+", "
		if len(d.XNames) > 0 {
			place = d.placeLabel(p.X) + ", "
		}
		d.mark(s, p, place)
		if !d.Bands && !p.Bare {
			low, high := d.level(p.Low), d.level(p.High)
			d.m.Rule("gb-whisker", x, low, x, high)
			d.m.Rule("gb-whisker", x-3, low, x+3, low)
			d.m.Rule("gb-whisker", x-3, high, x+3, high)
		}
		d.dot(x, d.level(p.Y))
	}
}

// mark opens the group of one estimate. The caller closes it with dot.
func (d *intervalDrawing) mark(s *Estimates, p *Estimate, place string) {
	interval := i18n.T(", no interval")
	if !p.Bare {
		interval = i18n.T(", interval from {} to {}", picture.Number(p.Low), picture.Number(p.High))
	}
	text := s.Name + ", " + place + picture.Number(p.Y) + interval
	d.m.Open("g", "gb-estimate "+picture.Hue(s.Colour))
	if p.On {
		d.m.Class("gb-on")
	}
	if p.Act == "" { // cannot be chosen
		d.m.Attr("role", "img")
		d.m.Attr("aria-label", text)
		d.m.Title(text)
		return
	}
	d.m.Attr("role", "button")
	d.m.Attr("tabindex", "0")
	d.m.Attr("data-kind", "estimate")
	d.m.Attr("data-act", p.Act)
	d.m.Attr("data-id", p.ID)
	d.m.Attr("data-arg", p.Arg)
	d.m.Attr("aria-label", text)
	d.m.Title(text)
}

// dot draws a dot at pixel (x, y) under a larger transparent target for the pointer. It also
// closes the group that the caller has opened.
func (d *intervalDrawing) dot(x, y float64) {
	d.m.Open("circle", "")
	d.m.Coarse(centre, x, y)
	d.m.Attr("r", "9")
	d.m.Class("gb-target")
	d.m.Close()
	d.m.Open("circle", "")
	d.m.Coarse(centre, x, y)
	d.m.Attr("r", "3.5")
	d.m.Close()
	d.m.Close()
}

// marker draws the mark at a value of X, if it is on the axis.
func (d *intervalDrawing) marker() {
	m := d.Intervals.Mark
	if m == nil || m.X < d.xs[0] || m.X > d.xs[len(d.xs)-1] {
		return
	}
	x := d.xPosition(m.X)
	anchor, at := "start", x+5
	if x > (d.left+d.right)/2 {
		anchor, at = "end", x-5
	}
	d.m.Open("g", "gb-mark")
	d.m.Rule("", x, d.top, x, d.bottom)
	d.m.DrawText("gb-tick", anchor, at, d.top+9, m.Label)
	d.m.Close()
}

func (d *intervalDrawing) keys() {
	if len(d.labels) > 0 {
		d.ends()
		return
	}
	step := min(150, (d.right-d.left)/columns)
	for i, s := range d.Intervals.Series {
		x, y := d.left+step*float64(i%columns), d.bottom+38+legendRow*float64(i/columns)
		d.key(s.Colour, x, y, shorten(s.Name, int(step/7)))
	}
}
