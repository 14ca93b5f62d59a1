package draw

import (
	"math"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// manyLinks is the number of links above which a link is a bare line without
// a wider invisible one to catch the pointer; the adapter finds the nearest.
const manyLinks = 400

// drawLinks writes every link that joins two known clusters, as wide as its
// bandwidth.
func (t *topology) drawLinks(m *svg.Builder) {
	m.Raw(`<g class="gb-links">`)
	if len(t.p.Links) > mostLinks {
		t.drawBundles(m)
		m.Raw("</g>")
		return
	}
	for i := range t.p.Links {
		if t.joins(i) {
			t.drawLink(m, i, t.linkWidth(i))
		}
	}
	m.Raw("</g>")
}

// joins reports whether a link joins two clusters that are there.
func (t *topology) joins(link int) bool { return t.tips[link][0] >= 0 && t.tips[link][1] >= 0 }

func (t *topology) drawLink(m *svg.Builder, i int, width float64) {
	l, a, b := t.p.Links[i], t.at[t.tips[i][0]], t.at[t.tips[i][1]]
	if t.Small {
		m.Raw(`<line class="gb-wire"`)
		m.Nums(svg.Ends, a.X, a.Y, b.X, b.Y)
		m.Num("stroke-width", width)
		m.Raw("/>")
		return
	}
	id := markid.LinkID(l.A, l.B)
	grouped := len(t.p.Links) <= manyLinks
	class := ` class="gb-link`
	if t.isSelected(i) {
		class += " gb-sel"
	}
	if t.touchesSelection(i) {
		class += " gb-near"
	}
	if grouped {
		m.Raw("<g", class, `"`)
	} else {
		m.Raw("<line", class, ` gb-wire"`)
	}
	m.Attr("data-a", l.A)
	m.Attr("data-b", l.B)
	t.mark(m, picture.Link, id, "Link "+l.A+" to "+l.B+", "+picture.Number(l.Bandwidth)+" MB/s")
	if !grouped {
		m.Nums(svg.Ends, a.X, a.Y, b.X, b.Y)
		m.Num("stroke-width", width)
		m.Raw("/>")
		return
	}
	m.Raw(`>`)
	if !t.Static {
		m.Raw(`<line class="gb-hit"`)
		m.Nums(svg.Ends, a.X, a.Y, b.X, b.Y)
		m.Raw("/>")
	}
	m.Raw(`<line class="gb-wire"`)
	m.Nums(svg.Ends, a.X, a.Y, b.X, b.Y)
	m.Num("stroke-width", width)
	m.Raw("/></g>")
}

func (t *topology) isSelected(link int) bool {
	l := &t.p.Links[link]
	return t.linked && t.selected[picture.Ref{Kind: picture.Link, ID: markid.LinkID(l.A, l.B)}]
}

// touchesSelection reports whether the cluster at one end of a link is selected.
func (t *topology) touchesSelection(link int) bool {
	return t.centres != nil && t.joins(link) && (t.centres[t.tips[link][0]] || t.centres[t.tips[link][1]])
}

// linkWidth goes with the square root of the bandwidth, so that 1 and 100 MB/s both show.
func (t *topology) linkWidth(i int) float64 {
	scale := t.frame.largest / 38
	if t.Small {
		scale = 0.5
	}
	share := 1.0
	if t.fastest > 0 {
		share = math.Sqrt(math.Max(0, t.p.Links[i].Bandwidth) / t.fastest)
	}
	return math.Max(0.5, (1.2+3.2*share)*math.Min(1, scale))
}

// drawTraffic tints links by how much of the answer's data they carry.
func (t *topology) drawTraffic(m *svg.Builder) {
	if len(t.Traffic) != len(t.p.Links) || len(t.Traffic) == 0 {
		return
	}
	m.Raw(`<g class="gb-traffic" aria-hidden="true">`)
	for _, i := range t.busiest() {
		if !t.joins(i) {
			continue
		}
		l, a, b := &t.p.Links[i], t.tips[i][0], t.tips[i][1]
		share := picture.Clamp01(t.Traffic[i])
		m.Raw("<line")
		m.Attr("data-a", l.A)
		m.Attr("data-b", l.B)
		m.Nums(svg.Ends, t.at[a].X, t.at[a].Y, t.at[b].X, t.at[b].Y)
		m.Num("stroke-width", t.linkWidth(i))
		m.Num("stroke-opacity", 0.12+0.6*share)
		m.Raw("/>")
	}
	m.Raw("</g>")
}

// drawRates writes bandwidths beside their links where there is room. A label
// without room is still written, and shown while its link is selected or the
// picture is zoomed; a selected cluster shows those of its links that have room.
func (t *topology) drawRates(m *svg.Builder) {
	if t.Small || len(t.p.Links) > manyLinks {
		return
	}
	const size = 11.0
	m.Raw(`<g class="gb-rates" aria-hidden="true">`)
	for i := range t.p.Links {
		if !t.joins(i) {
			continue
		}
		l, a, b := &t.p.Links[i], t.tips[i][0], t.tips[i][1]
		text := picture.Number(l.Bandwidth) + " MB/s"
		at, share, free := t.seat(t.at[a], t.at[b], picture.TextWidth(text, size)+4, size+4)
		m.Raw(`<text class="gb-rate`)
		if !free {
			m.Raw(" gb-crowded")
		}
		if free && t.touchesSelection(i) || t.isSelected(i) {
			m.Raw(" gb-near")
		}
		m.Raw(`"`)
		m.Attr("data-a", l.A)
		m.Attr("data-b", l.B)
		m.Num("data-share", share)
		m.Nums(svg.XY, at.X, at.Y+4)
		m.Raw(">")
		m.Text(text)
		m.Raw("</text>")
	}
	m.Raw("</g>")
}
