package timeline

import "gridbox/core/draw/scene"

// DrawCurves draws curves over the rows. A curve leaves its bar at the end and meets the other
// one at the start, horizontal at both.
func (t *Layout) DrawCurves(m *scene.Builder) {
	if len(t.Curves) == 0 {
		return
	}
	m.Open("g", "gb-curves")
	m.Attr("aria-hidden", "true")
	for _, c := range t.Curves {
		if c.From.Row >= len(t.RowTop) || c.To.Row >= len(t.RowTop) {
			continue
		}
		y0, h0 := t.Lane(c.From.Row, c.From)
		y1, h1 := t.Lane(c.To.Row, c.To)
		x0, x1 := t.X(c.From.End), t.X(c.To.Start)
		bend := max(14, (x1-x0)/2)
		if y0 == y1 && h0 == h1 { // both bars are in one lane
			bend = max(0, x1-x0) / 2
		}
		m.Open("path", "gb-tie "+c.Class)
		m.Value("d", "M")
		for i, v := range []float64{x0, y0 + h0/2, x0 + bend, y0 + h0/2, x1 - bend, y1 + h1/2, x1, y1 + h1/2} {
			if i == 2 {
				m.Append("C")
			} else if i > 0 {
				m.Append(" ")
			}
			m.Tenth(v)
		}
		m.Close()
		m.Open("circle", "gb-tie-end")
		m.Nums([]string{"cx", "cy", "r"}, x1, y1+h1/2, 2.5)
		m.Close()
	}
	m.Close()
}

// DrawLoads draws the layers of rows that show shares. Each layer is a closed path of steps, so
// that its size grows with the columns and not with the number of values behind them.
func (t *Layout) DrawLoads(m *scene.Builder) {
	for _, l := range t.Loads {
		n := len(l.High)
		if n == 0 {
			continue
		}
		wide := (t.Right - t.Left) / float64(n)
		bottom, tall := t.RowTop[l.Row]+t.RowHeights[l.Row], t.RowHeights[l.Row]
		m.Open("path", "gb-bar gb-"+l.Class)
		m.Attr("aria-hidden", "true")
		m.Value("d", "")
		for from := 0; from < n; {
			if l.High[from] <= l.Low[from] {
				from++
				continue
			}
			to := from + 1
			for to < n && l.High[to] == l.High[from] && l.Low[to] == l.Low[from] {
				to++
			}
			m.Tenths("M", t.Left+float64(from)*wide, bottom-l.High[from]*tall)
			m.Tenths("H", t.Left+float64(to)*wide)
			m.Tenths("V", bottom-l.Low[from]*tall)
			m.Tenths("H", t.Left+float64(from)*wide)
			m.Append("Z")
			from = to
		}
		m.Close()
	}
}
