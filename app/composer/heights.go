package composer

import (
	"slices"
	"strconv"
	"strings"
)

// A point is the height of a figure at a width, both in pixels.
type point struct{ width, height int }

// spare is the tolerance in pixels when heights are interpolated between two places. It keeps the number of places
// small.
const spare = 10

// maxPoints is the maximal number of widths that are measured.
const maxPoints = 200

// readHeights parses "742 320:1180 330:1190": the height of the live figure, and its heights at other widths in
// ascending order. It returns 0 and nil if a pair is malformed or out of order. Only values from 80 to 4000 pixels
// are valid; live is 0 for another height.
func readHeights(text string) (live int, seen []point) {
	read := func(text string) int {
		if px, err := strconv.Atoi(text); err == nil && px >= 80 && px <= 4000 {
			return px
		}
		return 0
	}
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > maxPoints {
		return 0, nil
	}
	for _, w := range words[1:] {
		wide, high, _ := strings.Cut(w, ":")
		p := point{read(wide), read(high)}
		if p.width == 0 || p.height == 0 || len(seen) > 0 && p.width <= seen[len(seen)-1].width {
			return 0, nil
		}
		seen = append(seen, p)
	}
	return read(words[0]), seen
}

// keep returns the heights that a page reserves for a figure, as the value of the element's attribute. Each place
// gets the greatest height measured at it or next to it, because one more line of text makes the height jump. Two
// consecutive widths mark a change of the layout.
func keep(seen []point) string {
	var b strings.Builder
	for len(seen) > 0 {
		n := 1
		for n < len(seen) && seen[n].width > seen[n-1].width+1 {
			n++
		}
		piece := make([]point, n)
		for i := range piece {
			piece[i] = point{seen[i].width, max(seen[max(i-1, 0)].height, seen[i].height, seen[min(i+1, n-1)].height) +
				spare}
		}
		for _, p := range simplify(piece) {
			b.WriteString(" " + strconv.Itoa(p.width) + ":" + strconv.Itoa(p.height))
		}
		seen = seen[n:]
	}
	return strings.TrimSpace(b.String())
}

// simplify simplifies the polyline of a list by the Douglas-Peucker algorithm. The first and last place stay. The
// height of each omitted place differs by at most spare from the line through the places that stay.
func simplify(list []point) []point {
	if len(list) < 3 {
		return list
	}
	first, last := list[0], list[len(list)-1]
	far, at := spare, 0
	for i, p := range list[1 : len(list)-1] {
		off := p.height - first.height - (last.height-first.height)*(p.width-first.width)/(last.width-first.width)
		if off = max(off, -off); off > far {
			far, at = off, i+1
		}
	}
	if at == 0 {
		return []point{first, last}
	}
	before := simplify(list[:at+1])
	return slices.Concat(before[:len(before)-1], simplify(list[at:]))
}
