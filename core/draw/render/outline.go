package render

import (
	"errors"
	"math"
	"strconv"

	"gridbox/core/draw/scene"
)

// round is the distance of the handles of the Bézier curve for a quarter of a circle, as a share
// of the radius.
const round = 0.5522847498307936

// outline returns the path of a shape, in the coordinates of the element.
func outline(n *scene.Node) ([]part, error) {
	v := func(name string) float64 { return float(n.Attr(name), 0) }
	switch n.Tag {
	case "rect":
		return rect(v("x"), v("y"), v("width"), v("height"), v("rx")), nil
	case "circle":
		r := v("r")
		return rect(v("cx")-r, v("cy")-r, 2*r, 2*r, r), nil
	case "ellipse":
		return nil, errors.New("a picture with an ellipse cannot be printed")
	case "line":
		return []part{{'M', [3]point{{v("x1"), v("y1")}}}, {'L', [3]point{{v("x2"), v("y2")}}}}, nil
	case "polyline", "polygon":
		return corners(numbers(n.Attr("points")), n.Tag == "polygon"), nil
	case "path":
		return pathData(n.Attr("d"))
	}
	return nil, errors.New("a picture with <" + n.Tag + "> cannot be printed")
}

// corners returns the straight parts of a path through the points whose coordinates alternate in
// v. If closed is set, the path ends at its start.
func corners(v []float64, closed bool) (parts []part) {
	for i := 0; i+1 < len(v); i += 2 {
		do := byte('L')
		if i == 0 {
			do = 'M'
		}
		parts = append(parts, part{do, [3]point{{v[i], v[i+1]}}})
	}
	if closed {
		parts = append(parts, part{do: 'Z'})
	}
	return parts
}

// rect returns a rectangle, with round corners if r is above 0.
func rect(x, y, w, h, r float64) []part {
	if w <= 0 || h <= 0 {
		return nil
	}
	if r = min(r, w/2, h/2); r <= 0 {
		return corners([]float64{x, y, x + w, y, x + w, y + h, x, y + h}, true)
	}
	k := r * (1 - round)
	curve := func(a, b, c, d, u, v float64) part { return part{'C', [3]point{{a, b}, {c, d}, {u, v}}} }
	to := func(a, b float64) part { return part{'L', [3]point{{a, b}}} }
	return []part{{'M', [3]point{{x + r, y}}},
		to(x+w-r, y), curve(x+w-k, y, x+w, y+k, x+w, y+r),
		to(x+w, y+h-r), curve(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h),
		to(x+r, y+h), curve(x+k, y+h, x, y+h-k, x, y+h-r),
		to(x, y+r), curve(x, y+k, x+k, y, x+r, y), {do: 'Z'}}
}

// numbers parses numbers separated by spaces, commas or their signs. Other text is skipped.
func numbers(text string) (list []float64) {
	for text != "" {
		n := numberLength(text)
		if n == 0 {
			text = text[1:]
			continue
		}
		if v, err := strconv.ParseFloat(text[:n], 64); err == nil {
			list = append(list, v)
		}
		text = text[n:]
	}
	return list
}

// numberLength returns the number of bytes of the number at the start of text, or 0 if there is
// none. The text must not be empty. Exponents are not read.
func numberLength(text string) int {
	i, digits, dots := 0, 0, 0
	if text[0] == '-' || text[0] == '+' {
		i++
	}
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.' && dots == 0:
			dots++
		default:
			if digits == 0 {
				return 0
			}
			return i
		}
	}
	if digits == 0 {
		return 0
	}
	return i
}

// A tracer converts the data of a path to parts. It keeps the current point and the start of the
// subpath.
type tracer struct {
	parts     []part
	at, start point
}

// argCount is the number of arguments of each command.
var argCount = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'A': 7, 'Z': 0}

// pathData parses the d attribute of an SVG path into parts with absolute coordinates. It
// returns an error for an unsupported command or a wrong count of numbers.
func pathData(text string) ([]part, error) {
	t := &tracer{}
	for i := 0; i < len(text); {
		do := text[i]
		end := i + 1
		for end < len(text) && !(text[end] >= 'A' && text[end] <= 'Z' || text[end] >= 'a' && text[end] <= 'z') {
			end++
		}
		v := numbers(text[i+1 : end])
		i = end
		if do == ' ' {
			continue
		}
		upper := do &^ 32
		n, ok := argCount[upper]
		if !ok || n > 0 && len(v)%n != 0 {
			return nil, errors.New("a picture with the path command " + string(do) + " cannot be printed")
		}
		if n == 0 {
			t.step(upper, nil, point{})
		}
		for len(v) > 0 && n > 0 {
			from := point{}
			if do != upper {
				from = t.at
			}
			t.step(upper, v[:n], from)
			v = v[n:]
			if upper == 'M' {
				upper = 'L'
			}
		}
	}
	return t.parts, nil
}

// step adds one command, whose coordinates are relative to from.
func (t *tracer) step(do byte, v []float64, from point) {
	at := func(i int) point { return point{from.x + v[i], from.y + v[i+1]} }
	switch do {
	case 'M', 'L':
		t.add(do, at(0))
	case 'H':
		t.add('L', point{from.x + v[0], t.at.y})
	case 'V':
		t.add('L', point{t.at.x, from.y + v[0]})
	case 'C':
		t.add('C', at(0), at(2), at(4))
	case 'Q':
		c, end := at(0), at(2)
		third := func(p point) point { return point{p.x + (c.x-p.x)*2/3, p.y + (c.y-p.y)*2/3} }
		t.add('C', third(t.at), third(end), end)
	case 'A':
		t.arc(v, at(5))
	case 'Z':
		t.add('Z')
		t.at = t.start
	}
}

func (t *tracer) add(do byte, points ...point) {
	p := part{do: do}
	copy(p.at[:], points)
	t.parts = append(t.parts, p)
	if len(points) > 0 {
		t.at = points[len(points)-1]
	}
	if do == 'M' {
		t.start = t.at
	}
}

// arc adds an arc of a circle according to SVG 1.1 F.6.5, as curves of at most a quarter each.
func (t *tracer) arc(v []float64, end point) {
	r, large, sweep := math.Abs(v[0]), v[3] != 0, v[4] != 0
	dx, dy := end.x-t.at.x, end.y-t.at.y
	half := math.Hypot(dx, dy) / 2
	if r == 0 || half == 0 {
		t.add('L', end)
		return
	}
	r = max(r, half)
	h := math.Sqrt(max(0, r*r-half*half)) / (2 * half)
	if large == sweep {
		h = -h
	}
	cx, cy := (t.at.x+end.x)/2-float64(h*dy), (t.at.y+end.y)/2+float64(h*dx)
	from := math.Atan2(t.at.y-cy, t.at.x-cx)
	turn := math.Atan2(end.y-cy, end.x-cx) - from
	switch {
	case sweep && turn < 0:
		turn += 2 * math.Pi
	case !sweep && turn > 0:
		turn -= 2 * math.Pi
	}
	n := int(math.Ceil(math.Abs(turn)/(math.Pi/2) - 1e-9))
	step := turn / float64(n)
	k := 4.0 / 3 * math.Tan(step/4) * r
	for i := range n {
		a, b := from+step*float64(i), from+step*float64(i+1)
		sa, ca := math.Sincos(a)
		sb, cb := math.Sincos(b)
		p, q := point{cx + r*ca, cy + r*sa}, point{cx + r*cb, cy + r*sb}
		if i == n-1 {
			q = end
		}
		t.add('C', point{p.x - k*sa, p.y + k*ca}, point{q.x + k*sb, q.y - k*cb}, q)
	}
}
