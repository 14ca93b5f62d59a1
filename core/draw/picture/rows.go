package picture

import "slices"

// drawRow writes a row's label, its base line, and its marks, the selected
// ones last so that they lie on top.
func (t *timeline) drawRow(m *markup, i int) {
	r, y, h := t.Rows[i], t.rowTop[i], t.rowTall[i]
	m.raw(`<g class="gb-row"`)
	m.attr("data-row", r.ID)
	m.raw(">")
	if r.Say != "" {
		t.drawName(m, i)
	} else {
		t.drawPlainName(m, i)
	}
	m.raw(`<line class="gb-base"`)
	m.nums(lineNames, t.left, y+h+t.gap/2, t.right, y+h+t.gap/2)
	m.raw("/>")
	t.drawUnits(m, i)
	m.raw("</g>")
}

// drawName writes a row's name as a mark of its own.
func (t *timeline) drawName(m *markup, i int) {
	r := t.Rows[i]
	ref := Ref{r.kind(), r.ID}
	m.raw(`<g class="gb-rowmark`)
	if t.selected[ref] {
		m.raw(" gb-sel")
	}
	m.raw(`"`)
	t.mark(m, ref, r.Say)
	m.raw(`><rect class="gb-hitrow"`)
	m.nums(rectNames, 0, t.rowTop[i]-t.gap/2, max(0, t.left-4), t.rowTall[i]+t.gap)
	m.raw(` rx="3"/></g>`)
	if t.rowTall[i]+t.gap >= 12 { // beside the mark: its label says more than the name
		t.drawPlainName(m, i)
	}
}

func (t *timeline) drawPlainName(m *markup, i int) {
	r, y, h := t.Rows[i], t.rowTop[i], t.rowTall[i]
	m.raw(`<text class="gb-rowname"`)
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
	m.nums(xyNames, x, base)
	m.raw(">")
	short := truncate(r.label(), rowLabelSize, t.left-10)
	if short != r.label() {
		m.title(r.label())
	}
	m.text(short)
	m.raw("</text>")
	if r.Note != "" && h >= 26 {
		m.label("gb-rownote", x, y+h/2+11, truncate(r.Note, 10.5, t.left-8))
	}
}

// narrow is the width below which marks are merged, cell the width that a
// merged cell aims at, in pixels.
const (
	narrow = 2.0
	cell   = 4.0
)

