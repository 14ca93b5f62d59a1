package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// drawNumbers draws the numbers of the clusters to choose from.
func (t *topology) drawNumbers(m *scene.Builder) {
	if t.Small {
		return
	}
	for i := range t.p.Clusters {
		if n := t.Numbers[t.p.Clusters[i].ID]; n > 0 {
			picture.DrawNumber(m, t.numberAt(i), n)
		}
	}
}

// numberAt returns the centre of a cluster's number: at the upper left of its circle, inside of
// the picture.
func (t *topology) numberAt(i int) picture.Point {
	const edge = picture.NumberRadius + 1
	off := 0.75 * t.radius[i]
	if t.radius[i] < 22 { // keep clear of the text in a small circle
		off = math.Sqrt2 / 2 * (t.radius[i] + picture.NumberRadius)
	}
	at := picture.Point{X: t.at[i].X - off, Y: t.at[i].Y - off}
	return picture.Point{X: math.Max(edge, at.X), Y: math.Max(edge, at.Y)}
}
