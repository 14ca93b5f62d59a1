package draw

import (
	"gridbox/core/draw/compare"
	"gridbox/core/draw/picture"
	"gridbox/core/kind"
	"gridbox/core/kind/group"
)

// DrawSide draws one side of a comparison.
func (Drawer) DrawSide(v *compare.View, side int) compare.SidePicture {
	x := &v.Sides[side]
	view := PoolsView{Problem: &x.Scenario.Group.Problem, Colour: v.Colours[side], Selected: v.Marks(),
		Width: v.Width, Height: v.Height, Static: v.Static, Name: v.Name(side)}
	view.SetAnswer(x.Answer)
	if view.Window != nil && v.Decided[side] != nil {
		some := &group.Solution{Variants: view.Window.Variants}
		in := map[string]string{}
		for i := range view.Problem.Nodes {
			in[view.Problem.Nodes[i].ID] = view.Problem.Nodes[i].Group
		}
		for _, id := range view.Window.Nodes {
			if v.Decided[side][in[id]] {
				some.Nodes = append(some.Nodes, id)
			}
		}
		view.Window, view.Worth = some, ""
	}
	d := newPools(view)
	h := compare.SidePicture{Picture: Pools(view), Boxes: map[kind.Ref]picture.Box{}}
	for i := range d.fields {
		f := &d.fields[i]
		for k, n := range f.nodes {
			if d.chosen[n] {
				size := d.side(n) + 3
				h.Boxes[kind.Ref{Kind: picture.Node, ID: d.p.Nodes[n].ID}] = picture.BoxAround(d.memberCentre(f, k),
					size, size)
			}
		}
		if f.used > 0 && f.group >= 0 {
			h.Boxes[kind.Ref{Kind: picture.Group, ID: d.p.Groups[f.group].ID}] = picture.Box{X0: f.x, Y0: f.y,
				X1: f.x + f.w, Y1: f.y + f.h}
		}
	}
	return h
}
