package render

import "math"

// A polyline is a curve as straight segments.
type polyline struct {
	points []point
	closed bool
}

// flatten converts a path to straight segments, with k pixels for each point.
func flatten(parts []part, k float64) (lines []polyline) {
	scaled := func(p point) point { return point{p.x * k, p.y * k} }
	for i := range parts {
		p := parts[i]
		if p.do == 'M' {
			lines = append(lines, polyline{points: []point{scaled(p.at[0])}})
			continue
		}
		if len(lines) == 0 {
			continue
		}
		line := &lines[len(lines)-1]
		switch p.do {
		case 'L':
			line.points = append(line.points, scaled(p.at[0]))
		case 'C':
			line.curve(scaled(p.at[0]), scaled(p.at[1]), scaled(p.at[2]))
		case 'Z':
			line.closed = true
		}
	}
	return lines
}

// curve appends a cubic Bézier curve from the last point to d with the control points b and c,
// as 4 to 64 straight lines.
func (l *polyline) curve(b, c, d point) {
	a := l.points[len(l.points)-1]
	long := math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y)
	n := int(min(64, max(4, math.Ceil(long/2))))
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
		l.points = append(l.points, point{
			float64(w[0]*a.x) + float64(w[1]*b.x) + float64(w[2]*c.x) + float64(w[3]*d.x),
			float64(w[0]*a.y) + float64(w[1]*b.y) + float64(w[2]*c.y) + float64(w[3]*d.y)})
	}
}

// strokeOutlines returns outlines that cover a line: a bar for each segment and a disc at each corner.
// All have one orientation, so that they add up to their union.
func strokeOutlines(lines []polyline, p *pen, k float64) (outlines [][]point) {
	half := max(p.width*k, 0.6) / 2
	for i := range lines {
		points := lines[i].points
		if lines[i].closed && len(points) > 0 {
			points = append(append([]point{}, points...), points[0])
		}
		for _, piece := range splitDashes(points, p.dash, k) {
			for j := range piece {
				last := j == len(piece)-1
				if !last {
					outlines = append(outlines, bar(piece[j], piece[j+1], half))
				}
				if half > 0.5 && (p.round || j > 0 && !last || lines[i].closed && len(p.dash) == 0) {
					outlines = append(outlines, disc(piece[j], half))
				}
			}
		}
	}
	return outlines
}

func bar(a, b point, half float64) []point {
	dx, dy := b.x-a.x, b.y-a.y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return nil
	}
	nx, ny := -dy/long*half, dx/long*half
	return []point{{a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}}
}

func disc(at point, r float64) []point {
	n := int(min(48, max(8, math.Ceil(r*3))))
	list := make([]point, n)
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		list[i] = point{at.x + r*cos, at.y + r*sin}
	}
	return list
}

// splitDashes divides a line into its dashes.
func splitDashes(points []point, dash []float64, k float64) (pieces [][]point) {
	if len(dash) == 0 || len(points) < 2 {
		return [][]point{points}
	}
	at, left := 0, dash[0]*k
	piece := []point{points[0]}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		long := math.Hypot(b.x-a.x, b.y-a.y)
		for gone := 0.0; gone < long; {
			step := min(left, long-gone)
			gone += step
			left -= step
			here := point{a.x + (b.x-a.x)*gone/long, a.y + (b.y-a.y)*gone/long}
			if at%2 == 0 {
				piece = append(piece, here)
			}
			if left > 0 {
				continue
			}
			if at%2 == 0 {
				pieces = append(pieces, piece)
			}
			at++
			left = max(dash[at%len(dash)]*k, 0.05)
			piece = []point{here}
		}
	}
	if at%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, piece)
	}
	return pieces
}
