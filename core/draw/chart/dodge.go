package chart

import "math"

// A dodge moves estimates of several series apart along X if their intervals would hide each
// other. The vertex of a line moves with its estimate.
type dodge struct {
	step     float64          // distance between neighbouring series, in units of X
	middle   float64          // index that is not moved
	overlaps map[float64]bool // values of X at which intervals overlap
}

// Limits of a dodge: the distance between two series and the width of all series, as shares of
// the range of X; and that width as a share of the smallest gap.
const (
	dodgeStep  = 1.0 / 120
	dodgeWidth = 0.05
	dodgeGap   = 0.6
)

// dodge computes the offsets of the series. Bands and estimates without an interval are never
// moved.
func (c *Intervals) dodge() dodge {
	d := dodge{middle: float64(len(c.Series)-1) / 2, overlaps: map[float64]bool{}}
	xs := c.xValues()
	if c.Bands || len(xs) < 2 || len(c.Series) < 2 {
		return d
	}
	gap, width := math.Inf(1), xs[len(xs)-1]-xs[0]
	for i := range xs[1:] {
		gap = min(gap, xs[i+1]-xs[i])
	}
	n := float64(len(c.Series))
	d.step = min(width*dodgeStep, width*dodgeWidth/n, gap*dodgeGap/n)
	at := map[float64][]*Estimate{}
	c.each(func(_ int, p *Estimate) {
		for _, other := range at[p.X] {
			d.overlaps[p.X] = d.overlaps[p.X] || overlap(p, other)
		}
		at[p.X] = append(at[p.X], p)
	})
	return d
}

// overlap reports whether both estimates have an interval and the two have a value
// in common.
func overlap(a, b *Estimate) bool {
	return !a.Bare && !b.Bare && a.Low <= b.High && b.Low <= a.High
}

// position returns the position along X of an estimate of series i.
func (d *dodge) position(i int, p *Estimate) float64 {
	if p.Bare || !d.overlaps[p.X] {
		return p.X
	}
	return p.X + (float64(i)-d.middle)*d.step
}
