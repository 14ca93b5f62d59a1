package draw

import (
	"math"
	"strings"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A hop is one direction of a link that routes use.
type hop struct {
	from, to int
	cargo    []string
	both     bool // whether routes use the opposite direction too
}

// findHops merges the routes by link and direction, in the order in which the
// routes first use them.
func (t *topology) findHops() {
	seen := map[[2]int]int{}
	for _, r := range t.Routes {
		for k := 1; k < len(r.Path); k++ {
			from, okFrom := t.index[r.Path[k-1]]
			to, okTo := t.index[r.Path[k]]
			if !okFrom || !okTo {
				continue
			}
			h, ok := seen[[2]int{from, to}]
			if !ok {
				h = len(t.hops)
				seen[[2]int{from, to}] = h
				t.hops = append(t.hops, hop{from: from, to: to})
			}
			cargo := r.Dataset
			if r.Note != "" {
				cargo += " " + r.Note
			}
			t.hops[h].cargo = append(t.hops[h].cargo, cargo)
		}
	}
	for i, h := range t.hops {
		if _, ok := seen[[2]int{h.to, h.from}]; ok {
			t.hops[i].both = true
		}
	}
}

// ends writes the clusters at both ends of an overlaid mark, so that the adapter can move it
// while one of them is dragged.
func (t *topology) ends(m *scene.Builder, h hop) {
	m.Attr("data-a", t.p.Clusters[h.from].ID)
	m.Attr("data-b", t.p.Clusters[h.to].ID)
}

// drawFlows draws the links that the routes use in the algorithm's colour.
func (t *topology) drawFlows(m *scene.Builder) {
	if len(t.hops) == 0 {
		return
	}
	m.Open("g", "gb-flows")
	m.Attr("aria-hidden", "true")
	for _, h := range t.hops {
		a, b := t.at[h.from], t.at[h.to]
		m.Open("line", "gb-flow")
		t.ends(m, h)
		m.Nums(scene.Ends, a.X, a.Y, b.X, b.Y)
		m.Close()
	}
	m.Close()
}

// drawCargo draws an arrow on every hop, with the names of the transferred datasets.
func (t *topology) drawCargo(m *scene.Builder) {
	if len(t.hops) == 0 {
		return
	}
	m.Open("g", "gb-cargos")
	m.Attr("aria-hidden", "true")
	for _, h := range t.hops {
		text := ""
		if !t.Small {
			text = picture.Truncate(strings.Join(h.cargo, " "), tagSize, 90)
		}
		w := picture.TextWidth(text, tagSize) + 10 // this text is bolder than that of a tag
		share, off := t.placeCargo(h, w)
		at := pointBetween(t.at[h.from], t.at[h.to], share)
		d := direction(t.at[h.from], t.at[h.to])
		m.Open("g", "gb-cargo")
		t.ends(m, h)
		m.Num("data-share", share)
		m.Translate(at.X, at.Y)
		m.Open("path", "gb-arrow")
		m.Attr("d", "M-6 -6.5L8 0L-6 6.5Z")
		m.Value("transform", "rotate(")
		m.Number(math.Atan2(d.Y, d.X) * 180 / math.Pi)
		m.Append(")")
		m.Close()
		if text != "" {
			m.Open("g", "")
			m.Translate(off.X-w/2, off.Y-tagHeight/2)
			drawLozenge(m, w, text)
			m.Close()
			t.occupy(picture.BoxAround(picture.Point{X: at.X + off.X, Y: at.Y + off.Y}, w, tagHeight))
		}
		t.occupy(picture.BoxAround(at, 18, 18))
		m.Close()
	}
	m.Close()
}

// asides are the offsets from the middle of a link at which an arrow is tried.
var asides = []float64{0, 0.08, -0.08, 0.16, -0.16}

// placeCargo returns the place of the arrow on a hop and the offset of the names of its datasets.
// It chooses the place and side that cover the least.
func (t *topology) placeCargo(h hop, width float64) (share float64, off picture.Point) {
	a, b := t.at[h.from], t.at[h.to]
	middle, d := t.visibleMiddle(h), direction(a, b)
	if h.both {
		middle -= 0.12 // each direction nearer to its start
	}
	side := picture.Point{X: -d.Y, Y: d.X}
	if side.X < 0 || side.X == 0 && side.Y < 0 {
		side = picture.Point{X: -side.X, Y: -side.Y}
	}
	least := math.Inf(1)
	for _, aside := range asides {
		for _, sign := range []float64{1, -1} {
			shift := picture.Point{X: sign * side.X * (10 + width/2), Y: sign * side.Y * 16}
			at := pointBetween(a, b, middle+aside)
			name := picture.BoxAround(picture.Point{X: at.X + shift.X, Y: at.Y + shift.Y}, width, tagHeight)
			cost := t.covers(name) + t.covers(picture.BoxAround(at, 18, 18))
			if cost < least {
				least, share, off = cost, middle+aside, shift
			}
			if least == 0 || t.Small || t.many {
				return share, off
			}
		}
	}
	return share, off
}

// covers returns the area of a box that covers drawn things or lies outside of the picture.
func (t *topology) covers(b picture.Box) float64 {
	inside := picture.OverlapArea(b, picture.Box{X0: 0, Y0: 0, X1: t.frame.width, Y1: t.frame.height})
	area := float64((b.X1-b.X0)*(b.Y1-b.Y0)) - inside
	for _, c := range t.boxes {
		area += picture.OverlapArea(b, c)
	}
	return area
}

// visibleMiddle returns the middle of the part of a link between the circles at its ends, as a
// share of the link.
func (t *topology) visibleMiddle(h hop) float64 {
	a, b := t.at[h.from], t.at[h.to]
	d := math.Sqrt(float64((b.X-a.X)*(b.X-a.X)) + float64((b.Y-a.Y)*(b.Y-a.Y)))
	if d == 0 {
		return 0.5
	}
	return math.Max(0.15, math.Min(0.85, 0.5+(t.radius[h.from]-t.radius[h.to])/(2*d)))
}
