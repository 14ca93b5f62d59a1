package timeline

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// DrawAxis draws the axis below the rows, with its unit after the last number.
func (t *Layout) DrawAxis(m *scene.Builder) {
	count := int(math.Max(2, (t.Right-t.Left)/90))
	ticks := picture.Ticks(t.From, t.To, count)
	m.Open("g", "gb-axis")
	m.Attr("aria-hidden", "true")
	for i, v := range ticks {
		x := t.X(v)
		m.Open("line", "gb-grid")
		m.Nums(scene.Ends, x, t.Top, x, t.Bottom)
		m.Close()
		text := picture.Number(v)
		if i == len(ticks)-1 && t.Unit != "" {
			text += " " + t.Unit
		}
		m.Open("text", "gb-tick")
		if half := picture.TextWidth(text, 11) / 2; x+half > t.Width {
			m.Attr("text-anchor", "end")
			x = t.Width
		} else {
			m.Attr("text-anchor", "middle")
		}
		m.Nums(scene.XY, x, t.Bottom+15)
		m.Text(text)
		m.Close()
	}
	m.Close()
}

// DrawMarks draws the vertical lines over all rows.
func (t *Layout) DrawMarks(m *scene.Builder) {
	for _, k := range t.Marks {
		if k.At < t.From || k.At > t.To {
			continue
		}
		x := t.X(k.At)
		m.Open("g", "gb-mark gb-"+k.Class)
		m.Attr("aria-hidden", "true")
		m.Open("line", "")
		m.Nums(scene.Ends, x, t.Top-2, x, t.Bottom)
		m.Close()
		if k.Label != "" {
			anchor := "middle"
			if half := picture.TextWidth(k.Label, 11) / 2; x+half > t.Width {
				anchor = "end"
			}
			m.Open("text", "")
			m.Attr("text-anchor", anchor)
			m.Nums(scene.XY, x, t.Top-6)
			m.Text(k.Label)
			m.Close()
		}
		m.Close()
	}
}
