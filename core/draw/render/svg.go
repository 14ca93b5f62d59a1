package render

import (
	"strings"

	"gridbox/core/draw/scene"
)

// SVG returns the page as a file of its own, in millimetres; its coordinates are points. Texts
// remain texts, in the figure's font if the reader has it.
func (p *Page) SVG() []byte {
	b := &strings.Builder{}
	put := func(parts ...string) {
		for _, s := range parts {
			b.WriteString(s)
		}
	}
	put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, number(p.Width()), `mm" height="`, number(p.Height()),
		`mm" viewBox="0 0 `, number(p.width), " ", number(p.height), `" font-family="`,
		scene.Escape(p.font.name), `, Helvetica, Arial, 'DejaVu Sans', sans-serif">`, "\n")
	if p.title != "" {
		put("<title>", scene.Escape(p.title), "</title>\n")
	}
	if p.subject != "" {
		put("<desc>", scene.Escape(p.subject), "</desc>\n")
	}
	for i := range p.items {
		if t := p.items[i].text; t != nil {
			put(t.svg())
		} else {
			put(p.items[i].path.svg())
		}
	}
	put("</svg>\n")
	return []byte(b.String())
}

// svg returns the path as an SVG element.
func (a *path) svg() string {
	b := &strings.Builder{}
	b.WriteString(`<path d="`)
	for i := range a.parts {
		b.WriteByte(a.parts[i].do)
		for k, p := range a.parts[i].points() {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(p.x) + " " + number(p.y))
		}
	}
	b.WriteString(`"` + paintAttrs("fill", a.fill) + a.pen.svg() + "/>\n")
	return b.String()
}

// paintAttrs returns the SVG attributes of a colour for fill or stroke. A transparent fill is
// written as none, and a transparent stroke is left out.
func paintAttrs(name string, c colour) string {
	switch {
	case c.opaque == 0 && name == "fill":
		return ` fill="none"`
	case c.opaque == 0:
		return ""
	}
	text := " " + name + `="` + c.hex() + `"`
	if c.opaque < 1 {
		text += " " + name + `-opacity="` + number(c.opaque) + `"`
	}
	return text
}

// svg returns the stroke attributes of the pen, or "" for an invisible one.
func (p *pen) svg() string {
	if p.opaque == 0 {
		return ""
	}
	text := paintAttrs("stroke", p.colour) + ` stroke-width="` + number(p.width) + `"`
	if p.round {
		text += ` stroke-linecap="round" stroke-linejoin="round"`
	}
	for i, v := range p.dash {
		text += []string{` stroke-dasharray="`, " "}[min(i, 1)] + number(v)
	}
	if len(p.dash) > 0 {
		text += `"`
	}
	return text
}

// svg returns the label as an SVG text element. A turned label is anchored at its start, and
// the halo is painted under the glyphs.
func (t *label) svg() string {
	x, anchor := t.at, ""
	shift := map[byte]float64{'m': t.width / 2, 'e': t.width}[t.anchor]
	if t.rotation == 0 {
		x.x += shift
		anchor = map[byte]string{'m': ` text-anchor="middle"`, 'e': ` text-anchor="end"`}[t.anchor]
	}
	text := `<text x="` + number(x.x) + `" y="` + number(x.y) + `" font-size="` + number(t.size) + `"` + anchor
	if t.bold {
		text += ` font-weight="bold"`
	}
	if t.rotation != 0 {
		text += ` transform="rotate(` + number(t.rotation) + " " + number(x.x) + " " + number(x.y) + `)"`
	}
	text += paintAttrs("fill", t.fill)
	if t.halo.opaque > 0 {
		text += t.halo.svg() + ` paint-order="stroke"`
	}
	return text + ">" + scene.Escape(t.text) + "</text>\n"
}
