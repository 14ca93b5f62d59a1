package picture

import (
	"math"
	"strings"

	"gridbox/core/doc"
)

// title is a field's name.
func (d *pools) title(f *poolField) string {
	switch f.group {
	case -1:
		return "on their own"
	case -2:
		return "and " + Count(d.left, "more group")
	}
	return d.p.Groups[f.group].ID
}

// note is what a field says of its worth.
func (d *pools) note(f *poolField) string {
	if f.group < 0 {
		return ""
	}
	g := &d.p.Groups[f.group]
	switch v, bought := d.variant[g.ID]; {
	case bought && v < len(g.Variants):
		x := g.Variants[v]
		return Number(float64(x.Nodes)) + " for " + Number(x.Cost) + ", " + Number(x.Value)
	case len(g.Variants) > 0:
		return "in lots"
	case d.p.Sums():
		return "worth " + Number(g.Value)
	}
	return Odd(d.odds.Groups[f.group])
}

// Odd writes a probability: three decimals at most, and never 1 for less.
func Odd(p float64) string {
	if p > 0.9995 && p < 1 {
		return "> 0.999"
	}
	return Number(math.Round(p*1000) / 1000)
}

// level is how high a field is filled.
func (d *pools) level(f *poolField) float64 {
	if f.group < 0 || d.p.Sums() {
		return 0
	}
	g := &d.p.Groups[f.group]
	if len(g.Variants) == 0 {
		return d.odds.Groups[f.group]
	}
	if v, ok := d.variant[g.ID]; ok && v < len(g.Variants) {
		return g.Variants[v].Value
	}
	best := 0.0
	for _, v := range g.Variants {
		best = math.Max(best, v.Value)
	}
	return best
}

func (d *pools) drawBudget(m *markup) {
	r := d.p.Request
	if r == nil {
		return
	}
	x, y, w := d.edge(), d.edge()+16, d.Width-2*d.edge()
	m.raw(`<g class="gb-budget" aria-hidden="true"><rect class="gb-track" rx="3"`)
	m.nums(rectNames, x, y, w, 7)
	m.raw("/>")
	text := "budget " + Number(r.Budget) + " for " + Count(r.Nodes, "node")
	if d.Window != nil {
		text = d.bill()
		if r.Budget > 0 {
			m.raw(`<rect class="gb-spent" rx="3"`)
			m.nums(rectNames, x, y, w*clamp01(d.Cost/r.Budget), 7)
			m.raw("/>")
		}
	}
	if textWidth(text, keySize)+textWidth(d.Worth, keySize)+8 > w {
		_, text, _ = strings.Cut(text, " for ") // no place for how many nodes
	}
	line(m, "gb-key", x, y-6, text)
	if d.Worth != "" {
		m.raw(`<text class="gb-key" text-anchor="end"`)
		m.nums(xyNames, x+w, y-6)
		m.raw(">")
		m.text(d.Worth)
		m.raw("</text>")
	}
	m.raw("</g>")
}

// drawField writes a group and then its members, which are marks of their own:
// one button may not hold others.
func (d *pools) drawField(m *markup, i int) {
	f := &d.fields[i]
	ref := Ref{}
	m.raw(`<g class="gb-field`)
	switch {
	case f.group < 0:
		m.raw(" gb-loose")
	default:
		ref = Ref{Group, d.p.Groups[f.group].ID}
		if d.selected[ref] {
			m.raw(" gb-sel")
		}
		if s := d.States[ref.ID]; s != "" {
			m.raw(" gb-", s)
		}
	}
	m.raw(`"`)
	if ref.ID != "" && !d.Small {
		d.mark(m, ref, d.sayGroup(f))
	}
	m.raw(`><rect class="gb-paper"`)
	d.round(m, f)
	m.raw("/>")
	d.drawLevel(m, f)
	m.raw(`<rect class="gb-rim"`)
	d.round(m, f)
	m.raw("/>")
	m.raw("</g>")
	if !d.Small {
		d.drawTitle(m, f)
	}
	if d.many || d.Small {
		d.drawCrowd(m, f)
		return
	}
	for k, n := range f.nodes {
		d.drawMember(m, n, d.seat(f, k))
	}
}

