package picture

import (
	"gridbox/core/diff"
	"gridbox/core/kind/group"
)

// Half draws a side of two answers.
func (groupDrawer) Half(v *PairView, side int) half {
	x := &v.Sides[side]
	view := PoolView{Problem: &x.Scenario.Group.Problem, Colour: v.Colours[side], Selected: v.selected(),
		Width: v.Width, Height: v.Height, Static: v.Static, Name: v.name(side)}
	view.Take(x.Answer)
	if view.Window != nil && v.Shown[side] != nil {
		some := &group.Solution{Variants: view.Window.Variants}
		in := map[string]string{}
		for i := range view.Problem.Nodes {
			in[view.Problem.Nodes[i].ID] = view.Problem.Nodes[i].Group
		}
		for _, id := range view.Window.Nodes {
			if v.Shown[side][in[id]] {
				some.Nodes = append(some.Nodes, id)
			}
		}
		view.Window, view.Worth = some, ""
	}
	d := newPools(view)
	h := half{Pools(view), map[diff.Thing]box{}}
	for i := range d.fields {
		f := &d.fields[i]
		for k, n := range f.nodes {
			if d.chosen[n] {
				size := d.side(n) + 3
				h.boxes[diff.Thing{Kind: Node, ID: d.p.Nodes[n].ID}] = around(d.seat(f, k), size, size)
			}
		}
		if f.used > 0 && f.group >= 0 {
			h.boxes[diff.Thing{Kind: Group, ID: d.p.Groups[f.group].ID}] = box{f.x, f.y, f.x + f.w, f.y + f.h}
		}
	}
	return h
}
