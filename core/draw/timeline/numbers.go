package timeline

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A Number marks a time on a row as the answer N of a question.
type Number struct {
	Row int
	At  float64
	N   int
}

// drawNumbers draws each number on a line across its row at its time. Numbers of one row are staggered
// vertically, so that close times do not overlap.
func (t *Layout) drawNumbers(m *scene.Builder) {
	inRow := map[int]int{}
	for _, n := range t.Numbers {
		inRow[n.Row]++
	}
	before := map[int]int{}
	for _, n := range t.Numbers {
		if n.Row < 0 || n.Row >= len(t.RowTop) {
			continue
		}
		x, top, tall := t.X(n.At), t.RowTop[n.Row], t.RowHeights[n.Row]
		share := (float64(before[n.Row]) + 0.5) / float64(inRow[n.Row])
		before[n.Row]++
		m.Open("line", "gb-at")
		m.Nums(scene.Ends, x, top, x, top+tall)
		m.Close()
		picture.DrawNumber(m, picture.Point{X: x, Y: top + float64(share*tall)}, n.N)
	}
}