func (d *pools) round(m *markup, f *poolField) {
	m.nums(rectNames, f.x, f.y, f.w, f.h)
	m.num("rx", math.Min(poolRound, f.h/4))
}

// drawLevel fills a field from below.
func (d *pools) drawLevel(m *markup, f *poolField) {
	h := f.h * clamp01(d.level(f))
	if h <= 0 {
		return
	}
	r := math.Min(poolRound, f.h/4)
	if h > f.h-r { // the corners above are round as well
		m.raw(`<rect class="gb-level"`)
		m.nums(rectNames, f.x, f.y+f.h-h, f.w, h)
		m.num("rx", r)
		m.raw("/>")
		return
	}
	m.raw(`<path class="gb-level" d="M`)
	m.number(f.x)
	m.raw(" ")
	m.number(f.y + f.h - h)
	m.raw("h")
	m.number(f.w)
	m.raw("v")
	m.number(h - r)
	for _, step := range [][2]float64{{-r, r}, {-r, -r}} {
		if step[1] < 0 {
			m.raw("h")
			m.number(2*r - f.w)
		}
		m.raw("a")
		m.number(r)
		m.raw(" ")
		m.number(r)
		m.raw(" 0 0 1 ")
		m.number(step[0])
		m.raw(" ")
		m.number(step[1])
	}
	m.raw(`z"/>`)
}

func (d *pools) drawTitle(m *markup, f *poolField) {
	size, base := nameSize, 17.0
	if len(d.fields) > 40 {
		size, base = 9.5, 11.0
	}
	note := d.note(f)
	width := f.w - 12
	if textWidth(note, powerSize) < width*0.6 && len(d.fields) <= 40 {
		width -= textWidth(note, powerSize) + 6
	} else {
		note = ""
	}
	class := "gb-title"
	if size < 10 {
		class += " gb-tiny"
	}
	m.raw(`<g class="gb-about" aria-hidden="true">`)
	defer m.raw("</g>")
	name := truncate(d.title(f), size, width)
	if size > 10 || name == d.title(f) {
		line(m, class, f.x+d.pad(), f.y+base, name)
	}
	if note == "" {
		return
	}
	m.raw(`<text class="gb-odds" text-anchor="end"`)
	m.nums(xyNames, f.x+f.w-d.pad(), f.y+base)
	m.raw(">")
	m.text(note)
	m.raw("</text>")
}

// drawMember writes a node as a square that is filled as high as it is
// available by itself.
func (d *pools) drawMember(m *markup, i int, at Point) {
	n, side := &d.p.Nodes[i], d.side(i)
	ref := Ref{Node, n.ID}
	m.raw(`<g class="gb-member`)
	if d.selected[ref] {
		m.raw(" gb-sel")
	}
	if d.chosen[i] {
		m.raw(" gb-taken")
	}
	m.raw(`"`)
	m.attr("data-group", n.Group)
	d.mark(m, ref, d.sayNode(i))
	m.translate(at.X, at.Y)
	m.raw("><rect class=\"gb-paper\"")
	d.square(m, side, 1)
	m.raw("/>")
	if own := clamp01(d.odds.Nodes[i]); own > 0 && !d.p.Sums() {
		m.raw(`<rect class="gb-level"`)
		d.square(m, side, own)
		m.raw("/>")
	}
	m.raw(`<rect class="gb-rim"`)
	d.square(m, side, 1)
	m.raw("/></g>")
	d.drawPrice(m, i, side, at)
}

