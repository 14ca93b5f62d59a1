package chart

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// Draw gives the chart as SVG of a size in pixels. Every estimate is a mark
// that can be reached by keyboard and chosen.
func (c Intervals) Draw(width, height float64) string {
	d := &spread{Intervals: &c, log: c.Logarithmic()}
	d.layout = &layout{width: width, right: width - 12, left: 62, top: titleHeight}
	d.low, d.high = c.domain()
	if c.alone() {
		d.left = 150
		d.bottom = d.top + 30*float64(max(1, len(c.Series)))
	} else {
		rows := (len(c.Series) + columns - 1) / columns
		d.bottom = height - 40 - legendRow*float64(rows)
	}
	d.height = d.bottom + 40
	if !c.alone() {
		d.height = height
	}
	d.open(c.Title, c.Y.Name())
	if c.alone() {
		d.rows()
	} else {
		d.plot()
	}
	d.b.WriteString("</svg>")
	return d.b.String()
}

// A spread is one drawing of intervals in the making.
type spread struct {
	*Intervals
	drawing
	low, high float64
	log       bool
	xs        []float64
	apart     dodge
}

func (d *spread) open(title, axis string) {
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture gb-chart" role="group" viewBox="0 0 `,
		num(d.width), " ", num(d.height), `" aria-label="`, svg.Escape(title), `">`)
	if axis != "" {
		d.text("gb-tick", "start", 0, 11, axis)
	}
}

// part is where a value lies between the ends, from 0 to 1.
func (d *spread) part(v float64) float64 {
	if d.log {
		return (math.Log(v) - math.Log(d.low)) / (math.Log(d.high) - math.Log(d.low))
	}
	return (v - d.low) / (d.high - d.low)
}

func (d *spread) level(v float64) float64 { return d.bottom - d.part(v)*(d.bottom-d.top) }

func (d *spread) reach(v float64) float64 { return d.left + d.part(v)*(d.right-d.left) }

// rows draws one estimate under the other.
func (d *spread) rows() {
	for _, v := range d.ticks(d.low, d.high) {
		d.line("gb-grid", d.reach(v), d.top, d.reach(v), d.bottom)
		d.text("gb-tick", "middle", d.reach(v), d.bottom+15, picture.Number(v))
	}
	for i := range d.Intervals.Series {
		s := &d.Intervals.Series[i]
		y := d.top + 30*float64(i) + 15
		d.text("gb-key", "end", d.left-10, y+4, shorten(s.Name, 22))
		for k := range s.Points {
			if p := &s.Points[k]; finite(p.Y) {
				d.mark(s, p, "")
				if !p.Bare {
					low, high := d.reach(p.Low), d.reach(p.High)
					d.line("gb-whisker", low, y, high, y)
					d.line("gb-whisker", low, y-4, low, y+4)
					d.line("gb-whisker", high, y-4, high, y+4)
				}
				d.dot(d.reach(p.Y), y)
			}
		}
	}
}

// plot draws lines along the axis.
func (d *spread) plot() {
	for _, v := range d.ticks(d.low, d.high) {
		d.line("gb-grid", d.left, d.level(v), d.right, d.level(v))
		d.text("gb-tick", "end", d.left-6, d.level(v)+4, picture.Number(v))
	}
	d.xs, d.apart = d.along(), d.dodge()
	d.scaleX()
	d.text("gb-tick", "middle", (d.left+d.right)/2, d.bottom+29, d.Intervals.X.Name())
	for i := range d.Intervals.Series {
		d.curve(i)
	}
	for i := range d.Intervals.Series {
		d.estimates(i)
	}
	d.keys()
}

// scaleX marks the places; of many numbers only round ones.
func (d *spread) scaleX() {
	marks := d.xs
	if len(marks) > 9 {
		marks = picture.Ticks(d.xs[0], d.xs[len(d.xs)-1], 7)
		if len(d.Places) > 0 {
			marks = nil
			for i := 0; i < len(d.xs); i += (len(d.xs) + 8) / 9 {
				marks = append(marks, d.xs[i])
			}
		}
	}
	for _, x := range marks {
		name := picture.Number(x)
		if len(d.Places) > 0 {
			name = shorten(d.place(x), 14)
		}
		d.text("gb-tick", "middle", d.across(x), d.bottom+15, name)
	}
}

