// Package mini writes the smallest pictures of problems, for the rows of lists.
package mini

import (
	"strconv"
	"strings"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A Builder is the smallest picture of a problem and an answer to it, 60 by 36
// points, for the rows of a list. It is stored with a draft, so it consists of
// little more than paths: for each sort of mark its letter and one path. [Draw]
// draws a stored picture and accepts only such paths, so that a store or a
// foreign file cannot add markup to the page.
type Builder struct {
	paths [len(sorts)]strings.Builder
}

// sorts are the letters: links, discs, outlines, busy time, and what the answer
// occupies, full and pale.
const sorts = "ldobap"

const Width, Height = 60.0, 36.0

// Max is the largest number of marks of a sort. A longer list is sampled
// at equal distances.
const Max = 64

func (m *Builder) String() string {
	var parts []string
	for i := range m.paths {
		if m.paths[i].Len() > 0 {
			parts = append(parts, sorts[i:i+1]+m.paths[i].String())
		}
	}
	return strings.Join(parts, ";")
}

// Draw returns the picture of a stored mini, with colour as the index of the algorithm's colour.
// Parts of kept that are no mark of a mini are left out.
func Draw(kept string, colour int) *scene.Node {
	m := &scene.Builder{}
	m.Open("svg", "mini "+picture.Hue(colour))
	m.ViewBox(Width, Height)
	m.Num("width", Width)
	m.Num("height", Height)
	m.Attr("aria-hidden", "true")
	m.Attr("focusable", "false")
	for part := range strings.SplitSeq(kept, ";") {
		if len(part) > 1 && strings.IndexByte(sorts, part[0]) >= 0 && isPath(part[1:]) {
			m.Open("path", "mini-"+part[:1])
			m.Attr("d", part[1:])
			m.Close()
		}
	}
	m.Close()
	return m.Node()
}

// isPath reports whether a text contains only the characters of our paths.
func isPath(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && strings.IndexByte("MLhvz .-", c) < 0 {
			return false
		}
	}
	return len(text) < 1<<15
}

func (m *Builder) path(sort byte) *strings.Builder { return &m.paths[strings.IndexByte(sorts, sort)] }

// formatCoordinate formats a number with at most one decimal.
func formatCoordinate(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// Dot adds a line of length 0, which a round end makes a disc.
func (m *Builder) Dot(sort byte, x, y float64) {
	m.path(sort).WriteString("M" + formatCoordinate(x) + " " + formatCoordinate(y) + "h0")
}

func (m *Builder) Line(sort byte, x, y, u, v float64) {
	m.path(sort).WriteString("M" + formatCoordinate(x) + " " + formatCoordinate(y) + "L" + formatCoordinate(u) + " " +
		formatCoordinate(v))
}

func (m *Builder) Box(sort byte, x, y, w, h float64) {
	m.path(sort).WriteString("M" + formatCoordinate(x) + " " + formatCoordinate(y) + "h" + formatCoordinate(w) + "v" +
		formatCoordinate(h) + "h" + formatCoordinate(-w) + "z")
}

// SampleStep returns the step at which n elements are sampled, so that no more than
// most are drawn.
func SampleStep(n, most int) int { return max(1, (n+most-1)/most) }
