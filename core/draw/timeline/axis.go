package timeline

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// DrawAxis writes the axis below the rows with its unit behind the last number.
func (t *Layout) DrawAxis(m *svg.Builder) {
	count := int(math.Max(2, (t.Right-t.Left)/90))
	ticks := picture.Ticks(t.From, t.To, count)
	m.Raw(`<g class="gb-axis" aria-hidden="true">`)
	for i, v := range ticks {
		x := t.X(v)
		m.Raw(`<line class="gb-grid"`)
		m.Nums(svg.Ends, x, t.Top, x, t.Bottom)
		m.Raw("/>")
		text := picture.Number(v)
		if i == len(ticks)-1 && t.Unit != "" {
			text += " " + t.Unit
		}
		m.Raw(`<text class="gb-tick"`)
		if half := picture.TextWidth(text, 11) / 2; x+half > t.Width {
			m.Raw(` text-anchor="end"`)
			x = t.Width
		} else {
			m.Raw(` text-anchor="middle"`)
		}
		m.Nums(svg.XY, x, t.Bottom+15)
		m.Raw(">")
		m.Text(text)
		m.Raw("</text>")
	}
	m.Raw("</g>")
}

// DrawMarks writes the upright lines over everything.
func (t *Layout) DrawMarks(m *svg.Builder) {
	for _, k := range t.Marks {
		if k.At < t.From || k.At > t.To {
			continue
		}
		x := t.X(k.At)
		m.Raw(`<g class="gb-mark gb-`, k.Class, `" aria-hidden="true"><line`)
		m.Nums(svg.Ends, x, t.Top-2, x, t.Bottom)
		m.Raw("/>")
		if k.Label != "" {
			anchor := "middle"
			if half := picture.TextWidth(k.Label, 11) / 2; x+half > t.Width {
				anchor = "end"
			}
			m.Raw(`<text text-anchor="`, anchor, `"`)
			m.Nums(svg.XY, x, t.Top-6)
			m.Raw(">")
			m.Text(k.Label)
			m.Raw("</text>")
		}
		m.Raw("</g>")
	}
}