func (t *timeline) drawUnits(m *markup, i int) {
	units := t.units[i]
	var last []unit
	for from := 0; from < len(units); {
		u := units[from]
		if t.selected[u.bars[0].Ref] {
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

// cellEnd gives the end of the run of narrow units, from one unit on, that
// becomes one cell.
func (t *timeline) cellEnd(units []unit, from int) int {
	first := units[from]
	to := from + 1
	if t.x(first.end)-t.x(first.start) >= narrow {
		return to
	}
	for to < len(units) {
		u := units[to]
		wide := t.x(u.end)-t.x(u.start) >= narrow
		full := t.x(units[to-1].end)-t.x(first.start) >= cell
		gap := t.x(u.start)-t.x(units[to-1].end) > 1
		other := u.bars[0].Top != first.bars[0].Top || u.bars[0].Height != first.bars[0].Height ||
			u.start < units[to-1].start
		if wide || full || gap || other || t.selected[u.bars[0].Ref] {
			break
		}
		to++
	}
	return to
}

// drawUnit writes one mark with its bars.
func (t *timeline) drawUnit(m *markup, row int, u unit) {
	ref := u.bars[0].Ref
	m.raw(`<g class="gb-unit`)
	if t.selected[ref] {
		m.raw(" gb-sel")
	}
	m.raw(`"`)
	say := u.bars[0].Say
	if say == "" {
		say = ref.ID
	}
	t.mark(m, ref, say+" on "+t.Rows[row].label())
	m.raw(">")
	y, h := t.lane(row, u.bars[0])
	if t.selected[ref] {
		m.raw(`<rect class="gb-halo"`)
		x0, x1 := t.x(u.start), t.x(u.end)
		m.nums(rectNames, x0-2, y-2, x1-x0+4, h+4)
		m.raw(` rx="3"/>`)
	}
	for _, b := range u.bars {
		t.drawBar(m, b, u.end, y, h)
	}
	m.raw("</g>")
}

// lane is the upper edge and the height of a bar within its row.
func (t *timeline) lane(row int, b Bar) (y, h float64) {
	y, h = t.rowTop[row], t.rowTall[row]
	if b.Height > 0 {
		y += b.Top * h
		h *= b.Height
		h -= min(1, h/4) // lanes do not touch
	}
	return y, h
}

// drawBar writes one bar of a mark that ends at end.
func (t *timeline) drawBar(m *markup, b Bar, end, y, h float64) {
	x0, x1 := t.x(b.Start), t.x(b.End)
	if b.End <= b.Start {
		return
	}
	if x1-x0 < 0.75 {
		x1 = x0 + 0.75
	}
	if b.End == end && x1-x0 > narrow {
		x1 -= 0.6 // a hair's breadth of paper between neighbours
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
	if text := truncate(b.Text, 11, x1-at-4); text == b.Text && h >= 12 {
		class := "gb-bartext"
		if b.Signs&Pale != 0 {
			class = "gb-bartext gb-dark"
		}
		m.label(class, at, y+h/2+4, text)
	}
}

// drawSigns writes what sets a bar apart over it: brackets, a torn end, an
// arrowhead at the start.
func drawSigns(m *markup, signs Sign, x0, x1, y, h float64) {
	if x1-x0 < 7 || h < 8 {
		return
	}
	path := func(class string, d ...float64) {
		m.raw(`<path class="`, class, `" d="`)
		for i := 0; i < len(d); i += 2 {
			m.raw(map[bool]string{true: "M", false: "L"}[i == 0])
			m.tenth(d[i])
			m.raw(" ")
			m.tenth(d[i+1])
		}
		m.raw(`"/>`)
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

// drawPhase writes one bar. A transfer is a row of strokes instead of a solid
// area: a dashed line as thick as the bar needs no pattern and so no id.
func drawPhase(m *markup, class string, colour int, x0, x1, y, h float64) {
	if class == "transfer" {
		m.raw(`<line class="gb-bar gb-transfer`)
	} else {
		m.raw(`<rect class="gb-bar gb-`, class)
	}
	if colour > 0 {
		m.raw(" ", Hue(colour))
	}
	m.raw(`"`)
	if class == "transfer" {
		m.nums(lineNames, x0, y+h/2, x1, y+h/2)
		m.num("stroke-width", h)
		m.raw(` stroke-dasharray="1.5 1.5"/>`)
		return
	}
	m.nums(rectNames, x0, y, x1-x0, h)
	m.raw("/>")
}

// drawCell writes several narrow marks as one, each class of phase as high as
// its share of the cell's time.
func (t *timeline) drawCell(m *markup, row int, units []unit) {
	start, end := units[0].start, units[len(units)-1].end
	x0, x1 := t.x(start), t.x(end)
	m.raw(`<g class="gb-unit gb-cell"`)
	m.num("data-from", start)
	m.num("data-to", end)
	say := Count(len(units), units[0].bars[0].Ref.Kind) + ", " + Number(start) + " to " + Number(end)
	if t.Unit != "" {
		say += " " + t.Unit
	}
	first := units[0].bars[0].Ref
	t.mark(m, Ref{"bundle", first.Kind + ":" + first.ID}, say+" on "+t.Rows[row].label())
	m.raw(">")
	y, h := t.lane(row, units[0].bars[0])
	length := t.mix(units)
	for i, c := range t.classes {
		if length[i] <= 0 || end <= start {
			continue
		}
		part := min(h, h*length[i]/(end-start))
		drawPhase(m, c, 0, x0, max(x1, x0+0.75), y, part)
		y += part
	}
	m.raw("</g>")
}

// mix sums the time of each class of phase in some marks.
func (t *timeline) mix(units []unit) []float64 {
	length := make([]float64, len(t.classes))
	for _, u := range units {
		for _, b := range u.bars {
			length[slices.Index(t.classes, b.Class)] += b.End - b.Start
		}
	}
	return length
}

func (t *timeline) mark(m *markup, ref Ref, label string) {
	if ref.ID == "" {
		m.raw(` aria-hidden="true"`)
		return
	}
	m.attr("data-kind", ref.Kind)
	m.attr("data-id", ref.ID)
	if t.Static {
		return
	}
	stop := !t.stopped && (ref == t.stop || ref.Kind == "bundle" && ref.ID == t.stop.Kind+":"+t.stop.ID)
	t.stopped = t.stopped || stop
	m.button(label, t.selected[ref], stop)
}
