package timeline

import (
	"slices"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// DrawRow draws a row's label, its base line, and its marks, the selected ones last so that they
// lie on top.
func (t *Layout) DrawRow(m *scene.Builder, i int) {
	r, y, h := t.Rows[i], t.RowTop[i], t.RowHeights[i]
	m.Open("g", "gb-row")
	m.Attr("data-row", r.ID)
	if r.Say != "" {
		t.drawName(m, i)
	} else {
		t.DrawPlainName(m, i)
	}
	m.Open("line", "gb-base")
	m.Nums(scene.Ends, t.Left, y+h+t.Gap/2, t.Right, y+h+t.Gap/2)
	m.Close()
	t.drawUnits(m, i)
	m.Close()
}

// drawName draws a row's name as a mark of its own.
func (t *Layout) drawName(m *scene.Builder, i int) {
	r := t.Rows[i]
	ref := picture.Ref{Kind: r.kind(), ID: r.ID}
	m.Open("g", "gb-rowmark")
	if t.Selected[ref] {
		m.Class("gb-sel")
	}
	t.Mark(m, ref, r.Say)
	m.Open("rect", "gb-hitrow")
	m.Nums(scene.Box, 0, t.RowTop[i]-t.Gap/2, max(0, t.Left-4), t.RowHeights[i]+t.Gap)
	m.Attr("rx", "3")
	m.Close()
	m.Close()
	if t.RowHeights[i]+t.Gap >= 12 { // outside of the mark, whose label says more than the name
		t.DrawPlainName(m, i)
	}
}

// DrawPlainName draws a row's name and note as text, outside of any mark.
func (t *Layout) DrawPlainName(m *scene.Builder, i int) {
	r, y, h := t.Rows[i], t.RowTop[i], t.RowHeights[i]
	m.Open("text", "gb-rowname")
	x, base := 0.0, y+h/2+4
	if r.Say != "" {
		x = 4
	}
	if t.World {
		x = edge + 4
	}
	if r.Note != "" && h >= 26 {
		base = y + h/2 - 2
	}
	m.Nums(scene.XY, x, base)
	short := picture.Truncate(r.label(), rowLabelSize, t.Left-10)
	if short != r.label() {
		m.Title(r.label())
	}
	m.Text(short)
	m.Close()
	if r.Note != "" && h >= 26 {
		m.Label("gb-rownote", x, y+h/2+11, picture.Truncate(r.Note, 10.5, t.Left-8))
	}
}

// narrow is the width below which marks are merged; cell is the width of a merged cell. Both are
// in pixels.
const (
	narrow = 2.0
	cell   = 4.0
)

// drawUnits draws the marks of row i. Runs of narrow ones are merged into cells.
func (t *Layout) drawUnits(m *scene.Builder, i int) {
	units := t.Units[i]
	var last []unit
	for from := 0; from < len(units); {
		u := units[from]
		if t.Selected[u.Bars[0].Ref] {
			last = append(last, u)
			from++
			continue
		}
		to := t.cellEnd(units, from)
		if to == from+1 {
			t.drawUnit(m, i, u)
		} else {
			t.drawCell(m, i, units[from:to])
		}
		from = to
	}
	for _, u := range last {
		t.drawUnit(m, i, u)
	}
}

// cellEnd returns the end of the run of narrow units, beginning with unit from, that are drawn as
// one cell. A unit that is drawn alone ends at from+1.
func (t *Layout) cellEnd(units []unit, from int) int {
	first := units[from]
	to := from + 1
	if t.X(first.End)-t.X(first.Start) >= narrow {
		return to
	}
	for to < len(units) {
		u := units[to]
		wide := t.X(u.End)-t.X(u.Start) >= narrow
		full := t.X(units[to-1].End)-t.X(first.Start) >= cell
		gap := t.X(u.Start)-t.X(units[to-1].End) > 1
		other := u.Bars[0].Top != first.Bars[0].Top || u.Bars[0].Height != first.Bars[0].Height ||
			u.Start < units[to-1].Start
		if wide || full || gap || other || t.Selected[u.Bars[0].Ref] {
			break
		}
		to++
	}
	return to
}

// drawUnit draws one mark with its bars.
func (t *Layout) drawUnit(m *scene.Builder, row int, u unit) {
	ref := u.Bars[0].Ref
	m.Open("g", "gb-unit")
	if t.Selected[ref] {
		m.Class("gb-sel")
	}
	text := u.Bars[0].Say
	if text == "" {
		text = ref.ID
	}
	t.Mark(m, ref, i18n.T("{} on {}", text, t.Rows[row].label()))
	y, h := t.Lane(row, u.Bars[0])
	if t.Selected[ref] {
		m.Open("rect", "gb-halo")
		x0, x1 := t.X(u.Start), t.X(u.End)
		m.Nums(scene.Box, x0-2, y-2, x1-x0+4, h+4)
		m.Attr("rx", "3")
		m.Close()
	}
	for _, b := range u.Bars {
		t.drawBar(m, b, u.End, y, h)
	}
	m.Close()
}

// Lane returns the upper edge and the height of a bar within its row.
func (t *Layout) Lane(row int, b Bar) (y, h float64) {
	y, h = t.RowTop[row], t.RowHeights[row]
	if b.Height > 0 {
		y += b.Top * h
		h *= b.Height
		h -= min(1, h/4) // lanes do not touch
	}
	return y, h
}

// drawBar draws one bar of a mark that ends at end.
func (t *Layout) drawBar(m *scene.Builder, b Bar, end, y, h float64) {
	x0, x1 := t.X(b.Start), t.X(b.End)
	if b.End <= b.Start {
		return
	}
	if x1-x0 < 0.75 {
		x1 = x0 + 0.75
	}
	if b.End == end && x1-x0 > narrow {
		x1 -= 0.6 // a gap between neighbours
	}
	drawPhase(m, b.Class, b.Colour, x0, x1, y, h)
	if b.Signs != 0 {
		drawSigns(m, b.Signs, x0, x1, y, h)
	}
	if b.Text == "" {
		return
	}
	at := x0 + 4
	if b.Signs&(Bracketed|Going) != 0 {
		at += 5
	}
	if text := picture.Truncate(b.Text, 11, x1-at-4); text == b.Text && h >= 12 {
		class := "gb-bartext"
		if b.Signs&Pale != 0 {
			class = "gb-bartext gb-dark"
		}
		m.Label(class, at, y+h/2+4, text)
	}
}

// drawSigns draws the signs of a bar over it: brackets, a torn end, an arrowhead at the start.
func drawSigns(m *scene.Builder, signs Sign, x0, x1, y, h float64) {
	if x1-x0 < 7 || h < 8 {
		return
	}
	path := func(class string, d ...float64) {
		m.Open("path", class)
		m.Value("d", "")
		for i := 0; i < len(d); i += 2 {
			m.Append(map[bool]string{true: "M", false: "L"}[i == 0])
			m.Tenth(d[i])
			m.Append(" ")
			m.Tenth(d[i+1])
		}
		m.Close()
	}
	if signs&Bracketed != 0 {
		path("gb-bracket", x0+5, y+2, x0+2.5, y+2, x0+2.5, y+h-2, x0+5, y+h-2)
		path("gb-bracket", x1-5, y+2, x1-2.5, y+2, x1-2.5, y+h-2, x1-5, y+h-2)
	}
	if signs&Notched != 0 {
		path("gb-notch", x1+1, y-1, x1-4, y+h/2, x1+1, y+h+1)
	}
	if signs&Going != 0 {
		path("gb-arrowhead", x0+1.5, y+h/2-3.5, x0+6, y+h/2, x0+1.5, y+h/2+3.5)
	}
}

// drawPhase draws one bar. A transfer is a row of strokes instead of a solid area: a dashed line
// as thick as the bar needs no pattern and so no id.
func drawPhase(m *scene.Builder, class string, colour int, x0, x1, y, h float64) {
	if class == "transfer" {
		m.Open("line", "gb-bar gb-transfer")
	} else {
		m.Open("rect", "gb-bar gb-"+class)
	}
	if colour > 0 {
		m.Class(picture.Hue(colour))
	}
	if class == "transfer" {
		m.Nums(scene.Ends, x0, y+h/2, x1, y+h/2)
		m.Num("stroke-width", h)
		m.Attr("stroke-dasharray", "1.5 1.5")
		m.Close()
		return
	}
	m.Nums(scene.Box, x0, y, x1-x0, h)
	m.Close()
}

// drawCell draws several narrow marks as one. The height of each class of phase is its share of
// the cell's time.
func (t *Layout) drawCell(m *scene.Builder, row int, units []unit) {
	start, end := units[0].Start, units[len(units)-1].End
	x0, x1 := t.X(start), t.X(end)
	m.Open("g", "gb-unit gb-cell")
	m.Num("data-from", start)
	m.Num("data-to", end)
	text := i18n.T("{}, {} to {}",
		picture.Count(len(units), units[0].Bars[0].Ref.Kind), picture.Number(start),
		picture.Number(end))
	if t.Unit != "" {
		text += " " + t.Unit
	}
	first := units[0].Bars[0].Ref
	t.Mark(m, picture.Ref{Kind: "bundle", ID: first.Kind + ":" + first.ID}, i18n.T("{} on {}",
		text, t.Rows[row].label()))
	y, h := t.Lane(row, units[0].Bars[0])
	length := t.mix(units)
	for i, c := range t.classes {
		if length[i] <= 0 || end <= start {
			continue
		}
		part := min(h, h*length[i]/(end-start))
		drawPhase(m, c, 0, x0, max(x1, x0+0.75), y, part)
		y += part
	}
	m.Close()
}

// mix returns the total time of each class of phase in some marks.
func (t *Layout) mix(units []unit) []float64 {
	length := make([]float64, len(t.classes))
	for _, u := range units {
		for _, b := range u.Bars {
			length[slices.Index(t.classes, b.Class)] += b.End - b.Start
		}
	}
	return length
}

// Mark writes the attributes of the mark ref with a label on the open element. Without an id it
// hides the element from screen readers. The first mark that equals t.Stop becomes the tab stop.
func (t *Layout) Mark(m *scene.Builder, ref picture.Ref, label string) {
	if ref.ID == "" {
		m.Attr("aria-hidden", "true")
		return
	}
	m.Mark(ref.Kind, ref.ID)
	if t.Static {
		return
	}
	stop := !t.Stopped && (ref == t.Stop || ref.Kind == "bundle" && ref.ID == t.Stop.Kind+":"+t.Stop.ID)
	t.Stopped = t.Stopped || stop
	m.Button(label, t.Selected[ref], stop)
}
