package picture

import (
	"strings"

	"gridbox/core/diff"
	"gridbox/core/draw/layout"
)

// A PairView is two answers over one layout: left and right, or one over the
// other. What both do alike is grey, what differs without effect tinted, what
// explains the difference solid; the marks say it in data-strength, and
// assets/css/picture.css draws it within .gb-two.
type PairView struct {
	Drawer  PairDrawer // of the kind of both
	Sides   [2]diff.Side
	Colours [2]int
	Report  *diff.Report
	// Places has the clusters' places of both sides; nil lets them be arranged.
	Places   [2][]layout.Point
	Selected diff.Thing
	// Shown are the ids of what is decided so far in a replay; nil is all of it.
	Shown         [2]map[string]bool
	Width, Height float64
	Static        bool
}

// A PairDrawer draws one side of two answers of its kind.
type PairDrawer interface {
	Half(v *PairView, side int) half
}

// A MovePainter is a PairDrawer with arrows of its own for an overlay.
type MovePainter interface {
	Moves(v *PairView) []arrow
}

// A CausePainter is a PairDrawer that can show why two answers differ.
type CausePainter interface {
	Causes(v *PairView, byTime bool) string
}

// A half is one side's picture in the making: as markup, and where the things
// stand that the answer decides about; nil where the picture says so itself.
type half struct {
	svg   string
	boxes map[diff.Thing]box
}

// Half draws a side, 0 or 1. What is selected and only the other side has at
// that place stands there dashed.
func (v *PairView) Half(side int) string {
	h := v.half(side)
	if h.boxes == nil {
		return h.svg
	}
	own, here := h.boxes[v.Selected]
	if b, there := v.half(1 - side).boxes[v.Selected]; there && (!here || own != b) {
		m := &markup{}
		v.ghost(m, b, 1-side)
		h.svg = inside(h.svg, m.String())
	}
	return h.svg
}

func (v *PairView) half(side int) half {
	if v.Sides[side].Answer == nil {
		return half{}
	}
	h := v.Drawer.Half(v, side)
	h.svg = v.strengthen(h.svg)
	return h
}

// ghost outlines where something stands on the other side.
func (v *PairView) ghost(m *markup, b box, of int) {
	m.raw(`<rect class="gb-away `, Hue(v.Colours[of]), `" rx="3" aria-hidden="true"`)
	m.nums(rectNames, b.x0, b.y0, b.x1-b.x0, b.y1-b.y0)
	m.raw("/>")
}

// inside puts markup into a picture, on top of all else.
func inside(drawn, more string) string {
	end := "</svg>"
	if strings.HasSuffix(drawn, "</g></svg>") && strings.Contains(drawn, `class="gb-world"`) {
		end = "</g></svg>"
	}
	return strings.TrimSuffix(drawn, end) + more + end
}

// strengthen says of every mark what the report says of its thing.
func (v *PairView) strengthen(drawn string) string {
	const kind, id = ` data-kind="`, ` data-id="`
	class := make(map[string]diff.Class, len(v.Report.Differences))
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		class[Escape(d.Kind)+" "+Escape(d.ID)] = d.Class
	}
	var b strings.Builder
	for {
		head, rest, ok := strings.Cut(drawn, kind)
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		word, after, _ := strings.Cut(rest, `"`)
		if name, _, ok := strings.Cut(strings.TrimPrefix(after, id), `"`); ok {
			strength := class[word+" "+name]
			if strength == "" {
				strength = diff.Same
			}
			b.WriteString(` data-strength="` + string(strength) + `"`)
		}
		b.WriteString(kind)
		drawn = rest
	}
}

func (v *PairView) selected() []Ref {
	if v.Selected.ID == "" {
		return nil
	}
	return []Ref{{v.Selected.Kind, v.Selected.ID}}
}

// shows tells whether a side has decided about a thing by now.
func (v *PairView) shows(side int, id string) bool { return v.Shown[side] == nil || v.Shown[side][id] }

// name is what a side's picture is called.
func (v *PairView) name(side int) string { return "Answer of " + v.Sides[side].Name }

// Causes draws what each place has to do in both answers, the first above the
// second, by cause or by time. It is empty where the kind has no such picture.
func (v *PairView) Causes(byTime bool) string {
	if d, ok := v.Drawer.(CausePainter); ok {
		return v.strengthen(d.Causes(v, byTime))
	}
	return ""
}
