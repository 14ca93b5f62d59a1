package picture

import "math"

// A Box is a rectangle with sides parallel to the axes.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Meets reports whether two boxes overlap.
func (b Box) Meets(c Box) bool {
	return b.X0 < c.X1 && c.X0 < b.X1 && b.Y0 < c.Y1 && c.Y0 < b.Y1
}

// BoxAround returns the box of a size with its centre at a point.
func BoxAround(p Point, width, height float64) Box {
	return Box{p.X - width/2, p.Y - height/2, p.X + width/2, p.Y + height/2}
}

// OverlapArea returns the area of a box that overlaps another one.
func OverlapArea(a, b Box) float64 {
	return max(0, min(a.X1, b.X1)-max(a.X0, b.X0)) * max(0, min(a.Y1, b.Y1)-max(a.Y0, b.Y0))
}

// Middle returns the centre of the box.
func (b Box) Middle() Point { return Point{(b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2} }

// Edge returns the point in which a ray from the middle of the box leaves it.
func (b Box) Edge(from Point, dx, dy float64) Point {
	reach := math.Inf(1)
	if dx != 0 {
		reach = min(reach, (b.X1-b.X0)/2/math.Abs(dx))
	}
	if dy != 0 {
		reach = min(reach, (b.Y1-b.Y0)/2/math.Abs(dy))
	}
	return Point{from.X + float64(dx*reach), from.Y + float64(dy*reach)}
}
