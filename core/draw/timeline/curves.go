package timeline

import "gridbox/core/draw/svg"

// DrawCurves writes curves over the rows, each leaving its bar at the end and
// meeting the other at the start, level at both.
func (t *Layout) DrawCurves(m *svg.Builder) {
	if len(t.Curves) == 0 {
		return
	}
	m.Raw(`<g class="gb-curves" aria-hidden="true">`)
	for _, c := range t.Curves {
		if c.From.Row >= len(t.RowTop) || c.To.Row >= len(t.RowTop) {
			continue
		}
		y0, h0 := t.Lane(c.From.Row, c.From)
		y1, h1 := t.Lane(c.To.Row, c.To)
		x0, x1 := t.X(c.From.End), t.X(c.To.Start)
		bend := max(14, (x1-x0)/2)
		if y0 == y1 && h0 == h1 { // one after the other in a lane
			bend = max(0, x1-x0) / 2
		}
		m.Raw(`<path class="gb-tie `, c.Class, `" d="M`)
		for i, v := range []float64{x0, y0 + h0/2, x0 + bend, y0 + h0/2, x1 - bend, y1 + h1/2, x1, y1 + h1/2} {
			if i == 2 {
				m.Raw("C")
			} else if i > 0 {
				m.Raw(" ")
			}
			m.Tenth(v)
		}
		m.Raw(`"/><circle class="gb-tie-end"`)
		m.Nums([]string{"cx", "cy", "r"}, x1, y1+h1/2, 2.5)
		m.Raw("/>")
	}
	m.Raw("</g>")
}

// DrawLoads writes the layers of rows that show shares: each a closed path of
// steps, so that the text grows with the columns and not with what they sum up.
func (t *Layout) DrawLoads(m *svg.Builder) {
	for _, l := range t.Loads {
		n := len(l.High)
		if n == 0 {
			continue
		}
		wide := (t.Right - t.Left) / float64(n)
		bottom, tall := t.RowTop[l.Row]+t.RowTall[l.Row], t.RowTall[l.Row]
		m.Raw(`<path class="gb-bar gb-`, l.Class, `" aria-hidden="true" d="`)
		for from := 0; from < n; {
			if l.High[from] <= l.Low[from] {
				from++
				continue
			}
			to := from + 1
			for to < n && l.High[to] == l.High[from] && l.Low[to] == l.Low[from] {
				to++
			}
			m.Raw("M")
			m.Tenth(t.Left + float64(from)*wide)
			m.Raw(" ")
			m.Tenth(bottom - l.High[from]*tall)
			m.Raw("H")
			m.Tenth(t.Left + float64(to)*wide)
			m.Raw("V")
			m.Tenth(bottom - l.Low[from]*tall)
			m.Raw("H")
			m.Tenth(t.Left + float64(from)*wide)
			m.Raw("Z")
			from = to
		}
		m.Raw(`"/>`)
	}
}
