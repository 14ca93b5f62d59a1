package picture

// drawCurves writes curves over the rows, each leaving its bar at the end and
// meeting the other at the start, level at both.
func (t *timeline) drawCurves(m *markup) {
	if len(t.Curves) == 0 {
		return
	}
	m.raw(`<g class="gb-curves" aria-hidden="true">`)
	for _, c := range t.Curves {
		if c.From.Row >= len(t.rowTop) || c.To.Row >= len(t.rowTop) {
			continue
		}
		y0, h0 := t.lane(c.From.Row, c.From)
		y1, h1 := t.lane(c.To.Row, c.To)
		x0, x1 := t.x(c.From.End), t.x(c.To.Start)
		bend := max(14, (x1-x0)/2)
		if y0 == y1 && h0 == h1 { // one after the other in a lane
			bend = max(0, x1-x0) / 2
		}
		m.raw(`<path class="gb-tie `, c.Class, `" d="M`)
		for i, v := range []float64{x0, y0 + h0/2, x0 + bend, y0 + h0/2, x1 - bend, y1 + h1/2, x1, y1 + h1/2} {
			if i == 2 {
				m.raw("C")
			} else if i > 0 {
				m.raw(" ")
			}
			m.tenth(v)
		}
		m.raw(`"/><circle class="gb-tie-end"`)
		m.nums([]string{"cx", "cy", "r"}, x1, y1+h1/2, 2.5)
		m.raw("/>")
	}
	m.raw("</g>")
}

// drawLoads writes the layers of rows that show shares: each a closed path of
// steps, so that the text grows with the columns and not with what they sum up.
func (t *timeline) drawLoads(m *markup) {
	for _, l := range t.Loads {
		n := len(l.High)
		if n == 0 {
			continue
		}
		wide := (t.right - t.left) / float64(n)
		bottom, tall := t.rowTop[l.Row]+t.rowTall[l.Row], t.rowTall[l.Row]
		m.raw(`<path class="gb-bar gb-`, l.Class, `" aria-hidden="true" d="`)
		for from := 0; from < n; {
			if l.High[from] <= l.Low[from] {
				from++
				continue
			}
			to := from + 1
			for to < n && l.High[to] == l.High[from] && l.Low[to] == l.Low[from] {
				to++
			}
			m.raw("M")
			m.tenth(t.left + float64(from)*wide)
			m.raw(" ")
			m.tenth(bottom - l.High[from]*tall)
			m.raw("H")
			m.tenth(t.left + float64(to)*wide)
			m.raw("V")
			m.tenth(bottom - l.Low[from]*tall)
			m.raw("H")
			m.tenth(t.left + float64(from)*wide)
			m.raw("Z")
			from = to
		}
		m.raw(`"/>`)
	}
}
