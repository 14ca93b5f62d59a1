package noderows

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind/window"
)

// A lane is the share of a row's height for one part of a window, if windows overlap.
type lane struct{ top, height float64 }

// findLanes divides a row among windows that overlap on it, in their order.
func (r *nodeRows) findLanes() {
	type place struct{ window, part int }
	byRow := make([][]place, len(r.rows))
	r.lanes = make([][]lane, len(r.v.Windows))
	for f := range r.v.Windows {
		r.lanes[f] = make([]lane, len(r.v.Windows[f].Parts))
		for p := range r.v.Windows[f].Parts {
			if row, ok := r.row[r.v.Windows[f].Parts[p].Node]; ok {
				byRow[row] = append(byRow[row], place{f, p})
			}
		}
	}
	for _, list := range byRow {
		for _, a := range list {
			before, all := 0, 0
			for _, b := range list {
				if meet(&r.v.Windows[a.window].Parts[a.part], &r.v.Windows[b.window].Parts[b.part]) {
					all++
					if b.window < a.window {
						before++
					}
				}
			}
			r.lanes[a.window][a.part] = lane{float64(before) / float64(all), 1 / float64(all)}
		}
	}
}

func meet(a, b *window.Allocation) bool { return a.Start < b.End && b.Start < a.End || a == b }

// drawFound draws the windows: pale ones first, each with its frame below its parts.
func (r *nodeRows) drawFound(m *scene.Builder) {
	for _, pale := range []bool{true, false} {
		for f := range r.v.Windows {
			if r.v.Windows[f].Pale == pale {
				r.drawWindow(m, f)
			}
		}
	}
}

// drawWindow draws window f: its frame, its parts in view, and its label on each part with
// enough space. It draws nothing if the window is out of view.
func (r *nodeRows) drawWindow(m *scene.Builder, f int) {
	w := &r.v.Windows[f]
	left, right, first, last, ok := r.extent(w)
	if !ok {
		return
	}
	ref, labels := w.Ref, []picture.Point(nil)
	if r.v.Small {
		ref = picture.Ref{}
	}
	m.Open("g", "gb-found "+picture.Hue(w.Colour))
	if w.Pale {
		m.Class("gb-pale")
	} else if w.Label != "" {
		m.Class("gb-strong")
	}
	if r.Selected[ref] {
		m.Class("gb-sel")
	}
	r.Mark(m, ref, w.Say)
	if !w.Bare || r.Selected[ref] {
		m.Open("rect", "gb-frame")
		m.Attr("rx", "3")
		m.Nums(scene.Box, left-1, r.y(first)-1, right-left+2, r.y(last)+r.rowHeight-r.y(first)+2)
		m.Close()
	}
	for p := range w.Parts {
		part := &w.Parts[p]
		row, ok := r.row[part.Node]
		if !ok || part.End <= r.From || part.Start >= r.To {
			continue
		}
		l := r.lanes[f][p]
		x0, x1, y, tall := r.X(part.Start), r.X(part.End), r.y(row)+l.top*r.rowHeight, max(1, l.height*r.rowHeight)
		m.Open("rect", "gb-part")
		m.Nums(scene.Box, x0, y, max(1, x1-x0), tall)
		m.Close()
		if w.Label != "" && tall >= 12 && picture.TextWidth(w.Label, 11) <= x1-x0-6 {
			labels = append(labels, picture.Point{X: x0 + 4, Y: y + tall/2 + 4})
		}
	}
	m.Close()
	r.drawLabels(m, w, labels)
}

// drawLabels draws the label into parts of a window. The labels are outside of the mark, because
// the text of a mark must be in its name.
func (r *nodeRows) drawLabels(m *scene.Builder, w *WindowMark, at []picture.Point) {
	if len(at) == 0 {
		return
	}
	m.Open("g", "gb-partnames "+picture.Hue(w.Colour))
	if w.Pale {
		m.Class("gb-pale")
	}
	if w.Strength != "" {
		m.Attr("data-strength", w.Strength)
	}
	m.Attr("aria-hidden", "true")
	for _, p := range at {
		m.Label("gb-parttext", p.X, p.Y, w.Label)
	}
	m.Close()
}

// extent returns the box of a window's visible parts: pixels horizontally, rows vertically. It
// reports false if none is visible.
func (r *nodeRows) extent(w *WindowMark) (left, right float64, first, last int, ok bool) {
	for p := range w.Parts {
		part := &w.Parts[p]
		row, shown := r.row[part.Node]
		if !shown || part.End <= r.From || part.Start >= r.To {
			continue
		}
		x0, x1 := r.X(part.Start), r.X(part.End)
		if !ok {
			left, right, first, last, ok = x0, x1, row, row, true
		}
		left, right = min(left, x0), max(right, x1)
		first, last = min(first, row), max(last, row)
	}
	return left, right, first, last, ok
}

// A pennant is the text of a window above the rows, with a line down to the window's start.
type pennant struct {
	window, line int
	x, foot      float64
}

const (
	flagHeight = 15.0
	maxFlags   = 8 // lines of flags at most
)

// placeFlags places the flags so that none covers another, and returns the height that they need.
func (r *nodeRows) placeFlags() float64 {
	var ends []float64
	for f := range r.v.Windows {
		left, _, _, _, ok := r.extent(&r.v.Windows[f])
		if text := r.v.Windows[f].Text; ok && text != "" {
			x, k := min(left, r.Right-flagWidth(text)), 0
			for k < len(ends) && ends[k] > x {
				k++
			}
			if k == maxFlags {
				continue
			}
			if k == len(ends) {
				ends = append(ends, 0)
			}
			ends[k] = x + flagWidth(text) + 6
			r.flags = append(r.flags, pennant{f, k, x, left})
		}
	}
	return flagHeight * float64(max(len(ends), r.v.FlagLines))
}

func flagWidth(text string) float64 { return picture.TextWidth(text, 11) + 12 }

// drawFlags draws the texts of the windows, and lines down to their frames.
func (r *nodeRows) drawFlags(m *scene.Builder) {
	for _, g := range r.flags {
		w := &r.v.Windows[g.window]
		_, _, first, _, _ := r.extent(w)
		y := float64(g.line) * flagHeight
		m.Open("g", "gb-flag "+picture.Hue(w.Colour))
		if r.Selected[w.Ref] {
			m.Class("gb-sel")
		}
		m.Attr("aria-hidden", "true")
		m.Open("line", "")
		m.Nums(scene.Ends, g.foot, y+flagHeight-3, g.foot, r.y(first))
		m.Close()
		m.Open("rect", "")
		m.Attr("rx", "2")
		m.Nums(scene.Box, g.x, y+3, 8, 8)
		m.Close()
		m.Label("gb-flagtext", g.x+12, y+11, w.Text)
		m.Close()
	}
}
