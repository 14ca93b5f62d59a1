package render

import "math"

// dashes are the dash patterns of the algorithms' lines, by the number of their colour, in
// points.
var dashes = [][]float64{nil, nil, {5, 2}, {1.5, 1.5}, {7, 2, 1.5, 2}, {3, 3}, {9, 2}, {5, 1.5, 1, 1.5, 1, 1.5},
	{1, 2.5}, {4, 1}, {8, 3, 3, 3}, {6, 1.5, 2, 1.5}}

// hatches are the angles and distances of the lines across the bars of algorithms, by the number
// of their colour.
var hatches = [][]struct{ angle, distance float64 }{
	nil, nil, {{45, 4}}, {{-45, 4}}, {{90, 3}}, {{0, 3}}, {{45, 5}, {-45, 5}}, {{0, 4}, {90, 4}}, {{45, 2.4}},
	{{-45, 2.4}}, {{90, 5}, {45, 5}}, {{-30, 3}},
}

// hatch draws white lines across a bar.
func (l *layout) hatch(bar *path, hue int) {
	low, high := bounds(bar.parts)
	lines := &path{pen: pen{colour: colour{255, 255, 255, bar.fill.opaque}, width: 0.7}}
	for _, h := range hatches[hue%len(hatches)] {
		sin, cos := math.Sincos(h.angle * math.Pi / 180)
		// Lines lie at multiples of their distance from the page's corner, so that adjacent bars
		// have one continuous pattern.
		across := []float64{}
		for _, p := range []point{low, high, {low.x, high.y}, {high.x, low.y}} {
			across = append(across, p.y*cos-p.x*sin)
		}
		from, to := min(across[0], across[1], across[2], across[3]), max(across[0], across[1], across[2], across[3])
		for k := math.Ceil(from / h.distance); k*h.distance < to; k++ {
			d := k * h.distance
			if a, b, ok := clip(point{-d * sin, d * cos}, point{cos, sin}, low, high); ok {
				lines.parts = append(lines.parts, part{'M', [3]point{a}}, part{'L', [3]point{b}})
			}
		}
	}
	if len(lines.parts) > 0 {
		l.items = append(l.items, item{path: lines})
	}
}

func bounds(parts []part) (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range parts {
		for _, p := range parts[i].points() {
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	return low, high
}

// points returns the points of a part.
func (p *part) points() []point {
	switch p.do {
	case 'C':
		return p.at[:]
	case 'Z':
		return nil
	}
	return p.at[:1]
}

// clip returns the piece of a line through p inside a box (Liang and Barsky 1984). It reports
// false if there is none.
func clip(p, way, low, high point) (a, b point, ok bool) {
	from, to := math.Inf(-1), math.Inf(1)
	for _, side := range [2][4]float64{{p.x, way.x, low.x, high.x}, {p.y, way.y, low.y, high.y}} {
		at, step, least, most := side[0], side[1], side[2], side[3]
		if math.Abs(step) < 1e-9 {
			if at < least || at > most {
				return a, b, false
			}
			continue
		}
		u, v := (least-at)/step, (most-at)/step
		from, to = max(from, min(u, v)), min(to, max(u, v))
	}
	on := func(t float64) point { return point{p.x + float64(t*way.x), p.y + float64(t*way.y)} }
	return on(from), on(to), from < to
}