// across is the place of a number along the axis, with room at both ends.
func (d *spread) across(x float64) float64 {
	const edge = 26
	low, high := d.xs[0], d.xs[len(d.xs)-1]
	if high == low {
		return (d.left + d.right) / 2
	}
	return d.left + edge + (x-low)/(high-low)*(d.right-d.left-2*edge)
}

// curve draws the line of the series with index i, and its band.
func (d *spread) curve(i int) {
	s := &d.Intervals.Series[i]
	if d.Bands {
		d.put(`<path class="gb-band `, picture.Hue(s.Colour), `" d="`)
		for from := 0; from < len(s.Points); {
			end := from
			for end < len(s.Points) && !s.Points[end].Bare {
				end++
			}
			d.band(s.Points[from:end])
			from = end + 1
		}
		d.put(`"/>`)
	}
	d.put(`<polyline class="gb-curve `, picture.Hue(s.Colour), `" points="`)
	for k := range s.Points {
		if p := &s.Points[k]; finite(p.Y) {
			d.put(num(d.across(d.apart.at(i, p))), ",", num(d.level(p.Y)), " ")
		}
	}
	d.put(`"/>`)
}

// band goes along the upper ends of intervals and back along the lower ones. It
// ends where a point has none, for a band that narrows would say that it is known.
func (d *spread) band(points []Estimate) {
	for i, p := range points {
		d.put(pen(i), num(d.across(p.X)), " ", num(d.level(p.High)))
	}
	for i := len(points) - 1; i >= 0; i-- {
		d.put("L", num(d.across(points[i].X)), " ", num(d.level(points[i].Low)))
	}
	if len(points) > 0 {
		d.put("Z")
	}
}

func pen(i int) string {
	if i == 0 {
		return "M"
	}
	return "L"
}

// estimates draws the marks of the series with index i on the vertices of its line.
func (d *spread) estimates(i int) {
	s := &d.Intervals.Series[i]
	for k := range s.Points {
		p := &s.Points[k]
		if !finite(p.Y) {
			continue
		}
		x, place := d.across(d.apart.at(i, p)), d.Intervals.X.Title+" "+picture.Number(p.X)+", "
		if len(d.Places) > 0 {
			place = d.place(p.X) + ", "
		}
		d.mark(s, p, place)
		if !d.Bands && !p.Bare {
			low, high := d.level(p.Low), d.level(p.High)
			d.line("gb-whisker", x, low, x, high)
			d.line("gb-whisker", x-3, low, x+3, low)
			d.line("gb-whisker", x-3, high, x+3, high)
		}
		d.dot(x, d.level(p.Y))
	}
}

// mark opens the group of one estimate; dot closes it.
func (d *spread) mark(s *Estimates, p *Estimate, place string) {
	interval := ", no interval"
	if !p.Bare {
		interval = ", interval from " + picture.Number(p.Low) + " to " + picture.Number(p.High)
	}
	says := svg.Escape(s.Name + ", " + place + picture.Number(p.Y) + interval)
	on := ""
	if p.On {
		on = " gb-on"
	}
	if p.Act == "" { // nothing to choose
		d.put(`<g class="gb-estimate `, picture.Hue(s.Colour), on, `" role="img" aria-label="`, says, `"><title>`,
			says, `</title>`)
		return
	}
	d.put(`<g class="gb-estimate `, picture.Hue(s.Colour), on,
		`" role="button" tabindex="0" data-kind="estimate" data-act="`,
		p.Act, `" data-id="`, p.ID, `" data-arg="`, p.Arg,
		`" aria-label="`, says, `"><title>`, says, `</title>`)
}

func (d *spread) dot(x, y float64) {
	d.put(`<circle cx="`, num(x), `" cy="`, num(y), `" r="9" class="gb-target"/><circle cx="`, num(x), `" cy="`,
		num(y),
		`" r="3.5"/></g>`)
}

func (d *spread) keys() {
	step := min(150, (d.right-d.left)/columns)
	for i, s := range d.Intervals.Series {
		x, y := d.left+step*float64(i%columns), d.bottom+38+legendRow*float64(i/columns)
		d.put(`<rect class="gb-bar `, picture.Hue(s.Colour), `" x="`, num(x), `" y="`, num(y),
			`" width="9" height="9"/>`)
		d.text("gb-key", "start", x+14, y+8.5, shorten(s.Name, int(step/7)))
	}
}
