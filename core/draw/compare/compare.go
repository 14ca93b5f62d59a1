// Package compare draws two answers to one problem, or to two problems of one kind. They are side
// by side, each half drawn by the [Drawer] of the kind, or one over the other with arrows from
// each place in the first answer to the place in the second. A report of package diff classifies
// the differences; the marks carry these classes as attributes, and the style sheet chooses the
// colours.
package compare

import (
	"slices"

	"gridbox/core/diff"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// A View is two answers over one layout: left and right, or one over the other. Equal parts are
// grey, differences without effect are tinted, and differences that explain the result are solid.
// The marks have the class in data-strength; assets/css/picture.css draws it within .gb-two.
type View struct {
	Drawer  Drawer // draws the kind of both answers
	Sides   [2]diff.Side
	Colours [2]int
	Report  *diff.Report
	// Positions has the clusters' places of both sides. With nil they are laid out.
	Positions [2][]layout.Point
	Selected  kind.Ref
	// Decided has the ids of the things decided so far in a replay, for each side. With nil all are
	// shown.
	Decided       [2]map[string]bool
	Width, Height float64
	Static        bool
}

// A Drawer draws one of two answers of its kind.
type Drawer interface {
	DrawSide(v *View, side int) SidePicture
}

// A MovePainter is a Drawer with arrows of its own for an overlay.
type MovePainter interface {
	Moves(v *View) []Arrow
}

// A CausePainter is a Drawer with a picture that shows why two answers differ.
type CausePainter interface {
	Causes(v *View, byTime bool) *scene.Node
}

// A SidePicture is the picture of one side. Boxes has the positions of the things that the answer
// decides about; it is nil if the picture shows the differences itself.
type SidePicture struct {
	Picture *scene.Node
	Boxes   map[kind.Ref]picture.Box
}

// DrawSide draws side 0 or 1. It returns nil if the side has no answer. A selected thing is outlined
// with dashes at its place in the other answer if it is elsewhere or missing here.
func (v *View) DrawSide(side int) *scene.Node {
	h := v.drawSide(side)
	if h.Boxes == nil {
		return h.Picture
	}
	own, here := h.Boxes[v.Selected]
	if b, there := v.drawSide(1 - side).Boxes[v.Selected]; there && (!here || own != b) {
		m := &scene.Builder{}
		v.ghost(m, b, 1-side)
		return addOnTop(h.Picture, m.Node())
	}
	return h.Picture
}

func (v *View) drawSide(side int) SidePicture {
	if v.Sides[side].Answer == nil {
		return SidePicture{}
	}
	h := v.Drawer.DrawSide(v, side)
	h.Picture = v.strengthen(h.Picture)
	return h
}

// ghost outlines the box b of the answer of side of.
func (v *View) ghost(m *scene.Builder, b picture.Box, of int) {
	m.Open("rect", "gb-away "+picture.Hue(v.Colours[of]))
	m.Attr("rx", "3")
	m.Attr("aria-hidden", "true")
	m.Nums(scene.Box, b.X0, b.Y0, b.X1-b.X0, b.Y1-b.Y0)
	m.Close()
}

// addOnTop returns a picture with one more element on top.
func addOnTop(drawn, more *scene.Node) *scene.Node {
	last := len(drawn.Children) - 1
	if last < 0 || drawn.Children[last].Attr("class") != "gb-world" {
		return drawn.WithChildren(more)
	}
	made := *drawn
	made.Children = slices.Clone(drawn.Children)
	made.Children[last] = drawn.Children[last].WithChildren(more)
	return &made
}

// strengthen returns a picture whose marks have the classes of their differences in the report.
func (v *View) strengthen(drawn *scene.Node) *scene.Node {
	classes := make(map[kind.Ref]diff.Class, len(v.Report.Differences))
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		classes[d.Ref] = d.Class
	}
	return strengthenMarks(drawn, classes)
}

// strengthenMarks returns a node with strengthened marks, or n itself if it has none.
func strengthenMarks(n *scene.Node, classes map[kind.Ref]diff.Class) *scene.Node {
	made := *n
	for i, child := range n.Children {
		if changed := strengthenMarks(child, classes); changed != child {
			if &made.Children[0] == &n.Children[0] {
				made.Children = slices.Clone(n.Children)
			}
			made.Children[i] = changed
		}
	}
	at := slices.IndexFunc(n.Attrs, func(a scene.Attr) bool { return a.Name == "data-kind" })
	if at >= 0 {
		class := classes[kind.Ref{Kind: n.Attrs[at].Value, ID: n.Attr("data-id")}]
		if class == "" {
			class = diff.Same
		}
		made.Attrs = slices.Insert(slices.Clone(n.Attrs), at,
			scene.Attr{Name: "data-strength", Value: string(class)})
	} else if len(n.Children) == 0 || &made.Children[0] == &n.Children[0] {
		return n
	}
	return &made
}

// Marks returns the selected thing as a list of marks, empty if none is selected.
func (v *View) Marks() []picture.Ref {
	if v.Selected.ID == "" {
		return nil
	}
	return []picture.Ref{{Kind: v.Selected.Kind, ID: v.Selected.ID}}
}

// HasDecided reports whether a side has decided about a thing by now.
func (v *View) HasDecided(side int, id string) bool {
	return v.Decided[side] == nil || v.Decided[side][id]
}

// Name returns the name of a side's picture.
func (v *View) Name(side int) string { return i18n.T("Answer of {}", v.Sides[side].Name) }

// Causes draws what each place has to do in both answers, the first above the second, by cause or
// by time. It returns nil if the kind has no such picture.
func (v *View) Causes(byTime bool) *scene.Node {
	if d, ok := v.Drawer.(CausePainter); ok {
		return v.strengthen(d.Causes(v, byTime))
	}
	return nil
}
