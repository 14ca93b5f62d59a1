package draw

import (
	"math"
	"strings"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// A hop is one link passed in one direction by some of the routes.
type hop struct {
	from, to int
	cargo    []string
	both     bool // whether the opposite direction is used too
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
			t.hops[h].cargo = append(t.hops[h].cargo, r.Dataset)
		}
	}
	for i, h := range t.hops {
		if _, ok := seen[[2]int{h.to, h.from}]; ok {
			t.hops[i].both = true
		}
	}
}

// ends writes which clusters an overlaid mark hangs between, so that the
// adapter can move it while one of them is dragged.
func (t *topology) ends(m *svg.Builder, h hop) {
	m.Attr("data-a", t.p.Clusters[h.from].ID)
	m.Attr("data-b", t.p.Clusters[h.to].ID)
}

// drawFlows writes the links that the routes use in the algorithm's colour.
func (t *topology) drawFlows(m *svg.Builder) {
	if len(t.hops) == 0 {
		return
	}
	m.Raw(`<g class="gb-flows" aria-hidden="true">`)
	for _, h := range t.hops {
		a, b := t.at[h.from], t.at[h.to]
		m.Raw(`<line class="gb-flow"`)
		t.ends(m, h)
		m.Nums(svg.Ends, a.X, a.Y, b.X, b.Y)
		m.Raw("/>")
	}
	m.Raw("</g>")
}

// drawCargo writes, on every hop, an arrow that shows the direction and the
// names of the datasets that travel.
func (t *topology) drawCargo(m *svg.Builder) {
	if len(t.hops) == 0 {
		return
	}
	m.Raw(`<g class="gb-cargos" aria-hidden="true">`)
	for _, h := range t.hops {
		text := ""
		if !t.Small {
			text = picture.Truncate(strings.Join(h.cargo, " "), tagSize, 90)
		}
		w := picture.TextWidth(text, tagSize) + 10 // the text is bolder than a tag's
		share, off := t.seatCargo(h, w)
		at := between(t.at[h.from], t.at[h.to], share)
		d := direction(t.at[h.from], t.at[h.to])
		m.Raw(`<g class="gb-cargo"`)
		t.ends(m, h)
		m.Num("data-share", share)
		m.Translate(at.X, at.Y)
		m.Raw(`><path class="gb-arrow" d="M-6 -6.5L8 0L-6 6.5Z"`)
		m.Raw(` transform="rotate(`)
		m.Number(math.Atan2(d.Y, d.X) * 180 / math.Pi)
		m.Raw(`)"/>`)
		if text != "" {
			m.Raw("<g")
			m.Translate(off.X-w/2, off.Y-tagHeight/2)
			m.Raw(">")
			drawLozenge(m, w, text)
			m.Raw("</g>")
			t.take(picture.Around(picture.Point{X: at.X + off.X, Y: at.Y + off.Y}, w, tagHeight))
		}
		t.take(picture.Around(at, 18, 18))
		m.Raw("</g>")
	}
	m.Raw("</g>")
}

// asides are how far from the middle of a link its arrow goes to make room.
var asides = []float64{0, 0.08, -0.08, 0.16, -0.16}

// seatCargo finds where on a hop the arrow stands, and where beside it the names
// of its datasets: on the side and at the place where they cover least.
func (t *topology) seatCargo(h hop, width float64) (share float64, off picture.Point) {
	a, b := t.at[h.from], t.at[h.to]
	middle, d := t.visibleMiddle(h), direction(a, b)
	if h.both {
		middle -= 0.12 // each direction nearer to where it starts
	}
	side := picture.Point{X: -d.Y, Y: d.X}
	if side.X < 0 || side.X == 0 && side.Y < 0 {
		side = picture.Point{X: -side.X, Y: -side.Y}
	}
	least := math.Inf(1)
	for _, aside := range asides {
		for _, sign := range []float64{1, -1} {
			beside := picture.Point{X: sign * side.X * (10 + width/2), Y: sign * side.Y * 16}
			at := between(a, b, middle+aside)
			name := picture.Around(picture.Point{X: at.X + beside.X, Y: at.Y + beside.Y}, width, tagHeight)
			cost := t.covers(name) + t.covers(picture.Around(at, 18, 18))
			if cost < least {
				least, share, off = cost, middle+aside, beside
			}
			if least == 0 || t.Small || t.many {
				return share, off
			}
		}
	}
	return share, off
}

// covers is how much of what stands in the picture a box would cover; what would
// leave the picture counts as covered.
func (t *topology) covers(b picture.Box) float64 {
	inside := picture.Covered(b, picture.Box{X0: 0, Y0: 0, X1: t.frame.width, Y1: t.frame.height})
	area := float64((b.X1-b.X0)*(b.Y1-b.Y0)) - inside
	for _, c := range t.boxes {
		area += picture.Covered(b, c)
	}
	return area
}

// visibleMiddle is the middle of the part of a link that the circles at its
// ends leave visible.
func (t *topology) visibleMiddle(h hop) float64 {
	a, b := t.at[h.from], t.at[h.to]
	d := math.Sqrt(float64((b.X-a.X)*(b.X-a.X)) + float64((b.Y-a.Y)*(b.Y-a.Y)))
	if d == 0 {
		return 0.5
	}
	return math.Max(0.15, math.Min(0.85, 0.5+(t.radius[h.from]-t.radius[h.to])/(2*d)))
}
