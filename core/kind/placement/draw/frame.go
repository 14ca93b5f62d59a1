package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
)

// A frame maps the unit square onto the picture. A margin keeps the circles and labels of outer
// clusters inside.
type frame struct {
	width, height            float64
	left, top, right, bottom float64
	maxRadius                float64 // radius of the most powerful cluster
}

// newFrame returns the frame of a view with a number of clusters. The default size is 720 by 600.
// The margins leave room for the largest circle and a label.
func newFrame(v *TopologyView, clusters int) frame {
	f := frame{width: v.Width, height: v.Height}
	if f.width <= 0 {
		f.width = 720
	}
	if f.height <= 0 {
		f.height = 600
	}
	// Circles cover about a tenth of the picture together. A radius of more than 38 would look
	// like an area and not like a mark.
	share := math.Sqrt(f.width * f.height / math.Max(1, float64(clusters)))
	f.maxRadius = math.Min(38, 0.17*share)
	if v.Small {
		f.maxRadius = math.Min(13, 0.15*share)
	}
	side, above, below := f.maxRadius+26, f.maxRadius+26, f.maxRadius+26
	if v.Small {
		side, above, below = f.maxRadius+8, f.maxRadius+8, f.maxRadius+8
	}
	f.left, f.right, f.top, f.bottom = side, side, above, below
	return f
}

// project returns the place in the picture of a place in the unit square.
func (f frame) project(p picture.Point) picture.Point {
	return picture.Point{
		X: f.left + picture.Clamp01(p.X)*(f.width-f.left-f.right),
		Y: f.top + picture.Clamp01(p.Y)*(f.height-f.top-f.bottom),
	}
}

// radii returns the radii of circles whose areas are proportional to the powers, with a minimum
// that keeps a weak cluster visible and touchable.
func (f frame) radii(clusters []placement.Cluster) []float64 {
	most := 0.0
	for _, c := range clusters {
		most = math.Max(most, c.MIPS)
	}
	out := make([]float64, len(clusters))
	for i, c := range clusters {
		r := f.maxRadius
		if most > 0 {
			r *= math.Sqrt(math.Max(0, c.MIPS) / most)
		}
		out[i] = math.Max(r, 0.45*f.maxRadius)
	}
	return out
}