// square writes the lower share of a square around the origin.
func (d *pools) square(m *markup, side, share float64) {
	m.nums(rectNames, -side/2, side/2-side*share, side, side*share)
	m.num("rx", math.Min(3, side/6))
}

// drawPrice writes name and price of a node beside its mark, whose label says
// them in words.
func (d *pools) drawPrice(m *markup, i int, side float64, at Point) {
	n := &d.p.Nodes[i]
	text, class := Number(n.Price), "gb-price"
	if d.chosen[i] {
		class += " gb-taken"
	}
	if side < 32 && (side < 18 || textWidth(text, 10.5) > side-2) {
		return
	}
	m.raw(`<g class="gb-about" aria-hidden="true">`)
	if side >= 30 {
		d.drawTakers(m, n.ID, at.X, at.Y-side/2+6)
	}
	if side >= 32 {
		line(m, "gb-id", at.X, at.Y, truncate(n.ID, 10.5, side-4))
		line(m, class, at.X, at.Y+13, text)
	} else {
		line(m, class, at.X, at.Y+4, text)
	}
	m.raw("</g>")
}

// drawTakers writes a dot for every algorithm that takes a node.
func (d *pools) drawTakers(m *markup, id string, x, y float64) {
	takers := d.takers[id]
	for i, k := range takers {
		m.raw(`<circle class="gb-taker `, Hue(d.Choices[k].Colour), `" r="2.2"`)
		m.nums([]string{"cx", "cy"}, x+(float64(i)-float64(len(takers)-1)/2)*6, y)
		m.raw("/>")
	}
}

// drawCrowd writes the members of a field as two paths: all, and those taken.
func (d *pools) drawCrowd(m *markup, f *poolField) {
	for _, taken := range []bool{false, true} {
		some := false
		for k, n := range f.nodes {
			if d.chosen[n] != taken {
				continue
			}
			if !some {
				some = true
				m.raw(`<path class="gb-crowd`)
				if taken {
					m.raw(" gb-taken")
				}
				m.raw(`" d="`)
			}
			at, s := d.seat(f, k), d.side(n)
			m.raw("M")
			m.number(at.X - s/2)
			m.raw(" ")
			m.number(at.Y - s/2)
			m.raw("h")
			m.number(s)
			m.raw("v")
			m.number(s)
			m.raw("h")
			m.number(-s)
			m.raw("z")
		}
		if some {
			m.raw(`"/>`)
		}
	}
}

func (d *pools) sayGroup(f *poolField) string {
	g := &d.p.Groups[f.group]
	s := "Group " + g.ID + ", " + Count(len(f.nodes), "node")
	switch {
	case d.p.Sums():
		s += ", worth " + Number(g.Value)
	case len(g.Variants) > 0:
		s += ", sold in " + Count(len(g.Variants), "lot")
	default:
		s += ", available with " + Odd(d.odds.Groups[f.group])
	}
	if d.Window != nil {
		s += ", " + Number(float64(f.used)) + " taken"
	}
	if x := d.States[g.ID]; x != "" {
		s += ", " + map[string]string{"in": "included", "out": "excluded", "next": "looked at now", "fixed": "fixed"}[x]
	}
	return s
}

func (d *pools) sayNode(i int) string {
	n := &d.p.Nodes[i]
	s := "Node " + n.ID + ", price " + Number(n.Price)
	switch {
	case d.p.Sums():
		s += ", worth " + Number(n.Value)
	case d.odds.Nodes[i] < 1:
		s += ", available with " + Odd(d.odds.Nodes[i])
	}
	if n.Group != "" {
		s += ", in " + n.Group
	} else {
		s += ", on its own"
	}
	if takers := d.takers[n.ID]; len(takers) > 0 {
		names := make([]string, len(takers))
		for i, k := range takers {
			names[i] = d.Choices[k].Name
		}
		return s + ", taken by " + doc.Enumeration(names)
	}
	if d.chosen[i] {
		s += ", taken"
	}
	return s
}
