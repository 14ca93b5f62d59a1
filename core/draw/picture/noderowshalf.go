package picture

import (
	"gridbox/core/diff"
	"gridbox/core/kind/window"
)

// pairRows is how many rows of nodes both sides of a pair have room for.
const pairRows = 80

// rowsHalf draws a side whose rows are these; used are the nodes that must show.
func rowsHalf(v *PairView, side int, rows NodeRowsView, used map[string]bool) half {
	order := rows.Rows
	if order == nil {
		order = window.ByPerformance(rows.Nodes)
	}
	rows.Rows = SomeOf(rows.Nodes, order, pairRows, used)
	rows.Width, rows.Height, rows.Static, rows.Name = v.Width, v.Height, v.Static, v.name(side)
	rows.Selected = v.selected()
	r := newNodeRows(rows)
	h := half{NodeRows(rows), map[diff.Thing]box{}}
	for i := range rows.Found {
		if left, right, first, last, ok := r.extent(&rows.Found[i]); ok {
			h.boxes[diff.Thing(rows.Found[i].Ref)] = box{left, r.y(first), right, r.y(last) + r.tall}
		}
	}
	return h
}
