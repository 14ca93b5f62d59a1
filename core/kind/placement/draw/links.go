package draw

import (
	"math"
	"slices"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// maxDetailedLinks is the number of links up to which a link has a wider invisible line that receives
// the pointer. Above it the adapter finds the nearest link.
const maxDetailedLinks = 400

// drawLinks draws every link that joins two known clusters. Its width shows its bandwidth.
func (t *topology) drawLinks(m *scene.Builder) {
	m.Open("g", "gb-links")
	if len(t.p.Links) > maxLinks {
		t.drawBundles(m)
		m.Close()
		return
	}
	for i := range t.p.Links {
		if t.joins(i) {
			t.drawLink(m, i, t.linkWidth(i))
		}
	}
	m.Close()
}

// joins reports whether both clusters of a link exist.
func (t *topology) joins(link int) bool { return t.tips[link][0] >= 0 && t.tips[link][1] >= 0 }

// drawLink draws a link as a line that can be selected. Up to maxDetailedLinks links also get a wider
// invisible line, unless the picture is static. A small picture has only the line.
func (t *topology) drawLink(m *scene.Builder, i int, width float64) {
	l, a, b := t.p.Links[i], t.at[t.tips[i][0]], t.at[t.tips[i][1]]
	if t.Small {
		m.Open("line", "gb-wire")
		m.Nums(scene.Ends, a.X, a.Y, b.X, b.Y)
		m.Num("stroke-width", width)
		m.Close()
		return
	}
	id := markid.LinkID(l.A, l.B)
	grouped := len(t.p.Links) <= maxDetailedLinks
	tag := "line"
	if grouped {
		tag = "g"
	}
	m.Open(tag, "gb-link")
	if t.isSelected(i) {
		m.Class("gb-sel")
	}
	if t.touchesSelection(i) {
		m.Class("gb-near")
	}
	if !grouped {
		m.Class("gb-wire")
	}
	m.Attr("data-a", l.A)
	m.Attr("data-b", l.B)
	t.mark(m, picture.Link, id, i18n.T("Link {} to {}, {} MB/s", l.A, l.B, picture.Number(l.Bandwidth)))
	if !grouped {
		m.Nums(scene.Ends, a.X, a.Y, b.X, b.Y)
		m.Num("stroke-width", width)
		m.Close()
		return
	}
	if !t.Static {
		m.Open("line", "gb-hit")
		m.Nums(scene.Ends, a.X, a.Y, b.X, b.Y)
		m.Close()
	}
	m.Open("line", "gb-wire")
	m.Nums(scene.Ends, a.X, a.Y, b.X, b.Y)
	m.Num("stroke-width", width)
	m.Close()
	m.Close()
}

func (t *topology) isSelected(link int) bool {
	l := &t.p.Links[link]
	return t.linked && t.selected[picture.Ref{Kind: picture.Link, ID: markid.LinkID(l.A, l.B)}]
}

// touchesSelection reports whether the cluster at one end of a link is selected.
func (t *topology) touchesSelection(link int) bool {
	return t.centres != nil && t.joins(link) && (t.centres[t.tips[link][0]] || t.centres[t.tips[link][1]])
}

// linkWidth returns the width of a link. It grows with the square root of the bandwidth, so that
// 1 and 100 MB/s are both visible.
func (t *topology) linkWidth(i int) float64 {
	scale := t.frame.maxRadius / 38
	if t.Small {
		scale = 0.5
	}
	share := 1.0
	if t.maxBandwidth > 0 {
		share = math.Sqrt(math.Max(0, t.p.Links[i].Bandwidth) / t.maxBandwidth)
	}
	return math.Max(0.5, (1.2+3.2*share)*math.Min(1, scale))
}

// drawTraffic tints links by their share of the answer's data.
func (t *topology) drawTraffic(m *scene.Builder) {
	if len(t.Traffic) != len(t.p.Links) || len(t.Traffic) == 0 {
		return
	}
	m.Open("g", "gb-traffic")
	m.Attr("aria-hidden", "true")
	for _, i := range t.busiestLinks() {
		if !t.joins(i) {
			continue
		}
		l, a, b := &t.p.Links[i], t.tips[i][0], t.tips[i][1]
		share := picture.Clamp01(t.Traffic[i])
		m.Open("line", "")
		m.Attr("data-a", l.A)
		m.Attr("data-b", l.B)
		m.Nums(scene.Ends, t.at[a].X, t.at[a].Y, t.at[b].X, t.at[b].Y)
		m.Num("stroke-width", t.linkWidth(i))
		m.Num("stroke-opacity", 0.12+0.6*share)
		m.Close()
	}
	m.Close()
}

const rateSize = 11.0

// A ratePlace is the place of the bandwidth of a link.
type ratePlace struct {
	at    picture.Point
	share float64 // of the way along the link
	free  bool
	text  string // without its unit if that has no room
}

// placeRates places the bandwidths before tags are placed, because the reader needs them for the
// question where a job runs. A link that carries data shows its time instead.
func (t *topology) placeRates() {
	if t.Numbers == nil || t.Small || len(t.p.Links) > maxDetailedLinks {
		return
	}
	t.rates = make([]ratePlace, len(t.p.Links))
	for i := range t.p.Links {
		if t.joins(i) {
			s, number := &t.rates[i], picture.Number(t.p.Links[i].Bandwidth)
			for _, s.text = range []string{i18n.T("{} MB/s", number), number} {
				s.at, s.share, s.free = t.placeOnLine(t.at[t.tips[i][0]], t.at[t.tips[i][1]],
					picture.TextWidth(s.text, rateSize)+4, rateSize+4)
				if s.free {
					break
				}
			}
		}
	}
}

// carries reports whether routes use the link between two clusters.
func (t *topology) carries(a, b int) bool {
	return slices.ContainsFunc(t.hops, func(h hop) bool { return h.from == a && h.to == b || h.from == b && h.to == a })
}

// drawRates draws bandwidths next to their links. A label without room is hidden until its link
// is selected or the picture is zoomed. A selected cluster shows those of its links that have
// room.
func (t *topology) drawRates(m *scene.Builder) {
	if t.Small || len(t.p.Links) > maxDetailedLinks {
		return
	}
	m.Open("g", "gb-rates")
	m.Attr("aria-hidden", "true")
	for i := range t.p.Links {
		if !t.joins(i) {
			continue
		}
		l, a, b := &t.p.Links[i], t.tips[i][0], t.tips[i][1]
		text := i18n.T("{} MB/s", picture.Number(l.Bandwidth))
		var at picture.Point
		share, free := 0.0, false
		if t.Numbers != nil {
			r := &t.rates[i]
			at, share, free, text = r.at, r.share, r.free && !t.carries(a, b), r.text
		} else {
			at, share, free = t.placeOnLine(t.at[a], t.at[b], picture.TextWidth(text, rateSize)+4, rateSize+4)
		}
		m.Open("text", "gb-rate")
		if !free {
			m.Class("gb-crowded")
		}
		if free && t.touchesSelection(i) || t.isSelected(i) {
			m.Class("gb-near")
		}
		m.Attr("data-a", l.A)
		m.Attr("data-b", l.B)
		m.Num("data-share", share)
		m.Nums(scene.XY, at.X, at.Y+4)
		m.Text(text)
		m.Close()
	}
	m.Close()
}
