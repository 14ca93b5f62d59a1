package noderows

import (
	"gridbox/core/draw/compare"
	"gridbox/core/draw/picture"
	"gridbox/core/kind"
	"gridbox/core/kind/window"
)

// pairRows is the number of rows that each side of a pair shows.
const pairRows = 80

// DrawSide draws a side with the given rows. used has the nodes that must be visible.
func DrawSide(v *compare.View, side int, rows View, used map[string]bool) compare.SidePicture {
	order := rows.Rows
	if order == nil {
		order = window.RankByPerformance(rows.Nodes)
	}
	rows.Rows = SelectRows(rows.Nodes, order, pairRows, used)
	rows.Width, rows.Height, rows.Static, rows.Name = v.Width, v.Height, v.Static, v.Name(side)
	rows.Selected = v.Marks()
	r := newNodeRows(rows)
	h := compare.SidePicture{Picture: Draw(rows), Boxes: map[kind.Ref]picture.Box{}}
	for i := range rows.Windows {
		if left, right, first, last, ok := r.extent(&rows.Windows[i]); ok {
			h.Boxes[kind.Ref(rows.Windows[i].Ref)] = picture.Box{X0: left, Y0: r.y(first), X1: right, Y1: r.y(last) +
				r.rowHeight}
		}
	}
	return h
}
