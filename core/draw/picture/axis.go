package picture

import "math"

// drawAxis writes the axis below the rows with its unit behind the last number.
func (t *timeline) drawAxis(m *markup) {
	count := int(math.Max(2, (t.right-t.left)/90))
	ticks := Ticks(t.From, t.To, count)
	m.raw(`<g class="gb-axis" aria-hidden="true">`)
	for i, v := range ticks {
		x := t.x(v)
		m.raw(`<line class="gb-grid"`)
		m.nums(lineNames, x, t.top, x, t.bottom)
		m.raw("/>")
		text := Number(v)
		if i == len(ticks)-1 && t.Unit != "" {
			text += " " + t.Unit
		}
		m.raw(`<text class="gb-tick"`)
		if half := textWidth(text, 11) / 2; x+half > t.Width {
			m.raw(` text-anchor="end"`)
			x = t.Width
		} else {
			m.raw(` text-anchor="middle"`)
		}
		m.nums(xyNames, x, t.bottom+15)
		m.raw(">")
		m.text(text)
		m.raw("</text>")
	}
	m.raw("</g>")
}

// drawMarks writes the upright lines over everything.
func (t *timeline) drawMarks(m *markup) {
	for _, k := range t.Marks {
		if k.At < t.From || k.At > t.To {
			continue
		}
		x := t.x(k.At)
		m.raw(`<g class="gb-mark gb-`, k.Class, `" aria-hidden="true"><line`)
		m.nums(lineNames, x, t.top-2, x, t.bottom)
		m.raw("/>")
		if k.Label != "" {
			anchor := "middle"
			if half := textWidth(k.Label, 11) / 2; x+half > t.Width {
				anchor = "end"
			}
			m.raw(`<text text-anchor="`, anchor, `"`)
			m.nums(xyNames, x, t.top-6)
			m.raw(">")
			m.text(k.Label)
			m.raw("</text>")
		}
		m.raw("</g>")
	}
}
