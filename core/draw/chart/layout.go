package chart

import (
	"cmp"
	"math"

	"gridbox/core/draw/picture"
)

// A layout is the geometry of a chart. The specification and the drawing share it, so that one
// can replace the other without a jump.
type layout struct {
	Chart
	width, height            float64
	left, right, top, bottom float64
	legendTop                float64
	xLow, xHigh, yHigh       float64
	xTicks, yTicks           []float64 // yTicks belong to the values, which are horizontal for bars
	yLow                     float64   // 0 unless the axis is logarithmic
}

const (
	titleHeight = 22.0
	rightEdge   = 8.0
	legendRow   = 14.0
	columns     = 3 // of the legend
)

// layout returns the geometry of the chart at a width in pixels. The height of a bar chart
// depends on its rows, and the legend adds its own rows.
func (c Chart) layout(width float64) *layout {
	l := &layout{Chart: c, width: width, top: titleHeight, right: width - rightEdge}
	l.scale()
	if c.Bars {
		l.left = 60
		for _, r := range l.rows() {
			l.left = math.Max(l.left, math.Min(126, 12+6.4*float64(len([]rune(r)))))
		}
		l.bottom = l.top + float64(len(l.rows()))*l.rowHeight()
		l.height, l.legendTop = l.bottom+22, l.bottom+24
	} else {
		l.left, l.bottom = 44, titleHeight+cmp.Or(c.Plot, lineHeight)
		l.height, l.legendTop = l.bottom+34, l.bottom+36
	}
	if n := l.legendRows(); n > 0 {
		l.height = l.legendTop + float64(n)*legendRow - 2
	}
	return l
}

// rows returns the names of the bars: the series if each is one number, or else the labels.
func (l *layout) rows() []string {
	var out []string
	if l.single() {
		for _, s := range l.Series {
			out = append(out, s.Name)
		}
		return out
	}
	for _, k := range l.keys() {
		out = append(out, k.Label)
	}
	return out
}

func (l *layout) rowHeight() float64 {
	if l.single() {
		return barHeight
	}
	return barHeight * float64(max(1, len(l.Series)))
}

// scale computes the ranges of the axes. Values start at 0 and end on a tick.
func (l *layout) scale() {
	l.xLow, l.xHigh = math.Inf(1), math.Inf(-1)
	for _, s := range l.Series {
		for _, p := range s.Points {
			if finite(p.Y) && finite(p.X) {
				l.yHigh = math.Max(l.yHigh, p.Y)
				l.xLow, l.xHigh = math.Min(l.xLow, p.X), math.Max(l.xHigh, p.X)
			}
		}
	}
	if l.Bound != nil && finite(l.Bound.Value) {
		l.yHigh = math.Max(l.yHigh, l.Bound.Value)
	}
	if !(l.yHigh > 0) {
		l.yHigh = 1
	}
	if math.IsInf(l.xLow, 0) {
		l.xLow, l.xHigh = 0, 1
	}
	if l.xHigh == l.xLow {
		l.xHigh++
	}
	if l.xTicks = picture.Ticks(l.xLow, l.xHigh, 5); l.LogX {
		l.xTicks = l.decades(func(p Point) float64 { return p.X })
		l.xLow, l.xHigh = l.xTicks[0], l.xTicks[len(l.xTicks)-1]
	}
	if l.Log {
		l.yTicks = l.decades(func(p Point) float64 { return p.Y })
		l.yLow, l.yHigh = l.yTicks[0], l.yTicks[len(l.yTicks)-1]
		return
	}
	l.yTicks = picture.TicksOver(l.yHigh, 4)
	l.yHigh = l.yTicks[len(l.yTicks)-1]
}

// decades returns the ticks of a logarithmic axis: powers of ten that include all values.
func (l *layout) decades(of func(Point) float64) (ticks []float64) {
	low, high := math.Inf(1), 0.0
	for _, s := range l.Series {
		for _, p := range s.Points {
			if v := of(p); finite(v) && v > 0 {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	if high == 0 {
		low, high = 1, 10
	}
	from, to := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	if to <= from {
		to = from + 1
	}
	for e := from; e <= to; e++ {
		ticks = append(ticks, powerOfTen(e))
	}
	return ticks
}

// powerOfTen returns 10^e, exact for e from 0 on and correctly rounded below.
func powerOfTen(e float64) float64 {
	v := 1.0
	for range int(math.Abs(e)) {
		v *= 10
	}
	if e < 0 {
		return 1 / v
	}
	return v
}

func (l *layout) x(v float64) float64 {
	if l.LogX {
		return l.left + math.Log(v/l.xLow)/math.Log(l.xHigh/l.xLow)*(l.right-l.left)
	}
	return l.left + (v-l.xLow)/(l.xHigh-l.xLow)*(l.right-l.left)
}

func (l *layout) y(v float64) float64 {
	if l.Log {
		return l.bottom - math.Log(v/l.yLow)/math.Log(l.yHigh/l.yLow)*(l.bottom-l.top)
	}
	return l.bottom - v/l.yHigh*(l.bottom-l.top)
}

// value returns the horizontal place of a value in a chart of bars.
func (l *layout) value(v float64) float64 {
	return l.left + v/l.yHigh*(l.right-l.left)
}

// legendRows returns the number of rows of the legend. It is 0 if names are next to the bars or
// there is one series.
func (l *layout) legendRows() int {
	if len(l.Series) < 2 || l.single() {
		return 0
	}
	return (len(l.Series) + columns - 1) / columns
}
