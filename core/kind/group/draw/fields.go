package draw

import (
	"math"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// title returns the name of a field.
func (d *pools) title(f *poolField) string {
	switch f.group {
	case -1:
		return "on their own"
	case -2:
		return i18n.T("and {}", picture.Count(d.hiddenCount, "more group"))
	}
	return d.p.Groups[f.group].ID
}

// note returns a text on the worth of a field.
func (d *pools) note(f *poolField) string {
	if f.group < 0 {
		return ""
	}
	g := &d.p.Groups[f.group]
	switch v, bought := d.variant[g.ID]; {
	case bought && v < len(g.Variants):
		x := g.Variants[v]
		return i18n.T("{} for {}, {}",
			picture.Number(float64(x.Nodes)), picture.Number(x.Cost),
			picture.Number(x.Value))
	case len(g.Variants) > 0:
		return "in lots"
	case d.p.Sums():
		return i18n.T("worth {}", picture.Number(g.Value))
	}
	return Probability(d.odds.Groups[f.group])
}

// Probability returns a probability as text: at most three decimals, and 1 only for
// certainty.
func Probability(p float64) string {
	if p > 0.9995 && p < 1 {
		return "> 0.999"
	}
	return picture.Number(math.Round(p*1000) / 1000)
}

// level returns the fill level of a field.
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

// drawBudget draws the budget as a bar with a text, filled by the share that the window costs. It
// draws nothing without a request.
func (d *pools) drawBudget(m *scene.Builder) {
	r := d.p.Request
	if r == nil {
		return
	}
	x, y, w := d.edge(), d.edge()+16, d.Width-2*d.edge()
	m.Open("g", "gb-budget")
	m.Attr("aria-hidden", "true")
	m.Open("rect", "gb-track")
	m.Attr("rx", "3")
	m.Nums(scene.Box, x, y, w, 7)
	m.Close()
	text := i18n.T("budget {} for {}", picture.Number(r.Budget), picture.Count(r.Nodes, "node"))
	if d.Window != nil {
		text = d.bill()
		if r.Budget > 0 {
			m.Open("rect", "gb-spent")
			m.Attr("rx", "3")
			m.Nums(scene.Box, x, y, w*picture.Clamp01(d.Cost/r.Budget), 7)
			m.Close()
		}
	}
	if picture.TextWidth(text, keySize)+picture.TextWidth(d.Worth, keySize)+8 > w {
		_, text, _ = strings.Cut(text, " for ") // no room for the number of nodes
	}
	m.Label("gb-key", x, y-6, text)
	if d.Worth != "" {
		m.Open("text", "gb-key")
		m.Attr("text-anchor", "end")
		m.Nums(scene.XY, x+w, y-6)
		m.Text(d.Worth)
		m.Close()
	}
	m.Close()
}

// drawField draws a group and then its members as separate marks, since buttons
// cannot be nested.
func (d *pools) drawField(m *scene.Builder, i int) {
	f := &d.fields[i]
	ref := picture.Ref{}
	m.Open("g", "gb-field")
	switch {
	case f.group < 0:
		m.Class("gb-loose")
	default:
		ref = picture.Ref{Kind: picture.Group, ID: d.p.Groups[f.group].ID}
		if d.selected[ref] {
			m.Class("gb-sel")
		}
		if s := d.States[ref.ID]; s != "" {
			m.Class("gb-" + s)
		}
	}
	if ref.ID != "" && !d.Small {
		d.mark(m, ref, d.sayGroup(f))
	}
	m.Open("rect", "gb-paper")
	d.round(m, f)
	m.Close()
	d.drawLevel(m, f)
	m.Open("rect", "gb-rim")
	d.round(m, f)
	m.Close()
	m.Close()
	if !d.Small {
		d.drawTitle(m, f)
	}
	if d.many || d.Small {
		d.drawCrowd(m, f)
		return
	}
	for k, n := range f.nodes {
		d.drawMember(m, n, d.memberCentre(f, k))
	}
	if f.group >= 0 {
		if n := d.Numbers[d.p.Groups[f.group].ID]; n > 0 {
			picture.DrawNumber(m, picture.Point{X: f.x - 1, Y: f.y}, n)
		}
	}
}

func (d *pools) round(m *scene.Builder, f *poolField) {
	m.Nums(scene.Box, f.x, f.y, f.w, f.h)
	m.Num("rx", math.Min(poolRound, f.h/4))
}

// drawLevel fills a field from below.
func (d *pools) drawLevel(m *scene.Builder, f *poolField) {
	h := f.h * picture.Clamp01(d.level(f))
	if h <= 0 {
		return
	}
	r := math.Min(poolRound, f.h/4)
	if h > f.h-r { // the upper corners are round as well
		m.Open("rect", "gb-level")
		m.Nums(scene.Box, f.x, f.y+f.h-h, f.w, h)
		m.Num("rx", r)
		m.Close()
		return
	}
	m.Open("path", "gb-level")
	m.Value("d", "")
	m.Numbers("M", f.x, f.y+f.h-h)
	m.Numbers("h", f.w)
	m.Numbers("v", h-r)
	for _, step := range [][2]float64{{-r, r}, {-r, -r}} {
		if step[1] < 0 {
			m.Numbers("h", 2*r-f.w)
		}
		m.Numbers("a", r, r)
		m.Append(" 0 0 1 ")
		m.Number(step[0])
		m.Append(" ")
		m.Number(step[1])
	}
	m.Append("z")
	m.Close()
}

// drawTitle draws the title of a field and its note on the right. The note is omitted if it needs
// most of the width or there are more than 40 fields. A small title is omitted if it does not fit.
func (d *pools) drawTitle(m *scene.Builder, f *poolField) {
	size, base := picture.NameSize, 17.0
	if len(d.fields) > 40 {
		size, base = 9.5, 11.0
	}
	note := d.note(f)
	width := f.w - 12
	if picture.TextWidth(note, picture.PowerSize) < width*0.6 && len(d.fields) <= 40 {
		width -= picture.TextWidth(note, picture.PowerSize) + 6
	} else {
		note = ""
	}
	class := "gb-title"
	if size < 10 {
		class += " gb-tiny"
	}
	m.Open("g", "gb-about")
	m.Attr("aria-hidden", "true")
	defer m.Close()
	name := picture.Truncate(d.title(f), size, width)
	if size > 10 || name == d.title(f) {
		m.Label(class, f.x+d.pad(), f.y+base, name)
	}
	if note == "" {
		return
	}
	m.Open("text", "gb-odds")
	m.Attr("text-anchor", "end")
	m.Nums(scene.XY, f.x+f.w-d.pad(), f.y+base)
	m.Text(note)
	m.Close()
}

// drawMember draws a node as a square, filled to its own availability.
func (d *pools) drawMember(m *scene.Builder, i int, at picture.Point) {
	n, side := &d.p.Nodes[i], d.side(i)
	ref := picture.Ref{Kind: picture.Node, ID: n.ID}
	m.Open("g", "gb-member")
	if d.selected[ref] {
		m.Class("gb-sel")
	}
	if d.chosen[i] {
		m.Class("gb-taken")
	}
	m.Attr("data-group", n.Group)
	d.mark(m, ref, d.sayNode(i))
	m.Translate(at.X, at.Y)
	m.Open("rect", "gb-paper")
	d.square(m, side, 1)
	m.Close()
	if own := picture.Clamp01(d.odds.Nodes[i]); own > 0 && !d.p.Sums() {
		m.Open("rect", "gb-level")
		d.square(m, side, own)
		m.Close()
	}
	m.Open("rect", "gb-rim")
	d.square(m, side, 1)
	m.Close()
	m.Close()
	d.drawPrice(m, i, side, at)
}

// square writes the lower share of a square around the origin.
func (d *pools) square(m *scene.Builder, side, share float64) {
	m.Nums(scene.Box, -side/2, side/2-side*share, side, side*share)
	m.Num("rx", math.Min(3, side/6))
}

// drawPrice writes name and price of a node next to its mark, whose label has
// them in words.
func (d *pools) drawPrice(m *scene.Builder, i int, side float64, at picture.Point) {
	n := &d.p.Nodes[i]
	text, class := picture.Number(n.Price), "gb-price"
	if d.chosen[i] {
		class += " gb-taken"
	}
	if side < 32 && (side < 18 || picture.TextWidth(text, 10.5) > side-2) {
		return
	}
	m.Open("g", "gb-about")
	m.Attr("aria-hidden", "true")
	if side >= 30 {
		d.drawTakers(m, n.ID, at.X, at.Y-side/2+6)
	}
	if side >= 32 {
		m.Label("gb-id", at.X, at.Y, picture.Truncate(n.ID, 10.5, side-4))
		m.Label(class, at.X, at.Y+13, text)
	} else {
		m.Label(class, at.X, at.Y+4, text)
	}
	m.Close()
}

// drawTakers draws a dot for every algorithm that takes a node.
func (d *pools) drawTakers(m *scene.Builder, id string, x, y float64) {
	takers := d.takers[id]
	for i, k := range takers {
		m.Open("circle", "gb-taker "+picture.Hue(d.Choices[k].Colour))
		m.Attr("r", "2.2")
		m.Nums([]string{"cx", "cy"}, x+(float64(i)-float64(len(takers)-1)/2)*6, y)
		m.Close()
	}
}

// drawCrowd draws the members of a field as two paths: all, and the taken ones.
func (d *pools) drawCrowd(m *scene.Builder, f *poolField) {
	for _, taken := range []bool{false, true} {
		some := false
		for k, n := range f.nodes {
			if d.chosen[n] != taken {
				continue
			}
			if !some {
				some = true
				m.Open("path", "gb-crowd")
				if taken {
					m.Class("gb-taken")
				}
				m.Value("d", "")
			}
			at, s := d.memberCentre(f, k), d.side(n)
			m.Numbers("M", at.X-s/2, at.Y-s/2)
			m.Numbers("h", s)
			m.Numbers("v", s)
			m.Numbers("h", -s)
			m.Append("z")
		}
		if some {
			m.Close()
		}
	}
}

// sayGroup returns the accessible label of a group's field: its nodes, its worth or availability,
// the nodes taken and its state.
func (d *pools) sayGroup(f *poolField) string {
	g := &d.p.Groups[f.group]
	s := i18n.T("Group {}, {}", g.ID, picture.Count(len(f.nodes), "node"))
	switch {
	case d.p.Sums():
		s += i18n.T(", worth {}", picture.Number(g.Value))
	case len(g.Variants) > 0:
		s += i18n.T(", sold in {}", picture.Count(len(g.Variants), "lot"))
	default:
		s += i18n.T(", available with {}", Probability(d.odds.Groups[f.group]))
	}
	if d.Window != nil {
		s += i18n.T(", {} taken", picture.Number(float64(f.used)))
	}
	if x := d.States[g.ID]; x != "" {
		s += ", " + map[string]string{"in": "included", "out": "excluded", "next": "looked at now", "fixed": "fixed"}[x]
	}
	return s
}

// sayNode returns the accessible label of a node: its price, its worth or availability, its group
// and the windows that take it.
func (d *pools) sayNode(i int) string {
	n := &d.p.Nodes[i]
	s := i18n.T("Node {}, price {}", n.ID, picture.Number(n.Price))
	switch {
	case d.p.Sums():
		s += i18n.T(", worth {}", picture.Number(n.Value))
	case d.odds.Nodes[i] < 1:
		s += i18n.T(", available with {}", Probability(d.odds.Nodes[i]))
	}
	if n.Group != "" {
		s += i18n.T(", in {}", n.Group)
	} else {
		s += i18n.T(", on its own")
	}
	if takers := d.takers[n.ID]; len(takers) > 0 {
		names := make([]string, len(takers))
		for i, k := range takers {
			names[i] = d.Choices[k].Name
		}
		return i18n.T("{}, taken by {}", s, doc.Enumeration(names))
	}
	if d.chosen[i] {
		s += i18n.T(", taken")
	}
	return s
}
