// Package compare draws two answers to one kind of problem side by side or one
// over the other.
package compare

import (
	"gridbox/core/kind"
	"strings"

	"gridbox/core/diff"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// A View is two answers over one layout: left and right, or one over the
// other. What both do alike is grey, what differs without effect tinted, what
// explains the difference solid; the marks say it in data-strength, and
// assets/css/picture.css draws it within .gb-two.
type View struct {
	Drawer  Drawer // of the kind of both
	Sides   [2]diff.Side
	Colours [2]int
	Report  *diff.Report
	// Places has the clusters' places of both sides; nil lets them be arranged.
	Places   [2][]layout.Point
	Selected kind.Thing
	// Shown are the ids of what is decided so far in a replay; nil is all of it.
	Shown         [2]map[string]bool
	Width, Height float64
	Static        bool
}

// A Drawer draws one side of two answers of its kind.
type Drawer interface {
	Half(v *View, side int) Half
}

// A MovePainter is a Drawer with arrows of its own for an overlay.
type MovePainter interface {
	Moves(v *View) []Arrow
}

// A CausePainter is a Drawer that can show why two answers differ.
type CausePainter interface {
	Causes(v *View, byTime bool) string
}

// A Half is one side's picture in the making: as markup, and where the things
// stand that the answer decides about; nil where the picture says so itself.
type Half struct {
	SVG   string
	Boxes map[kind.Thing]picture.Box
}

// Half draws a side, 0 or 1. What is selected and only the other side has at
// that place stands there dashed.
func (v *View) Half(side int) string {
	h := v.half(side)
	if h.Boxes == nil {
		return h.SVG
	}
	own, here := h.Boxes[v.Selected]
	if b, there := v.half(1 - side).Boxes[v.Selected]; there && (!here || own != b) {
		m := &svg.Builder{}
		v.ghost(m, b, 1-side)
		h.SVG = inside(h.SVG, m.String())
	}
	return h.SVG
}

func (v *View) half(side int) Half {
	if v.Sides[side].Answer == nil {
		return Half{}
	}
	h := v.Drawer.Half(v, side)
	h.SVG = v.strengthen(h.SVG)
	return h
}

// ghost outlines where something stands on the other side.
func (v *View) ghost(m *svg.Builder, b picture.Box, of int) {
	m.Raw(`<rect class="gb-away `, picture.Hue(v.Colours[of]), `" rx="3" aria-hidden="true"`)
	m.Nums(svg.Box, b.X0, b.Y0, b.X1-b.X0, b.Y1-b.Y0)
	m.Raw("/>")
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
func (v *View) strengthen(drawn string) string {
	const kind, id = ` data-kind="`, ` data-id="`
	class := make(map[string]diff.Class, len(v.Report.Differences))
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		class[svg.Escape(d.Kind)+" "+svg.Escape(d.ID)] = d.Class
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

func (v *View) Marks() []picture.Ref {
	if v.Selected.ID == "" {
		return nil
	}
	return []picture.Ref{{Kind: v.Selected.Kind, ID: v.Selected.ID}}
}

// Shows reports whether a side has decided about a thing by now.
func (v *View) Shows(side int, id string) bool { return v.Shown[side] == nil || v.Shown[side][id] }

// Name is what a side's picture is called.
func (v *View) Name(side int) string { return "Answer of " + v.Sides[side].Name }

// Causes draws what each place has to do in both answers, the first above the
// second, by cause or by time. It is empty where the kind has no such picture.
func (v *View) Causes(byTime bool) string {
	if d, ok := v.Drawer.(CausePainter); ok {
		return v.strengthen(d.Causes(v, byTime))
	}
	return ""
}
