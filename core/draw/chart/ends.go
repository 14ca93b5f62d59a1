package chart

import (
	"slices"

	"gridbox/core/draw/picture"
)

// An endLabel is the label of a line at its last point.
type endLabel struct {
	series int
	x, y   float64 // end of the line
	at     float64 // y of the label, moved to avoid other labels
}

// Dimensions of labels at the ends of lines: the least width of a chart with labels, the width of a
// label, and the distance between two.
const (
	endsFrom  = 560.0
	endsWidth = 138.0
	endsApart = 15.0
)

// labelEnds places labels at the ends of lines instead of a legend, if the chart is wide enough.
func (d *intervalDrawing) labelEnds(height float64) {
	bottom := height - 40
	if d.width < endsFrom || float64(len(d.Intervals.Series))*endsApart > bottom-d.top {
		return
	}
	xs := d.xValues()
	if len(xs) == 0 {
		return
	}
	d.bottom, d.right, d.xs, d.offsets = bottom, d.width-endsWidth, xs, d.dodge()
	for i := range d.Intervals.Series {
		points := d.Intervals.Series[i].Points
		for k := len(points) - 1; k >= 0; k-- {
			if p := &points[k]; finite(p.Y) {
				y := d.level(p.Y)
				d.labels = append(d.labels, endLabel{i, d.xPosition(d.offsets.position(i, p)), y, y})
				break
			}
		}
	}
	d.separateLabels()
}

// separateLabels separates overlapping labels within the plot.
func (d *intervalDrawing) separateLabels() {
	slices.SortStableFunc(d.labels, func(a, b endLabel) int {
		switch {
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
	for i := range d.labels {
		if i > 0 {
			d.labels[i].at = max(d.labels[i].at, d.labels[i-1].at+endsApart)
		}
	}
	floor := d.bottom
	for i := len(d.labels) - 1; i >= 0; i-- {
		d.labels[i].at = min(d.labels[i].at, floor)
		floor = d.labels[i].at - endsApart
	}
}

// ends draws the labels, with a line from each moved label to the end of its curve.
func (d *intervalDrawing) ends() {
	for _, l := range d.labels {
		s := &d.Intervals.Series[l.series]
		hue := picture.Hue(s.Colour)
		d.m.Curve("gb-lead "+hue, []picture.Point{{X: l.x + 6, Y: l.y}, {X: d.right - 8, Y: l.at}})
		d.m.Field("gb-bar "+hue, d.right-4, l.at-4, 8, 8)
		d.m.DrawText("gb-key", "start", d.right+8, l.at+4, shorten(s.Name, 19))
	}
}
