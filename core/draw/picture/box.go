package picture

import "math"

// A box is a rectangle that labels keep clear of.
type box struct{ x0, y0, x1, y1 float64 }

// meets reports whether two boxes overlap.
func (b box) meets(c box) bool {
	return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1
}

// around returns the box of a size with its centre at a point.
func around(p Point, width, height float64) box {
	return box{p.X - width/2, p.Y - height/2, p.X + width/2, p.Y + height/2}
}

// covered is how much of a box lies over another.
func covered(a, b box) float64 {
	return max(0, min(a.x1, b.x1)-max(a.x0, b.x0)) * max(0, min(a.y1, b.y1)-max(a.y0, b.y0))
}

// middle returns the centre of the box.
func (b box) middle() Point { return Point{(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2} }

// edge is where a ray from the middle leaves the box.
func (b box) edge(from Point, dx, dy float64) Point {
	reach := math.Inf(1)
	if dx != 0 {
		reach = min(reach, (b.x1-b.x0)/2/math.Abs(dx))
	}
	if dy != 0 {
		reach = min(reach, (b.y1-b.y0)/2/math.Abs(dy))
	}
	return Point{from.X + float64(dx*reach), from.Y + float64(dy*reach)}
}
